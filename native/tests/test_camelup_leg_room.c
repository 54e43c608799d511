/* test_camelup_leg_room.c: the odds of a leg as a processor without lanes counts them, and where the
 * plain path has too little room for its rows. That code is compiled once more here, small. */
#include "leg_positions.h"

#define CN_PLAIN
#define LEG_NODES_MAX 100
#include "games/camelup/leg.h"

#define camelup_leg_plain small_leg_plain
#define camelup_leg_landings small_leg_landings
#define cn_camelup_paths small_paths
#define cn_camelup_leg_odds_by small_leg_odds_by
#define cn_camelup_leg_odds small_leg_odds
#define cn_camelup_leg_odds_all small_leg_odds_all
#define cn_camelup_placements_by small_placements_by
#define cn_camelup_placements small_placements
static void small_leg_landings(const leg_start *leg, uint32_t starts[5][16], cn_camelup_odds *odds);
#include "games/camelup/leg_plain.c"
#include "games/camelup/leg.c"
#undef cn_camelup_leg_odds

static leg_start start_of(const cn_camelup *s)
{
    leg_start leg;
    uint8_t board[CAMELUP_BOARD];
    camelup_board(s, board);
    note_camels(&leg, s);
    note_track(&leg, board);
    return leg;
}

static void test_without_lanes_there_is_one_path(void)
{
    CHECK(small_paths() == CN_CAMELUP_PATH_PLAIN);
}

static void test_too_little_room_changes_no_number(void)
{
    uint64_t seed = 21;
    uint32_t refused = 0, fitted = 0;
    for (uint32_t i = 0; i < 300 * depth(); i++) {
        cn_camelup s = any_leg(&seed, 1 + cn_random_below(&seed, 9), 3 + i % 3);
        cn_camelup_odds odds, expected, none = {0}, written = {0};
        leg_start leg = start_of(&s);
        bool fits = small_leg_plain(&leg, &written);
        *(fits ? &fitted : &refused) += 1;
        uint32_t ways = cn_camelup_leg_odds((const uint8_t *)&s, &expected);
        CHECK(small_leg_odds((const uint8_t *)&s, &odds) == ways);
        CHECK(memcmp(&odds, &expected, sizeof odds) == 0);
        CHECK(memcmp(&written, fits ? &expected : &none, sizeof odds) == 0);
    }
    CHECK(refused > 20 && fitted > 20);
}

int main(void)
{
    test_without_lanes_there_is_one_path();
    test_too_little_room_changes_no_number();
    return failures == 0 ? 0 : 1;
}
