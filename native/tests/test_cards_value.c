/* test_cards_value.c: the learned value of cards, from inside: the legs that it looks at are those that
 * the cards allow, what it reads shows nothing hidden, and the moves that it judges are legal. */
#define cn_cards_value_ops cards_value_ops_inside
#include "games/cards/value.c"
#undef cn_cards_value_ops

#include <stdio.h>
#include <stdlib.h>

#define GAMES 12
#define EVERY 13 /* one of so many nodes of a random game is looked at */
#define LEGS_PLAYED 4000

static cn_determinization sample_for(const cn_cards *s, uint32_t seat, const void *tables, uint64_t *seed)
{
    cn_determinization sample;
    assert(cn_cards_search_ops.determinize(s, seat, NULL, 0, tables, NULL, seed, &sample));
    return sample;
}

/* One camel is first, one second, one midfield card is right; and so on. */
static void check_sums(const cards_legs *legs)
{
    const float wanted[LEG_KINDS] = {1, 1, 7};
    for (uint32_t kind = 0; kind < LEG_KINDS; kind++) {
        float sum = 0;
        for (uint32_t camel = 0; camel < CAMELS; camel++) sum += legs->leg[kind][camel];
        assert(sum > wanted[kind] - 0.01f && sum < wanted[kind] + 0.01f);
    }
    for (uint32_t kind = 0; kind < RACE_KINDS; kind++) {
        float sum = 0;
        for (uint32_t camel = 0; camel < CAMELS; camel++) sum += legs->race[kind][camel];
        assert(sum > 0.98f && sum < 1.02f);
    }
}

static uint32_t unseen_of(const cn_cards *s, uint32_t face, uint32_t own)
{
    uint32_t left = face >= CAMELS ? 1u - (s->twos >> (face - CAMELS) & 1u)
                                   : CARDS_ONES - (uint32_t)s->ones[face];
    return left - (face == own);
}

/* With one card to come and no hands, the legs are all the cards that have not been seen. */
static void check_last_card(const cn_cards *from, uint32_t own, const void *tables)
{
    cn_cards s = *from;
    cards_legs room;
    float first[CAMELS] = {0}, all = 0;
    s.deck = 1;
    s.hand = own == CARDS_NO_FACE ? 0 : 1;
    const cards_legs *legs = cards_legs_find(&s, 0, own, tables, NULL, &room);
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        cn_cards next = s;
        float left = (float)unseen_of(&s, face, own);
        cards_move(next.order, next.space, next.token_space, next.last, face % CAMELS, 1 + face / CAMELS);
        first[next.order[CAMELS - 1]] += left;
        all += left;
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        float wrong = legs->leg[LEG_FIRST][camel] - first[camel] / all;
        assert(wrong < 1e-3f && wrong > -1e-3f);
    }
    check_sums(legs);
}

/* Without hands, legs that are drawn card by card come to much the same. */
static void check_whole_leg(const cn_cards *from, const void *tables)
{
    cn_cards s = *from;
    cards_legs room;
    float first[CAMELS] = {0};
    uint64_t seed = 7;
    s.hand = 0;
    const cards_legs *legs = cards_legs_find(&s, CN_NOBODY, CARDS_NO_FACE, tables, NULL, &room);
    for (uint32_t leg = 0; leg < LEGS_PLAYED; leg++) {
        cn_cards now = s;
        bool crossed = false;
        while (now.deck-- > 0 && !crossed) {
            uint32_t left = 0, face = 0;
            for (uint32_t k = 0; k < 2 * CAMELS; k++) left += unseen_of(&now, k, CARDS_NO_FACE);
            uint32_t drawn = cn_random_below(&seed, left);
            while (drawn >= unseen_of(&now, face, CARDS_NO_FACE)) {
                drawn -= unseen_of(&now, face++, CARDS_NO_FACE);
            }
            if (face < CAMELS) now.ones[face]++; else now.twos |= (uint8_t)(1u << (face - CAMELS));
            crossed = cards_move(now.order, now.space, now.token_space, now.last, face % CAMELS,
                                 1 + face / CAMELS).crossed;
        }
        first[now.order[CAMELS - 1]] += 1.0f / LEGS_PLAYED;
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        float wrong = legs->leg[LEG_FIRST][camel] - first[camel];
        assert(wrong < 0.16f && wrong > -0.16f);
    }
}

