/* camelup/random.c: random games: some three hundred plies in 2.5 microseconds.
 *
 * It draws the same numbers for the same choices as `any`, `opening` and `play` of rules.c do one
 * by one, and so comes to the same end; native/tests/test_camelup_playouts.c compares the two. All
 * choices of a decision are one set of bits, in the order in which `nth` counts them. */
#include "fast_state.h"

#define PLIES_MAX 65536 /* a random game of so many does not happen */

/* The set of choices: a roll; at 2 * space + side a desert tile, with room for the spaces beside
 * it; a leg tile of each camel; the own desert tile turned over; at CARD_AT + 2 * slot + deck a
 * race card. */
#define ROLL_CHOICE ((uint64_t)1)
#define TILES ((uint64_t)0x3FFFFFFF << 4)
#define LEG_AT 36
#define LEGS ((uint64_t)31 << LEG_AT)
#define FLIP ((uint64_t)1 << 41)
#define CARD_AT 42
#define CARDS ((uint64_t)1 << CARD_AT) /* the lowest of them */
#define CARD_SLOTS ((uint64_t)0x3FF << CARD_AT)
/* Of two choices that exclude each other the lower one: sides of a space, decks of a slot. */
#define EITHER ((TILES | CARD_SLOTS) & 0x5555555555555555u)
/* Leg tiles as bits: those of two pounds at LEG_AT + camel, of three and five above. */
#define ALL_LEGS (LEGS * 0x421)
#define FIRST_LEGS (LEGS << 10)

typedef struct random_seat {
    uint64_t ground;     /* the space of the desert tile, with both its bits */
    uint64_t legs, hand; /* leg tiles; choices that only this seat has */
    uint64_t number;
    struct random_seat *next;
    int32_t money, pyramid;
} random_seat;

typedef struct random_state {
    uint64_t order, space; /* of camels, as in fast_track */
    uint64_t open;         /* choices that all seats have, but for desert tiles */
    uint64_t top;          /* the next leg tile of each camel; below LEGS when all are taken */
    uint64_t tiles, up;    /* spaces of desert tiles with both their bits; sides that are up */
    uint32_t options, dice, leg, starter, seats, cards;
    random_seat *turn;
    random_seat seat[8];
    uint64_t card[41]; /* race cards as they were laid: choice | seat; the last is for none */
} random_state;

/* What is open to all where camels stand so. */
static uint64_t open_choices(uint64_t space, uint64_t legs)
{
    uint64_t camels = 0;
    for (uint32_t k = 0; k < 5; k++) camels |= (uint64_t)3 << 2 * fast_at(space, k);
    return ROLL_CHOICE | (TILES & ~camels) | legs;
}

static void load_seat(random_state *g, const cn_camelup *s, uint32_t number)
{
    random_seat *seat = &g->seat[number];
    uint32_t tile = s->tile[number], laid = s->laid[number];
    seat->number = number;
    seat->next = &g->seat[number + 1 == g->seats ? 0 : number + 1];
    seat->money = (int32_t)camelup_money(s, number);
    seat->pyramid = s->pyramid[number];
    seat->hand = CARD_SLOTS;
    for (uint32_t slot = 0; slot < 5; slot++) {
        seat->hand &= ~((uint64_t)(laid >> slot & 1) * 3 << (CARD_AT + 2 * slot));
    }
    if (tile == 0) return;
    seat->ground = (uint64_t)3 << (tile & ~1u);
    seat->hand |= (g->options & FLIP_IN_PLACE) != 0 ? FLIP : 0;
    g->tiles |= seat->ground;
    g->up |= (uint64_t)1 << tile;
}

static void load(random_state *g, const cn_camelup *s)
{
    memset(g, 0, sizeof *g);
    g->order = camels_load(s->order);
    g->space = camels_load(s->space);
    g->options = s->options;
    g->dice = s->dice;
    g->leg = cn_load32(s->leg);
    g->starter = s->starter;
    g->seats = s->head.seats;
    g->turn = &g->seat[s->head.seat];
    for (uint32_t number = 0; number < g->seats; number++) load_seat(g, s, number);
    g->top = FIRST_LEGS;
    for (uint32_t tile = 0; tile < 15; tile++) { /* of each camel those of more pounds first */
        if (s->taken[tile] == 0) continue;
        uint64_t bit = (uint64_t)1 << (LEG_AT + 10 - 5 * (tile % 3) + tile / 3);
        g->seat[(s->taken[tile] >> 4) - 1].legs |= bit;
        g->top = (g->top ^ bit) | bit >> 5;
    }
    uint64_t left = g->top & ALL_LEGS;
    g->open = open_choices(g->space, (left | left >> 5 | left >> 10) & LEGS);
}

