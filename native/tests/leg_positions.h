/* leg_positions.h: camelup positions in a leg at random, for the tests of camelup/odds.h. */
#ifndef CAMELNET_LEG_POSITIONS_H
#define CAMELNET_LEG_POSITIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/camelup/odds.h"
#include "games/camelup/rules.h"

static int failures;

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            if (failures++ < 20) {                                               \
                fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            }                                                                    \
        }                                                                        \
    } while (0)

/* How many times as many positions as in a short run. */
static uint32_t depth(void) { return getenv("DEEP") != NULL ? 20 : 1; }

/* Camels within `width` spaces anywhere, `dice` dice left, up to eight tiles where they may lie. */
static cn_camelup any_leg(uint64_t *seed, uint32_t width, uint32_t dice)
{
    cn_camelup s = {.head = {1, 8, CN_DECIDE, 0}, .starter = 1, .leg = {1, 0, 0, 0}};
    uint32_t base = 1 + cn_random_below(seed, 17 - width), taken = 0;
    for (uint8_t i = 0; i < 5; i++) {
        uint8_t space = (uint8_t)(base + cn_random_below(seed, width)), at = i;
        for (; at > 0 && s.space[at - 1] > space; at--) s.space[at] = s.space[at - 1];
        s.space[at] = space;
        uint32_t other = cn_random_below(seed, i + 1u);
        s.order[i] = s.order[other];
        s.order[other] = i;
        taken |= 1u << space;
    }
    for (uint32_t left = 0; left < dice;) {
        uint32_t camel = cn_random_below(seed, 5);
        left += (s.dice >> camel & 1) == 0;
        s.dice |= (uint8_t)(1u << camel);
    }
    s.pyramid[0] = (uint8_t)(5 - dice);
    for (uint32_t seat = cn_random_below(seed, 9); seat-- > 0;) {
        uint32_t space = 2 + cn_random_below(seed, 15);
        if (taken >> space & 1) continue;
        s.tile[seat] = (uint8_t)(2 * space + cn_random_below(seed, 2));
        taken |= 7u << space >> 1;
    }
    return s;
}

#endif
