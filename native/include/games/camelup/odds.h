/* games/camelup/odds.h: exact odds of the end of a camelup leg. Leg odds by docs/core.md.
 *
 * Every position here must be in a leg: a decision, or a roll that awaits its outcome, which counts
 * like any other die. All memory is the caller's, nothing is kept between calls. */
#ifndef CAMELNET_CAMELUP_ODDS_H
#define CAMELNET_CAMELUP_ODDS_H

#include "games/camelup.h"

/* cffi begin */

#define CN_CAMELUP_SEQUENCES 29160 /* 5! * 3^5 */

/* The ends of the leg, over all ways in which the remaining dice can come (k! * 3^k, all equally
 * likely): rank[c][r] counts the ways in which camel c ends the leg in place r (0 first),
 * landing[s] the landings on space s by the die alone (the earnings of a tile there), ended the
 * ways in which the race ends; a way that ends early has the weight of all the rolls that it makes
 * unnecessary. */
typedef struct cn_camelup_odds {
    uint32_t rank[5][5];
    uint32_t landing[17];
    uint32_t ended;
} cn_camelup_odds;

/* Returns the number of ways. Takes the fastest path of this processor. */
uint32_t cn_camelup_leg_odds(const uint8_t *state, cn_camelup_odds *odds);

/* The same for `count` positions, one after the other in `states`; `totals` takes the ways. */
void cn_camelup_leg_odds_all(const uint8_t *states, uint32_t count, cn_camelup_odds *odds,
                             uint32_t *totals);

/* The paths of code that count them, as bits; all give the same numbers. */
#define CN_CAMELUP_PATH_PLAIN 1 /* any processor */
#define CN_CAMELUP_PATH_AVX2 2  /* x86-64 with AVX2 */
#define CN_CAMELUP_PATH_NEON 4  /* 64-bit ARM */

/* The paths that this processor supports. */
uint32_t cn_camelup_paths(void);

/* The odds by one path; 0 and nothing written if this processor does not support it. */
uint32_t cn_camelup_leg_odds_by(uint32_t path, const uint8_t *state, cn_camelup_odds *odds);

/* The odds with one seat's desert tile in every possible place (A3, O2). */
typedef struct cn_camelup_placed {
    uint32_t fits[2];            /* oasis, mirage: bit s if it may go on space s now */
    cn_camelup_odds now;         /* with the tile where it is now, if anywhere */
    cn_camelup_odds lifted;      /* without it */
    cn_camelup_odds then[17][2]; /* by space and side; all zero where it does not fit */
} cn_camelup_placed;

/* Returns the number of ways, the same for all. `seat` may be any seat, as if it were its turn. */
uint32_t cn_camelup_placements(const uint8_t *state, uint32_t seat, cn_camelup_placed *placed);

/* The same by one path. */
uint32_t cn_camelup_placements_by(uint32_t path, const uint8_t *state, uint32_t seat,
                                  cn_camelup_placed *placed);

/* cffi end */

#endif