/* L2 and L3. */
static void score_leg(random_state *g)
{
    uint32_t first = fast_at(g->order, 4), second = fast_at(g->order, 3);
    for (random_seat *seat = g->seat; seat < g->seat + g->seats; seat++) {
        uint32_t legs = (uint32_t)(seat->legs >> LEG_AT), right = legs >> first;
        uint32_t next = legs >> second, pounds;
        pounds = 3 * (right & 1) + 4 * (right >> 5 & 1) + 6 * (right >> 10 & 1);
        pounds += 2 * ((next & 1) + (next >> 5 & 1) + (next >> 10 & 1));
        pounds -= fast_count[legs & 31];
        pounds -= fast_count[legs >> 5 & 31];
        pounds -= fast_count[legs >> 10];
        int32_t money = seat->money + seat->pyramid + (int32_t)pounds;
        seat->money = money > 0 ? money : 0;
        seat->pyramid = 0;
        seat->legs = seat->ground = 0;
        seat->hand &= ~FLIP;
    }
    g->tiles = g->up = 0;
    g->top = FIRST_LEGS;
    g->open |= LEGS;
    g->dice = ALL_DICE;
}

static void begin_leg(random_state *g)
{
    g->leg += g->leg < CN_CAMELUP_LEG_MAX;
    g->starter = (uint32_t)g->turn->number + 1;
}

/* What options make of a decision: O2, then O1, which may end the leg. */
static void heed_options(random_state *g, random_seat *seat, uint64_t choice)
{
    if ((choice & FLIP) != 0) g->up ^= seat->ground;
    if ((choice & TILES) != 0 && (g->options & FLIP_IN_PLACE) != 0) seat->hand |= FLIP;
    if ((g->options & LEG_ENDS_WITHOUT_TILES) != 0 && (g->top & ALL_LEGS) == 0) {
        score_leg(g);
        g->turn = seat->next;
        begin_leg(g);
    }
}

/* The decisions, twice: for any processor, and with the instructions that count and place bits.
 * What a decision is waits for the tile before it, so these few steps are most of a game. */
