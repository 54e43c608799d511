/* camelup/tables.c: the tables of legs and races without desert tiles (tables.h), and
 * looking up in them.
 *
 * Every roll takes a row of spaces to one with a higher number, so one pass from the highest row
 * down finds everything that it needs. The entry of a state is the sum of the entries of the states
 * after each die and each number, with its ranks put back to their former places: ways of a leg add
 * up, and chances of a race are their average. */
#include "tables.h"

_Static_assert(CN_CAMELUP_STATES == CAMELUP_ROWS * CAMELUP_SETS, "a place for every state");
_Static_assert(CN_CAMELUP_SEQUENCES < 1 << 16, "ways fit in 16 bits");

#define FIRST_ROW 0x1010101010u /* all camels on 16: the row of the highest number */
#define RANKS 0x0403020100u

/* The entries for a finished race, by the set of dice that are no longer rolled. */
typedef struct finish {
    camelup_ends race[32][CAMELS];
    uint64_t leg[32][CAMELS];
    uint16_t ended[32];
} finish;

/* The result of one unit's move: the entries of the next row, by the set of dice there. */
typedef struct step {
    const camelup_ends (*race)[CAMELS];
    const uint64_t (*leg)[CAMELS];
    const uint16_t *ended;
    uint8_t rank[CAMELS]; /* by rank before: the rank there */
    uint8_t dice[32];     /* by set before, without the die that was rolled: the set there */
    bool over;
} step;

static void set_finish(finish *end)
{
    memset(end, 0, sizeof *end);
    for (uint32_t dice = 0; dice < 32; dice++) {
        uint16_t ways = camelup_ways[cn_count_bits(dice)];
        end->race[dice][0].last = end->race[dice][CAMELS - 1].first = 1;
        for (uint32_t rank = 1; rank < CAMELS; rank++) {
            end->leg[dice][rank] = (uint64_t)ways << 16 * (CAMELS - 1 - rank);
        }
        end->ended[dice] = ways;
    }
}

static void set_step(step *to, const camelup_tables *tables, const finish *end, uint64_t spaces,
                     uint32_t first, uint32_t pips)
{
    uint32_t start = (uint32_t)(spaces >> 8 * first) & 31;
    uint32_t size = camels_behind(spaces, start + 1) - first; /* M1 */
    uint32_t landing = start + pips;                          /* M2 */
    uint32_t place = camels_behind(spaces, landing + 1) - size;
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        bool own = rank >= first && rank < first + size;
        bool passed = !own && rank >= first && rank < place + size;
        to->rank[rank] = (uint8_t)(rank + (own ? place - first : 0) - (passed ? size : 0));
    }
    for (uint32_t dice = 0; dice < 32; dice++) {
        to->dice[dice] = (uint8_t)camelup_dice_splice(dice & ~(1u << first), first, size, place);
    }
    to->over = landing >= CN_CAMELUP_BEYOND;
    if (to->over) {
        to->race = end->race;
        to->leg = end->leg;
        to->ended = end->ended;
        return;
    }
    uint64_t unit = (uint64_t)0x0101010101 * landing & camels_mask(size);
    uint32_t row = camelup_row_index(camels_splice(spaces, first, size, unit, place));
    uint32_t next = camelup_table_index(row, ALL_DICE); /* set 0: after the leg it is all dice */
    to->race = &tables->race[next];
    to->leg = &tables->leg[next];
    to->ended = &tables->ended[next];
}

/* A leg's last die leaves every camel in its place. */
static void build_leg(camelup_tables *tables, const finish *end, const step *steps,
                      uint32_t row, uint32_t dice)
{
    uint64_t sum[CAMELS] = {0};
    uint32_t ended = 0;
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        if ((dice >> rank & 1) == 0) continue;
        for (uint32_t pips = 0; pips < 3; pips++) {
            const step *to = &steps[3 * rank + pips];
            uint32_t left = to->dice[dice];
            const uint64_t *leg = left == 0 ? end->leg[0] : to->leg[left];
            for (uint32_t r = 0; r < CAMELS; r++) sum[r] += leg[to->rank[r]];
            ended += left == 0 ? to->over : to->ended[left];
        }
    }
    uint32_t index = camelup_table_index(row, dice);
    memcpy(tables->leg[index], sum, sizeof sum);
    tables->ended[index] = (uint16_t)ended;
}

