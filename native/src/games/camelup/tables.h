/* camelup/tables.h: the memory layout of the tables of camelup/race.h. Private to native/src.
 *
 * Here camels are numbered by rank from last (0) to first (4), and so are the dice left: bit r is
 * set if the die of the camel of rank r is in the pyramid. That merges all positions that differ
 * only by the camels' names. A table's entry for rank r belongs to the camel `order[r]`. */
#ifndef CAMELNET_CAMELUP_TABLES_H
#define CAMELNET_CAMELUP_TABLES_H

#include "rules.h"
#include "games/camelup/race.h"

#define CAMELUP_ROWS 15504 /* non-decreasing rows of five spaces from 1 to 16 */
#define CAMELUP_SETS 31    /* sets of dice left; the empty set is the next leg's full set */

/* The chances of a camel to end the race first and last. */
typedef struct camelup_ends {
    double first, last;
} camelup_ends;

typedef struct camelup_tables {
    camelup_ends race[CN_CAMELUP_STATES][5];
    /* By rank now: the ways in which that camel ends the leg first (lowest 16 bits), second, third
     * and fourth, so that numbers of ways add up four at a time. */
    uint64_t leg[CN_CAMELUP_STATES][5];
    uint16_t ended[CN_CAMELUP_STATES]; /* the ways in which the race ends */
} camelup_tables;

/* k! * 3^k by k: the number of ways in which k dice can come. */
static const uint16_t camelup_ways[6] = {1, 3, 18, 162, 1944, CN_CAMELUP_SEQUENCES};

/* The number of a row of spaces (camels_load): rows in colexicographic order, so that every roll
 * leads to a higher one. */
static inline uint32_t camelup_row_index(uint64_t spaces)
{
    /* By rank r and space s: s + r - 2 over r + 1, the rows that fit below s up to this rank. */
    static const uint16_t below[CAMELS][17] = {
        {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120},
        {0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680},
        {0, 0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060},
        {0, 0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628},
    };
    return (uint32_t)below[0][spaces & 31] + below[1][spaces >> 8 & 31] +
           below[2][spaces >> 16 & 31] + below[3][spaces >> 24 & 31] + below[4][spaces >> 32 & 31];
}

/* A state's place in the tables: a row's number and a set of dice by rank. */
static inline uint32_t camelup_table_index(uint32_t row, uint32_t dice)
{
    return row * CAMELUP_SETS + (dice == ALL_DICE ? 0 : dice);
}

/* The set of dice by rank instead of by camel. */
static inline uint32_t camelup_dice_by_rank(const uint8_t order[CAMELS], uint32_t dice)
{
    return (dice >> order[0] & 1) | (dice >> order[1] & 1) << 1 | (dice >> order[2] & 1) << 2 |
           (dice >> order[3] & 1) << 3 | (dice >> order[4] & 1) << 4;
}

/* A position's place in the tables. */
static inline uint32_t camelup_state_index(const cn_camelup *s)
{
    assert(s->space[0] != 0 && s->space[4] < CN_CAMELUP_BEYOND && s->dice != 0);
    return camelup_table_index(camelup_row_index(camels_load(s->space)),
                               camelup_dice_by_rank(s->order, s->dice));
}

static inline bool camelup_no_tiles(const cn_camelup *s)
{
    uint64_t tiles;
    memcpy(&tiles, s->tile, sizeof tiles);
    return tiles == 0;
}

/* A set by rank after `size` ranks from `first` on have moved to `place` (as camels_splice). */
static inline uint32_t camelup_dice_splice(uint32_t dice, uint32_t first, uint32_t size,
                                           uint32_t place)
{
    uint32_t unit = dice >> first & ((1u << size) - 1);
    uint32_t rest = (dice & ((1u << first) - 1)) | dice >> (first + size) << first;
    return (rest & ((1u << place) - 1)) | unit << place | rest >> place << (place + size);
}

/* The spaces on which the remaining dice could land before any has met a tile, as bits. A camel is
 * carried before its own roll only if another of them is below it on its space: then all of them
 * might carry it, three spaces each. */
static inline uint32_t camelup_within_reach(uint64_t spaces, uint32_t dice)
{
    uint32_t carried = (1u << 3 * cn_count_bits(dice)) - 1, reach = 0, below = 0;
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        if ((dice >> rank & 1) == 0) continue;
        uint32_t space = (uint32_t)(spaces >> 8 * rank) & 31;
        reach |= (space == below ? carried : 7u) << (space + 1);
        below = space;
    }
    return reach;
}

#endif
