/* games/camelup.h: the public fields of a camelup position, its events and refusals. The rules:
 * docs/rules.md. Camels are numbered b 0, g 1, o 2, w 3, y 4. */
#ifndef CAMELNET_CAMELUP_H
#define CAMELNET_CAMELUP_H

#include "camelnet.h"

/* cffi begin */

#define CN_CAMELUP_BEYOND 17 /* the "space" of camels that crossed the line */
#define CN_CAMELUP_MONEY_MAX 2000000000 /* money and legs stop there, far beyond any game */
#define CN_CAMELUP_LEG_MAX 2000000000

typedef struct cn_camelup {
    cn_head head;
    uint8_t options;      /* bit 0 leg_ends_without_tiles, bit 1 flip_in_place */
    uint8_t starter;      /* seat + 1 that began this leg; 0 before `first` */
    uint8_t rolling;      /* seat + 1 whose roll awaits its outcome; 0 otherwise */
    uint8_t dice;         /* bit c: the die of camel c is in the pyramid */
    uint8_t leg[4];       /* little-endian; 0 during setup */
    uint8_t order[5];     /* the camels from last to first, so a unit is a run in it */
    uint8_t space[5];     /* where order[i] stands: 1-16, BEYOND, or 0 before it is placed */
    uint8_t tile[8];      /* by owner: 2 * space, + 1 for a mirage; 0 while not on the track */
    uint8_t money[8][4];  /* little-endian pounds */
    uint8_t taken[15];    /* leg tile 3 * camel + (0: five, 1: three, 2: two): 0 while home, else
                             (owner + 1) * 16 + how many leg tiles the owner took before it */
    uint8_t pyramid[8];   /* pyramid tiles held, by seat */
    uint8_t laid[8];      /* bit s: the card of slot s lies in a deck, by seat */
    uint8_t faces[8];     /* 0 not opened, 1 never opened, else 2 + index of the permutation */
    uint8_t win_count, lose_count;
    uint8_t card[40];     /* 5 * seat + slot: the winner deck from the front, the loser deck from
                             the back, each from the first laid; 0 between them */
} cn_camelup;

/* Refusals, each under the rule that it breaks. */
typedef enum cn_camelup_status {
    CN_CAMELUP_S1_SEAT = 16,  /* first: no such seat */
    CN_CAMELUP_S2_PLACED,     /* start: the camel stands already */
    CN_CAMELUP_A1_DIE,        /* die: it has left the pyramid */
    CN_CAMELUP_A2_NONE_LEFT,  /* leg: no tile of this camel is left */
    CN_CAMELUP_A3_SPACE,      /* tile: only spaces 2 to 16 */
    CN_CAMELUP_A3_CAMEL,      /* tile: a camel stands there */
    CN_CAMELUP_A3_TILE,       /* tile: another seat's tile lies there */
    CN_CAMELUP_A3_NEXT,       /* tile: next to another seat's tile */
    CN_CAMELUP_A3_SAME,       /* tile: the own tile lies there (O2 is off) */
    CN_CAMELUP_O2_SIDE,       /* tile: the own tile lies there with this side up */
    CN_CAMELUP_A4_SLOT,       /* win, lose: only slots 0 to 4 */
    CN_CAMELUP_A4_LAID,       /* win, lose: that card is laid already */
    CN_CAMELUP_E2_SEAT,       /* open: another seat opens now */
    CN_CAMELUP_E2_FACES       /* open: the faces are not the five camels once each */
} cn_camelup_status;

/* The fields that `cn_audit` names. */
typedef enum cn_camelup_field {
    CN_CAMELUP_F_OPTIONS = 1,
    CN_CAMELUP_F_TURN,
    CN_CAMELUP_F_STARTER,
    CN_CAMELUP_F_LEG,
    CN_CAMELUP_F_TRACK,
    CN_CAMELUP_F_CROSSED,
    CN_CAMELUP_F_DICE,
    CN_CAMELUP_F_ROLLING,
    CN_CAMELUP_F_TILES,
    CN_CAMELUP_F_MONEY,
    CN_CAMELUP_F_LEG_TILES,
    CN_CAMELUP_F_HELD,
    CN_CAMELUP_F_SLOTS,
    CN_CAMELUP_F_WIN,
    CN_CAMELUP_F_LOSE
} cn_camelup_field;

/* Events and their contents. */
typedef enum cn_camelup_event {
    CN_CAMELUP_MOVED = 1,   /* arg: unit bottom to top (5, 255 fills), start, landing, tile (0, '+',
                               '-'), owner, end, under */
    CN_CAMELUP_EARNED,      /* arg: seat; number: pounds. Someone landed on the seat's tile */
    CN_CAMELUP_LEG_SCORED,  /* arg: ranking, first to last (5); number: leg. Then its lines */
    CN_CAMELUP_LINE_TILE,   /* arg: seat, camel, value, rank (1-5); number: pounds */
    CN_CAMELUP_LINE_PYRAMID,/* arg: seat; number: pounds */
    CN_CAMELUP_LINE_TOTAL,  /* arg: seat; number: money before, after. One per seat */
    CN_CAMELUP_LEG_BEGAN,   /* arg: starter; number: leg */
    CN_CAMELUP_RACE_ENDED,  /* arg: ranking, first to last (5) */
    CN_CAMELUP_CARD_SCORED, /* arg: deck (0 win, 1 lose), order from 0, seat, slot, face (camel, 255
                               never opened); number: pounds, money after */
    CN_CAMELUP_GAME_OVER    /* arg: winners as bits */
} cn_camelup_event;

/* cffi end */

#endif