static void build_race(camelup_tables *tables, const step *steps, uint32_t row, uint32_t dice)
{
    camelup_ends sum[CAMELS] = {{0, 0}};
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        if ((dice >> rank & 1) == 0) continue;
        for (uint32_t pips = 0; pips < 3; pips++) {
            const step *to = &steps[3 * rank + pips];
            const camelup_ends *race = to->race[to->dice[dice]];
            for (uint32_t r = 0; r < CAMELS; r++) {
                sum[r].first += race[to->rank[r]].first;
                sum[r].last += race[to->rank[r]].last;
            }
        }
    }
    camelup_ends *race = tables->race[camelup_table_index(row, dice)];
    double ways = 3 * cn_count_bits(dice);
    for (uint32_t r = 0; r < CAMELS; r++) {
        race[r].first = sum[r].first / ways;
        race[r].last = sum[r].last / ways;
    }
}

/* The row with the next lower number; the lowest row has none. */
static uint64_t row_before(uint64_t spaces)
{
    uint8_t space[CAMELS];
    camels_store(space, spaces);
    uint32_t rank = 0;
    while (rank < CAMELS && space[rank] == 1) rank++;
    if (rank == CAMELS) return spaces;
    space[rank]--;
    for (uint32_t below = 0; below < rank; below++) space[below] = space[rank];
    return camels_load(space);
}

uint64_t cn_camelup_tables_bytes(void) { return sizeof(camelup_tables); }

void cn_camelup_tables_build(void *memory)
{
    camelup_tables *tables = memory;
    finish end;
    set_finish(&end);
    uint64_t spaces = FIRST_ROW;
    for (uint32_t row = CAMELUP_ROWS; row-- > 0; spaces = row_before(spaces)) {
        assert(camelup_row_index(spaces) == row);
        step steps[3 * CAMELS];
        for (uint32_t rank = 0; rank < CAMELS; rank++) {
            for (uint32_t pips = 1; pips <= 3; pips++) {
                set_step(&steps[3 * rank + pips - 1], tables, &end, spaces, rank, pips);
            }
        }
        for (uint32_t dice = 1; dice < 32; dice++) build_leg(tables, &end, steps, row, dice);
        for (uint32_t dice = 1; dice < 32; dice++) build_race(tables, steps, row, dice);
    }
}

/* --- looking up ------------------------------------------------------------------------------- */

uint32_t cn_camelup_state_index(const uint8_t *state)
{
    return camelup_state_index((const cn_camelup *)state);
}

uint32_t cn_camelup_leg_lookup(const void *memory, const uint8_t *state, cn_camelup_odds *odds)
{
    const camelup_tables *tables = memory;
    const cn_camelup *s = (const cn_camelup *)state;
    if (!camelup_no_tiles(s)) return 0;
    uint32_t index = camelup_state_index(s), ways = camelup_ways[cn_count_bits(s->dice)];
    memset(odds->landing, 0, sizeof odds->landing);
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        uint64_t places = tables->leg[index][rank];
        uint32_t *counts = odds->rank[s->order[rank]];
        uint32_t left = ways;
        for (uint32_t place = 0; place < CAMELS - 1; place++) {
            counts[place] = (uint32_t)(places >> 16 * place) & 0xFFFF;
            left -= counts[place];
        }
        counts[CAMELS - 1] = left;
    }
    odds->ended = tables->ended[index];
    return ways;
}

void cn_camelup_leg_lookup_all(const void *tables, const uint8_t *states, uint32_t count,
                               cn_camelup_odds *odds, uint32_t *totals)
{
    for (uint32_t i = 0; i < count; i++) {
        totals[i] = cn_camelup_leg_lookup(tables, states + i * sizeof(cn_camelup), &odds[i]);
    }
}
