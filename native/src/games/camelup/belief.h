/* camelup/belief.h: the belief of the table about race cards (belief.c). Private to native/src. */
#ifndef CAMELNET_CAMELUP_BELIEF_H
#define CAMELNET_CAMELUP_BELIEF_H

#include "determinization.h"

#define CAMELUP_PERMUTATIONS 120
#define CAMELUP_KINDS 3 /* of players */

/* By seat: the probability of a player of this kind whose five faces have this order, 1 in all; and
 * the resulting probability that the card of a slot shows a camel: face[seat][slot][camel]. All 0
 * for a seat that never opened. */
typedef struct camelup_belief {
    float chance[8][CAMELUP_KINDS][CAMELUP_PERMUTATIONS];
    float face[8][5][5];
    uint8_t laid[8]; /* as in the position: without cards laid later */
} camelup_belief;

_Static_assert(sizeof(camelup_belief) <= CN_BELIEF_MAX, "it fits");

void camelup_belief_begin(const void *state, const void *tables, void *belief);
void camelup_belief_observe(const void *state, cn_move move, const void *tables, void *belief);

/* Draw a seat's faces by slot. */
void camelup_belief_draw(const camelup_belief *belief, uint32_t seat, uint64_t *seed,
                         uint8_t face[5]);

#endif
