/* cards/odds.h: approximate odds of a leg and a race of cards, looked up in tables. Private to
 * native/src.
 *
 * For the search, which asks at every decision of a playout. The tables use the camels' distances
 * and count every card alike: they ignore tokens, the sandstorm, and the cards seen. */
#ifndef CAMELNET_CARDS_ODDS_H
#define CAMELNET_CARDS_ODDS_H

#include "rules.h"

#define CARDS_SURE 16384 /* a chance of 1; also a coin */

/* The chances to be first and second in the leg, and the coins of the midfield card, plus one. */
enum { LEG_FIRST, LEG_SECOND, LEG_MID, LEG_KINDS };
enum { RACE_FIRST, RACE_SECOND, RACE_FOURTH, RACE_LAST, RACE_KINDS };

/* By place in `order`, the last camel first. */
typedef struct cards_leg_odds {
    uint16_t of[LEG_KINDS][CAMELS];
} cards_leg_odds;

typedef struct cards_race_odds {
    uint16_t of[RACE_KINDS][CAMELS];
} cards_race_odds;

extern const cards_leg_odds cards_leg_over; /* the certain odds of a leg that is over */

uint64_t cards_odds_bytes(void);
void cards_odds_build(void *memory);

/* With `tables` null, a few legs and races are played instead. */
void cards_odds_leg(const cn_cards *s, const void *tables, cards_leg_odds *odds);
void cards_odds_race(const cn_cards *s, const void *tables, cards_race_odds *odds);

#endif
