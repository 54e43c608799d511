/* blake2b.c: BLAKE2b (RFC 7693). It reads and writes numbers byte by byte, so it gives the same
 * result everywhere. */
#include "blake2b.h"

#include <assert.h>
#include <string.h>

#define ROUNDS 12

static const uint64_t initial[8] = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
    0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u,
};

static const uint8_t sigma[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
};

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (uint32_t i = 8; i-- > 0;) word = word << 8 | bytes[i];
    return word;
}

static uint64_t turned(uint64_t word, uint32_t by) { return word >> by | word << (64 - by); }

static inline void mix(uint64_t *v, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint64_t x,
                       uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

/* Process one block into `hash`; `total` counts the bytes so far, this block included. */
static void compress(uint64_t *hash, const uint8_t *block, uint32_t total, int last)
{
    uint64_t v[16], m[16];
    memcpy(v, hash, 8 * sizeof *v);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= total;
    if (last) v[14] = ~v[14];
    for (uint32_t i = 0; i < 16; i++) m[i] = load(block + 8 * i);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const uint8_t *s = sigma[round];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (uint32_t i = 0; i < 8; i++) hash[i] ^= v[i] ^ v[8 + i];
}

void cn_blake2b(const uint8_t *message, uint32_t size, const uint8_t *key, uint32_t key_size,
                const char *person, uint8_t *digest, uint32_t digest_size)
{
    assert(size <= CN_BLAKE2B_BLOCK && key_size <= CN_BLAKE2B_DIGEST);
    assert(digest_size > 0 && digest_size <= CN_BLAKE2B_DIGEST);
    assert(size > 0 || key_size == 0); /* otherwise the key's block would be the last one */
    uint64_t hash[8];
    uint8_t block[CN_BLAKE2B_BLOCK] = {0};
    memcpy(hash, initial, sizeof hash);
    hash[0] ^= 0x01010000u ^ key_size << 8 ^ digest_size;
    if (person != NULL) {
        hash[6] ^= load((const uint8_t *)person);
        hash[7] ^= load((const uint8_t *)person + 8);
    }
    uint32_t total = 0;
    if (key_size > 0) {
        memcpy(block, key, key_size);
        total = CN_BLAKE2B_BLOCK;
        compress(hash, block, total, 0);
        memset(block, 0, sizeof block);
    }
    memcpy(block, message, size);
    compress(hash, block, total + size, 1);
    for (uint32_t i = 0; i < digest_size; i++) digest[i] = (uint8_t)(hash[i / 8] >> 8 * (i % 8));
}
