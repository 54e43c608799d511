/* engine.c: the public functions. Checks input from outside, then asks the game. */
#include "game.h"

#define PLIES_MAX 65536
#define PERFT_DEPTH_MAX 32

static cn_head head_of(const uint8_t *state)
{
    cn_head head;
    memcpy(&head, state, sizeof head);
    return head;
}

static cn_node node_at(const uint8_t *state) { return (cn_node)state[offsetof(cn_head, node)]; }

static const cn_game *game_of(const uint8_t *state)
{
    const cn_game *game = cn_game_at(state[0]);
    assert(game != NULL);
    return game;
}

const char *cn_compiler(void)
{
#if defined(__clang__)
    return __VERSION__; /* contains its name */
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#elif defined(_MSC_VER)
#define TEXT_OF(number) #number
#define VERSION_OF(number) TEXT_OF(number)
    return "MSVC " VERSION_OF(_MSC_VER);
#else
    return "unknown";
#endif
}

uint8_t cn_game_number(const char *key)
{
    for (uint32_t number = 1; number < 256; number++) {
        const cn_game *game = cn_game_at((uint8_t)number);
        if (game != NULL && strcmp(game->key, key) == 0) return (uint8_t)number;
    }
    return 0;
}

uint32_t cn_size(uint8_t number)
{
    const cn_game *game = cn_game_at(number);
    return game == NULL ? 0 : game->size;
}

int cn_new(uint8_t number, uint8_t seats, const uint32_t *options, uint8_t *state)
{
    const cn_game *game = cn_game_at(number);
    if (game == NULL || seats < game->seats_min || seats > game->seats_max) return 0;
    uint8_t fresh[CN_STATE_MAX] = {0};
    assert(game->size <= sizeof fresh);
    fresh[0] = number;
    fresh[1] = seats;
    if (!game->setup(fresh, options)) return 0;
    memcpy(state, fresh, game->size);
    return 1;
}

uint8_t cn_audit(const uint8_t *state, uint32_t size)
{
    if (size < sizeof(cn_head)) return 255;
    cn_head head = head_of(state);
    const cn_game *game = cn_game_at(head.game);
    if (game == NULL || size != game->size) return 255;
    if (head.seats < game->seats_min || head.seats > game->seats_max) return 255;
    if (head.node > CN_OVER) return 255;
    return game->audit(state);
}

static bool belongs(cn_node wanted, cn_node node)
{
    if (wanted == CN_CHANCE_OR_REVEAL) return node == CN_CHANCE || node == CN_REVEAL;
    return wanted == node;
}

/* Read `text` and check that it can be played now. */
static cn_status read_move(const cn_game *game, const uint8_t *state, const char *text,
                           uint32_t length, cn_move *move)
{
    if (length >= CN_TEXT_MAX || !game->parse(text, length, move)) return CN_E_NOTATION;
    cn_node node = node_at(state);
    if (!belongs(game->node(*move), node)) {
        switch (node) {
        case CN_DECIDE: return CN_E_WANTS_MOVE;
        case CN_CHANCE: return CN_E_WANTS_LUCK;
        case CN_REVEAL: return CN_E_WANTS_OPENING;
        case CN_OVER: return CN_E_OVER;
        }
    }
    return game->check(state, *move);
}

cn_status cn_check(const uint8_t *state, const char *text, uint32_t length)
{
    cn_move move;
    return read_move(game_of(state), state, text, length, &move);
}

cn_status cn_apply(const uint8_t *state, const char *text, uint32_t length, uint8_t *next,
                   cn_events *events)
{
    const cn_game *game = game_of(state);
    cn_move move;
    cn_status status = read_move(game, state, text, length, &move);
    if (status != CN_OK) return status;
    if (next != state) memcpy(next, state, game->size);
    if (events != NULL) events->count = 0;
    game->play(next, move, events);
    return CN_OK;
}

uint32_t cn_apply_all(const uint8_t *states, uint32_t count, const char *text, uint32_t length,
                      uint8_t *next, uint8_t *statuses)
{
    if (count == 0) return 0;
    const cn_game *game = game_of(states);
    const char *at = text, *end = text + length;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *state = states + (size_t)i * game->size;
        uint8_t *after = next + (size_t)i * game->size;
        assert(state[0] == states[0]);
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        uint32_t letters = (uint32_t)((stop == NULL ? end : stop) - at);
        cn_move move;
        cn_status status = read_move(game, state, at, letters, &move);
        at += letters;
        if (at < end) at++;
        if (after != state) memcpy(after, state, game->size);
        if (status == CN_OK) game->play(after, move, NULL);
        statuses[i] = (uint8_t)status;
        taken += status == CN_OK;
    }
    return taken;
}

