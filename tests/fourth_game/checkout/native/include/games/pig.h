/* games/pig.h: the public fields of a position of pig. The rules stand in docs/rules-pig.md. */
#ifndef CAMELNET_PIG_H
#define CAMELNET_PIG_H

#include "camelnet.h"

/* cffi begin */

typedef struct cn_pig {
    cn_head head;
    uint8_t short_game; /* the option */
    uint8_t begun;      /* 1 after `first` */
    uint8_t rolling;    /* seat + 1 whose die rolls; 0 otherwise */
    uint8_t total;      /* of this turn */
    uint8_t score[8];   /* by seat */
} cn_pig;

typedef enum cn_pig_status {
    CN_PIG_S1_SEAT = 16, /* first: no such seat */
    CN_PIG_H1_NOTHING    /* hold: nothing was rolled in this turn */
} cn_pig_status;

typedef enum cn_pig_field {
    CN_PIG_F_OPTIONS = 1,
    CN_PIG_F_TURN,
    CN_PIG_F_TOTAL,
    CN_PIG_F_SCORE
} cn_pig_field;

typedef enum cn_pig_event {
    CN_PIG_ROLLED = 1, /* arg: seat, pips, total of the turn after it */
    CN_PIG_BANKED,     /* arg: seat, points, score after it */
    CN_PIG_OVER        /* arg: the winner */
} cn_pig_event;

/* cffi end */

#endif
