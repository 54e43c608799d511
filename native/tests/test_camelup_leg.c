/* test_camelup_leg.c: the exact odds of a leg by every path, against a walk through all ways and
 * against each other, to run under sanitizers. DEEP=1 for more positions. */
#include "leg_positions.h"

#include "games/camelup/leg.h"

static const uint32_t ways_of[6] = {1, 3, 18, 162, 1944, CN_CAMELUP_SEQUENCES};

/* One way after the other, with nothing but a move of the rules. */
static void walk(const cn_camelup *s, const uint8_t board[CAMELUP_BOARD], cn_camelup_odds *odds)
{
    for (uint32_t camel = 0; camel < 5; camel++) {
        if ((s->dice >> camel & 1) == 0) continue;
        for (uint32_t pips = 1; pips <= 3; pips++) {
            cn_camelup next = *s;
            uint32_t left = 0;
            next.dice &= (uint8_t)~(1u << camel);
            for (uint32_t i = 0; i < 5; i++) left += next.dice >> i & 1;
            camelup_path path = camelup_move(next.order, next.space, board, camel, pips);
            if (path.landing < CN_CAMELUP_BEYOND) odds->landing[path.landing] += ways_of[left];
            if (path.end == CN_CAMELUP_BEYOND) odds->ended += ways_of[left];
            if (left > 0 && path.end != CN_CAMELUP_BEYOND) {
                walk(&next, board, odds);
                continue;
            }
            for (uint32_t i = 0; i < 5; i++) odds->rank[next.order[i]][4 - i] += ways_of[left];
        }
    }
}

static cn_camelup_odds walked(const cn_camelup *s)
{
    cn_camelup_odds odds = {0};
    uint8_t board[CAMELUP_BOARD];
    camelup_board(s, board);
    walk(s, board, &odds);
    return odds;
}

