/* camelup/greedy.c: the simple player of camelup, in integers only, so that every peer finds the
 * same move for an absent seat.
 *
 * It rates each action in pounds, as fractions of the number of ways in which the leg can still go:
 * leg tiles and desert tiles exactly, by walking through all of them; race cards by playing the
 * rest of the race some hundred times. It takes the most valuable one; the first wins a tie. */
#include "rules.h"
#include "games/camelup/odds.h"

#define RACES 256          /* played to judge a race card */
#define RACE_MOVES_MAX 500 /* per race; a race takes about 20 */
#define TILE_TRIES 2       /* spaces judged exactly for a desert tile */

/* --- the leg, exactly ------------------------------------------------------------------------- */

/* The value of a leg tile: pounds times `ways`. */
static int64_t tile_worth(const cn_camelup_odds *odds, uint32_t ways, uint32_t camel, int64_t value)
{
    int64_t first = odds->rank[camel][0], second = odds->rank[camel][1];
    return value * first + second - ((int64_t)ways - first - second);
}

/* The value of all leg tiles of a seat. */
static int64_t held_worth(const cn_camelup *s, uint32_t seat, const cn_camelup_odds *odds,
                          uint32_t ways)
{
    static const uint8_t values[3] = {5, 3, 2};
    int64_t worth = 0;
    for (uint32_t i = 0; i < 15; i++) {
        if (s->taken[i] >> 4 == seat + 1) worth += tile_worth(odds, ways, i / 3, values[i % 3]);
    }
    return worth;
}

/* --- the race, by sampling -------------------------------------------------------------------- */

typedef struct race_odds {
    uint32_t wins[5], lasts[5]; /* of RACES */
} race_odds;

static void run_race(const cn_camelup *s, uint64_t *seed, race_odds *odds)
{
    static const uint8_t bare[CAMELUP_BOARD] = {0};
    uint8_t board[CAMELUP_BOARD], pyramid[5];
    uint32_t left = 0;
    camel_row row;
    camelup_board(s, board);
    memcpy(row.order, s->order, sizeof row.order);
    memcpy(row.space, s->space, sizeof row.space);
    for (uint8_t camel = 0; camel < 5; camel++) {
        if (s->dice >> camel & 1) pyramid[left++] = camel;
    }
    for (uint32_t k = 0; k < RACE_MOVES_MAX && row.space[4] != CN_CAMELUP_BEYOND; k++) {
        if (left == 0) { /* the next leg: the tiles have gone home */
            memcpy(board, bare, sizeof board);
            for (uint8_t camel = 0; camel < 5; camel++) pyramid[left++] = camel;
        }
        uint32_t drawn = cn_random_below(seed, 3 * left);
        camelup_move(row.order, row.space, board, pyramid[drawn / 3], 1 + drawn % 3);
        pyramid[drawn / 3] = pyramid[--left];
    }
    odds->wins[row.order[4]]++;
    odds->lasts[row.order[0]]++;
}

/* The value of a race card, in pounds times `ways`: earlier cards of the deck count as likely to be
 * right as this one, and each right one costs a step of the payment. */
static int64_t card_worth(uint32_t hits, uint32_t laid_before, uint32_t ways)
{
    static const uint8_t payments[5] = {8, 5, 3, 2, 1};
    uint32_t step = (laid_before * hits + RACES / 2) / RACES;
    int64_t pounds = (int64_t)hits * payments[step < 4 ? step : 4] - (RACES - (int64_t)hits);
    return pounds * ways / RACES;
}

/* --- the choice ------------------------------------------------------------------------------- */

typedef struct choice {
    cn_move move;
    int64_t worth; /* pounds times `ways` */
} choice;

static void consider(choice *best, cn_move move, int64_t worth)
{
    if (worth > best->worth) *best = (choice){move, worth};
}

static void consider_leg_tiles(const cn_camelup *s, const cn_camelup_odds *odds, uint32_t ways,
                               choice *best)
{
    static const uint8_t values[3] = {5, 3, 2};
    for (uint32_t camel = 0; camel < 5; camel++) {
        uint32_t gone = camelup_tiles_gone(s, camel);
        if (gone == 3) continue;
        consider(best, cn_move_of(LEG, camel, 0), tile_worth(odds, ways, camel, values[gone]));
    }
}

/* The desert tile on the busiest free spaces: its landings and its effect on the seat's own leg
 * tiles, compared with the present. */
static void consider_desert_tile(const cn_camelup *s, const cn_camelup_odds *odds, uint32_t ways,
                                 choice *best)
{
    uint8_t seat = s->head.seat;
    int64_t now = held_worth(s, seat, odds, ways);
    if (s->tile[seat] != 0) now += odds->landing[s->tile[seat] >> 1];
    uint32_t tried = 0;
    for (uint32_t k = 0; k < TILE_TRIES; k++) {
        uint32_t busiest = 0;
        for (uint32_t space = 2; space <= 16; space++) {
            if (tried >> space & 1 || !camelup_tile_fits(s, space, 0)) continue;
            if (busiest == 0 || odds->landing[space] > odds->landing[busiest]) busiest = space;
        }
        if (busiest == 0) return;
        tried |= 1u << busiest;
        for (uint8_t side = 0; side < 2; side++) {
            if (!camelup_tile_fits(s, busiest, side)) continue;
            cn_camelup then = *s;
            cn_camelup_odds then_odds;
            then.tile[seat] = (uint8_t)(2 * busiest + side);
            cn_camelup_leg_odds((const uint8_t *)&then, &then_odds);
            int64_t worth = held_worth(s, seat, &then_odds, ways) + then_odds.landing[busiest];
            consider(best, cn_move_of(TILE, busiest, side), worth - now);
        }
    }
}

static void consider_race_cards(const cn_camelup *s, const uint8_t faces[5], uint32_t ways,
                                choice *best)
{
    race_odds odds = {0};
    uint64_t seed = 0;
    if (s->laid[s->head.seat] == ALL_DICE) return;
    for (uint32_t i = 0; i < RACES; i++) run_race(s, &seed, &odds);
    for (uint32_t slot = 0; slot < 5; slot++) {
        if (s->laid[s->head.seat] >> slot & 1) continue;
        uint32_t wins = odds.wins[faces[slot]], lasts = odds.lasts[faces[slot]];
        consider(best, cn_move_of(WIN, slot, 0), card_worth(wins, s->win_count, ways));
        consider(best, cn_move_of(LOSE, slot, 0), card_worth(lasts, s->lose_count, ways));
    }
}

bool camelup_greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_camelup *s = state;
    uint8_t own[5];
    if (length != 0) {
        cn_reader reader = {faces, faces + length, false};
        if (!camelup_read_faces(&reader, own) || !cn_read_done(&reader)) return false;
    }
    cn_camelup_odds odds;
    uint32_t ways = cn_camelup_leg_odds(state, &odds);
    choice best = {cn_move_of(ROLL, 0, 0), ways}; /* a roll earns a pound */
    consider_leg_tiles(s, &odds, ways, &best);
    consider_desert_tile(s, &odds, ways, &best);
    if (length != 0) consider_race_cards(s, own, ways, &best);
    *move = best.move;
    return true;
}
