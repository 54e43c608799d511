/* camelup/outlook.h: the chances of a leg and of the race with desert tiles, for judging
 * (outlook.c). Private to native/src. */
#ifndef CAMELNET_CAMELUP_OUTLOOK_H
#define CAMELNET_CAMELUP_OUTLOOK_H

#include "determinization.h"

#define CAMELUP_MEMO_SLOTS 16384

/* A leg from one row and set of dice on, with one set of tiles. Each word has four numbers of 16
 * bits, so that fifteen outcomes add up four at a time. */
typedef struct camelup_memo_slot {
    uint64_t key; /* 0 if empty */
    uint64_t rank[5]; /* from last to first: leads, is second, wins, loses, from the lowest bits on;
                         CAMELUP_WHOLE is certain */
    uint64_t landings[2]; /* on the tiles from the start of the track on; PATTERN_POUND to the pound */
} camelup_memo_slot;

typedef struct camelup_memo {
    camelup_memo_slot slot[CAMELUP_MEMO_SLOTS];
} camelup_memo;

#define CAMELUP_WHOLE 4080u /* sixteen times PATTERN_ONE; fifteen of them fit 16 bits */

/* By camel, 1 being certain; and by seat the pounds that its desert tile will earn in this leg. */
typedef struct camelup_outlook {
    float lead[5], second[5], first[5], last[5];
    float earns[8];
} camelup_outlook;

/* The outlook of a position in a leg or after the race. `memo` may be null: the same result, more
 * slowly. Without patterns all camels are alike. */
void camelup_look(const cn_camelup *s, const camelup_pattern *patterns, camelup_memo *memo,
                  camelup_outlook *outlook);

#endif
