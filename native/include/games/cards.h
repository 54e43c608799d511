/* games/cards.h: the public fields of a cards position, its events and refusals. The rules:
 * docs/rules-cards.md. Camels are numbered b 0, g 1, o 2, w 3, y 4. */
#ifndef CAMELNET_CARDS_H
#define CAMELNET_CARDS_H

#include "camelnet.h"

/* cffi begin */

#define CN_CARDS_BEYOND 20 /* the "space" of camels that crossed, however short the track is */
#define CN_CARDS_MONEY_MAX 2000000000 /* money and legs stop there, far beyond any game */
#define CN_CARDS_LEG_MAX 2000000000

typedef struct cn_cards {
    cn_head head;
    uint8_t options;      /* bit 0 trophies, bit 1 bet_optional, bit 2 min_money is 1 */
    uint8_t starter;      /* seat + 1 that began this leg; 0 before `first` */
    uint8_t mover;        /* seat + 1 on turn; 0 in setup and once over */
    uint8_t did;          /* what the mover has done: 0 nothing, 1 race action, 2 bet */
    uint8_t leg[4];       /* little-endian; 0 during setup */
    uint8_t order[5];     /* the camels from last to first, so a unit is a run in it */
    uint8_t space[5];     /* where order[i] stands: 0 the start, 1 to `last`, or BEYOND */
    uint8_t last;         /* the number of the last space: so many do the track cards hold */
    uint8_t wide[2];      /* bit i, little-endian: track card i holds two spaces */
    uint8_t token_space[2];  /* palm, fennec; 0 while at home */
    uint8_t token_holder[2]; /* seat + 1; 0 while at home */
    uint8_t deck;         /* race cards not turned up; 0 in setup and once over */
    uint8_t hand;         /* bit s: seat s still has its hand card */
    uint8_t ones[5];      /* by camel: cards of value 1 turned up in this leg, or in setup */
    uint8_t twos;         /* bit c: the card of value 2 of camel c was turned up */
    uint8_t pool[4];      /* bit c: leader, midfield, winner, loser card of camel c can be taken */
    uint8_t lead[20];     /* leader card 5 * k + camel (k 0: 5, 1: 3, 2 and 3: 2): 0 while home, else
                             (owner + 1) * 32 + how many leader cards the owner took before it. The
                             two of value 2 look alike: of them the lower number comes first */
    uint8_t mid[5];       /* by camel: owner + 1; 0 while in the pool */
    uint8_t win[6];       /* by seat: camel + 1 of the final-winner card held; 0 for none */
    uint8_t lose[6];      /* the same for the final-loser card */
    uint8_t trophy[10];   /* on the final-winner cards by camel, then on the final-loser cards */
    uint8_t money[6][4];  /* little-endian coins */
} cn_cards;

/* Refusals, each under the rule that it breaks. */
typedef enum cn_cards_status {
    CN_CARDS_S1_SEAT = 16,  /* first: no such seat */
    CN_CARDS_S2_SEEN,       /* card, in setup: all such cards have been drawn */
    CN_CARDS_T1_RACE,       /* a second race action in one turn */
    CN_CARDS_T1_BET,        /* a second bet in one turn */
    CN_CARDS_R1_AWAY,       /* palm, fennec: it is not at home */
    CN_CARDS_R1_SPACE,      /* palm, fennec: no such space */
    CN_CARDS_R1_CAMEL,      /* palm, fennec: a camel stands there */
    CN_CARDS_R1_TOKEN,      /* palm, fennec: the other token lies there */
    CN_CARDS_R2_SEEN,       /* card, from the deck: all such cards have been seen */
    CN_CARDS_R3_PLAYED,     /* hand: played already */
    CN_CARDS_R3_SEEN,       /* card, from a hand: all such cards have been seen */
    CN_CARDS_B1_NONE_LEFT,  /* lead: no leader card of this camel is left */
    CN_CARDS_B2_TAKEN,      /* mid: it does not lie in the pool */
    CN_CARDS_B3_OWN,        /* final: the seat holds this card */
    CN_CARDS_B3_TAKEN,      /* final: another seat holds this card */
    CN_CARDS_B4_FIRST,      /* pass: the race action comes first */
    CN_CARDS_B4_NEVER       /* pass: only with `bet_optional` */
} cn_cards_status;

/* The fields that `cn_audit` names. */
typedef enum cn_cards_field {
    CN_CARDS_F_OPTIONS = 1,
    CN_CARDS_F_TURN,
    CN_CARDS_F_STARTER,
    CN_CARDS_F_LEG,
    CN_CARDS_F_MOVER,
    CN_CARDS_F_DID,
    CN_CARDS_F_TRACK,
    CN_CARDS_F_CROSSED,
    CN_CARDS_F_CARDS,
    CN_CARDS_F_TOKENS,
    CN_CARDS_F_MONEY,
    CN_CARDS_F_LEADERS,
    CN_CARDS_F_MIDS,
    CN_CARDS_F_FINALS,
    CN_CARDS_F_HELD,
    CN_CARDS_F_TROPHIES,
    CN_CARDS_F_DECK,
    CN_CARDS_F_HAND,
    CN_CARDS_F_SEEN
} cn_cards_field;

/* Events and their contents. A space beyond the last is the finish. */
typedef enum cn_cards_event {
    CN_CARDS_TURNED = 1,   /* arg: camel, value, source (0 setup, 1 deck, 2 hand), seat + 1 or 0,
                              passed over */
    CN_CARDS_MOVED,        /* arg: unit bottom to top (5, 255 fills), start, landing, end, under,
                              crossed, tokens met. Then these */
    CN_CARDS_TOKEN_MET,    /* arg: token (0 palm, 1 fennec), owner, space, end, under */
    CN_CARDS_TOKEN_LAID,   /* arg: seat, token, space */
    CN_CARDS_BET_TAKEN,    /* arg: seat, bet (0 lead, 1 mid, 2 win, 3 lose), camel, value, trophies */
    CN_CARDS_BET_RETURNED, /* arg: seat, bet (2 or 3), camel, trophies */
    CN_CARDS_BET_SKIPPED,  /* arg: seat, why (0 passed, 1 none can be taken, 2 leg or race over) */
    CN_CARDS_LEG_SCORED,   /* arg: ranking, first to last (5); number: leg. Then its lines */
    CN_CARDS_LINE,         /* arg: seat, what (0 lead, 1 mid, 2 palm, 3 fennec), camel, value, rank
                              (1-5); number: coins */
    CN_CARDS_LINE_TOTAL,   /* arg: seat; number: money before, after. One per seat */
    CN_CARDS_SANDSTORM,    /* arg: track cards; number: wide bits before, after */
    CN_CARDS_TROPHY_LAID,  /* arg: deck (0 win, 1 lose), camel, left */
    CN_CARDS_LEG_BEGAN,    /* arg: starter; number: leg */
    CN_CARDS_RACE_ENDED,   /* arg: ranking, first to last (5) */
    CN_CARDS_FINAL_SCORED, /* then its lines */
    CN_CARDS_FINAL_LINE,   /* arg: seat, deck, camel, rank (1-5), trophies; number: coins of the
                              card, of its trophies */
    CN_CARDS_GAME_OVER     /* arg: winners as bits */
} cn_cards_event;

/* cffi end */

#endif
