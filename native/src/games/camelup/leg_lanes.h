/* camelup/leg_lanes.h: the walk through all ways of a leg, many at a time. Private to native/src:
 * included by leg_avx2.c and leg_neon.c, which define lanes.
 *
 * A lane is a byte, and one way in which the dice have come so far. A row of camels is five bytes,
 * the camels' keys (leg.h): a difference of 0 to 4 tells who stands on whom. All lanes move the
 * same camel at once, each by its own number, without a branch.
 *
 * Three dice are rolled in each order, their 27 numbers side by side: a lane is the same number of
 * each camel in all orders. Orders that lead to the same row continue as one lane, with their
 * number as its weight; a quarter to a half of them remain and are packed. From there the fourth
 * die is rolled. The fifth only has to tell the final places of the camels.
 *
 * A unit that crosses the line is put on top of space 16: nothing moves after it, and the ranking
 * is the same. So keys stay below 128. */

#define PARTS (32 / LANES) /* of the 27 numbers of three dice */
#define ORDERS 6           /* of three dice; the greatest weight */
#define TRIOS 10           /* sets of three dice */
#define TRIO_ROWS 162      /* ORDERS * 27 */
#define LAST_ROWS (4 * 3 * TRIO_ROWS)
#define HELD_ROWS (14 * LANES) /* are counted at a time: 14 * 3 * ORDERS is a byte */

/* Counts by place are bytes of four 2-bit numbers: in how many of up to three rows the camel stands
 * above no other, above one, two, three. */

LANES_CODE lanes lanes_hot(lanes place)
{
    static const uint8_t table[16] = {1, 4, 16, 64};
    return lanes_find(table, place);
}

LANES_CODE lanes lanes_held(lanes index)
{
    static const uint8_t table[16] = {0, 1, 2, 3, 0, 4, 8, 12, 0, 16, 32, 48, 0, 64, 128, 192};
    return lanes_find(table, index);
}

typedef struct lane_row {
    lanes key[5];
} lane_row;

/* A row on its way, or at its end. */
typedef struct lane_way {
    lane_row row;
    lanes ended; /* mask: the race is over, nothing moves */
} lane_way;

/* Rows one after the other; entries beyond `count` have no weight. */
typedef struct trio_rows {
    uint8_t key[5][TRIO_ROWS + LANES], weight[TRIO_ROWS + LANES];
    uint32_t count, dice;
} trio_rows;

typedef struct last_rows {
    uint8_t key[5][LAST_ROWS + LANES], weight[LAST_ROWS + LANES];
    uint32_t count;
} last_rows;

typedef struct leg_work {
    const leg_start *leg;
    lane_places places[3][COUNTED]; /* of rows at their end after the third, fourth, fifth die */
    uint32_t starts[5][16];         /* places of units that move by the first, second ... die */
    lane_way first[5], second[5][5], third[ORDERS][PARTS];
    lanes weight[ORDERS][PARTS]; /* of the third */
    trio_rows trios[TRIOS];
    last_rows last;
    uint8_t held[5][HELD_ROWS]; /* counts by place, of a unit's lowest camel and of the others */
} leg_work;

