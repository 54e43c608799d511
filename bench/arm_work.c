/* arm_work.c: the work whose instructions bench/arm.py counts, by one path of the core. WORK PATH
 * TIMES on the command line, positions of Camel Up on the standard input; prints a sum over all
 * answers, which is the same by every path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OF_0_4_0 /* which had other headers and no networks; legs alone are compared with it */
#include "games/camelup.h"
#include "games/camelup_odds.h"
#else
#include "games/camelup/odds.h"
#include "games/camelup/race.h"
#include "games/camelup/rules.h"
#include "network.h"
#include "value.h"
#endif

#define POSITIONS 64
#define RACES 10000
#define SEATS 4
#define INPUTS 136
#define UNITS 96

static uint64_t sum;

static void add(const void *numbers, size_t count)
{
    const uint32_t *number = numbers;
    for (size_t i = 0; i < count; i++) sum = sum * 31 + number[i];
}

static void leg(uint32_t path, const uint8_t *state)
{
    cn_camelup_odds odds;
    cn_camelup_leg_odds_by(path, state, &odds);
    add(&odds, sizeof odds / sizeof(uint32_t));
}

#ifndef OF_0_4_0
static void tiles(uint32_t path, const uint8_t *state)
{
    static cn_camelup_placed placed;
    cn_camelup_placements_by(path, state, 0, &placed);
    sum = sum * 31 + placed.fits[0] + placed.then[8][0].rank[0][0];
}

static void races(uint32_t path, const uint8_t *state)
{
    uint64_t first[5], last[5];
    cn_camelup_race_sample_by(path, state, 1, RACES, first, last);
    for (uint32_t i = 0; i < 5; i++) sum = sum * 31 + first[i] * 7 + last[i];
}

static float some(uint64_t *seed) { return (float)(cn_random(seed) >> 40) / (1 << 23) - 1; }

/* A network like Camel Up's, the same one each time; it has one path on ARM. */
static void network(uint32_t times)
{
    static float weights[INPUTS * UNITS + UNITS + 2 * INPUTS + 2 * UNITS + 2], rows[SEATS * INPUTS];
    float share[SEATS], money[SEATS];
    uint64_t seed = 1;
    void *memory = malloc((size_t)cn_network_bytes(INPUTS, UNITS, 0));
    if (memory == NULL) abort();
    for (uint32_t i = 0; i < sizeof weights / sizeof *weights; i++) weights[i] = some(&seed) * 0.1f;
    for (uint32_t i = 0; i < SEATS * INPUTS; i++) rows[i] = some(&seed);
    if (!cn_network_make(memory, INPUTS, UNITS, 0, weights)) abort();
    for (uint32_t i = 0; i < times; i++) {
        uint32_t bits;
        cn_network_run(memory, rows, SEATS, 15, share, money);
        memcpy(&bits, &share[i % SEATS], sizeof bits);
        sum = sum * 31 + bits;
    }
    free(memory);
}
#endif

int main(int count, char **words)
{
    static uint8_t states[POSITIONS][sizeof(cn_camelup)];
    if (count != 4 || fread(states, sizeof states, 1, stdin) != 1) return 2;
    uint32_t path = (uint32_t)atoi(words[2]), times = (uint32_t)atoi(words[3]);
    for (uint32_t i = 0; i < times * POSITIONS; i++) {
        if (strcmp(words[1], "leg") == 0) leg(path, states[i % POSITIONS]);
#ifndef OF_0_4_0
        if (strcmp(words[1], "tiles") == 0) tiles(path, states[i % POSITIONS]);
#endif
    }
#ifndef OF_0_4_0
    if (strcmp(words[1], "races") == 0) {
        for (uint32_t i = 0; i < times; i++) races(path, states[0]);
    }
    if (strcmp(words[1], "network") == 0) network(times * POSITIONS);
#endif
    printf("%llx\n", (unsigned long long)sum);
    return 0;
}
