/* games/camelup/values.h: the value of each action of a camelup seat, in pounds, compared with
 * doing nothing. docs/odds.md has the formulas, and lists what they leave out. */
#ifndef CAMELNET_CAMELUP_VALUES_H
#define CAMELNET_CAMELUP_VALUES_H

#include "games/camelup/race.h"

/* cffi begin */

#define CN_CAMELUP_ACTIONS_MAX 48 /* roll, 5 leg tiles, 31 desert tiles, 10 race cards at most */
#define CN_CAMELUP_FACES 5        /* characters of a seat's faces by slot; '?' for unknown ones */

/* An action: `exact` counts this leg out, `estimated` rests on a guess (race cards). The value is
 * their sum. */
typedef struct cn_camelup_value {
    char text[24]; /* CN_TEXT_MAX; the notation, ended by a zero */
    double exact, estimated;
} cn_camelup_value;

/* Every action that `seat` could take at a position in a leg if it were its turn, the most valuable
 * first; equal ones in the order of `cn_list`. `faces` are its race cards by slot, all '?' if
 * unknown. `values` has room for CN_CAMELUP_ACTIONS_MAX. Returns their number, or 0 if the faces
 * make no sense. */
uint32_t cn_camelup_values(const void *tables, const uint8_t *state, uint8_t seat,
                           const char *faces, cn_camelup_value *values);

/* The same for `count` positions, each with its seat and faces: `values` has CN_CAMELUP_ACTIONS_MAX
 * for each. */
void cn_camelup_values_all(const void *tables, const uint8_t *states, const uint8_t *seats,
                           const char *faces, uint32_t count, cn_camelup_value *values,
                           uint32_t *counts);

/* cffi end */

#endif
