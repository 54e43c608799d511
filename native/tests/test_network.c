/* test_network.c: what networks of random weights tell, to the last bit the same on every processor
 * that computes floats in their own width, whatever vectors it has. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"
#include "value.h"

#define TOLD 0x0aa84500u /* by x86-64, with AVX2 and without */
#define SEATS 8

static const uint32_t shapes[][3] = {
    {136, 96, 0}, {40, 12, 5}, {9, 7, 33}, {1, 1, 0}, {61, 40, 72}, {256, 256, 256}};

static float some(uint64_t *seed) { return (float)(cn_random(seed) >> 40) / (1 << 23) - 1; }

static uint32_t mixed(uint32_t hash, float number)
{
    union { float number; uint32_t bits; } told = {.number = number};
    return (hash ^ told.bits) * 0x01000193u;
}

static void *memory_for(uint64_t bytes)
{
    void *memory = malloc((size_t)bytes);
    if (memory == NULL) abort();
    return memory;
}

/* Most inputs of games are 0, so half of these are. */
static uint32_t judged(uint32_t hash, const uint32_t shape[3], uint64_t *seed)
{
    uint32_t count = cn_network_weights(shape[0], shape[1], shape[2]);
    float *weights = memory_for(count * sizeof *weights), share[SEATS], money[SEATS];
    float *rows = memory_for(SEATS * shape[0] * sizeof *rows);
    void *network = memory_for(cn_network_bytes(shape[0], shape[1], shape[2]));
    for (uint32_t i = 0; i < count; i++) weights[i] = some(seed) * 0.2f;
    for (uint32_t i = 0; i < SEATS * shape[0]; i++) {
        rows[i] = cn_random_below(seed, 2) == 0 ? 0 : some(seed);
    }
    if (!cn_network_make(network, shape[0], shape[1], shape[2], weights)) abort();
    cn_network_run(network, rows, SEATS, 0xDB, share, money);
    for (uint32_t seat = 0; seat < SEATS; seat++) {
        hash = mixed(mixed(hash, share[seat]), money[seat]);
    }
    free(weights);
    free(rows);
    free(network);
    return hash;
}

int main(void)
{
    uint64_t seed = 3;
    uint32_t hash = 0x811C9DC5u;
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        hash = judged(hash, shapes[i], &seed);
    }
    for (uint32_t i = 0; i < 1000; i++) hash = mixed(hash, cn_exp(some(&seed) * 90));
    if (FLT_EVAL_METHOD != 0 || hash == TOLD) return 0;
    fprintf(stderr, "networks tell 0x%08x, not 0x%08x\n", hash, TOLD);
    return 1;
}
