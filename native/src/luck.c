/* luck.c: the luck of a game in one process, drawn from its seed (luck.h). */
#include "luck.h"
#include "blake2b.h"
#include "game.h"

#define DOMAIN "camelnet/referee/1"
#define PERSON "camelnet-stream1"
#define CARDS_MAX 256 /* of a pack */

_Static_assert(sizeof(cn_luck) == 420, "no padding");

/* --- streams ---------------------------------------------------------------------------------- */

typedef struct stream {
    uint8_t key[CN_LUCK_SEED], block[CN_BLAKE2B_DIGEST];
    uint32_t blocks, at;
} stream;

static uint8_t *put_number(uint8_t *at, uint32_t value, uint32_t size)
{
    memset(at, 0, size);
    for (uint32_t i = 0; i < 4; i++) at[size - 1 - i] = (uint8_t)(value >> 8 * i);
    return at + size;
}

static uint8_t *put(uint8_t *at, const void *bytes, uint32_t size)
{
    at = put_number(at, size, 8);
    memcpy(at, bytes, size);
    return at + size;
}

static stream stream_of(const cn_luck *luck, const char *name, uint32_t length, uint32_t number)
{
    stream found = {.at = sizeof found.block};
    uint8_t said[CN_BLAKE2B_BLOCK], use[4];
    put_number(use, number, sizeof use);
    assert(length <= sizeof luck->verb[0]);
    uint8_t *at = put(said, DOMAIN, sizeof DOMAIN - 1);
    at = put(at, luck->seed, sizeof luck->seed);
    at = put(at, name, length);
    at = put(at, use, sizeof use);
    cn_blake2b(said, (uint32_t)(at - said), NULL, 0, NULL, found.key, sizeof found.key);
    return found;
}

/* A number below `bound`, all equally likely. */
static uint32_t below(stream *from, uint32_t bound)
{
    uint64_t spare = (0 - (uint64_t)bound) % bound; /* of 2^64, so many would cause a bias */
    for (;;) {
        if (from->at == sizeof from->block) {
            uint8_t counter[8];
            put_number(counter, from->blocks++, sizeof counter);
            cn_blake2b(counter, sizeof counter, from->key, sizeof from->key, PERSON, from->block,
                       sizeof from->block);
            from->at = 0;
        }
        uint64_t word = 0;
        for (uint32_t i = 0; i < 8; i++) word = word << 8 | from->block[from->at++];
        if (word <= UINT64_MAX - spare) return (uint32_t)(word % bound);
    }
}

/* The shuffle of Fisher and Yates. */
static void shuffle(stream *from, uint8_t *list, uint32_t count)
{
    for (uint32_t last = count; last-- > 1;) {
        uint32_t other = below(from, last + 1);
        uint8_t moved = list[last];
        list[last] = list[other];
        list[other] = moved;
    }
}

/* --- hidden cards ----------------------------------------------------------------------------- */

void cn_luck_begin(const uint8_t *state, const uint8_t *seed, const char *faces, cn_luck *luck)
{
    uint32_t count = (uint32_t)strlen(faces);
    assert(count <= CN_LUCK_FACES);
    memset(luck, 0, sizeof *luck);
    memcpy(luck->seed, seed, sizeof luck->seed);
    if (count == 0) return;
    for (uint32_t seat = 0; seat < state[offsetof(cn_head, seats)]; seat++) {
        stream from = stream_of(luck, "seal", 4, seat);
        uint8_t order[CN_LUCK_FACES];
        for (uint32_t i = 0; i < count; i++) order[i] = (uint8_t)i;
        shuffle(&from, order, count);
        for (uint32_t i = 0; i < count; i++) luck->sealed[seat][i] = faces[order[i]];
    }
}

static void deal(cn_luck *luck, const cn_pack *pack)
{
    uint8_t cards[CARDS_MAX];
    uint32_t count = 0;
    for (uint32_t face = 0; face < pack->faces; face++) {
        assert(count + pack->unseen[face] <= CARDS_MAX);
        for (uint32_t k = 0; k < pack->unseen[face]; k++) cards[count++] = (uint8_t)face;
    }
    stream from = stream_of(luck, "pack", 4, pack->number);
    shuffle(&from, cards, count);
    memset(luck->card, 0, sizeof luck->card);
    for (uint32_t i = 0; i < pack->slots && i < count; i++) {
        assert(pack->slot[i] < CN_PACK_SLOTS_MAX);
        memcpy(luck->card[pack->slot[i]], pack->face[cards[i]], sizeof luck->card[0]);
    }
    luck->pack = pack->number;
}

/* The cards that lie face down now; deals their pack first if it is a new one. */
static bool pack_of(const cn_game *game, const uint8_t *state, cn_luck *luck, cn_pack *pack)
{
    if (game->pack == NULL) return false;
    memset(pack, 0, sizeof *pack);
    if (!game->pack(state, pack)) return false;
    if (pack->number != luck->pack) deal(luck, pack);
    return true;
}

