/* camelup_random.c: a whole game at random, some hundred decisions in some microseconds.
 *
 * It draws the same numbers for the same choices as `any`, `opening` and `play` of camelup.c do one
 * by one, and so comes to the same end; tests/rules/test_contract.py compares the two. Most
 * decisions of such a game put a desert tile somewhere, hence the care for sets of spaces. */
#include "camelup_brisk.h"

#define PLIES_MAX 65536 /* a random game of so many does not happen */

extern const cn_game cn_camelup_game;

typedef struct wild {
    brisk_track track;
    uint32_t camels, tiles; /* where they are, as bits */
    uint32_t dice, legs;    /* dice left; camels with a leg tile left; as bits */
    uint32_t seats, seat, starter, options, leg;
    int32_t money[8], earned[8]; /* earned: pyramid tiles of this leg */
    uint32_t gone[5], taken;
    uint8_t owner[15];
    uint32_t hand[8]; /* slots, as bits */
    uint32_t laid[2];
} wild;

static uint32_t where_camels(uint64_t space)
{
    uint32_t camels = 0;
    for (uint32_t k = 0; k < 5; k++) camels |= 1u << brisk_at(space, k);
    return camels;
}

static void load(wild *g, const cn_camelup *s)
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
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        brisk_put_tile(&g->track, seat, s->tile[seat]);
        g->money[seat] = (int32_t)camelup_money(s, seat);
        g->earned[seat] = s->pyramid[seat];
        g->hand[seat] = ALL_DICE & ~(uint32_t)s->laid[seat];
    }
    g->tiles = g->track.oasis | g->track.mirage;
    for (uint32_t tile = 0; tile < 15; tile++) {
        if (s->taken[tile] == 0) continue;
        g->owner[tile] = (uint8_t)((s->taken[tile] >> 4) - 1);
        g->gone[tile / 3]++;
        g->taken++;
    }
    for (uint32_t camel = 0; camel < 5; camel++) g->legs |= (uint32_t)(g->gone[camel] < 3) << camel;
}

/* Back into a state whose cards are there already: the race is over. */
static void store(const wild *g, cn_camelup *s)
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
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        cn_store32(s->money[seat], (uint32_t)g->money[seat]);
        s->laid[seat] = (uint8_t)(ALL_DICE & ~g->hand[seat]);
    }
}

/* L2 and L3. */
static void score_leg(wild *g)
{
    uint32_t first = brisk_at(g->track.order, 4), second = brisk_at(g->track.order, 3);
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t k = 0; k < g->gone[camel]; k++) {
            int32_t pounds = camel == first ? brisk_leg_values[k] : camel == second ? 1 : -1;
            g->earned[g->owner[3 * camel + k]] += pounds;
        }
        g->gone[camel] = 0;
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        int32_t money = g->money[seat] + g->earned[seat];
        g->money[seat] = money > 0 ? money : 0;
        g->earned[seat] = 0;
    }
    brisk_clear_tiles(&g->track);
    g->tiles = g->taken = 0;
    g->legs = g->dice = ALL_DICE;
}

static void begin_leg(wild *g, uint32_t starter)
{
    g->leg += g->leg < CN_CAMELUP_LEG_MAX;
    g->starter = starter + 1;
}

static inline uint32_t after(const wild *g, uint32_t seat)
{
    return seat + 1 == g->seats ? 0 : seat + 1;
}

/* The die that the seat on turn has rolled. */
static void roll(wild *g, uint64_t *seed)
{
    uint32_t drawn = cn_random_below(seed, 3u * brisk_count[g->dice]);
    uint32_t camel = brisk_nth[g->dice][drawn / 3], rank = 0;
    for (uint32_t k = 1; k < 5; k++) rank += brisk_at(g->track.order, k) == camel ? k : 0;
    g->dice &= ~(1u << camel);
    uint32_t owner = brisk_move(&g->track, rank, 1 + drawn % 3);
    if (owner != CN_SEATS_MAX) g->money[owner]++;
    g->camels = where_camels(g->track.space);
    if (brisk_crossed(&g->track)) {
        score_leg(g);
        return;
    }
    g->seat = after(g, g->seat);
    if (g->dice == 0) {
        score_leg(g);
        begin_leg(g, g->seat);
    }
}

static void take_leg(wild *g, uint32_t camel)
{
    g->owner[3 * camel + g->gone[camel]++] = (uint8_t)g->seat;
    g->legs &= ~((uint32_t)(g->gone[camel] == 3) << camel);
    g->seat = after(g, g->seat);
    if (++g->taken == 15 && (g->options & LEG_ENDS_WITHOUT_TILES) != 0) { /* O1 */
        score_leg(g);
        begin_leg(g, g->seat);
    }
}

static inline void put_tile(wild *g, uint32_t tile)
{
    g->tiles ^= brisk_tile_bit(g->track.tile[g->seat]) ^ brisk_tile_bit(tile);
    brisk_put_tile(&g->track, g->seat, tile);
    g->seat = after(g, g->seat);
}

static void lay_card(wild *g, cn_camelup *s, uint32_t deck, uint32_t slot)
{
    uint32_t place = deck == 0 ? g->laid[0] : 39 - g->laid[1];
    s->card[place] = (uint8_t)(5 * g->seat + slot);
    g->laid[deck]++;
    g->hand[g->seat] &= ~(1u << slot);
    g->seat = after(g, g->seat);
}

/* One decision, counted through as `nth` does; true for a roll. */
static inline bool decide(wild *g, cn_camelup *s, uint64_t *seed)
{
    uint32_t old = g->track.tile[g->seat], own = brisk_tile_bit(old), others = g->tiles & ~own;
    uint32_t free = ~(g->camels | others | others << 1 | others >> 1 | own) >> 2 & 0x7FFF;
    uint32_t low = free & 31, middle = free >> 5 & 31, high = free >> 10;
    uint32_t in_low = brisk_count[low], in_both = in_low + brisk_count[middle];
    uint32_t tile_ways = 2 * (in_both + brisk_count[high]), leg_ways = brisk_count[g->legs];
    uint32_t flip = own != 0 && (g->options & FLIP_IN_PLACE) != 0, hand = g->hand[g->seat];
    uint32_t k = cn_random_below(seed, 1 + tile_ways + leg_ways + flip + 2u * brisk_count[hand]);
    if (k == 0) return true;
    k -= 1;
    if (k < tile_ways) {
        uint32_t nth = k / 2, part = (uint32_t)(nth >= in_low) + (nth >= in_both);
        uint32_t skipped = part == 0 ? 0 : part == 1 ? in_low : in_both;
        uint32_t space = 2 + 5 * part + brisk_nth[free >> 5 * part & 31][nth - skipped];
        put_tile(g, 2 * space + k % 2);
        return false;
    }
    k -= tile_ways;
    if (k < leg_ways) {
        take_leg(g, brisk_nth[g->legs][k]);
        return false;
    }
    k -= leg_ways;
    if (k < flip) {
        put_tile(g, old ^ 1);
        return false;
    }
    k -= flip;
    lay_card(g, s, k % 2, brisk_nth[hand][k / 2]);
    return false;
}

/* From a decision to the end of the race. */
static uint32_t race_on(cn_camelup *s, uint64_t *seed)
{
    uint32_t plies = 0;
    wild g;
    load(&g, s);
    while (!brisk_crossed(&g.track)) {
        assert(plies < PLIES_MAX);
        plies++;
        if (decide(&g, s, seed)) {
            g.earned[g.seat]++;
            roll(&g, seed);
            plies++;
        }
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
