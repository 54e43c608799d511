/* camelup/root_cache.h: the root cache of a camelup search (root_cache.c). Private to native/src. */
#ifndef CAMELNET_CAMELUP_ROOT_CACHE_H
#define CAMELNET_CAMELUP_ROOT_CACHE_H

#include "determinization.h"

#define CAMELUP_LEG_CACHE_SLOTS 4096 /* a leg of five dice leads to some hundred rows */
#define CAMELUP_LEG_CACHES 5        /* the present tiles, and the own one elsewhere */

/* As in a pattern, of ranks 1 to 4. */
typedef struct camelup_ranks {
    uint8_t leads[4], seconds[4];
} camelup_ranks;

/* With tiles on these spaces. */
typedef struct camelup_leg_cache {
    uint32_t oasis, mirage, rows;
    bool whole; /* false if there were too many rows for it */
    uint32_t key[CAMELUP_LEG_CACHE_SLOTS]; /* row * 32 + ranks left; 0 if empty */
    camelup_ranks ranks[CAMELUP_LEG_CACHE_SLOTS];
} camelup_leg_cache;

typedef struct camelup_root_cache {
    uint32_t count;
    camelup_leg_cache leg[CAMELUP_LEG_CACHES];
} camelup_root_cache;

void camelup_leg_cache_build(camelup_leg_cache *leg_cache, const cn_camelup *s);

/* Null if the leg never reaches the row. */
const camelup_ranks *camelup_leg_cache_find(const camelup_leg_cache *leg_cache, uint32_t row,
                                            uint32_t ranks);

/* The cache with exactly these tiles; null without one. */
static inline const camelup_leg_cache *camelup_leg_cache_of(const camelup_root_cache *root_cache,
                                                            uint32_t oasis,
                                                            uint32_t mirage)
{
    for (uint32_t i = 0; root_cache != NULL && i < root_cache->count; i++) {
        const camelup_leg_cache *leg_cache = &root_cache->leg[i];
        bool fits = leg_cache->oasis == oasis && leg_cache->mirage == mirage;
        if (fits && leg_cache->whole) return leg_cache;
    }
    return NULL;
}

#endif
