/* camelup/random.c: random games: some hundred decisions in some microseconds.
 *
 * It draws the same numbers for the same choices as `any`, `opening` and `play` of rules.c do one
 * by one, and so comes to the same end; tests/rules/test_contract.py compares the two. Most
 * decisions of such a game put a desert tile somewhere, hence the care for sets of spaces. */
#include "fast_state.h"

#define PLIES_MAX 65536 /* a random game of so many does not happen */

extern const cn_game cn_camelup_game;

typedef struct random_state {
    fast_track track;
    uint32_t tile_bit[8];   /* where each seat's tile lies, or 0; the track learns it at a roll */
    uint8_t mirage[8];      /* 1 when it has that side up */
    uint32_t camels, tiles; /* where they are, as bits */
    uint32_t dice, legs;    /* dice left; camels with a leg tile left; as bits */
    uint32_t seats, seat, starter, options, leg;
    int32_t money[8], earned[8]; /* earned: pyramid tiles of this leg */
    uint32_t gone[5], taken;
    uint8_t owner[16];      /* of leg tiles; the last one is for nothing */
    uint32_t hand[8]; /* slots, as bits */
    uint32_t laid[2];
    uint8_t card[2][41]; /* each deck from the first laid; the last is for nothing */
} random_state;

static uint32_t where_camels(uint64_t space)
{
    uint32_t camels = 0;
    for (uint32_t k = 0; k < 5; k++) camels |= 1u << fast_at(space, k);
    return camels;
}

static void load(random_state *g, const cn_camelup *s)
{
    memset(g, 0, sizeof *g);
    g->track.order = camels_load(s->order);
    g->track.space = camels_load(s->space);
    g->camels = where_camels(g->track.space);
    g->dice = s->dice;
    g->seats = s->head.seats;
    g->seat = s->head.seat;
    g->starter = s->starter;
    g->options = s->options;
    g->leg = cn_load32(s->leg);
    g->laid[0] = s->win_count;
    g->laid[1] = s->lose_count;
    for (uint32_t k = 0; k < 40; k++) {
        g->card[0][k] = s->card[k];
        g->card[1][k] = s->card[39 - k];
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        g->tile_bit[seat] = fast_tile_bit(s->tile[seat]);
        g->mirage[seat] = s->tile[seat] & 1;
        g->tiles |= g->tile_bit[seat];
        g->money[seat] = (int32_t)camelup_money(s, seat);
        g->earned[seat] = s->pyramid[seat];
        g->hand[seat] = ALL_DICE & ~(uint32_t)s->laid[seat];
    }
    for (uint32_t tile = 0; tile < 15; tile++) {
        if (s->taken[tile] == 0) continue;
        g->owner[tile] = (uint8_t)((s->taken[tile] >> 4) - 1);
        g->gone[tile / 3]++;
        g->taken++;
    }
    for (uint32_t camel = 0; camel < 5; camel++) g->legs |= (uint32_t)(g->gone[camel] < 3) << camel;
}

/* Back into a state: the race is over. */
static void store(const random_state *g, cn_camelup *s)
{
    camels_store(s->order, g->track.order);
    camels_store(s->space, g->track.space);
    s->dice = ALL_DICE;
    s->rolling = 0;
    s->starter = (uint8_t)g->starter;
    cn_store32(s->leg, g->leg);
    memset(s->tile, 0, sizeof s->tile);
    memset(s->taken, 0, sizeof s->taken);
    memset(s->pyramid, 0, sizeof s->pyramid);
    s->win_count = (uint8_t)g->laid[0];
    s->lose_count = (uint8_t)g->laid[1];
    memcpy(s->card, g->card[0], g->laid[0]);
    for (uint32_t k = 0; k < g->laid[1]; k++) s->card[39 - k] = g->card[1][k];
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        cn_store32(s->money[seat], (uint32_t)g->money[seat]);
        s->laid[seat] = (uint8_t)(ALL_DICE & ~g->hand[seat]);
    }
}

/* L2 and L3. */
static void score_leg(random_state *g)
{
    uint32_t first = fast_at(g->track.order, 4), second = fast_at(g->track.order, 3);
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t k = 0; k < g->gone[camel]; k++) {
            int32_t pounds = camel == first ? fast_leg_values[k] : camel == second ? 1 : -1;
            g->earned[g->owner[3 * camel + k]] += pounds;
        }
        g->gone[camel] = 0;
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        int32_t money = g->money[seat] + g->earned[seat];
        g->money[seat] = money > 0 ? money : 0;
        g->earned[seat] = 0;
    }
    memset(g->tile_bit, 0, sizeof g->tile_bit);
    g->tiles = g->taken = 0;
    g->legs = g->dice = ALL_DICE;
}

static void begin_leg(random_state *g, uint32_t starter)
{
    g->leg += g->leg < CN_CAMELUP_LEG_MAX;
    g->starter = starter + 1;
}

static inline uint32_t after(const random_state *g, uint32_t seat)
{
    return seat + 1 == g->seats ? 0 : seat + 1;
}

/* Tells the track of the tiles. */
static void lay_tiles(random_state *g)
{
    g->track.oasis = g->track.mirage = 0;
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        uint32_t flipped = 0u - g->mirage[seat];
        g->track.oasis |= g->tile_bit[seat] & ~flipped;
        g->track.mirage |= g->tile_bit[seat] & flipped;
    }
}

