/* cards/odds.c: the tables behind odds.h.
 *
 * A shape is the distance of each camel from the next one, with 4 for all larger ones. The worth of
 * a leg with n cards to come follows from legs with n - 1, and the worth of a race from races with
 * more cards played: cards only ever move camels forward, so each table is filled in one go, the
 * entries nearest to the end first. */
#include "odds.h"

#define GAPS 5              /* 0 to 4 spaces and more */
#define SHAPES 625          /* of four gaps */
#define CARDS_MAX 13        /* to come in a leg, counted up to 12 */
#define AHEAD_LEG 9         /* spaces to the finish: 1 to 8, 0 stands for more */
#define AHEAD_RACE 20       /* 1 to 19 */
#define FACES (2 * CAMELS)
#define BEHIND_MAX 40       /* spaces of all camels behind the first: 4 * (1 + 2 + 3 + 4) */
#define FAR 99              /* a track without an end */
#define TRIES 32            /* legs or races played without a table */
#define TRY_MOVES 200       /* in one of them */

/* The effect of a card on a shape: the shape after it, the advance of the first camel, and for each
 * place the camel's place before. */
typedef struct shape_way {
    uint16_t shape;
    uint8_t advance, from[CAMELS];
} shape_way;

typedef struct odds_tables {
    cards_leg_odds leg[AHEAD_LEG][CARDS_MAX][SHAPES];
    cards_race_odds race[AHEAD_RACE][SHAPES];
    shape_way way[SHAPES][FACES]; /* face: place, then CAMELS + place for a card of value 2 */
} odds_tables;

uint64_t cards_odds_bytes(void) { return sizeof(odds_tables); }

static uint32_t shape_of(const uint8_t space[CAMELS])
{
    uint32_t shape = 0;
    for (uint32_t i = CAMELS - 1; i-- > 0;) {
        uint32_t gap = (uint32_t)(space[i + 1] - space[i]);
        shape = shape * GAPS + (gap < GAPS ? gap : GAPS - 1);
    }
    return shape;
}

/* The camels of a shape in the order of their places, the last on space 1; returns the total
 * distance of all behind the first. */
static uint32_t row_of(uint32_t shape, camel_row *row)
{
    uint32_t space = 1, behind = 0;
    for (uint32_t i = 0; i < CAMELS; i++) {
        row->order[i] = (uint8_t)i;
        row->space[i] = (uint8_t)space;
        uint32_t gap = shape % GAPS;
        if (i + 1 < CAMELS) behind += gap * (i + 1);
        space += gap;
        shape /= GAPS;
    }
    return behind;
}

static shape_way way_of(uint32_t shape, uint32_t face)
{
    camel_row row;
    uint8_t home[2] = {0, 0};
    row_of(shape, &row);
    uint32_t first = row.space[CAMELS - 1];
    cards_move(row.order, row.space, home, FAR, face % CAMELS, 1 + face / CAMELS);
    shape_way way = {.shape = (uint16_t)shape_of(row.space),
                     .advance = (uint8_t)(row.space[CAMELS - 1] - first)};
    memcpy(way.from, row.order, sizeof way.from);
    return way;
}

static uint32_t copies(uint32_t face) { return face < CAMELS ? CARDS_ONES : 1; }

/* Sums over all cards, by kind and place. */
typedef struct mixture {
    uint32_t sum[RACE_KINDS][CAMELS];
} mixture;

/* Add the entries at the places `after` a card to the camels' places before it. */
static void mix(mixture *sum, const shape_way *way, uint32_t weight,
                const uint16_t (*after)[CAMELS], uint32_t kinds)
{
    for (uint32_t kind = 0; kind < kinds; kind++) {
        for (uint32_t i = 0; i < CAMELS; i++) {
            sum->sum[kind][way->from[i]] += weight * after[kind][i];
        }
    }
}

static void average(const mixture *sum, uint16_t (*odds)[CAMELS], uint32_t kinds)
{
    for (uint32_t kind = 0; kind < kinds; kind++) {
        for (uint32_t i = 0; i < CAMELS; i++) {
            odds[kind][i] = (uint16_t)((sum->sum[kind][i] + CARDS_ALL / 2) / CARDS_ALL);
        }
    }
}

const cards_leg_odds cards_leg_over = {{
    [LEG_FIRST] = {0, 0, 0, 0, CARDS_SURE},
    [LEG_SECOND] = {0, 0, 0, CARDS_SURE, 0},
    [LEG_MID] = {0, 2 * CARDS_SURE, 3 * CARDS_SURE, 2 * CARDS_SURE, 0},
}};
static const cards_race_odds race_over = {{
    [RACE_FIRST] = {0, 0, 0, 0, CARDS_SURE},
    [RACE_SECOND] = {0, 0, 0, CARDS_SURE, 0},
    [RACE_FOURTH] = {0, CARDS_SURE, 0, 0, 0},
    [RACE_LAST] = {CARDS_SURE, 0, 0, 0, 0},
}};

