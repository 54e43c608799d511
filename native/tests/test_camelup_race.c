/* test_camelup_race.c: the tables of legs and races, and the walk with tiles on top of them, against
 * plainer walks and races played by the rules, to run under sanitizers. DEEP=1 for more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/camelup/race.h"
#include "games/camelup/rules.h"

static int failures;

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            if (failures++ < 20) {                                               \
                fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            }                                                                    \
        }                                                                        \
    } while (0)

static void *tables;
static int deep;

static bool close_to(double one, double other) { return fabs(one - other) < 1e-12; }

/* Any row of camels, any dice, and tiles of up to `seats` where they may lie. */
static cn_camelup any_position(uint64_t *seed, uint32_t seats)
{
    cn_camelup s = {.head = {1, 8, CN_DECIDE, 0}, .starter = 1, .leg = {1, 0, 0, 0}};
    uint32_t base = 1 + cn_random_below(seed, 12), room = 17 - base < 6 ? 17 - base : 6;
    uint32_t taken = 0;
    for (uint8_t i = 0; i < 5; i++) {
        uint8_t space = (uint8_t)(base + cn_random_below(seed, room)), at = i;
        for (; at > 0 && s.space[at - 1] > space; at--) s.space[at] = s.space[at - 1];
        s.space[at] = space;
        uint32_t other = cn_random_below(seed, i + 1u);
        s.order[i] = s.order[other];
        s.order[other] = i;
        taken |= 1u << space;
    }
    s.dice = (uint8_t)(1 + cn_random_below(seed, 31));
    for (uint32_t seat = 0; seat < seats; seat++) {
        uint32_t space = 2 + cn_random_below(seed, 15);
        if (space < s.space[0] || space > s.space[4] + 4u || taken >> space & 1) continue;
        s.tile[seat] = (uint8_t)(2 * space + cn_random_below(seed, 2));
        taken |= 7u << space >> 1;
    }
    return s;
}

static void test_every_state_has_a_place_of_its_own(void)
{
    uint8_t *seen = calloc(CN_CAMELUP_STATES, 1);
    if (seen == NULL) abort();
    cn_camelup s = {.order = {0, 1, 2, 3, 4}};
    uint32_t count = 0;
    for (s.space[0] = 1; s.space[0] <= 16; s.space[0]++) {
        for (s.space[1] = s.space[0]; s.space[1] <= 16; s.space[1]++) {
            for (s.space[2] = s.space[1]; s.space[2] <= 16; s.space[2]++) {
                for (s.space[3] = s.space[2]; s.space[3] <= 16; s.space[3]++) {
                    for (s.space[4] = s.space[3]; s.space[4] <= 16; s.space[4]++) {
                        for (s.dice = 1; s.dice < 32; s.dice++) {
                            uint32_t index = cn_camelup_state_index((const uint8_t *)&s);
                            CHECK(index < CN_CAMELUP_STATES && seen[index] == 0);
                            if (index < CN_CAMELUP_STATES) seen[index] = 1;
                            count++;
                        }
                    }
                }
            }
        }
    }
    CHECK(count == CN_CAMELUP_STATES);
    free(seen);
}

static void test_somebody_is_first_and_somebody_last(void)
{
    uint64_t seed = 1;
    for (uint32_t i = 0; i < 20000; i++) {
        cn_camelup s = any_position(&seed, i % 4 == 0 ? 4 : 0);
        cn_camelup_race race;
        cn_camelup_race_odds(tables, (const uint8_t *)&s, &race);
        double first = 0, last = 0;
        for (uint32_t camel = 0; camel < 5; camel++) {
            CHECK(race.first[camel] >= 0 && race.last[camel] >= 0);
            first += race.first[camel];
            last += race.last[camel];
        }
        CHECK(close_to(first, 1) && close_to(last, 1));
    }
}

static void test_the_table_of_legs_is_the_walk_through_all_ways(void)
{
    uint64_t seed = 2;
    uint32_t compared = 0;
    for (uint32_t i = 0; i < (deep ? 20000u : 1200u); i++) {
        cn_camelup s = any_position(&seed, i % 8 == 0 ? 1 : 0);
        cn_camelup_odds walked, looked_up;
        memset(&looked_up, 0xAA, sizeof looked_up);
        uint32_t ways = cn_camelup_leg_lookup(tables, (const uint8_t *)&s, &looked_up);
        if (s.tile[0] != 0) {
            CHECK(ways == 0 && looked_up.ended == 0xAAAAAAAA);
            continue;
        }
        compared++;
        CHECK(ways == cn_camelup_leg_odds((const uint8_t *)&s, &walked));
        CHECK(memcmp(walked.rank, looked_up.rank, sizeof walked.rank) == 0);
        CHECK(walked.ended == looked_up.ended);
        for (uint32_t space = 0; space < 17; space++) CHECK(looked_up.landing[space] == 0);
    }
    CHECK(compared >= 1050);
}

