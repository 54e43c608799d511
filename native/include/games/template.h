/* games/template.h: the public fields of a position of the template game. Its rules are in
 * native/src/games/template/rules.c. */
#ifndef CAMELNET_TEMPLATE_H
#define CAMELNET_TEMPLATE_H

#include "camelnet.h"

/* cffi begin */

typedef struct cn_template {
    cn_head head;
    uint8_t goal;     /* the option: 2 to 50 */
    uint8_t rolling;  /* seat + 1 whose coins fly; 0 otherwise */
    uint8_t begun;    /* 1 after `first` */
    uint8_t place[4]; /* by seat */
    uint8_t laid[4];  /* slot + 1 of the card laid, by seat; 0 for none */
    uint8_t face[4];  /* the face of that card: 0 not opened, 1 low, 2 high, 3 never opened */
} cn_template;

typedef enum cn_template_status {
    CN_TEMPLATE_S1_SEAT = 16, /* first: no such seat */
    CN_TEMPLATE_A2_LAID,      /* lay: a card is laid already */
    CN_TEMPLATE_E1_SEAT       /* open: another seat opens now */
} cn_template_status;

typedef enum cn_template_field {
    CN_TEMPLATE_F_OPTIONS = 1,
    CN_TEMPLATE_F_TURN,
    CN_TEMPLATE_F_PLACE,
    CN_TEMPLATE_F_LAID,
    CN_TEMPLATE_F_FACE
} cn_template_field;

typedef enum cn_template_event {
    CN_TEMPLATE_STEPPED = 1, /* arg: seat, from, to */
    CN_TEMPLATE_OVER         /* arg: winners as bits */
} cn_template_event;

/* cffi end */

#endif
