/* camelup/leg.c: exact odds of a leg, counted over every way in which the dice can come.
 *
 * This file turns a position into the start of a count (leg.h), and chooses the path at each call:
 * nothing is remembered, and nothing depends on the build of the core.
 *
 * Lanes are there for the simple player: with AVX2 a move of `greedy` takes 0.10 ms instead of
 * 0.16, and a game of four of them in the arena 7.0 instead of 10.5. Searches, hints, reviews and
 * self-play gain nothing measurable by them. */
#include "leg.h"

/* --- one way after the other ------------------------------------------------------------------ */

typedef struct leg_walk {
    uint8_t board[CAMELUP_BOARD];
    cn_camelup_odds *odds;
} leg_walk;

/* For one or two dice, and for lack of room in the plain path. */
static void walk_leg(const leg_walk *walk, const camel_row *row, uint32_t dice, uint32_t left)
{
    uint32_t ways = leg_ways[left - 1];
    for (uint32_t camel = 0; camel < 5; camel++) {
        if ((dice >> camel & 1) == 0) continue;
        for (uint32_t pips = 1; pips <= 3; pips++) {
            camel_row next = *row;
            camelup_path path = camelup_move(next.order, next.space, walk->board, camel, pips);
            if (path.landing < CN_CAMELUP_BEYOND) walk->odds->landing[path.landing] += ways;
            if (path.end == CN_CAMELUP_BEYOND) walk->odds->ended += ways;
            if (left == 1 || path.end == CN_CAMELUP_BEYOND) {
                for (uint32_t i = 0; i < 5; i++) walk->odds->rank[next.order[i]][4 - i] += ways;
            } else {
                walk_leg(walk, &next, dice & ~(1u << camel), left - 1);
            }
        }
    }
}

/* --- the start of a count --------------------------------------------------------------------- */

/* Note the effect of a die of `pips` on a unit on `space`. */
static void note_move(leg_start *leg, const uint8_t board[CAMELUP_BOARD], uint32_t space,
                      uint32_t pips)
{
    uint32_t landing = space + pips < CN_CAMELUP_BEYOND ? space + pips : CN_CAMELUP_BEYOND;
    uint32_t end = landing + (board[landing] == OASIS) - (board[landing] == MIRAGE), flags = 0;
    uint32_t bound = 8 * end;
    if (board[landing] == MIRAGE) {
        flags = LEG_UNDER;
        bound = 8 * (end - 1);
    }
    if (end == CN_CAMELUP_BEYOND) { /* on top of space 16 */
        flags = LEG_ENDED;
        end = 16;
    }
    leg->end[pips - 1][space - 1] = (uint8_t)(8 * (end - 1) + flags);
    leg->bound[pips - 1][space - 1] = (uint8_t)(bound < 128 ? bound : 127);
}

static void note_track(leg_start *leg, const uint8_t board[CAMELUP_BOARD])
{
    leg->mirages = memchr(board, MIRAGE, CAMELUP_BOARD) != NULL;
    for (uint32_t space = 1; space <= 16; space++) {
        for (uint32_t pips = 1; pips <= 3; pips++) note_move(leg, board, space, pips);
    }
}

static void note_camels(leg_start *leg, const cn_camelup *s)
{
    leg->left = 0;
    for (uint32_t i = 0, below = 0; i < 5; i++) {
        below = i > 0 && s->space[i - 1] == s->space[i] ? below + 1 : 0;
        leg->key[s->order[i]] = (uint8_t)(8 * (s->space[i] - 1u) + below);
    }
    for (uint8_t camel = 0; camel < 5; camel++) {
        if (s->dice >> camel & 1) leg->dice[leg->left++] = camel;
    }
}

