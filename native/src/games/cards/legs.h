/* cards/legs.h: the rest of a leg, sampled many times with the cards to come. Private to
 * native/src.
 *
 * It knows the cards seen, the tokens and the hand cards still out, which odds.h does not; the race
 * beyond the leg comes from there. */
#ifndef CAMELNET_CARDS_LEGS_H
#define CAMELNET_CARDS_LEGS_H

#include "odds.h"

#define CARDS_LEGS_MAX 192
#define CARDS_CHANCE 255 /* a chance of 1 in cards_leg_end */

/* One possible end of the leg. */
typedef struct cards_leg_end {
    float weight;                      /* 1 in all */
    uint8_t rank[CAMELS];              /* by camel: 0 the first, 4 the last */
    uint8_t race[RACE_KINDS][CAMELS];  /* by camel: its chances in the race */
    uint8_t kept;                      /* bit by token: no unit met it */
    uint8_t ahead;                     /* spaces from the first camel to the finish; 0: it crossed */
} cards_leg_end;

typedef struct cards_legs {
    uint32_t count;
    float leg[LEG_KINDS][CAMELS];    /* by camel: as in cards_leg_odds, in chances and coins */
    float race[RACE_KINDS][CAMELS];  /* by camel */
    float kept[2];                   /* by token: the chance that no unit meets it */
    float over, ahead;               /* chance that the leg ends the race; the mean of `ahead` */
    uint16_t landing[CN_CARDS_BEYOND + 1]; /* by space: number of units that landed there */
    cards_leg_end end[CARDS_LEGS_MAX];
} cards_legs;

#define CARDS_LEGS_ENTRIES 256 /* of the memo */
#define CARDS_LEGS_MEMO_BYTES (CARDS_LEGS_ENTRIES * (32 + (uint32_t)sizeof(cards_legs)))

/* The legs from here; `own` is a face that cannot come, since the seat `viewer` holds it (or
 * CARDS_NO_FACE). Looks them up in `memo` if it is not null. The result is `room`, or lies in the
 * memo until the next call. */
const cards_legs *cards_legs_find(const cn_cards *s, uint32_t viewer, uint32_t own,
                                  const void *tables, void *memo, cards_legs *room);

#endif