static inline uint64_t byte_sums(uint64_t set) /* how many bits from the lowest up to each byte */
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return ((set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u;
}

static inline uint64_t count_any(uint64_t set) { return byte_sums(set) >> 56; }

static inline uint64_t nth_any(uint64_t set, uint64_t k)
{
    uint64_t sums = byte_sums(set), ones = 0x0101010101010101u;
    uint64_t below = ((k * ones | ones << 7) - sums) >> 7 & ones; /* bytes that end before it */
    uint32_t at = 8 * (uint32_t)(below * ones >> 56);
    uint32_t left = (uint32_t)(k - (sums << 8 >> at & 255)), byte = (uint32_t)(set >> at & 255);
    uint32_t low = fast_count[byte & 15], high = left >= low;
    left -= high ? low : 0;
    return (uint64_t)1 << (at + 4 * high + fast_nth[byte >> 4 * high & 15][left]);
}

#define DECIDE decide_any
#define COUNT count_any
#define NTH nth_any
#include "random_decide.h"
#undef DECIDE
#undef COUNT
#undef NTH

#if defined(__x86_64__) && defined(__GNUC__)
#define WITH_BITS __attribute__((target("popcnt,bmi,bmi2")))

WITH_BITS static inline uint64_t count_bits(uint64_t set)
{
    return (uint64_t)__builtin_popcountll(set);
}

WITH_BITS static inline uint64_t nth_bit(uint64_t set, uint64_t k)
{
    return __builtin_ia32_pdep_di((uint64_t)1 << k, set);
}

#define DECIDE WITH_BITS decide_by_bits
#define COUNT count_bits
#define NTH nth_bit
#include "random_decide.h"

static bool has_bits(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#else
#define decide_by_bits decide_any
static bool has_bits(void) { return false; }
#endif

/* The unit from `rank` on comes to `end`. */
static void carry(random_state *g, uint32_t rank, uint32_t size, uint32_t end, uint32_t under)
{
    uint32_t bound = end + 1 - under;
    uint32_t place = camels_behind(g->space, bound) - (fast_at(g->space, rank) < bound ? size : 0);
    uint64_t mask = camels_mask(size);
    g->order = camels_splice(g->order, rank, size, g->order >> 8 * rank & mask, place);
    g->space = camels_splice(g->space, rank, size, (uint64_t)0x0101010101 * end & mask, place);
}

static uint32_t rank_of(const random_state *g, uint32_t camel)
{
    uint32_t rank = 0;
    for (uint32_t k = 1; k < 5; k++) rank += fast_at(g->order, k) == camel ? k : 0;
    return rank;
}

/* The die that the seat on turn has rolled. */
static void roll(random_state *g, uint64_t *seed)
{
    uint32_t drawn = cn_random_below(seed, 3u * fast_count[g->dice]);
    uint32_t camel = fast_nth[g->dice][drawn / 3], rank = rank_of(g, camel);
    g->dice &= ~(1u << camel);
    uint32_t start = fast_at(g->space, rank), size = camels_behind(g->space, start + 1) - rank;
    uint32_t landing = start + 1 + drawn % 3, side = (uint32_t)(g->up >> 2 * landing) & 3;
    uint32_t under = side >> 1, end = landing + (side & 1) - under; /* M4 */
    if (end > CN_CAMELUP_BEYOND) end = CN_CAMELUP_BEYOND;           /* M2 */
    carry(g, rank, size, end, under);
    for (uint32_t k = 0; side != 0 && k < g->seats; k++) {
        g->seat[k].money += (int32_t)(g->seat[k].ground >> 2 * landing & 1);
    }
    g->turn = g->turn->next;
    if (g->space >> 32 == CN_CAMELUP_BEYOND) {
        score_leg(g);
        return;
    }
    if (g->dice == 0) {
        score_leg(g);
        begin_leg(g);
    }
    g->open = open_choices(g->space, g->open & LEGS);
}

/* S1 and S2, from whatever is done already. Returns the plies. */
static uint32_t set_up(random_state *g, uint64_t *seed)
{
    uint32_t plies = 0, left = 0;
    if (g->starter == 0) {
        g->starter = 1 + cn_random_below(seed, g->seats);
        plies++;
    }
    for (uint32_t k = 0; k < 5; k++) {
        left |= (uint32_t)(fast_at(g->space, k) == 0) << fast_at(g->order, k);
    }
    for (; left != 0; plies++) {
        uint32_t drawn = cn_random_below(seed, 3u * fast_count[left]);
        uint32_t camel = fast_nth[left][drawn / 3];
        carry(g, rank_of(g, camel), 1, 1 + drawn % 3, 0);
        left &= ~(1u << camel);
    }
    g->turn = &g->seat[g->starter - 1];
    begin_leg(g);
    g->open = open_choices(g->space, LEGS);
    return plies;
}

/* From a decision, or the outcome of a roll, to the end of the race. Returns the plies. */
static uint32_t race_on(random_state *g, bool rolling, uint64_t *seed)
{
    uint32_t plies = rolling;
    uint32_t (*decide)(random_state *, uint64_t *) = has_bits() ? decide_by_bits : decide_any;
    if (rolling) roll(g, seed);
    while (g->space >> 32 != CN_CAMELUP_BEYOND) {
        plies += decide(g, seed) + 1; /* and the die */
        g->turn->pyramid++;
        roll(g, seed);
    }
    return plies;
}

/* Back into a state: the race is over. */
static void store(const random_state *g, cn_camelup *s)
{
    camels_store(s->order, g->order);
    camels_store(s->space, g->space);
    s->dice = ALL_DICE;
    s->rolling = 0;
    s->starter = (uint8_t)g->starter;
    cn_store32(s->leg, g->leg);
    memset(s->tile, 0, sizeof s->tile);
    memset(s->taken, 0, sizeof s->taken);
    memset(s->pyramid, 0, sizeof s->pyramid);
    for (uint32_t k = 0; k < g->seats; k++) {
        cn_store32(s->money[k], (uint32_t)g->seat[k].money);
    }
    for (uint32_t k = 0; k < g->cards; k++) {
        uint32_t slot = 0, seat = (uint32_t)g->card[k] & 7, lose = (g->card[k] & EITHER) == 0;
        for (uint32_t n = 1; n < 5; n++) slot += g->card[k] >> (CARD_AT + 2 * n) != 0;
        s->card[lose ? 39 - s->lose_count : s->win_count] = (uint8_t)(5 * seat + slot);
        s->lose_count = (uint8_t)(s->lose_count + lose);
        s->win_count = (uint8_t)(s->win_count + 1 - lose);
        s->laid[seat] |= (uint8_t)(1u << slot);
    }
}

uint32_t camelup_random_game(void *state, uint64_t *seed)
{
    cn_camelup *s = state;
    uint32_t plies = 0, opener = 0;
    if (s->head.node == CN_OVER) return 0;
    if (s->head.node == CN_REVEAL) {
        opener = s->head.seat;
    } else {
        random_state g;
        load(&g, s);
        if (camelup_setting_up(s)) plies += set_up(&g, seed);
        if (s->rolling != 0) g.turn = &g.seat[s->rolling - 1];
        plies += race_on(&g, s->rolling != 0, seed);
        store(&g, s);
    }
    for (; opener < s->head.seats; opener++) {
        if (s->laid[opener] == 0) continue;
        s->faces[opener] = (uint8_t)(FACES_OPEN + cn_random_below(seed, 120));
        plies++;
    }
    camelup_end_game(s, NULL);
    return plies;
}
