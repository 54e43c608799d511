/* camels.h: a row of five camels on a track, for the games that have one. Private to native/src.
 *
 * The camels stand in `order` from last to first and from bottom to top, each on its `space`, so a
 * unit (M1) is a run in it. Moving one is the heart of every playout, so it takes no branch: a row
 * is five bytes of one number, and moving is shifting. */
#ifndef CAMELNET_CAMELS_H
#define CAMELNET_CAMELS_H

#include "game.h"

#define CAMELS 5
#define ALL_CAMELS 31u

typedef struct camel_row {
    uint8_t order[CAMELS], space[CAMELS];
} camel_row;

/* `size` camels from order[first], all on `start`. */
typedef struct camel_unit {
    uint32_t first, size, start;
} camel_unit;

/* The place of a unit after its move; `covered`: others stand on it. */
typedef struct camel_place {
    uint32_t first;
    bool covered;
} camel_place;

/* The lowest `count` bytes of a row. */
static inline uint64_t camels_mask(uint32_t count) { return ((uint64_t)1 << 8 * count) - 1; }

static inline uint64_t camels_load(const uint8_t bytes[CAMELS])
{
    return bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32;
}

static inline void camels_store(uint8_t bytes[CAMELS], uint64_t row)
{
    for (uint32_t i = 0; i < CAMELS; i++) bytes[i] = (uint8_t)(row >> 8 * i);
}

/* The number of camels of the row behind `bound` (at most 100). */
static inline uint32_t camels_behind(uint64_t spaces, uint32_t bound)
{
    uint64_t ahead = (spaces + (uint64_t)0x0101010101 * (128 - bound)) >> 7 & 0x0101010101;
    return CAMELS - (uint32_t)(ahead * 0x0101010101 >> 32 & 7);
}

/* Row `from` without the `size` bytes at `first`, and with `unit` put in at `place`. */
static inline uint64_t camels_splice(uint64_t from, uint32_t first, uint32_t size, uint64_t unit,
                                     uint32_t place)
{
    uint64_t rest = (from & camels_mask(first)) | from >> 8 * (first + size) << 8 * first;
    return (rest & camels_mask(place)) | unit << 8 * place | rest >> 8 * place << 8 * (place + size);
}

/* The camel and all above it (M1); the camel alone before it is on the track (S2). */
static inline camel_unit camels_unit(const uint8_t order[CAMELS], const uint8_t space[CAMELS],
                                     uint32_t camel)
{
    uint32_t first = (uint32_t)((order[1] == camel) + 2 * (order[2] == camel) +
                                3 * (order[3] == camel) + 4 * (order[4] == camel));
    uint32_t start = space[first];
    uint32_t size = camels_behind(camels_load(space), start + 1) - first;
    return (camel_unit){first, start == 0 ? 1 : size, start};
}

/* Move a unit to `end`: on top of the camels there (M3), or `under` them. */
static inline camel_place camels_move(uint8_t order[CAMELS], uint8_t space[CAMELS],
                                      camel_unit unit, uint32_t end, bool under)
{
    uint64_t spaces = camels_load(space), orders = camels_load(order);
    uint32_t bound = end + !under; /* camels behind it stay below */
    uint32_t place = camels_behind(spaces, bound) - (unit.start < bound ? unit.size : 0);
    uint64_t mask = camels_mask(unit.size);
    orders = camels_splice(orders, unit.first, unit.size, orders >> 8 * unit.first & mask, place);
    spaces = camels_splice(spaces, unit.first, unit.size, (uint64_t)0x0101010101 * end & mask,
                           place);
    camels_store(order, orders);
    camels_store(space, spaces);
    uint32_t above = place + unit.size;
    return (camel_place){place, under && above < CAMELS && space[above] == end};
}

/* By camel: its space, 0 before it has one; then the number of camels behind or below it. */
static inline int16_t *camels_view(const uint8_t order[CAMELS], const uint8_t space[CAMELS],
                                   int16_t *at)
{
    int16_t behind = 0;
    for (uint32_t i = 0; i < 10; i++) at[i] = 0;
    for (uint32_t i = 0; i < 5; i++) {
        if (space[i] == 0) continue;
        at[order[i]] = space[i];
        at[5 + order[i]] = behind++;
    }
    return at + 10;
}

#endif