static void build_leg(odds_tables *tables, uint32_t ahead, uint32_t cards, uint32_t shape)
{
    cards_leg_odds *odds = &tables->leg[ahead][cards][shape];
    mixture sum = {{{0}}};
    if (cards == 0) {
        *odds = cards_leg_over;
        return;
    }
    for (uint32_t face = 0; face < FACES; face++) {
        const shape_way *way = &tables->way[shape][face];
        const cards_leg_odds *after = &cards_leg_over;
        if (ahead == 0) after = &tables->leg[0][cards - 1][way->shape];
        if (ahead > way->advance) after = &tables->leg[ahead - way->advance][cards - 1][way->shape];
        mix(&sum, way, copies(face), after->of, LEG_KINDS);
    }
    average(&sum, odds->of, LEG_KINDS);
}

static void build_race(odds_tables *tables, uint32_t ahead, uint32_t shape)
{
    mixture sum = {{{0}}};
    for (uint32_t face = 0; face < FACES; face++) {
        const shape_way *way = &tables->way[shape][face];
        const cards_race_odds *after = &race_over;
        if (ahead > way->advance) after = &tables->race[ahead - way->advance][way->shape];
        mix(&sum, way, copies(face), after->of, RACE_KINDS);
    }
    average(&sum, tables->race[ahead][shape].of, RACE_KINDS);
}

void cards_odds_build(void *memory)
{
    odds_tables *tables = memory;
    camel_row row;
    memset(tables, 0, sizeof *tables);
    for (uint32_t shape = 0; shape < SHAPES; shape++) {
        for (uint32_t face = 0; face < FACES; face++) {
            tables->way[shape][face] = way_of(shape, face);
        }
    }
    for (uint32_t cards = 0; cards < CARDS_MAX; cards++) {
        for (uint32_t ahead = 0; ahead < AHEAD_LEG; ahead++) {
            for (uint32_t shape = 0; shape < SHAPES; shape++) {
                build_leg(tables, ahead, cards, shape);
            }
        }
    }
    for (uint32_t ahead = 1; ahead < AHEAD_RACE; ahead++) {
        for (uint32_t behind = 0; behind <= BEHIND_MAX; behind++) {
            for (uint32_t shape = 0; shape < SHAPES; shape++) {
                if (row_of(shape, &row) == behind) build_race(tables, ahead, shape);
            }
        }
    }
}

/* --- without a table -------------------------------------------------------------------------- */

/* Play so many cards, of any camels, or to the end of the race; the places are then in `row`. */
static void try_cards(const cn_cards *s, uint32_t cards, uint64_t *seed, camel_row *row)
{
    uint8_t tokens[2] = {s->token_space[PALM], s->token_space[FENNEC]};
    memcpy(row->order, s->order, sizeof row->order);
    memcpy(row->space, s->space, sizeof row->space);
    for (bool crossed = false; cards > 0 && !crossed; cards--) {
        uint32_t card = cn_random_below(seed, CARDS_ALL);
        uint32_t value = card < CARDS_ONES * CAMELS ? 1 : 2;
        crossed = cards_move(row->order, row->space, tokens, s->last, card % CAMELS, value).crossed;
    }
}

static uint32_t place_of(const cn_cards *s, uint32_t camel)
{
    uint32_t place = 0;
    while (s->order[place] != camel) place++;
    return place;
}

void cards_odds_leg(const cn_cards *s, const void *tables, cards_leg_odds *odds)
{
    if (tables != NULL) {
        uint32_t ahead = s->last + 1u - s->space[CAMELS - 1];
        uint32_t cards = s->deck < CARDS_MAX ? s->deck : CARDS_MAX - 1;
        const odds_tables *built = tables;
        *odds = built->leg[ahead < AHEAD_LEG ? ahead : 0][cards][shape_of(s->space)];
        return;
    }
    uint64_t seed = 0;
    memset(odds, 0, sizeof *odds);
    for (uint32_t i = 0; i < TRIES; i++) {
        camel_row row;
        try_cards(s, s->deck, &seed, &row);
        for (uint32_t place = 0; place < CAMELS; place++) {
            uint32_t was = place_of(s, row.order[place]);
            for (uint32_t kind = 0; kind < LEG_KINDS; kind++) {
                odds->of[kind][was] += (uint16_t)(cards_leg_over.of[kind][place] / TRIES);
            }
        }
    }
}

void cards_odds_race(const cn_cards *s, const void *tables, cards_race_odds *odds)
{
    if (tables != NULL) {
        const odds_tables *built = tables;
        *odds = built->race[s->last + 1u - s->space[CAMELS - 1]][shape_of(s->space)];
        return;
    }
    uint64_t seed = 0;
    memset(odds, 0, sizeof *odds);
    for (uint32_t i = 0; i < TRIES; i++) {
        camel_row row;
        try_cards(s, TRY_MOVES, &seed, &row);
        for (uint32_t place = 0; place < CAMELS; place++) {
            uint32_t was = place_of(s, row.order[place]);
            for (uint32_t kind = 0; kind < RACE_KINDS; kind++) {
                odds->of[kind][was] += (uint16_t)(race_over.of[kind][place] / TRIES);
            }
        }
    }
}