void camelup_leg_landings(const leg_start *leg, uint32_t starts[5][16], cn_camelup_odds *odds)
{
    for (uint32_t level = 0; level < leg->left; level++) {
        uint32_t after = leg_ways[leg->left - 1 - level]; /* the ways of the dice after it */
        for (uint32_t space = 1; space <= 16; space++) {
            uint32_t ways = after * starts[level][space - 1];
            for (uint32_t pips = 1; pips <= 3; pips++) {
                if (space + pips <= 16) odds->landing[space + pips] += ways;
                if (leg->end[pips - 1][space - 1] & LEG_ENDED) odds->ended += ways;
            }
        }
    }
}

/* False if the path has no room. */
static bool count_by(uint32_t path, const leg_start *leg, cn_camelup_odds *odds)
{
#ifdef LEG_AVX2
    if (path & CN_CAMELUP_PATH_AVX2) {
        camelup_leg_avx2(leg, odds);
        return true;
    }
#endif
#ifdef LEG_NEON
    if (path & CN_CAMELUP_PATH_NEON) {
        camelup_leg_neon(leg, odds);
        return true;
    }
#endif
    (void)path;
    return camelup_leg_plain(leg, odds);
}

/* --- the public functions --------------------------------------------------------------------- */

uint32_t cn_camelup_paths(void)
{
#ifdef LEG_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        return CN_CAMELUP_PATH_PLAIN | CN_CAMELUP_PATH_AVX2;
    }
#endif
#ifdef LEG_NEON
    return CN_CAMELUP_PATH_PLAIN | CN_CAMELUP_PATH_NEON;
#endif
    return CN_CAMELUP_PATH_PLAIN;
}

uint32_t cn_camelup_leg_odds_by(uint32_t path, const uint8_t *state, cn_camelup_odds *odds)
{
    const cn_camelup *s = (const cn_camelup *)state;
    leg_start leg;
    leg_walk walk = {.odds = odds};
    assert(s->space[0] != 0 && s->space[4] != CN_CAMELUP_BEYOND && s->dice != 0);
    if ((path & cn_camelup_paths()) == 0) return 0;
    memset(odds, 0, sizeof *odds);
    camelup_board(s, walk.board);
    note_camels(&leg, s);
    note_track(&leg, walk.board);
    if (leg.left <= LEG_WALK_DICE || !count_by(path, &leg, odds)) {
        camel_row row;
        memcpy(row.order, s->order, sizeof row.order);
        memcpy(row.space, s->space, sizeof row.space);
        walk_leg(&walk, &row, s->dice, leg.left);
    }
    return leg_ways[leg.left];
}

uint32_t cn_camelup_leg_odds(const uint8_t *state, cn_camelup_odds *odds)
{
    return cn_camelup_leg_odds_by(cn_camelup_paths(), state, odds);
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
    cn_camelup s, then;
    memcpy(&s, state, sizeof s);
    assert(seat < s.head.seats);
    s.head.seat = (uint8_t)seat;
    then = s;
    then.tile[seat] = 0;
    memset(placed, 0, sizeof *placed);
    uint32_t ways = cn_camelup_leg_odds_by(path, (const uint8_t *)&then, &placed->lifted);
    if (s.tile[seat] == 0) {
        placed->now = placed->lifted;
    } else {
        cn_camelup_leg_odds_by(path, (const uint8_t *)&s, &placed->now);
    }
    for (uint32_t space = 2; space <= 16 && ways != 0; space++) {
        for (uint8_t side = 0; side < 2; side++) {
            if (!camelup_tile_fits(&s, space, side)) continue;
            placed->fits[side] |= 1u << space;
            if (placed->lifted.landing[space] == 0) { /* a tile there does nothing */
                placed->then[space][side] = placed->lifted;
                continue;
            }
            then.tile[seat] = (uint8_t)(2 * space + side);
            cn_camelup_leg_odds_by(path, (const uint8_t *)&then, &placed->then[space][side]);
        }
    }
    return ways;
}

uint32_t cn_camelup_placements(const uint8_t *state, uint32_t seat, cn_camelup_placed *placed)
{
    return cn_camelup_placements_by(cn_camelup_paths(), state, seat, placed);
}