static bool branches(const uint8_t *state)
{
    cn_node node = node_at(state);
    return node == CN_DECIDE || node == CN_CHANCE;
}

static uint32_t ways_of(const cn_game *game, const uint8_t *state)
{
    uint32_t ways = game->ways(state);
    assert(ways > 0 && ways <= CN_MOVES_LIMIT);
    return ways;
}

uint32_t cn_list(const uint8_t *state, char *text, uint32_t *weights)
{
    if (!branches(state)) return 0;
    const cn_game *game = game_of(state);
    uint32_t ways = ways_of(game, state);
    char *at = text;
    for (uint32_t k = 0; k < ways; k++) {
        cn_move move = game->nth(state, k);
        at += game->format(move, at);
        *at++ = '\n';
        if (weights != NULL) weights[k] = game->weight == NULL ? 1 : game->weight(state, move);
    }
    return (uint32_t)(at - text);
}

uint32_t cn_ways(const uint8_t *state)
{
    return branches(state) ? ways_of(game_of(state), state) : 0;
}

int cn_pack_of(const uint8_t *state, cn_pack *pack)
{
    const cn_game *game = game_of(state);
    cn_pack found = {0};
    if (game->pack == NULL || !game->pack(state, &found)) return 0;
    assert(found.faces <= CN_PACK_FACES_MAX && found.slots <= CN_PACK_SLOTS_MAX);
    assert(found.awaited <= found.slots);
    *pack = found;
    return 1;
}

void cn_scores(const uint8_t *state, int32_t *scores)
{
    game_of(state)->scores(state, scores);
}

uint8_t cn_winners(const uint8_t *state)
{
    return node_at(state) == CN_OVER ? game_of(state)->winners(state) : 0;
}

uint32_t cn_greedy(const uint8_t *state, const char *faces, uint32_t length, char *text)
{
    if (node_at(state) != CN_DECIDE) return 0;
    const cn_game *game = game_of(state);
    cn_move move;
    if (!game->greedy(state, faces, length, &move)) return 0;
    assert(game->check(state, move) == CN_OK);
    return game->format(move, text);
}

uint64_t cn_perft(const uint8_t *state, uint32_t depth)
{
    assert(depth <= PERFT_DEPTH_MAX);
    if (depth == 0 || !branches(state)) return 1;
    const cn_game *game = game_of(state);
    uint32_t ways = ways_of(game, state);
    if (depth == 1) return ways;
    uint64_t leaves = 0;
    uint8_t next[CN_STATE_MAX];
    for (uint32_t k = 0; k < ways; k++) {
        memcpy(next, state, game->size);
        game->play(next, game->nth(state, k), NULL);
        leaves += cn_perft(next, depth - 1);
    }
    return leaves;
}

/* A random move, each as likely; or an outcome, by its weight if the game has weights. */
static cn_move draw(const cn_game *game, const uint8_t *state, uint64_t *seed)
{
    if (game->any != NULL) return game->any(state, seed);
    uint32_t ways = ways_of(game, state), total = 0;
    if (game->weight == NULL || node_at(state) == CN_DECIDE) {
        return game->nth(state, cn_random_below(seed, ways));
    }
    for (uint32_t k = 0; k < ways; k++) total += game->weight(state, game->nth(state, k));
    uint32_t left = cn_random_below(seed, total);
    for (uint32_t k = 0; k < ways; k++) {
        cn_move move = game->nth(state, k);
        uint32_t weight = game->weight(state, move);
        if (left < weight) return move;
        left -= weight;
    }
    assert(false);
    return 0;
}

static uint32_t playout(const cn_game *game, uint8_t *state, uint64_t *seed)
{
    uint32_t plies = 0;
    for (; plies < PLIES_MAX && node_at(state) != CN_OVER; plies++) {
        bool reveal = node_at(state) == CN_REVEAL;
        game->play(state, reveal ? game->opening(state, seed) : draw(game, state, seed), NULL);
    }
    return plies;
}

uint64_t cn_playouts(const uint8_t *state, uint64_t seed, uint32_t count, uint8_t *last)
{
    const cn_game *game = game_of(state);
    uint8_t copy[CN_STATE_MAX];
    memcpy(copy, state, game->size);
    uint64_t plies = 0;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(copy, state, game->size);
        plies += playout(game, copy, &seed);
    }
    if (last != NULL) memcpy(last, copy, game->size);
    return plies;
}
