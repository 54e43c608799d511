/* camelup/pattern_table.c: for each row of camels and each set of dice left, the chances to lead
 * and the landings of dice, in 32 bytes. Playouts look one up after each die, so it must be small
 * rather than exact: chances are in 255ths. Exact odds are in leg.c and race.c. */
#include "determinization.h"

#define DICE_SETS 32 /* the first of each row, no dice, is not used */

/* The row with this number: camelup_row_index adds up the value of each space by itself. */
static void row_of(uint32_t number, uint8_t spaces[5])
{
    for (uint32_t i = 5; i-- > 0;) {
        uint64_t space = 16;
        while (camelup_row_index(space << 8 * i) > number) space--;
        number -= camelup_row_index(space << 8 * i);
        spaces[i] = (uint8_t)space;
    }
}

uint64_t camelup_pattern_table_bytes(void)
{
    return (uint64_t)CAMELUP_ROWS * DICE_SETS * sizeof(camelup_pattern);
}

/* A pattern during its computation: all ranks, and landings from space 1 on. */
typedef struct sums {
    uint32_t leads[5], seconds[5], firsts[5], lasts[5], landings[17];
} sums;

/* The result of a move: the ranks `to`, by the rank before; `row` until a camel has crossed. */
typedef struct stride {
    uint8_t to[5], landing;
    uint32_t row;
} stride;

static stride step_of(const uint8_t spaces[5], uint32_t rank, uint32_t pips)
{
    static const uint8_t bare[CAMELUP_BOARD] = {0};
    uint8_t order[5] = {0, 1, 2, 3, 4}, moved[5];
    memcpy(moved, spaces, 5);
    camelup_path path = camelup_move(order, moved, bare, rank, pips);
    stride step = {.landing = (uint8_t)path.landing};
    for (uint8_t i = 0; i < 5; i++) step.to[order[i]] = i;
    if (path.end != CN_CAMELUP_BEYOND) step.row = camelup_row_index(camels_load(moved));
    return step;
}

/* The missing rank of a pattern has the remainder of the whole. */
static uint32_t rest_of(const uint8_t part[4])
{
    uint32_t sum = (uint32_t)(part[0] + part[1] + part[2] + part[3]);
    return sum < PATTERN_ONE ? PATTERN_ONE - sum : 0;
}

static void add_race(sums *all, const camelup_pattern *pattern, const stride *step)
{
    uint32_t rest = rest_of(pattern->firsts), rest_last = rest_of(pattern->lasts);
    for (uint32_t r = 0; r < 5; r++) {
        uint32_t to = step->to[r];
        all->firsts[r] += to == 0 ? rest : pattern->firsts[to - 1];
        all->lasts[r] += to == 4 ? rest_last : pattern->lasts[to];
    }
}

static void add_leg(sums *all, const camelup_pattern *pattern, const stride *step)
{
    uint32_t rest = rest_of(pattern->leads), rest_second = rest_of(pattern->seconds);
    for (uint32_t r = 0; r < 5; r++) {
        uint32_t to = step->to[r];
        all->leads[r] += to == 0 ? rest : pattern->leads[to - 1];
        all->seconds[r] += to == 0 ? rest_second : pattern->seconds[to - 1];
    }
    for (uint32_t i = 0; i < 15; i++) all->landings[i + 2] += pattern->landings[i];
}

static void add_step(const camelup_pattern *patterns, sums *all, const stride *step,
                     uint32_t ranks_left)
{
    bool over = step->landing >= CN_CAMELUP_BEYOND;
    uint32_t ranks = 0;
    for (uint32_t r = 0; r < 5; r++) ranks |= (ranks_left >> r & 1) << step->to[r];
    if (!over) all->landings[step->landing] += PATTERN_POUND;
    if (!over && ranks != 0) {
        const camelup_pattern *pattern = camelup_pattern_at(patterns, step->row, ranks);
        add_leg(all, pattern, step);
        add_race(all, pattern, step);
        return;
    }
    for (uint32_t r = 0; r < 5; r++) {
        if (step->to[r] == 4) all->leads[r] += PATTERN_ONE;
        if (step->to[r] == 3) all->seconds[r] += PATTERN_ONE;
        if (over && step->to[r] == 4) all->firsts[r] += PATTERN_ONE;
        if (over && step->to[r] == 0) all->lasts[r] += PATTERN_ONE;
    }
    if (!over) add_race(all, camelup_pattern_at(patterns, step->row, ALL_DICE), step);
}

