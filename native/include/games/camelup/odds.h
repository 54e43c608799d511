/* games/camelup/odds.h: exact odds of how a camelup leg ends. Leg odds by docs/core.md.
 *
 * Every position here must stand in a leg: a decision, or a roll that awaits its outcome, which is
 * counted as any other die. All memory is the caller's, nothing is kept between calls. */
#ifndef CAMELNET_CAMELUP_ODDS_H
#define CAMELNET_CAMELUP_ODDS_H

#include "games/camelup.h"

/* cffi begin */

#define CN_CAMELUP_SEQUENCES 29160 /* 5! * 3^5 */

/* The ends of the leg, over all ways in which the remaining dice can come (k! * 3^k, all equally
 * likely): rank[c][r] counts those where camel c ends the leg in place r (0 first), landing[s]
 * the landings on space s by the die alone (what a tile there would earn), ended those in which the
 * race ends; one that ends early keeps the weight of the dice that are not rolled any more. */
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

/* The paths of code that count them, as bits; all of them come to the same numbers. */
#define CN_CAMELUP_PATH_PLAIN 1 /* any processor */
#define CN_CAMELUP_PATH_AVX2 2  /* x86-64 with AVX2 */
#define CN_CAMELUP_PATH_NEON 4  /* 64-bit ARM */

/* Those that this processor can take. */
uint32_t cn_camelup_paths(void);

/* By one of them; 0 and nothing written when this processor cannot take it. */
uint32_t cn_camelup_leg_odds_by(uint32_t path, const uint8_t *state, cn_camelup_odds *odds);

/* The odds with one seat's desert tile in every place where it may lie (A3, O2). */
typedef struct cn_camelup_placed {
    uint32_t fits[2];            /* oasis, mirage: bit s when it may be put on space s now */
    cn_camelup_odds now;         /* as it lies, or as it does not */
    cn_camelup_odds lifted;      /* without it */
    cn_camelup_odds then[17][2]; /* by space and side; all zero where it does not fit */
} cn_camelup_placed;

/* Returns the number of ways, the same for all. Any seat may be asked for, as if it were its turn. */
uint32_t cn_camelup_placements(const uint8_t *state, uint32_t seat, cn_camelup_placed *placed);

/* The same by one path. */
uint32_t cn_camelup_placements_by(uint32_t path, const uint8_t *state, uint32_t seat,
                                  cn_camelup_placed *placed);

/* cffi end */

#endif