void cn_luck_faces(const cn_luck *luck, const uint8_t *state, uint32_t seat, char *faces)
{
    const cn_game *game = cn_game_at(state[0]);
    assert(game != NULL && seat < CN_SEATS_MAX);
    cn_pack pack = {0};
    memcpy(faces, luck->sealed[seat], CN_LUCK_FACES);
    if (faces[0] != '\0' || game->pack == NULL || !game->pack(state, &pack)) return;
    uint32_t length = 0;
    for (uint32_t i = 0; i < pack.slots; i++) {
        if (pack.owner[i] != seat + 1) continue;
        const char *face = luck->card[pack.slot[i]];
        for (uint32_t k = 0; k < sizeof luck->card[0] && face[k] != '\0'; k++) {
            assert(length < CN_LUCK_FACES);
            faces[length++] = face[k];
        }
    }
}

/* --- outcomes --------------------------------------------------------------------------------- */

/* Read a notation of a verb and a text; false if there is no such card. */
static bool read(const cn_game *game, const char *words, const char *text, uint32_t room,
                 cn_move *move)
{
    char notation[CN_TEXT_MAX];
    uint32_t length = (uint32_t)strlen(words);
    assert(length + room < CN_TEXT_MAX);
    memcpy(notation, words, length);
    for (uint32_t i = 0; i < room && text[i] != '\0'; i++) notation[length++] = text[i];
    return game->parse(notation, length, move);
}

/* The number of times that luck was drawn for this verb; counts one more. */
static uint32_t use(cn_luck *luck, const char *verb, uint32_t length)
{
    assert(length > 0 && length < sizeof luck->verb[0]);
    for (uint32_t i = 0; i < CN_LUCK_VERBS; i++) {
        if (luck->verb[i][0] == '\0') memcpy(luck->verb[i], verb, length);
        if (memcmp(luck->verb[i], verb, length) == 0 && luck->verb[i][length] == '\0') {
            return luck->used[i]++;
        }
    }
    assert(false);
    return 0;
}

/* An outcome by its weight. Outcomes are sorted by their notations, whatever the game's order. */
static cn_move outcome(const cn_game *game, const uint8_t *state, cn_luck *luck)
{
    char text[CN_LUCK_OUTCOMES][CN_TEXT_MAX];
    uint16_t order[CN_LUCK_OUTCOMES];
    cn_move move[CN_LUCK_OUTCOMES];
    uint32_t ways = game->ways(state), total = 0, length = 0;
    assert(ways > 0 && ways <= CN_LUCK_OUTCOMES);
    for (uint32_t k = 0; k < ways; k++) {
        move[k] = game->nth(state, k);
        total += game->weight == NULL ? 1 : game->weight(state, move[k]);
        uint32_t letters = game->format(move[k], text[k]), at = k;
        memset(text[k] + letters, 0, CN_TEXT_MAX - letters);
        for (; at > 0 && memcmp(text[order[at - 1]], text[k], CN_TEXT_MAX) > 0; at--) {
            order[at] = order[at - 1];
        }
        order[at] = (uint16_t)k;
    }
    while (text[0][length] != ' ' && text[0][length] != '\0') length++;
    stream from = stream_of(luck, text[0], length, use(luck, text[0], length));
    uint32_t left = below(&from, total);
    for (uint32_t k = 0; k < ways; k++) {
        cn_move found = move[order[k]];
        uint32_t weight = game->weight == NULL ? 1 : game->weight(state, found);
        if (left < weight) return found;
        left -= weight;
    }
    assert(false);
    return 0;
}

/* False if the luck belongs to another game. */
static bool comes(const cn_game *game, const uint8_t *state, cn_luck *luck, const cn_pack *pack,
                  cn_move *move)
{
    bool known = true;
    if (pack != NULL && pack->awaited > 0) {
        const char *card = luck->card[pack->slot[pack->awaited - 1]];
        known = read(game, "card ", card, sizeof luck->card[0], move);
    } else if (state[offsetof(cn_head, node)] == CN_CHANCE) {
        *move = outcome(game, state, luck);
    } else {
        uint32_t seat = state[offsetof(cn_head, seat)];
        char words[] = "open 0 ";
        assert(seat < CN_SEATS_MAX);
        words[5] = (char)('0' + seat);
        known = read(game, words, luck->sealed[seat], CN_LUCK_FACES, move);
    }
    return known && game->check(state, *move) == CN_OK;
}

uint32_t cn_luck_play(cn_luck *luck, uint8_t *state, uint32_t plies, char *text, uint32_t room,
                      uint32_t *length)
{
    const cn_game *game = cn_game_at(state[0]);
    assert(game != NULL);
    uint32_t played = 0, written = 0;
    for (;; played++) {
        cn_pack pack;
        bool dealt = pack_of(game, state, luck, &pack);
        uint8_t node = state[offsetof(cn_head, node)];
        if (node == CN_DECIDE || node == CN_OVER || played == plies) break;
        if (text != NULL && room - written < CN_TEXT_MAX) break;
        cn_move move;
        if (!comes(game, state, luck, dealt ? &pack : NULL, &move)) break;
        if (text != NULL) {
            written += game->format(move, text + written);
            text[written++] = '\n';
        }
        game->play(state, move, NULL);
    }
    if (length != NULL) *length = written;
    return played;
}