static uint8_t average(uint32_t sum, uint32_t count, uint32_t most)
{
    uint32_t value = (2 * sum + count) / (2 * count);
    return (uint8_t)(value < most ? value : most);
}

/* The busiest spaces without a camel on which a tile may lie. */
static uint8_t busiest(const camelup_pattern *pattern, const uint8_t spaces[5])
{
    uint32_t camels = 0, places = 0xFF, near = 0;
    for (uint32_t i = 0; i < 5; i++) camels |= 1u << spaces[i];
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t best = 15;
        for (uint32_t i = 0; i < 15; i++) {
            bool taken = ((camels | near) >> (i + 2) & 1) != 0;
            if (taken || pattern->landings[i] == 0) continue;
            if (best == 15 || pattern->landings[i] > pattern->landings[best]) best = i;
        }
        if (best == 15) break;
        near = 7u << (best + 1);
        places = k == 0 ? (places & 0xF0) | best : (places & 0x0F) | best << 4;
    }
    return (uint8_t)places;
}

static void write_pattern(camelup_pattern *pattern, const sums *all, uint32_t ways,
                          const uint8_t spaces[5])
{
    for (uint32_t i = 0; i < 4; i++) {
        pattern->leads[i] = average(all->leads[i + 1], ways, PATTERN_ONE);
        pattern->seconds[i] = average(all->seconds[i + 1], ways, PATTERN_ONE);
        pattern->firsts[i] = average(all->firsts[i + 1], ways, PATTERN_ONE);
        pattern->lasts[i] = average(all->lasts[i], ways, PATTERN_ONE);
    }
    for (uint32_t i = 0; i < 15; i++) pattern->landings[i] =
        average(all->landings[i + 2], ways, 255);
    pattern->places = busiest(pattern, spaces);
}

/* From the far end back: each move leads to a row with a larger number. */
void camelup_pattern_table_build(camelup_pattern *patterns)
{
    for (uint32_t row = CAMELUP_ROWS; row-- > 0;) {
        uint8_t spaces[5];
        stride steps[5][3];
        row_of(row, spaces);
        for (uint32_t rank = 0; rank < 5; rank++) {
            for (uint32_t pips = 1; pips <= 3; pips++) {
                steps[rank][pips - 1] = step_of(spaces, rank, pips);
            }
        }
        memset(&patterns[row * DICE_SETS], 0, sizeof *patterns);
        for (uint32_t ranks = 1; ranks <= ALL_DICE; ranks++) {
            sums all = {{0}, {0}, {0}, {0}, {0}};
            uint32_t ways = 0;
            for (uint32_t rank = 0; rank < 5; rank++) {
                if ((ranks >> rank & 1) == 0) continue;
                for (uint32_t k = 0; k < 3; k++) {
                    add_step(patterns, &all, &steps[rank][k], ranks & ~(1u << rank));
                    ways++;
                }
            }
            write_pattern(&patterns[row * DICE_SETS + ranks], &all, ways, spaces);
        }
    }
}

uint32_t camelup_ranks_left(uint64_t order, uint32_t dice)
{
    uint32_t ranks = 0;
    for (uint32_t r = 0; r < 5; r++) ranks |= (dice >> (order >> 8 * r & 255) & 1) << r;
    return ranks;
}

void camelup_read_pattern(const camelup_pattern *pattern, uint64_t order, camelup_chances *chances)
{
    uint32_t last = order & 255, first = order >> 32 & 255;
    chances->leads[last] = (int32_t)rest_of(pattern->leads);
    chances->seconds[last] = (int32_t)rest_of(pattern->seconds);
    chances->firsts[last] = (int32_t)rest_of(pattern->firsts);
    chances->lasts[first] = (int32_t)rest_of(pattern->lasts);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t camel = order >> 8 * (i + 1) & 255, behind = order >> 8 * i & 255;
        chances->leads[camel] = pattern->leads[i];
        chances->seconds[camel] = pattern->seconds[i];
        chances->firsts[camel] = pattern->firsts[i];
        chances->lasts[behind] = pattern->lasts[i];
    }
}