/* The race by the rules' own moves, with the table at the end of the leg only. */
static cn_camelup_race go_on(const cn_camelup *s)
{
    cn_camelup_race sum = {{0}, {0}};
    uint8_t board[CAMELUP_BOARD];
    camelup_board(s, board);
    uint32_t ways = 0;
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t pips = 1; pips <= 3 && s->dice >> camel & 1; pips++, ways++) {
            cn_camelup next = *s;
            cn_camelup_race race = {{0}, {0}};
            camelup_move(next.order, next.space, board, camel, pips);
            next.dice &= (uint8_t)~(1u << camel);
            if (next.space[4] == CN_CAMELUP_BEYOND) {
                race.first[next.order[4]] = race.last[next.order[0]] = 1;
            } else if (next.dice != 0) {
                race = go_on(&next);
            } else {
                next.dice = ALL_DICE;
                memset(next.tile, 0, sizeof next.tile);
                cn_camelup_race_odds(tables, (const uint8_t *)&next, &race);
            }
            for (uint32_t i = 0; i < 5; i++) {
                sum.first[i] += race.first[i];
                sum.last[i] += race.last[i];
            }
        }
    }
    for (uint32_t i = 0; i < 5; i++) {
        sum.first[i] /= ways;
        sum.last[i] /= ways;
    }
    return sum;
}

static void test_tiles_count_until_the_leg_ends(void)
{
    uint64_t seed = 3;
    uint32_t with_tiles = 0;
    for (uint32_t i = 0; i < (deep ? 5000u : 500u); i++) {
        cn_camelup s = any_position(&seed, 1 + i % 8);
        if (!deep && cn_count_bits(s.dice) == 5) s.dice ^= 1;
        for (uint32_t seat = 0; seat < 8; seat++) with_tiles += s.tile[seat] != 0;
        cn_camelup_race expected = go_on(&s), race;
        cn_camelup_race_odds(tables, (const uint8_t *)&s, &race);
        for (uint32_t camel = 0; camel < 5; camel++) {
            CHECK(close_to(race.first[camel], expected.first[camel]));
            CHECK(close_to(race.last[camel], expected.last[camel]));
        }
    }
    CHECK(with_tiles > 400);
}

static void test_many_at_once_are_answered_as_one_by_one(void)
{
    uint64_t seed = 4;
    cn_camelup states[50];
    cn_camelup_race races[50], race;
    cn_camelup_odds odds[50], one;
    uint32_t totals[50];
    memset(odds, 0, sizeof odds);
    for (uint32_t i = 0; i < 50; i++) states[i] = any_position(&seed, i % 3);
    cn_camelup_race_odds_all(tables, (const uint8_t *)states, 50, races);
    cn_camelup_leg_lookup_all(tables, (const uint8_t *)states, 50, odds, totals);
    for (uint32_t i = 0; i < 50; i++) {
        memset(&one, 0, sizeof one);
        cn_camelup_race_odds(tables, (const uint8_t *)&states[i], &race);
        CHECK(memcmp(&race, &races[i], sizeof race) == 0);
        CHECK(totals[i] == cn_camelup_leg_lookup(tables, (const uint8_t *)&states[i], &one));
        CHECK(memcmp(&one, &odds[i], sizeof one) == 0);
    }
}

/* Play a race to its end by the rules, every seat rolling whenever it is on turn. */
static void play_race(cn_camelup *s, uint64_t *seed)
{
    const cn_game *game = cn_game_at(s->head.game);
    while (s->space[4] != CN_CAMELUP_BEYOND) {
        game->play(s, s->head.node == CN_DECIDE ? cn_move_of(ROLL, 0, 0) : game->any(s, seed), NULL);
    }
}

/* Add to `squares` how far `count` of `races` is from its chance, in standard errors, squared, unless
 * it is too seldom to tell. */
static void compare(uint32_t count, uint32_t races, double chance, double *squares, uint32_t *parts)
{
    double off = count - races * chance, variance = races * chance * (1 - chance);
    double beyond = fabs(off) - 5;
    CHECK(beyond <= 0 || beyond * beyond <= 25 * variance);
    if (variance <= 25) return;
    *squares += off * off / variance;
    *parts += 1;
}

/* The seed is fixed, so this comes out the same each time: no part is more than five standard errors
 * off, and their squares are 1 on average, as they are where nothing is wrong. */
static void test_races_played_by_the_rules_come_out_as_the_odds_say(void)
{
    uint64_t seed = 5;
    uint32_t races = deep ? 40000 : 2000, parts = 0;
    double squares = 0;
    for (uint32_t i = 0; i < 60; i++) {
        cn_camelup s = any_position(&seed, i % 5);
        cn_camelup_race odds;
        uint32_t first[5] = {0}, last[5] = {0};
        cn_camelup_race_odds(tables, (const uint8_t *)&s, &odds);
        for (uint32_t race = 0; race < races; race++) {
            cn_camelup played = s;
            play_race(&played, &seed);
            first[played.order[4]]++;
            last[played.order[0]]++;
        }
        for (uint32_t camel = 0; camel < 5; camel++) {
            compare(first[camel], races, odds.first[camel], &squares, &parts);
            compare(last[camel], races, odds.last[camel], &squares, &parts);
        }
    }
    CHECK(parts > 300);
    CHECK(fabs(squares / parts - 1) < 0.2);
}

int main(void)
{
    const char *asked = getenv("DEEP");
    deep = asked != NULL && strcmp(asked, "1") == 0;
    tables = malloc((size_t)cn_camelup_tables_bytes());
    if (tables == NULL) abort();
    cn_camelup_tables_build(tables);
    test_every_state_has_a_place_of_its_own();
    test_somebody_is_first_and_somebody_last();
    test_the_table_of_legs_is_the_walk_through_all_ways();
    test_tiles_count_until_the_leg_ends();
    test_many_at_once_are_answered_as_one_by_one();
    test_races_played_by_the_rules_come_out_as_the_odds_say();
    free(tables);
    if (failures > 0) fprintf(stderr, "%d checks failed\n", failures);
    return failures > 0;
}
