/* test_cards_search.c: the search operations of cards, from inside: samples fit what is seen, moves
 * are legal, playouts follow the rules, and the tables are what playing shows. */
#include "games/cards/determinization.h"
#define cn_cards_search_ops cards_search_ops_inside
#define cards_keep_up cards_keep_up_inside
#define cards_hand_worth cards_hand_worth_inside
#include "games/cards/search_ops.c"
#undef cn_cards_search_ops
#undef cards_keep_up
#undef cards_hand_worth

#include <stdio.h>
#include <stdlib.h>

#define GAMES 40
#define EVERY 9        /* one of so many nodes of a random game is looked at */
#define LEGS_PLAYED 4000
#define PLACES 12

static uint32_t unseen_of(const cn_cards *s, uint32_t face)
{
    if (face >= CAMELS) return (s->twos >> (face - CAMELS) & 1) == 0;
    return (uint32_t)(CARDS_ONES - s->ones[face]);
}

/* Every card of a determinization is one that has not been seen, and none is there twice. */
static void check_world(const cn_cards *s, const cards_determinization *determinization)
{
    uint32_t dealt[2 * CAMELS] = {0};
    for (uint32_t k = 0; k < s->deck; k++) dealt[determinization->deck[k]]++;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (s->hand >> seat & 1) dealt[determinization->hand[seat]]++;
    }
    for (uint32_t face = 0; face < 2 * CAMELS; face++) assert(dealt[face] <= unseen_of(s, face));
}

static void check_moves(const cn_cards *s, const cn_determinization *sample, const void *tables)
{
    cn_candidate list[CN_CANDIDATES_MAX];
    float sum = 0;
    uint32_t count = moves(s, sample, tables, list);
    assert(count >= 1 && count <= CN_CANDIDATES_MAX);
    for (uint32_t k = 0; k < count; k++) {
        assert(cn_cards_game.check(s, list[k].move) == CN_OK);
        assert(list[k].prior >= 0 && (k == 0 || list[k].prior <= list[k - 1].prior));
        for (uint32_t other = 0; other < k; other++) assert(list[other].move != list[k].move);
        sum += list[k].prior;
    }
    assert(sum > 0.999f && sum < 1.001f);
}

/* A playout comes to what its own decisions come to, each of them played by the rules. */
static void check_playout(const cn_cards *from, const cn_determinization *filled,
                          const void *tables)
{
    cn_cards s = *from, straight = *from;
    cn_determinization sample = *filled, other = *filled;
    cn_worth worth, expected;
    uint64_t seed = 5, again = 5;
    memset(&worth, 0, sizeof worth);
    memset(&expected, 0, sizeof expected);
    uint32_t over = cn_load32(s.leg) + (cards_setting_up(&s) ? 2 : 1);
    while (s.head.node != CN_OVER && cn_load32(s.leg) < over) {
        char text[CN_TEXT_MAX];
        cn_move move;
        cards_keep_up(&s, cards_sample(&sample));
        check_world(&s, cards_sample(&sample));
        if (s.head.node == CN_CHANCE) {
            move = luck(&s, &sample, &seed);
        } else if (s.head.node == CN_REVEAL) {
            move = opening(&s, &sample);
        } else {
            move = decide(&s, cards_sample(&sample), tables);
        }
        uint32_t length = cn_cards_game.format(move, text);
        assert(cn_apply((uint8_t *)&s, text, length, (uint8_t *)&s, NULL) == CN_OK);
        assert(cn_audit((uint8_t *)&s, sizeof s) == 0);
    }
    playout(&straight, &other, tables, &again, &worth);
    assert(memcmp(&s, &straight, sizeof s) == 0);
    float sum = 0;
    if (s.head.node != CN_OVER) foresee(&s, tables, &expected);
    for (uint32_t seat = 0; seat < s.head.seats; seat++) {
        bool won = cn_winners((uint8_t *)&s) >> seat & 1;
        sum += worth.share[seat];
        if (s.head.node != CN_OVER) {
            assert(worth.share[seat] == expected.share[seat]);
            assert(worth.money[seat] == expected.money[seat]);
        } else {
            assert(worth.money[seat] == (float)cards_money(&s, seat));
            assert((worth.share[seat] > 0) == won);
        }
    }
    assert(sum > 0.999f && sum < 1.001f);
}