static bool equal(const cn_camelup_odds *one, const cn_camelup_odds *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* By each path that there is; what comes back is the last one's. */
static cn_camelup_odds by_all(const cn_camelup *s, uint32_t ways)
{
    cn_camelup_odds first, next;
    CHECK(cn_camelup_leg_odds((const uint8_t *)s, &first) == ways);
    for (uint32_t path = 1; path <= cn_camelup_paths(); path *= 2) {
        memset(&next, 0xAA, sizeof next);
        if ((cn_camelup_paths() & path) == 0) continue;
        CHECK(cn_camelup_leg_odds_by(path, (const uint8_t *)s, &next) == ways);
        CHECK(equal(&first, &next));
    }
    return first;
}

static void test_every_path_counts_what_a_walk_counts(void)
{
    uint64_t seed = 11;
    for (uint32_t i = 0; i < 500 * depth(); i++) {
        uint32_t dice = 1 + i % 5;
        cn_camelup s = any_leg(&seed, 1 + cn_random_below(&seed, 16), dice);
        CHECK(camelup_audit(&s) == CN_OK);
        cn_camelup_odds expected = walked(&s), odds = by_all(&s, ways_of[dice]);
        CHECK(equal(&odds, &expected));
    }
}

static void test_the_paths_agree_on_many_positions(void)
{
    uint64_t seed = 12;
    for (uint32_t i = 0; i < 20000 * depth(); i++) {
        uint32_t dice = i % 16 == 0 ? 5 : i % 8 == 0 ? 4 : 1 + i % 3;
        cn_camelup s = any_leg(&seed, 1 + cn_random_below(&seed, 8), dice);
        by_all(&s, ways_of[dice]);
    }
}

/* Each camel ends somewhere, and somebody in each place. */
static void test_ranks_add_up(void)
{
    uint64_t seed = 13;
    for (uint32_t i = 0; i < 200; i++) {
        cn_camelup s = any_leg(&seed, 1 + cn_random_below(&seed, 16), 5);
        cn_camelup_odds odds = by_all(&s, CN_CAMELUP_SEQUENCES);
        for (uint32_t one = 0; one < 5; one++) {
            uint32_t ranks = 0, camels = 0;
            for (uint32_t other = 0; other < 5; other++) {
                ranks += odds.rank[one][other];
                camels += odds.rank[other][one];
            }
            CHECK(ranks == CN_CAMELUP_SEQUENCES && camels == CN_CAMELUP_SEQUENCES);
        }
        CHECK(odds.ended <= CN_CAMELUP_SEQUENCES && odds.landing[0] == 0 && odds.landing[1] == 0);
    }
}

static cn_camelup_odds only_die(cn_camelup s, uint8_t camel)
{
    s.dice = (uint8_t)(1u << camel);
    return by_all(&s, 3);
}

/* b below g, and the others behind: b's die takes both. */
static cn_camelup pair_at(uint8_t space)
{
    return (cn_camelup){.head = {1, 3, CN_DECIDE, 0}, .starter = 1, .leg = {1, 0, 0, 0},
                        .dice = 1, .order = {2, 3, 4, 0, 1}, .space = {1, 1, 1, space, space}};
}

static void test_a_unit_driven_back_one_space_goes_under_those_it_left(void)
{
    cn_camelup s = pair_at(7);
    s.tile[1] = 2 * 8 + 1;
    cn_camelup_odds odds = only_die(s, 1); /* g, from the top */
    CHECK(odds.rank[1][1] == 1 && odds.rank[0][0] == 1); /* by a 1: under b */
    CHECK(odds.rank[1][0] == 2 && odds.landing[8] == 1);
    s.tile[1] = 0;
    odds = only_die(s, 1);
    CHECK(odds.rank[1][0] == 3 && odds.rank[0][1] == 3);
}

static void test_a_mirage_on_space_2_drives_back_to_space_1(void)
{
    cn_camelup s = pair_at(9);
    s.tile[0] = 2 * 2 + 1;
    cn_camelup_odds odds = only_die(s, 4); /* y on top of o and w */
    CHECK(odds.rank[4][4] == 1 && odds.rank[4][2] == 2);
    CHECK(odds.landing[2] == 1 && odds.landing[3] == 1 && odds.landing[4] == 1);
}

static void test_space_16_does_not_end_the_race_but_17_does(void)
{
    cn_camelup s = pair_at(13);
    CHECK(only_die(s, 0).ended == 0 && only_die(s, 0).landing[16] == 1);
    s = pair_at(14);
    CHECK(only_die(s, 0).ended == 1 && only_die(s, 0).landing[16] == 1);
    s.tile[0] = 2 * 16; /* from 16 on: across the line */
    CHECK(only_die(s, 0).ended == 2);
    s.tile[0] = 2 * 16 + 1;
    CHECK(only_die(s, 0).ended == 1);
}

static void test_a_race_that_ends_early_keeps_the_weight_of_all_dice(void)
{
    cn_camelup s = pair_at(16);
    s.dice = 31;
    cn_camelup_odds odds = by_all(&s, CN_CAMELUP_SEQUENCES);
    CHECK(odds.ended == CN_CAMELUP_SEQUENCES);
    /* b first takes g along; g first leaves b behind; either way g wins. */
    CHECK(odds.rank[1][0] == CN_CAMELUP_SEQUENCES && odds.rank[0][1] == CN_CAMELUP_SEQUENCES);
}

static void test_an_unknown_path_writes_nothing(void)
{
    cn_camelup s = pair_at(7);
    cn_camelup_odds odds, before;
    memset(&odds, 0xAA, sizeof odds);
    before = odds;
    CHECK(cn_camelup_leg_odds_by(1u << 30, (const uint8_t *)&s, &odds) == 0);
    CHECK(cn_camelup_leg_odds_by(0, (const uint8_t *)&s, &odds) == 0);
    CHECK(equal(&odds, &before));
    CHECK(cn_camelup_paths() & CN_CAMELUP_PATH_PLAIN);
#ifdef LEG_NEON
    CHECK(cn_camelup_paths() == (CN_CAMELUP_PATH_PLAIN | CN_CAMELUP_PATH_NEON));
#endif
}

static void test_many_positions_at_once_are_each_for_itself(void)
{
    enum { COUNT = 40 };
    uint64_t seed = 14;
    cn_camelup states[COUNT];
    cn_camelup_odds all[COUNT], one;
    uint32_t totals[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) states[i] = any_leg(&seed, 6, 1 + i % 5);
    cn_camelup_leg_odds_all((const uint8_t *)states, COUNT, all, totals);
    for (uint32_t i = 0; i < COUNT; i++) {
        CHECK(cn_camelup_leg_odds((const uint8_t *)&states[i], &one) == totals[i]);
        CHECK(equal(&one, &all[i]));
    }
}

/* Each placement is the position with the tile there, and those are allowed that A3 allows. */
static void check_placements(const cn_camelup *s, uint32_t seat, uint32_t path)
{
    cn_camelup_placed placed;
    cn_camelup then = *s;
    cn_camelup_odds odds, none = {0};
    uint32_t ways = cn_camelup_placements_by(path, (const uint8_t *)s, seat, &placed);
    CHECK(cn_camelup_leg_odds((const uint8_t *)s, &odds) == ways && equal(&odds, &placed.now));
    then.head.seat = (uint8_t)seat;
    for (uint32_t space = 0; space <= 16; space++) {
        for (uint32_t side = 0; side < 2; side++) {
            then.tile[seat] = s->tile[seat];
            bool fits = space > 0 && camelup_tile_fits(&then, space, side);
            CHECK(fits == (placed.fits[side] >> space & 1));
            then.tile[seat] = (uint8_t)(2 * space + side);
            if (fits) cn_camelup_leg_odds((const uint8_t *)&then, &odds);
            CHECK(equal(fits ? &odds : &none, &placed.then[space][side]));
        }
    }
    then.tile[seat] = 0;
    cn_camelup_leg_odds((const uint8_t *)&then, &odds);
    CHECK(equal(&odds, &placed.lifted));
}

static void test_placements_are_the_odds_with_the_tile_there(void)
{
    uint64_t seed = 15;
    for (uint32_t i = 0; i < 100 * depth(); i++) {
        cn_camelup s = any_leg(&seed, 1 + cn_random_below(&seed, 9), 1 + i % 5);
        s.options = (uint8_t)(i & FLIP_IN_PLACE);
        for (uint32_t path = 1; path <= cn_camelup_paths(); path *= 2) {
            if (cn_camelup_paths() & path) check_placements(&s, i % 8, path);
        }
    }
}

int main(void)
{
    test_every_path_counts_what_a_walk_counts();
    test_the_paths_agree_on_many_positions();
    test_ranks_add_up();
    test_a_unit_driven_back_one_space_goes_under_those_it_left();
    test_a_mirage_on_space_2_drives_back_to_space_1();
    test_space_16_does_not_end_the_race_but_17_does();
    test_a_race_that_ends_early_keeps_the_weight_of_all_dice();
    test_an_unknown_path_writes_nothing();
    test_many_positions_at_once_are_each_for_itself();
    test_placements_are_the_odds_with_the_tile_there();
    return failures == 0 ? 0 : 1;
}
