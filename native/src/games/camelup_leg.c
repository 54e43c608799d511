/* camelup_leg.c: how a leg can end, counted exactly over every way in which the dice can come. */
#include "camelup_rules.h"
#include "games/camelup_odds.h"

typedef struct leg_walk {
    uint8_t board[CAMELUP_BOARD];
    cn_camelup_odds *odds;
} leg_walk;

/* k! * 3^k by k: in how many ways k dice can come. */
static const uint32_t ways_of[6] = {1, 3, 18, 162, 1944, CN_CAMELUP_SEQUENCES};

static void count_ranks(const leg_walk *walk, const camel_row *row, uint32_t ways)
{
    for (uint32_t i = 0; i < 5; i++) walk->odds->rank[row->order[i]][4 - i] += ways;
}

static void walk_leg(const leg_walk *walk, const camel_row *row, uint32_t dice, uint32_t left)
{
    uint32_t ways = ways_of[left - 1];
    for (uint32_t camel = 0; camel < 5; camel++) {
        if ((dice >> camel & 1) == 0) continue;
        for (uint32_t pips = 1; pips <= 3; pips++) {
            camel_row next = *row;
            camelup_path path = camelup_move(next.order, next.space, walk->board, camel, pips);
            if (path.landing < CN_CAMELUP_BEYOND) walk->odds->landing[path.landing] += ways;
            if (path.end == CN_CAMELUP_BEYOND) walk->odds->ended += ways;
            if (left == 1 || path.end == CN_CAMELUP_BEYOND) {
                count_ranks(walk, &next, ways);
            } else {
                walk_leg(walk, &next, dice & ~(1u << camel), left - 1);
            }
        }
    }
}

uint32_t cn_camelup_leg_odds_by(uint32_t path, const uint8_t *state, cn_camelup_odds *odds)
{
    const cn_camelup *s = (const cn_camelup *)state;
    assert(s->space[0] != 0 && s->space[4] != CN_CAMELUP_BEYOND && s->dice != 0);
    if ((path & cn_camelup_paths()) == 0) return 0;
    leg_walk walk = {.odds = odds};
    camel_row row;
    camelup_board(s, walk.board);
    memcpy(row.order, s->order, sizeof row.order);
    memcpy(row.space, s->space, sizeof row.space);
    memset(odds, 0, sizeof *odds);
    uint32_t left = 0;
    for (uint32_t camel = 0; camel < 5; camel++) left += s->dice >> camel & 1;
    walk_leg(&walk, &row, s->dice, left);
    return ways_of[left];
}

uint32_t cn_camelup_paths(void) { return CN_CAMELUP_PATH_PLAIN; }

uint32_t cn_camelup_leg_odds(const uint8_t *state, cn_camelup_odds *odds)
{
    return cn_camelup_leg_odds_by(CN_CAMELUP_PATH_PLAIN, state, odds);
}

void cn_camelup_leg_odds_all(const uint8_t *states, uint32_t count, cn_camelup_odds *odds,
                             uint32_t *totals)
{
    for (uint32_t i = 0; i < count; i++) {
        totals[i] = cn_camelup_leg_odds(states + (size_t)i * sizeof(cn_camelup), &odds[i]);
    }
}

uint32_t cn_camelup_placements_by(uint32_t path, const uint8_t *state, uint32_t seat,
                                  cn_camelup_placed *placed)
{
    cn_camelup s;
    memcpy(&s, state, sizeof s);
    assert(seat < s.head.seats);
    s.head.seat = (uint8_t)seat;
    memset(placed, 0, sizeof *placed);
    uint32_t ways = cn_camelup_leg_odds_by(path, (const uint8_t *)&s, &placed->now);
    cn_camelup then = s;
    then.tile[seat] = 0;
    cn_camelup_leg_odds_by(path, (const uint8_t *)&then, &placed->lifted);
    for (uint32_t space = 2; space <= 16; space++) {
        for (uint8_t side = 0; side < 2; side++) {
            if (!camelup_tile_fits(&s, space, side)) continue;
            placed->fits[side] |= 1u << space;
            then.tile[seat] = (uint8_t)(2 * space + side);
            cn_camelup_leg_odds_by(path, (const uint8_t *)&then, &placed->then[space][side]);
        }
    }
    return ways;
}

uint32_t cn_camelup_placements(const uint8_t *state, uint32_t seat, cn_camelup_placed *placed)
{
    return cn_camelup_placements_by(CN_CAMELUP_PATH_PLAIN, state, seat, placed);
}