/* The die that the seat on turn has rolled. */
static void roll(random_state *g, uint64_t *seed)
{
    uint32_t drawn = cn_random_below(seed, 3u * fast_count[g->dice]);
    uint32_t camel = fast_nth[g->dice][drawn / 3], rank = 0;
    for (uint32_t k = 1; k < 5; k++) rank += fast_at(g->track.order, k) == camel ? k : 0;
    g->dice &= ~(1u << camel);
    lay_tiles(g);
    uint32_t tile = fast_move(&g->track, rank, 1 + drawn % 3);
    for (uint32_t seat = 0; tile != 0 && seat < g->seats; seat++) {
        g->money[seat] += (int32_t)(g->tile_bit[seat] >> tile & 1);
    }
    g->camels = where_camels(g->track.space);
    if (fast_crossed(&g->track)) {
        score_leg(g);
        return;
    }
    g->seat = after(g, g->seat);
    if (g->dice == 0) {
        score_leg(g);
        begin_leg(g, g->seat);
    }
}

/* Plays a decision other than laying a desert tile: `k` counts on from there. Leg tiles and race
 * cards come in no order, so both are carried out, one of them without effect: a mispredicted
 * branch costs more. */
static inline void decide_otherwise(random_state *g, uint32_t k)
{
    uint32_t seat = g->seat, leg_ways = fast_count[g->legs];
    g->seat = after(g, seat);
    if ((g->options & FLIP_IN_PLACE) != 0 && g->tile_bit[seat] != 0) {
        if (k == leg_ways) {
            g->mirage[seat] ^= 1;
            return;
        }
        k -= k > leg_ways;
    }
    uint32_t leg = k < leg_ways, card = !leg;
    uint32_t camel = fast_nth[g->legs][leg ? k : 0], gone = g->gone[camel];
    g->owner[leg ? 3 * camel + gone : 15] = (uint8_t)seat;
    g->gone[camel] = gone + leg;
    g->legs &= ~((leg & (uint32_t)(gone == 2)) << camel);
    g->taken += leg;
    uint32_t nth = card ? k - leg_ways : 0, deck = nth % 2;
    uint32_t slot = fast_nth[g->hand[seat]][nth / 2];
    g->card[deck][card ? g->laid[deck] : 40] = (uint8_t)(5 * seat + slot);
    g->laid[deck] += card;
    g->hand[seat] &= ~(card << slot);
    if (g->taken == 15 && (g->options & LEG_ENDS_WITHOUT_TILES) != 0) { /* O1 */
        score_leg(g);
        begin_leg(g, g->seat);
    }
}

/* The decisions, twice: for any processor, and with the instructions that count and place bits.
 * What a decision is waits for the tile before it, so these few steps are most of a game. */
static inline uint32_t count_any(uint32_t set)
{
    return (uint32_t)fast_count[set & 31] + fast_count[set >> 5 & 31] + fast_count[set >> 10];
}

static inline uint32_t nth_any(uint32_t set, uint32_t k)
{
    uint32_t in_low = fast_count[set & 31], in_both = in_low + fast_count[set >> 5 & 31];
    uint32_t part = (uint32_t)(k >= in_low) + (k >= in_both);
    k -= part == 0 ? 0 : part == 1 ? in_low : in_both;
    return 1u << (5 * part + fast_nth[set >> 5 * part & 31][k]);
}

#define DECIDE decide_any
#define COUNT count_any
#define NTH nth_any
#include "random_decide.h"
#undef DECIDE
#undef COUNT
#undef NTH

#if defined(__x86_64__) && defined(__GNUC__)
#define WITH_BITS __attribute__((target("popcnt,bmi2")))

WITH_BITS static inline uint32_t count_bits(uint32_t set)
{
    return (uint32_t)__builtin_popcount(set);
}

WITH_BITS static inline uint32_t nth_bit(uint32_t set, uint32_t k)
{
    return __builtin_ia32_pdep_si(1u << k, set);
}

#define DECIDE WITH_BITS decide_by_bits
#define COUNT count_bits
#define NTH nth_bit
#include "random_decide.h"

static bool has_bits(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2");
}
#else
#define decide_by_bits decide_any
static bool has_bits(void) { return false; }
#endif

/* From a decision to the end of the race. */
static uint32_t race_on(cn_camelup *s, uint64_t *seed)
{
    uint32_t plies = 0;
    random_state g;
    load(&g, s);
    uint32_t (*decide)(random_state *, uint64_t *) = has_bits() ? decide_by_bits : decide_any;
    while (!fast_crossed(&g.track)) {
        plies += decide(&g, seed) + 1; /* and the die */
        g.earned[g.seat]++;
        roll(&g, seed);
    }
    store(&g, s);
    return plies;
}

uint32_t camelup_random_game(void *state, uint64_t *seed)
{
    cn_camelup *s = state;
    uint32_t plies = 0;
    for (; s->head.node == CN_CHANCE; plies++) { /* setup, or a roll that awaits its outcome */
        cn_camelup_game.play(s, cn_camelup_game.any(s, seed), NULL);
    }
    if (s->head.node == CN_DECIDE) {
        plies += race_on(s, seed);
        camelup_begin_opening(s);
    }
    for (; s->head.node == CN_REVEAL; plies++) {
        cn_camelup_game.play(s, cn_camelup_game.opening(s, seed), NULL);
    }
    return plies;
}
