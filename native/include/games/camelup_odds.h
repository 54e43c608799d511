/* games/camelup_odds.h: how a camelup leg can end, counted exactly. Leg odds by docs/bots.md. */
#ifndef CAMELNET_CAMELUP_ODDS_H
#define CAMELNET_CAMELUP_ODDS_H

#include "games/camelup.h"

/* cffi begin */

#define CN_CAMELUP_SEQUENCES 29160 /* 5! * 3^5 */

/* How the leg can end, over all ways in which the remaining dice can come (k! * 3^k, all equally
 * likely): rank[c][r] counts those where camel c ends the leg in place r (0 first), landing[s]
 * the landings on space s by the die alone (what a tile there would earn), ended those in which the
 * race ends; one that ends early keeps the weight of the dice that are not rolled any more. */
typedef struct cn_camelup_odds {
    uint32_t rank[5][5];
    uint32_t landing[17];
    uint32_t ended;
} cn_camelup_odds;

/* Returns the number of ways. The position must stand in a leg (a decision, or a roll that awaits
 * its outcome, which is counted as any other die). */
uint32_t cn_camelup_leg_odds(const uint8_t *state, cn_camelup_odds *odds);

/* cffi end */

#endif
