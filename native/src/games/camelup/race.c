/* camelup/race.c: exact odds of the race from any position in a leg, tiles included.
 *
 * Tiles go home at the end of a leg, so from there on the table knows the race; it also does as
 * soon as no remaining die can reach a tile. Until then we walk through the leg exactly, in states
 * merged by rank as in the table (tables.h), each computed once. */
#include "tables.h"

#define RANKS 0x0403020100u
#define KNOWN_BITS 11
#define KNOWN (1u << KNOWN_BITS)
#define KEPT_MAX 1400 /* states kept; a leg with tiles has some hundred, seldom a thousand */

/* A leg's tiles as bits by space, and the states computed so far: a hash table by their place in
 * the tables of races; `place` is one more than that, and 0 in an empty slot. */
typedef struct race_walk {
    const camelup_tables *tables;
    uint32_t oases, mirages;
    uint32_t kept;
    uint32_t place[KNOWN];
    camelup_ends ends[KNOWN][CAMELS];
} race_walk;

static const camelup_ends *ends_of(race_walk *walk, uint64_t spaces, uint32_t dice,
                                   camelup_ends spare[CAMELS]);

/* Add the results of moving the unit at rank `first`. */
static void add_move(race_walk *walk, uint64_t spaces, uint32_t dice, uint32_t first, uint32_t pips,
                     camelup_ends sum[CAMELS])
{
    uint32_t start = (uint32_t)(spaces >> 8 * first) & 31;
    uint32_t size = camels_behind(spaces, start + 1) - first; /* M1 */
    uint32_t landing = start + pips;                          /* M2 */
    uint32_t under = walk->mirages >> landing & 1;            /* M4 */
    uint32_t end = landing + (walk->oases >> landing & 1) - under;
    uint32_t bound = end + 1 - under; /* camels behind it stay below */
    uint32_t place = camels_behind(spaces, bound) - (start < bound ? size : 0);
    uint64_t mask = camels_mask(size);
    uint64_t ranks = camels_splice(RANKS, first, size, (uint64_t)RANKS >> 8 * first & mask, place);
    if (end >= CN_CAMELUP_BEYOND) {
        sum[ranks >> 32 & 7].first += 1;
        sum[ranks & 7].last += 1;
        return;
    }
    camelup_ends spare[CAMELS];
    uint64_t next = camels_splice(spaces, first, size, (uint64_t)0x0101010101 * end & mask, place);
    uint32_t left = camelup_dice_splice(dice & ~(1u << first), first, size, place);
    const camelup_ends *ends = ends_of(walk, next, left, spare);
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        camelup_ends *to = &sum[ranks >> 8 * rank & 7];
        to->first += ends[rank].first;
        to->last += ends[rank].last;
    }
}

/* The average over the dice left; there is at least one. */
static void work_out(race_walk *walk, uint64_t spaces, uint32_t dice, camelup_ends ends[CAMELS])
{
    camelup_ends sum[CAMELS] = {{0, 0}};
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        if ((dice >> rank & 1) == 0) continue;
        for (uint32_t pips = 1; pips <= 3; pips++) add_move(walk, spaces, dice, rank, pips, sum);
    }
    double ways = 3 * cn_count_bits(dice);
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        ends[rank].first = sum[rank].first / ways;
        ends[rank].last = sum[rank].last / ways;
    }
}

/* Chances of the race's end from a state, by rank; `spare` is used if the cache is full. */
static const camelup_ends *ends_of(race_walk *walk, uint64_t spaces, uint32_t dice,
                                   camelup_ends spare[CAMELS])
{
    uint32_t index = camelup_table_index(camelup_row_index(spaces), dice);
    if (((walk->oases | walk->mirages) & camelup_within_reach(spaces, dice)) == 0) {
        return walk->tables->race[index]; /* also when the leg is over */
    }
    uint32_t slot = index * 2654435761u >> (32 - KNOWN_BITS);
    while (walk->place[slot] != 0) {
        if (walk->place[slot] == index + 1) return walk->ends[slot];
        slot = (slot + 1) % KNOWN;
    }
    camelup_ends ends[CAMELS];
    work_out(walk, spaces, dice, ends);
    if (walk->kept == KEPT_MAX) {
        memcpy(spare, ends, sizeof ends);
        return spare;
    }
    while (walk->place[slot] != 0) slot = (slot + 1) % KNOWN;
    walk->kept++;
    walk->place[slot] = index + 1;
    memcpy(walk->ends[slot], ends, sizeof ends);
    return walk->ends[slot];
}

static void by_camel(const cn_camelup *s, const camelup_ends ends[CAMELS], cn_camelup_race *odds)
{
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        odds->first[s->order[rank]] = ends[rank].first;
        odds->last[s->order[rank]] = ends[rank].last;
    }
}

static void walk_race(const camelup_tables *tables, const cn_camelup *s, cn_camelup_race *odds)
{
    race_walk walk;
    walk.tables = tables;
    walk.oases = walk.mirages = walk.kept = 0;
    memset(walk.place, 0, sizeof walk.place);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t tile = s->tile[seat], bit = 1u << (tile >> 1) & ~1u;
        walk.oases |= tile & 1 ? 0 : bit;
        walk.mirages |= tile & 1 ? bit : 0;
    }
    camelup_ends spare[CAMELS];
    uint32_t dice = camelup_dice_by_rank(s->order, s->dice);
    by_camel(s, ends_of(&walk, camels_load(s->space), dice, spare), odds);
}

void cn_camelup_race_odds(const void *memory, const uint8_t *state, cn_camelup_race *odds)
{
    const camelup_tables *tables = memory;
    const cn_camelup *s = (const cn_camelup *)state;
    uint32_t index = camelup_state_index(s);
    if (camelup_no_tiles(s)) {
        by_camel(s, tables->race[index], odds);
    } else {
        walk_race(tables, s, odds);
    }
}

void cn_camelup_race_odds_all(const void *tables, const uint8_t *states, uint32_t count,
                              cn_camelup_race *odds)
{
    for (uint32_t i = 0; i < count; i++) {
        cn_camelup_race_odds(tables, states + i * sizeof(cn_camelup), &odds[i]);
    }
}
