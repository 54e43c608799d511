/* camelup/holdings.h: the holdings of the seats, in pounds, in a viewer's eyes (holdings.c).
 * Private to native/src. */
#ifndef CAMELNET_CAMELUP_HOLDINGS_H
#define CAMELNET_CAMELUP_HOLDINGS_H

#include "belief.h"
#include "outlook.h"

/* A seat's holdings, in expected pounds unless noted otherwise. */
typedef struct camelup_holding {
    float money;
    float leg;          /* of leg tiles; of certain ones 5, 3 or 2 */
    float rolls;        /* of pyramid tiles */
    float desert;       /* of its desert tile, in this leg */
    float deck[2];      /* of cards in the winner and the loser deck */
    float all;          /* the sum of all these */
    float if_leads[5];  /* what leg tiles pay more if this camel leads the leg than if it is third */
    float if_ends[2][5]; /* what the cards of a deck pay if this camel wins, or loses, the race */
    float hand[5];      /* chance that a card on this camel is in hand */
    float bet[2][5];    /* payment of a card on this camel, laid now, if it is in hand */
    uint8_t laid[2], in_hand;
} camelup_holding;

typedef struct camelup_holdings {
    camelup_outlook outlook;
    float payment[2][5]; /* of the next card in this deck on this camel, if it is right */
    float leg_tile[5];   /* of the next leg tile of this camel; 0 if none is left */
    camelup_holding seat[8];
} camelup_holdings;

/* The holdings in the view of `viewer`: its own faces are those of `sample` if it knows them;
 * CN_NOBODY: nobody's are known. Cards unknown to the belief are those of `sample`, too. */
void camelup_hold(const cn_judge *judge, const cn_camelup *s, const cn_determinization *sample,
                  uint32_t viewer, camelup_holdings *held);

#endif
