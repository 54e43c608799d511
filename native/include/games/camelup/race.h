/* games/camelup/race.h: exact odds of the end of a camelup race, by dynamic programming. Explained
 * in docs/core.md.
 *
 * Without desert tiles a race depends on the camels' spaces, sorted from last to first, and on the
 * dice left: 480,624 states (15,504 rows of spaces, 31 sets of dice). Two tables hold the ranks at
 * the leg's end and the first and last of the race for each; the tiles of this leg are counted
 * exactly on top of them. Positions must be in a leg, as for camelup/odds.h. */
#ifndef CAMELNET_CAMELUP_RACE_H
#define CAMELNET_CAMELUP_RACE_H

#include "games/camelup/odds.h"

/* cffi begin */

#define CN_CAMELUP_STATES 480624

/* The chance of each camel to win the race and to come last, by dice alone (nobody lays more tiles;
 * those of this leg count until it ends). Each row adds up to 1. */
typedef struct cn_camelup_race {
    double first[5], last[5];
} cn_camelup_race;

/* The tables of both kinds in one block: its bytes (aligned to 8), and its computation. The same to
 * the bit each time; only read it afterwards. */
uint64_t cn_camelup_tables_bytes(void);
void cn_camelup_tables_build(void *tables);

/* The place of a position in the tables, below CN_CAMELUP_STATES; its tiles do not matter. */
uint32_t cn_camelup_state_index(const uint8_t *state);

/* The ranks of a leg without tiles, from the table, which does not know `landing` and leaves it 0.
 * Returns the number of ways, or 0, and writes nothing, if a tile lies on the track. */
uint32_t cn_camelup_leg_lookup(const void *tables, const uint8_t *state, cn_camelup_odds *odds);

/* The same for `count` positions, one after the other in `states`; `totals` takes the answers. */
void cn_camelup_leg_lookup_all(const void *tables, const uint8_t *states, uint32_t count,
                               cn_camelup_odds *odds, uint32_t *totals);

/* The race from any position in a leg, tiles included. */
void cn_camelup_race_odds(const void *tables, const uint8_t *state, cn_camelup_race *odds);

/* The same for `count` positions, one after the other in `states`. */
void cn_camelup_race_odds_all(const void *tables, const uint8_t *states, uint32_t count,
                              cn_camelup_race *odds);

/* cffi end */

#endif