static void check_rows(const cn_judge *judge, const cn_cards *s, uint64_t *seed)
{
    static float rows[CARDS_SEATS_MAX * INPUTS], again[CARDS_SEATS_MAX * INPUTS];
    uint32_t seat = cn_random_below(seed, s->head.seats + 1u), size = s->head.seats * INPUTS;
    if (seat == s->head.seats) seat = CN_NOBODY;
    cn_determinization sample = sample_for(s, CN_EVERYBODY, judge->tables, seed), other;
    cards_determinization *hidden = cards_sample(&other);
    cn_judge bare = {.tables = judge->tables};
    memset(rows, 0, sizeof rows);
    memset(again, 0, sizeof again);
    assert(read(judge, s, &sample, seat, rows) == (1u << s->head.seats) - 1);
    for (uint32_t i = 0; i < size; i++) assert(rows[i] >= -8 && rows[i] <= 8);
    /* Other cards in the deck and in others' hands: nobody sees them. And no memo: the same. */
    other = sample;
    for (uint32_t k = 0; k < s->deck; k++) hidden->deck[k] = (uint8_t)((hidden->deck[k] + 1) % 10);
    for (uint32_t k = 0; k < CARDS_SEATS_MAX; k++) {
        if (k != seat) hidden->hand[k] = (uint8_t)((hidden->hand[k] + 3) % 10);
    }
    read(&bare, s, &other, seat, again);
    assert(memcmp(rows, again, size * sizeof *rows) == 0);
    if (seat == CN_NOBODY || (s->hand >> seat & 1) == 0) return;
    /* Its own card it does see. */
    hidden->hand[seat] = (uint8_t)((hidden->hand[seat] + 1) % 5);
    while (unseen_of(s, hidden->hand[seat], CARDS_NO_FACE) == 0) {
        hidden->hand[seat] = (uint8_t)((hidden->hand[seat] + 1) % 10);
    }
    memset(again, 0, sizeof again);
    read(&bare, s, &other, seat, again);
    if (hidden->hand[seat] != cards_sample(&sample)->hand[seat]) {
        assert(memcmp(rows, again, size * sizeof *rows) != 0);
    }
}

static void check_choice(const cn_judge *judge, const cn_cards *s, uint64_t *seed)
{
    cn_determinization sample = sample_for(s, CN_EVERYBODY, judge->tables, seed);
    cn_move list[CN_CANDIDATES_MAX];
    char text[CN_TEXT_MAX];
    uint32_t count = moves(judge, s, &sample, s->head.seat, list);
    assert(count >= 1 && count <= CN_CANDIDATES_MAX);
    for (uint32_t k = 0; k < count; k++) {
        assert(cn_cards_game.check(s, list[k]) == CN_OK);
        for (uint32_t other = 0; other < k; other++) assert(list[other] != list[k]);
    }
    uint32_t seat = s->head.seat, length = faces(s, &sample, seat, text), face;
    assert((length == 2) == ((s->hand >> seat & 1) != 0));
    assert(cards_read_hand(s, seat, text, length, &face));
    assert(length == 0 || face == cards_sample(&sample)->hand[seat]);
}

static void check_games(const cn_judge *judge)
{
    uint64_t seed = 1;
    for (uint32_t game = 0; game < GAMES; game++) {
        cn_cards s;
        uint32_t options[CN_OPTIONS_MAX] = {game & 1, game >> 1 & 1, game >> 2 & 1, 0};
        assert(cn_new(cn_game_number("cards"), (uint8_t)(2 + game % 5), options, (uint8_t *)&s));
        while (s.head.node != CN_OVER) {
            if (s.head.node == CN_DECIDE && cn_random_below(&seed, EVERY) == 0) {
                uint32_t own = cn_random_below(&seed, CAMELS);
                check_rows(judge, &s, &seed);
                check_choice(judge, &s, &seed);
                check_last_card(&s, unseen_of(&s, own, CARDS_NO_FACE) > 0 ? own : CARDS_NO_FACE,
                                judge->tables);
            }
            if (s.head.node == CN_DECIDE && s.deck == 9) check_whole_leg(&s, judge->tables);
            bool open = s.head.node == CN_REVEAL;
            cn_move move = open ? cn_cards_game.opening(&s, &seed) : cn_cards_game.any(&s, &seed);
            cn_cards_game.play(&s, move, NULL);
        }
    }
}

static void check_logarithm(void)
{
    const float known[4][2] = {{1, 0}, {2, 0.6931472f}, {0.05f, -2.9957323f}, {6, 1.7917595f}};
    for (uint32_t k = 0; k < 4; k++) {
        float wrong = log_of(known[k][0]) - known[k][1];
        assert(wrong < 1e-4f && wrong > -1e-4f);
    }
    assert(cards_root(9) > 2.999f && cards_root(9) < 3.001f);
}

int main(void)
{
    cn_judge judge = {.tables = NULL};
    void *tables = malloc((size_t)cards_odds_bytes());
    judge.memo = calloc(1, CARDS_LEGS_MEMO_BYTES);
    assert(tables != NULL && judge.memo != NULL);
    cards_odds_build(tables);
    judge.tables = tables;
    check_logarithm();
    check_games(&judge);
    free(tables);
    free(judge.memo);
    puts("ok");
    return 0;
}
