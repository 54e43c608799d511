/* camelup/root_cache.c: the root cache of a search: the leg at its root, counted with its desert
 * tiles.
 *
 * Patterns know no tiles, but a leg from one position leads to few rows: with the present tiles,
 * and with the searcher's own tile on each of its best places, we count each such row and set of
 * dice exactly, once per search. */
#include "fast_state.h"
#include "root_cache.h"

#define SLOTS CAMELUP_LEG_CACHE_SLOTS
#define ROWS_MAX (SLOTS * 3 / 4) /* beyond that the patterns have to do */

typedef struct parts {
    uint8_t leads[5], seconds[5]; /* by rank, of PATTERN_ONE */
} parts;

typedef struct walk {
    camelup_leg_cache *leg_cache;
    fast_track tiles; /* their places; its rows are not used */
} walk;

static const uint64_t ranks_in_order = 0x0403020100;

static uint32_t slot_of(const camelup_leg_cache *leg_cache, uint32_t key)
{
    uint32_t slot = (key * 2654435761u) >> 20;
    while (leg_cache->key[slot] != key && leg_cache->key[slot] != 0) slot = (slot + 1) % SLOTS;
    return slot;
}

_Static_assert(SLOTS == 1u << 12, "a hash of 12 bits");

const camelup_ranks *camelup_leg_cache_find(const camelup_leg_cache *leg_cache, uint32_t row,
                                            uint32_t ranks)
{
    uint32_t slot = slot_of(leg_cache, row * 32 + ranks);
    return leg_cache->key[slot] != 0 ? &leg_cache->ranks[slot] : NULL;
}

static parts parts_of(const camelup_ranks *found)
{
    parts all;
    uint32_t leads = 0, seconds = 0;
    for (uint32_t i = 0; i < 4; i++) {
        all.leads[i + 1] = found->leads[i];
        all.seconds[i + 1] = found->seconds[i];
        leads += found->leads[i];
        seconds += found->seconds[i];
    }
    all.leads[0] = (uint8_t)(leads < PATTERN_ONE ? PATTERN_ONE - leads : 0);
    all.seconds[0] = (uint8_t)(seconds < PATTERN_ONE ? PATTERN_ONE - seconds : 0);
    return all;
}

/* Count the ends of a leg from here; each row and set of dice is computed once. False if there are
 * too many. */
static bool weigh(walk *w, uint64_t space, uint32_t ranks, parts *answer)
{
    uint32_t key = camelup_row_index(space) * 32 + ranks, slot = slot_of(w->leg_cache, key);
    if (w->leg_cache->key[slot] == key) {
        *answer = parts_of(&w->leg_cache->ranks[slot]);
        return true;
    }
    uint32_t leads[5] = {0}, seconds[5] = {0}, ways = 0;
    for (uint32_t rank = 0; rank < 5; rank++) {
        for (uint32_t pips = 1; pips <= 3 && (ranks >> rank & 1) != 0; pips++) {
            fast_track next = w->tiles;
            next.order = ranks_in_order;
            next.space = space;
            fast_move(&next, rank, pips);
            uint32_t left = 0;
            for (uint32_t k = 0; k < 5; k++) {
                uint32_t before = fast_at(next.order, k);
                left |= ((ranks & ~(1u << rank)) >> before & 1) << k;
            }
            parts then = {{0, 0, 0, 0, PATTERN_ONE}, {0, 0, 0, PATTERN_ONE, 0}};
            bool goes_on = left != 0 && !fast_crossed(&next);
            if (goes_on && !weigh(w, next.space, left, &then)) return false;
            for (uint32_t k = 0; k < 5; k++) {
                leads[fast_at(next.order, k)] += then.leads[k];
                seconds[fast_at(next.order, k)] += then.seconds[k];
            }
            ways++;
        }
    }
    if (w->leg_cache->rows == ROWS_MAX) return false;
    slot = slot_of(w->leg_cache, key); /* others have come in between */
    w->leg_cache->rows++;
    w->leg_cache->key[slot] = key;
    for (uint32_t i = 0; i < 4; i++) {
        w->leg_cache->ranks[slot].leads[i] = (uint8_t)((leads[i + 1] + ways / 2) / ways);
        w->leg_cache->ranks[slot].seconds[i] = (uint8_t)((seconds[i + 1] + ways / 2) / ways);
    }
    *answer = parts_of(&w->leg_cache->ranks[slot]);
    return true;
}

void camelup_leg_cache_build(camelup_leg_cache *leg_cache, const cn_camelup *s)
{
    walk w = {.leg_cache = leg_cache};
    parts answer;
    memset(leg_cache, 0, sizeof *leg_cache);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        fast_put_tile(&w.tiles, seat, s->tile[seat]);
    }
    leg_cache->oasis = w.tiles.oasis;
    leg_cache->mirage = w.tiles.mirage;
    uint32_t ranks = camelup_ranks_left(camels_load(s->order), s->dice);
    leg_cache->whole = weigh(&w, camels_load(s->space), ranks, &answer);
}
