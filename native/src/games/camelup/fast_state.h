/* camelup/fast_state.h: camels on a track in a form for playouts. Private to native/src.
 *
 * The rules of rules.c in numbers instead of bytes and without events, for code that plays
 * thousands of games or legs: playout.c, root_cache.c and outlook.c. Tests play the same games
 * through rules.c. */
#ifndef CAMELNET_CAMELUP_FAST_STATE_H
#define CAMELNET_CAMELUP_FAST_STATE_H

#include "rules.h"

/* Of sets of five: their sizes, and the place of the k-th. */
static const uint8_t fast_count[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                        1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};
static const uint8_t fast_nth[32][5] = {
    {0},          {0},          {1},          {0, 1},       {2},          {0, 2},
    {1, 2},       {0, 1, 2},    {3},          {0, 3},       {1, 3},       {0, 1, 3},
    {2, 3},       {0, 2, 3},    {1, 2, 3},    {0, 1, 2, 3}, {4},          {0, 4},
    {1, 4},       {0, 1, 4},    {2, 4},       {0, 2, 4},    {1, 2, 4},    {0, 1, 2, 4},
    {3, 4},       {0, 3, 4},    {1, 3, 4},    {0, 1, 3, 4}, {2, 3, 4},    {0, 2, 3, 4},
    {1, 2, 3, 4}, {0, 1, 2, 3, 4},
};

static const uint8_t fast_leg_values[4] = {5, 3, 2, 0};
static const uint8_t fast_card_values[5] = {8, 5, 3, 2, 1};

typedef struct fast_track {
    uint64_t order, space;  /* bytes from last to first, as in camelup.h */
    uint32_t oasis, mirage; /* spaces with a tile, as bits */
    uint32_t tile[8];       /* by owner, as in camelup.h */
} fast_track;

static inline uint32_t fast_at(uint64_t row, uint32_t rank) { return row >> 8 * rank & 255; }

/* The space of this seat's tile, as a bit; 0 while it has none. */
static inline uint32_t fast_tile_bit(uint32_t tile) { return 1u << (tile >> 1) & ~1u; }

static inline void fast_put_tile(fast_track *t, uint32_t seat, uint32_t tile)
{
    uint32_t lifted = ~fast_tile_bit(t->tile[seat]), side = 0u - (tile & 1);
    uint32_t put = fast_tile_bit(tile);
    t->oasis = (t->oasis & lifted) | (put & ~side);
    t->mirage = (t->mirage & lifted) | (put & side);
    t->tile[seat] = tile;
}

static inline void fast_clear_tiles(fast_track *t)
{
    memset(t->tile, 0, sizeof t->tile);
    t->oasis = t->mirage = 0;
}

/* Move the unit of this rank (M). Returns the space of the tile that it met, or 0. */
static inline uint32_t fast_move(fast_track *t, uint32_t rank, uint32_t pips)
{
    uint32_t start = fast_at(t->space, rank), tile = 0;
    uint32_t size = camels_behind(t->space, start + 1) - rank, end = start + pips;
    bool under = false;
    if (((t->oasis | t->mirage) >> end & 1) != 0) { /* M4 */
        tile = end;
        under = (t->mirage >> end & 1) != 0;
        end = under ? end - 1 : end + 1;
    }
    if (end > CN_CAMELUP_BEYOND) end = CN_CAMELUP_BEYOND; /* M2 */
    uint32_t bound = end + !under;
    uint32_t place = camels_behind(t->space, bound) - (start < bound ? size : 0);
    uint64_t mask = camels_mask(size);
    t->order = camels_splice(t->order, rank, size, t->order >> 8 * rank & mask, place);
    t->space = camels_splice(t->space, rank, size, (uint64_t)0x0101010101 * end & mask, place);
    return tile;
}

static inline bool fast_crossed(const fast_track *t)
{
    return t->space >> 32 == CN_CAMELUP_BEYOND;
}

#endif
