/* camelup/outlook.h: the chances of a leg and of the race with desert tiles, for judging
 * (outlook.c). Private to native/src. */
#ifndef CAMELNET_CAMELUP_OUTLOOK_H
#define CAMELNET_CAMELUP_OUTLOOK_H

#include "determinization.h"

#define CAMELUP_MEMO_SLOTS 65536

/* A leg from one row and set of dice on, with one set of tiles; chances of CAMELUP_WHOLE. */
typedef struct camelup_memo_slot {
    uint64_t key; /* 0 where nothing is */
    uint16_t leads[4], seconds[4], firsts[4]; /* of ranks 1 to 4 */
    uint16_t lasts[4];                        /* of ranks 0 to 3 */
    uint8_t landings[8]; /* on the tiles from the start of the track on; PATTERN_POUND to the pound */
} camelup_memo_slot;

typedef struct camelup_memo {
    camelup_memo_slot slot[CAMELUP_MEMO_SLOTS];
} camelup_memo;

#define CAMELUP_WHOLE 65535u

/* By camel, 1 being certain; and by seat the pounds that its desert tile will earn in this leg. */
typedef struct camelup_outlook {
    float lead[5], second[5], first[5], last[5];
    float earns[8];
} camelup_outlook;

/* The outlook of a position in a leg or after the race. `memo` may be null: the same, more slowly.
 * Without patterns all camels are alike. */
void camelup_look(const cn_camelup *s, const camelup_pattern *patterns, camelup_memo *memo,
                  camelup_outlook *outlook);

#endif