/* The numbers of two dice and of three; entries beyond 9 and 27 mean nothing. */
static const uint8_t leg_pips_of_two[2][32] = {
    {1, 1, 1, 2, 2, 2, 3, 3, 3},
    {1, 2, 3, 1, 2, 3, 1, 2, 3},
};
static const uint8_t leg_pips[3][32] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3},
    {1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3},
    {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3},
};
static const uint8_t leg_once[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* The orders of three dice, and for each lane of three dice the lane of the first two of them. */
static const uint8_t leg_orders[ORDERS][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                              {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
static const uint8_t leg_of_two[ORDERS][32] = {
    {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8},
    {0, 0, 0, 3, 3, 3, 6, 6, 6, 1, 1, 1, 4, 4, 4, 7, 7, 7, 2, 2, 2, 5, 5, 5, 8, 8, 8},
    {0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 6, 7, 8},
    {0, 3, 6, 0, 3, 6, 0, 3, 6, 1, 4, 7, 1, 4, 7, 1, 4, 7, 2, 5, 8, 2, 5, 8, 2, 5, 8},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8},
    {0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8},
};

/* --- one move of a row ------------------------------------------------------------------------ */

/* Move camel 0 of the row with all above it; `where` is from leg_start.end. */
LANES_CODE void lane_move(lane_row *row, lanes where, bool mirages)
{
    lanes *key = row->key, start = key[0], end = lanes_and(where, lanes_all(0x78));
    lanes at_start = lanes_stack_at(start), at_end = lanes_stack_at(end);
    lanes above[5], there[5], below = lanes_all(0);
    for (uint32_t i = 1; i < 5; i++) {
        above[i] = lanes_stack(key[i], at_start);
        there[i] = lanes_without(lanes_stack(key[i], at_end), above[i]);
        below = lanes_count(below, there[i]);
    }
    if (mirages) {
        lanes under = lanes_flag(where, LEG_UNDER), size = lanes_all(1);
        for (uint32_t i = 1; i < 5; i++) size = lanes_count(size, above[i]);
        size = lanes_and(size, under);
        for (uint32_t i = 1; i < 5; i++) key[i] = lanes_add(key[i], lanes_and(there[i], size));
        below = lanes_without(below, under);
    }
    key[0] = lanes_add(end, below);
    for (uint32_t i = 1; i < 5; i++) key[i] = lanes_shift(key[i], above[i], start, key[0]);
}

/* Count the places in finished rows. `order[i]` is the camel of key i. */
LANES_CODE void count_ended(lane_places places[COUNTED], const lane_row *row,
                            const uint32_t order[5], lanes weight)
{
    for (uint32_t i = 0; i < 5; i++) {
        lanes place = lanes_all(0);
        if (order[i] == COUNTED) continue;
        for (uint32_t j = 0; j < 5; j++) {
            if (j != i) place = lanes_count(place, lanes_above(row->key[i], row->key[j]));
        }
        lane_places_add(&places[order[i]], lanes_hot(place), weight);
    }
}

/* The camels, `camel` first. */
static void order_from(uint32_t camel, uint32_t order[5])
{
    order[0] = camel;
    for (uint32_t i = 1; i < 5; i++) order[i] = i - (i <= camel);
}

/* --- the first three dice --------------------------------------------------------------------- */

/* Roll the die of `camel` by the number of each lane. */
LANES_CODE void roll(const leg_start *leg, const lane_way *from, uint32_t camel,
                     const uint8_t *numbers, bool mirages, lane_way *to)
{
    uint32_t order[5];
    lane_row row;
    order_from(camel, order);
    for (uint32_t i = 0; i < 5; i++) row.key[i] = from->row.key[order[i]];
    lanes start = lanes_eighth(row.key[0]), pips = lanes_load(numbers);
    lanes where = lanes_all(0), still = from->ended;
    for (uint8_t p = 0; p < 3; p++) {
        lanes mask = lanes_same(pips, lanes_all((uint8_t)(p + 1)));
        where = lanes_or(where, lanes_and(mask, lanes_find(leg->end[p], start)));
    }
    lane_move(&row, where, mirages);
    for (uint32_t i = 0; i < 5; i++) {
        to->row.key[order[i]] = lanes_or(lanes_without(row.key[i], still),
                                         lanes_and(from->row.key[order[i]], still));
    }
    to->ended = lanes_or(still, lanes_flag(where, LEG_ENDED));
}

/* Rows of two dice in the lanes of three. */
LANES_CODE lane_way spread(const lane_way *of_two, const uint8_t *lane)
{
    lane_way way;
    lanes from = lanes_load(lane);
    for (uint32_t i = 0; i < 5; i++) {
        way.row.key[i] = lanes_find((const uint8_t *)&of_two->row.key[i], from);
    }
    way.ended = lanes_find((const uint8_t *)&of_two->ended, from);
    return way;
}

/* Count the spaces of `camel` before its die, in each of nine lanes or in every third. */
LANES_CODE void note_starts(uint32_t starts[16], const lane_way *from, uint32_t camel,
                            uint32_t step)
{
    uint8_t keys[32], ended[32];
    lanes_store(keys, from->row.key[camel]);
    lanes_store(ended, from->ended);
    for (uint32_t i = 0; i < 9; i += step) starts[keys[i] >> 3] += ended[i] == 0;
}

/* Give the third rows their weights: if orders agree, the first of them has the weight of all, and
 * the others none. */
LANES_CODE void merge(leg_work *work, uint32_t part)
{
    for (uint32_t later = 0; later < ORDERS; later++) {
        const lane_way *other = &work->third[later][part];
        lanes once = lanes_load(leg_once + part * LANES);
        for (uint32_t early = 0; early < later; early++) {
            const lane_way *one = &work->third[early][part];
            lanes same = lanes_same(one->ended, other->ended);
            for (uint32_t i = 0; i < 5; i++) {
                same = lanes_and(same, lanes_same(one->row.key[i], other->row.key[i]));
            }
            same = lanes_and(same, lanes_above(work->weight[early][part], lanes_all(0)));
            same = lanes_and(same, once);
            work->weight[early][part] = lanes_add(work->weight[early][part], same);
            once = lanes_sub(once, same);
            if (!lanes_any(once)) break;
        }
        work->weight[later][part] = once;
    }
}

/* Count the finished third rows. */
LANES_CODE void count_thirds(leg_work *work, bool all)
{
    static const uint32_t order[5] = {0, 1, 2, 3, 4};
    for (uint32_t o = 0; o < ORDERS; o++) {
        for (uint32_t part = 0; part < PARTS; part++) {
            const lane_way *way = &work->third[o][part];
            lanes weight = work->weight[o][part];
            if (!all) weight = lanes_and(weight, way->ended);
            if (lanes_any(weight)) count_ended(work->places[0], &way->row, order, weight);
        }
    }
}

/* Pack the unfinished third rows. */
LANES_CODE void gather(const leg_work *work, trio_rows *rows)
{
    rows->count = 0;
    for (uint32_t o = 0; o < ORDERS; o++) {
        for (uint32_t part = 0; part < PARTS; part++) {
            const lane_way *way = &work->third[o][part];
            if (!lanes_any(work->weight[o][part])) continue;
            lanes from[6] = {way->row.key[0], way->row.key[1], way->row.key[2], way->row.key[3],
                             way->row.key[4], lanes_without(work->weight[o][part], way->ended)};
            uint8_t *const to[6] = {
                rows->key[0] + rows->count, rows->key[1] + rows->count,
                rows->key[2] + rows->count, rows->key[3] + rows->count,
                rows->key[4] + rows->count, rows->weight + rows->count};
            rows->count += lanes_squeeze(from, lanes_above(from[5], lanes_all(0)), to);
        }
    }
    memset(rows->weight + rows->count, 0, LANES);
}

/* --- the last two dice ------------------------------------------------------------------------ */

/* Roll the fourth die, `camel`'s, from these rows; `to` receives the rows with a fifth to come. */
LANES_CODE void roll_fourth(leg_work *work, const trio_rows *rows, uint32_t camel, bool mirages,
                            last_rows *to)
{
    const leg_start *leg = work->leg;
    uint32_t order[5];
    order_from(camel, order);
    uint8_t *put[6] = {to->key[order[0]] + to->count, to->key[order[1]] + to->count,
                       to->key[order[2]] + to->count, to->key[order[3]] + to->count,
                       to->key[order[4]] + to->count, to->weight + to->count};
    count_starts(work->starts[3], rows->key[camel], rows->weight, rows->count, leg->key[camel] >> 3);
    to->count += 3 * rows->count;
    for (uint32_t at = 0; at < rows->count; at += LANES) {
        uint32_t size = rows->count - at < LANES ? rows->count - at : LANES;
        lane_row from;
        for (uint32_t i = 0; i < 5; i++) from.key[i] = lanes_load(&rows->key[order[i]][at]);
        lanes weight = lanes_load(&rows->weight[at]), start = lanes_eighth(from.key[0]);
        for (uint32_t p = 0; p < 3; p++) {
            lane_row row = from;
            lanes where = lanes_find(leg->end[p], start);
            lanes ended = lanes_and(weight, lanes_flag(where, LEG_ENDED));
            lane_move(&row, where, mirages);
            if (lanes_any(ended)) count_ended(work->places[1], &row, order, ended);
            for (uint32_t i = 0; i < 5; i++) lanes_store(put[i], row.key[i]);
            lanes_store(put[5], lanes_without(weight, ended));
            for (uint32_t i = 0; i < 6; i++) put[i] += size;
        }
    }
}

/* The places in which the camels end by the last die, that of key 0, whatever its number: into
 * `held` from `at` on. The moving unit goes in among the rest, which keep their order: above
 * `passed` of them, so each of the rest has one of two places, with the unit below it or not. */
LANES_CODE void hold_last(const leg_start *leg, const lane_row *row, bool fourth_counts,
                          uint8_t held[5][HELD_ROWS], uint32_t at)
{
    lanes unit = lanes_stack_at(row->key[0]), start = lanes_eighth(row->key[0]);
    lanes rest[5], ride[5], index[5], both[5], own = lanes_all(0), most = lanes_all(7);
    for (uint32_t i = 1; i < 5; i++) {
        lanes above = lanes_stack(row->key[i], unit);
        ride[i] = lanes_ride(row->key[i], row->key[0], above);
        rest[i] = lanes_aside(row->key[i], above);
        most = lanes_add(most, lanes_and(above, lanes_all(4)));
        index[i] = lanes_all((uint8_t)(LANES_HELD + 4 * (i - 1)));
    }
    /* index = 4 * the number of the rest below + how often the unit ends above, so far never. */
    for (uint32_t i = 1; i < 5; i++) {
        for (uint32_t j = i + 1; j < 5; j++) {
            lanes four = lanes_and(lanes_above(rest[i], rest[j]), lanes_all(4));
            index[i] = lanes_add(index[i], four);
            index[j] = lanes_sub(index[j], four);
        }
    }
    /* both - index is the same with the unit below: 4 * its size more, and the rest of 3 times. */
    for (uint32_t i = 1; i < 5; i++) both[i] = lanes_add(lanes_add(index[i], index[i]), most);
    for (uint32_t p = 0; p < 3; p++) {
        lanes bound = lanes_find(leg->bound[p], start), passed = lanes_all(0);
        for (uint32_t i = 1; i < 5; i++) {
            lanes mask = lanes_above(bound, rest[i]);
            index[i] = lanes_count(index[i], mask);
            passed = lanes_count(passed, mask);
        }
        own = lanes_add(own, lanes_hot(passed));
    }
    lanes_store(&held[0][at], own);
    for (uint32_t i = 1; i < (fourth_counts ? 5 : 4); i++) {
        lanes stays = lanes_or(lanes_held(index[i]), lanes_held(lanes_sub(both[i], index[i])));
        lanes_store(&held[i][at], lanes_or(stays, lanes_raise(own, ride[i])));
    }
}

/* Count the ends of rows with only the die of `camel` to come. */
LANES_CODE void count_last(leg_work *work, uint32_t camel, const uint8_t *const keys[5],
                           const uint8_t *weights, uint32_t count)
{
    uint32_t order[5];
    const uint8_t *held[5];
    order_from(camel, order);
    for (uint32_t i = 0; i < 5; i++) held[order[i]] = work->held[i];
    count_starts(work->starts[work->leg->left - 1], keys[camel], weights, count,
                 work->leg->key[camel] >> 3);
    for (uint32_t done = 0; done < count; done += HELD_ROWS) {
        uint32_t size = count - done < HELD_ROWS ? count - done : HELD_ROWS;
        for (uint32_t at = 0; at < size; at += LANES) {
            lane_row row;
            for (uint32_t i = 0; i < 5; i++) row.key[i] = lanes_load(keys[order[i]] + done + at);
            hold_last(work->leg, &row, camel == COUNTED, work->held, at);
        }
        count_places(work->places[2], held, weights + done, size);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

LANES_CODE void roll_two(leg_work *work, bool mirages)
{
    const leg_start *leg = work->leg;
    lane_way start = {.ended = lanes_all(0)};
    for (uint32_t c = 0; c < 5; c++) start.row.key[c] = lanes_all(leg->key[c]);
    for (uint32_t x = 0; x < leg->left; x++) {
        uint32_t one = leg->dice[x];
        work->starts[0][leg->key[one] >> 3]++;
        roll(leg, &start, one, leg_pips_of_two[0], mirages, &work->first[one]);
        for (uint32_t y = 0; y < leg->left; y++) {
            uint32_t two = leg->dice[y];
            if (y == x) continue;
            note_starts(work->starts[1], &work->first[one], two, 3);
            roll(leg, &work->first[one], two, leg_pips_of_two[1], mirages,
                 &work->second[one][two]);
        }
    }
}

/* The six orders of three dice, to unfinished rows, or counted if these are all the dice. */
LANES_CODE void roll_trio(leg_work *work, const uint32_t dice[3], bool mirages, trio_rows *rows)
{
    for (uint32_t o = 0; o < ORDERS; o++) {
        const uint8_t *order = leg_orders[o];
        uint32_t three = dice[order[2]];
        const lane_way *of_two = &work->second[dice[order[0]]][dice[order[1]]];
        note_starts(work->starts[2], of_two, three, 1);
        for (uint32_t part = 0; part < PARTS; part++) {
            lane_way way = spread(of_two, leg_of_two[o] + part * LANES);
            roll(work->leg, &way, three, leg_pips[order[2]] + part * LANES, mirages,
                 &work->third[o][part]);
        }
    }
    for (uint32_t part = 0; part < PARTS; part++) merge(work, part);
    count_thirds(work, work->leg->left == 3);
    if (work->leg->left > 3) gather(work, rows);
    rows->dice = 1u << dice[0] | 1u << dice[1] | 1u << dice[2];
}

/* All orders that end with the die of `camel`. */
LANES_CODE void roll_last(leg_work *work, uint32_t camel, uint32_t trios, bool mirages)
{
    last_rows *last = &work->last;
    last->count = 0;
    for (uint32_t t = 0; t < trios; t++) {
        const trio_rows *rows = &work->trios[t];
        if (rows->dice >> camel & 1) continue;
        if (work->leg->left == 4) {
            const uint8_t *const keys[5] = {rows->key[0], rows->key[1], rows->key[2],
                                            rows->key[3], rows->key[4]};
            count_last(work, camel, keys, rows->weight, rows->count);
            continue;
        }
        for (uint32_t other = 0; other < 5; other++) {
            if (other == camel || (rows->dice >> other & 1)) continue;
            roll_fourth(work, rows, other, mirages, last);
        }
    }
    memset(last->weight + last->count, 0, LANES);
    const uint8_t *const keys[5] = {last->key[0], last->key[1], last->key[2], last->key[3],
                                    last->key[4]};
    count_last(work, camel, keys, last->weight, last->count);
}

/* From sums to odds: the meaning of each level's rows, and the remainder for the uncounted
 * camel. */
LANES_CODE void tell_odds(const leg_work *work, cn_camelup_odds *odds)
{
    const leg_start *leg = work->leg;
    uint32_t left = leg->left;
    const uint32_t ways[3] = {leg_ways[left - 3], left == 5 ? leg_ways[1] : 0, 1};
    for (uint32_t rank = 0; rank < 5; rank++) odds->rank[COUNTED][rank] = leg_ways[left];
    for (uint32_t camel = 0; camel < COUNTED; camel++) {
        odds->rank[camel][0] = leg_ways[left];
        for (uint32_t level = 0; level < 3; level++) {
            uint32_t four[4];
            lane_places_read(&work->places[level][camel], four);
            for (uint32_t i = 0; i < 4; i++) odds->rank[camel][4 - i] += ways[level] * four[i];
        }
        for (uint32_t rank = 1; rank < 5; rank++) odds->rank[camel][0] -= odds->rank[camel][rank];
        for (uint32_t rank = 0; rank < 5; rank++) {
            odds->rank[COUNTED][rank] -= odds->rank[camel][rank];
        }
    }
}

LANES_CODE void count_leg(const leg_start *leg, bool mirages, cn_camelup_odds *odds)
{
    leg_work work;
    uint32_t trios = 0;
    work.leg = leg;
    memset(work.places, 0, sizeof work.places);
    memset(work.starts, 0, sizeof work.starts);
    roll_two(&work, mirages);
    for (uint32_t x = 0; x < leg->left; x++) {
        for (uint32_t y = x + 1; y < leg->left; y++) {
            for (uint32_t z = y + 1; z < leg->left; z++) {
                const uint32_t dice[3] = {leg->dice[x], leg->dice[y], leg->dice[z]};
                roll_trio(&work, dice, mirages, &work.trios[trios++]);
            }
        }
    }
    for (uint32_t x = 0; x < leg->left && leg->left > 3; x++) {
        roll_last(&work, leg->dice[x], trios, mirages);
    }
    tell_odds(&work, odds);
    camelup_leg_landings(leg, work.starts, odds);
}