static void check_node(const cn_cards *s, const void *tables, uint64_t *seed)
{
    uint32_t seat = cn_random_below(seed, s->head.seats + 1u);
    cn_determinization sample, later;
    assert(determinize(s, seat < s->head.seats ? seat : CN_NOBODY, NULL, 0, tables, NULL, seed, &sample));
    check_world(s, cards_sample(&sample));
    if (seat < s->head.seats && (s->hand >> seat & 1) != 0) { /* the same seat, knowing its card */
        uint32_t face = cards_sample(&sample)->hand[seat];
        char text[2] = {"bgowy"[face % CAMELS], face < CAMELS ? '1' : '2'};
        assert(determinize(s, seat, text, 2, tables, NULL, seed, &sample));
        check_world(s, cards_sample(&sample));
        assert(cards_sample(&sample)->hand[seat] == face);
        assert(!determinize(s, CN_NOBODY, text, 2, tables, NULL, seed, &later));
    }
    if (s->head.node == CN_DECIDE) {
        check_moves(s, &sample, tables);
        later = sample;
        cards_sample(&later)->fresh = 0; /* as deeper in the tree */
        check_moves(s, &later, tables);
        check_moves(s, &later, NULL);
    }
    check_playout(s, &sample, tables);
}

static void check_games(const void *tables)
{
    uint64_t seed = 1;
    for (uint32_t game = 0; game < GAMES; game++) {
        cn_cards s;
        uint32_t options[CN_OPTIONS_MAX] = {game & 1, game >> 1 & 1, game >> 2 & 1, 0};
        assert(cn_new(2, (uint8_t)(2 + game % 5), options, (uint8_t *)&s));
        while (s.head.node != CN_OVER) {
            if (cn_random_below(&seed, EVERY) == 0) check_node(&s, tables, &seed);
            bool open = s.head.node == CN_REVEAL;
            cn_move move = open ? cn_cards_game.opening(&s, &seed) : cn_cards_game.any(&s, &seed);
            cn_cards_game.play(&s, move, NULL);
        }
    }
}

/* So many cards, any camel's, as the tables take them: five of value 1 for one of value 2. */
static void play_leg(const cn_cards *s, uint64_t *seed, camel_row *row)
{
    uint8_t home[2] = {0, 0};
    bool crossed = false;
    memcpy(row->order, s->order, sizeof row->order);
    memcpy(row->space, s->space, sizeof row->space);
    for (uint32_t k = 0; k < s->deck && !crossed; k++) {
        uint32_t value = cn_random_below(seed, CARDS_ONES + 1) == 0 ? 2 : 1;
        uint32_t camel = cn_random_below(seed, CAMELS);
        crossed = cards_move(row->order, row->space, home, s->last, camel, value).crossed;
    }
}

/* Play the leg on with any cards and no tokens, and hold the tables against what came. */
static void check_tables(const void *tables)
{
    uint64_t seed = 2;
    for (uint32_t place = 0; place < PLACES; place++) {
        cn_cards s = {.head = {2, 4, CN_DECIDE, 0}, .last = 17, .order = {0, 1, 2, 3, 4}};
        uint32_t space = 1 + 2 * cn_random_below(&seed, 3), sum[3][CAMELS] = {{0}};
        for (uint32_t i = 0; i < CAMELS; i++) {
            s.space[i] = (uint8_t)space;
            space += cn_random_below(&seed, 4);
        }
        s.deck = (uint8_t)(1 + cn_random_below(&seed, 12));
        for (uint32_t leg = 0; leg < LEGS_PLAYED; leg++) {
            camel_row row;
            play_leg(&s, &seed, &row);
            sum[LEG_FIRST][row.order[4]]++;
            sum[LEG_SECOND][row.order[3]]++;
            sum[LEG_MID][row.order[2]] += 3;
            sum[LEG_MID][row.order[1]] += 2;
            sum[LEG_MID][row.order[3]] += 2;
        }
        cards_leg_odds odds;
        cards_odds_leg(&s, tables, &odds);
        for (uint32_t kind = 0; kind < 3; kind++) {
            for (uint32_t i = 0; i < CAMELS; i++) {
                int32_t played = (int32_t)(sum[kind][i] * (uint64_t)CARDS_SURE / LEGS_PLAYED);
                assert(abs(played - (int32_t)odds.of[kind][i]) < CARDS_SURE / 20);
            }
        }
    }
}

int main(void)
{
    void *tables = malloc((size_t)cards_odds_bytes());
    assert(tables != NULL);
    cards_odds_build(tables);
    check_tables(tables);
    check_games(tables);
    free(tables);
    puts("ok");
    return 0;
}
