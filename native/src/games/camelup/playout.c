/* camelup/playout.c: playouts: a game played to its end, each seat by the worth of its actions.
 *
 * The worth of an action comes from the pattern of the position (pattern_table.c), so a whole game
 * takes some microseconds. The game has a form of its own: the rows of camels as two numbers, race
 * cards by their faces. Its earnings must be those of the rules: tests replay playouts move by move
 * through `cn_apply` and compare the ends. */
#include "fast_state.h"
#include "root_cache.h"

extern const cn_game cn_camelup_game;

/* The lead in money, in pounds, that makes a seat e times as likely to win while the race is far
 * from over. */
#define SPREAD 4.5f
/* Of the landings of a pattern, in percent: a unit that a mirage has sent back may land again. */
#define MIRAGE_PERCENT 125
#define KEY_ZERO 1024 /* makes negative worths numbers above 0 */
#define TURNS_MAX 4096 /* of one playout; a game takes about 60 */

typedef struct game {
    fast_track track;
    uint32_t dice, ranks; /* the remaining ones, as bits: by camel, by rank */
    uint32_t seats, seat, options;
    int32_t money[8], pyramid[8];
    uint32_t taken;    /* leg tiles in all */
    uint32_t gone[5];  /* of each camel */
    uint32_t open;     /* tiles that count in `expected` by the leg's end, as bits */
    bool later;        /* past the first leg of the playout */
    uint8_t owner[15]; /* of each tile taken */
    uint32_t hand[8];  /* faces in hand, as bits */
    uint32_t laid[2];  /* cards in each deck */
    uint8_t card[2][40]; /* 8 * seat + face */
    const camelup_pattern *patterns;
    const camelup_pattern *pattern;
    const camelup_root_cache *root_cache;
    const camelup_leg_cache *leg_cache; /* of the present tiles; null without one */
    camelup_pattern cached; /* a pattern with the leg from the cache */
    int32_t expected[8]; /* each seat's money and the worth of its actions, in 255ths */
    uint32_t leg[5], best_leg; /* keys of the leg tiles on top by camel, and the best of them */
    uint32_t below[2][8];      /* cards of each face in each deck */
    camelup_trace *trace;        /* null if nobody asks */
} game;

/* --- the worth of actions --------------------------------------------------------------------- */

static inline uint32_t rest(const uint8_t part[4])
{
    uint32_t sum = (uint32_t)part[0] + part[1] + part[2] + part[3];
    return sum < PATTERN_ONE ? PATTERN_ONE - sum : 0;
}

/* Packs a worth and its camel into one number: the largest key is the best choice. */
static inline uint32_t key_of(int32_t worth, uint32_t camel)
{
    return (uint32_t)(worth + KEY_ZERO) << 3 | camel;
}

static inline int32_t worth_in(uint32_t key) { return (int32_t)(key >> 3) - KEY_ZERO; }

static inline uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* Rate the leg tile of a camel that is on top now; a missing tile is worth nothing. */
static inline void weigh_leg(game *g, uint32_t camel, uint32_t lead, uint32_t second)
{
    uint32_t value = fast_leg_values[g->gone[camel]];
    int32_t worth = (int32_t)((value + 1) * lead + 2 * second) - (int32_t)PATTERN_ONE;
    g->leg[camel] = value != 0 ? key_of(worth, camel) : 0;
}

static inline void choose_leg(game *g)
{
    uint32_t best = larger(larger(g->leg[0], g->leg[1]), larger(g->leg[2], g->leg[3]));
    g->best_leg = larger(best, g->leg[4]);
}

static inline void weigh_legs(game *g)
{
    const camelup_pattern *pattern = g->pattern;
    weigh_leg(g, fast_at(g->track.order, 0), rest(pattern->leads), rest(pattern->seconds));
    for (uint32_t k = 0; k < 4; k++) {
        weigh_leg(g, fast_at(g->track.order, k + 1), pattern->leads[k], pattern->seconds[k]);
    }
    choose_leg(g);
}

/* A guess at the ranks without the table: the camel that leads now is likelier to lead later. */
static const camelup_pattern rough_pattern = {
    .leads = {10, 30, 60, 150},
    .seconds = {30, 70, 80, 60},
    .firsts = {30, 45, 65, 95},
    .lasts = {95, 65, 45, 30},
    .places = 0xFF,
};

/* The leg from the cache, if it has the row. */
static void read_leg_cache(game *g, uint32_t row)
{
    const camelup_ranks *found = camelup_leg_cache_find(g->leg_cache, row, g->ranks);
    if (found == NULL) return;
    g->cached = *g->pattern;
    memcpy(g->cached.leads, found->leads, sizeof found->leads);
    memcpy(g->cached.seconds, found->seconds, sizeof found->seconds);
    g->pattern = &g->cached;
}

/* The cache of the present tiles; none after the first leg. */
static inline void choose_leg_cache(game *g)
{
    g->leg_cache = NULL;
    if (!g->later) g->leg_cache =
        camelup_leg_cache_of(g->root_cache, g->track.oasis, g->track.mirage);
}

static inline void look_up(game *g)
{
    g->ranks = camelup_ranks_left(g->track.order, g->dice);
    g->pattern = &rough_pattern;
    if (g->patterns != NULL) {
        uint32_t row = camelup_row_index(g->track.space);
        g->pattern = camelup_pattern_at(g->patterns, row, g->ranks);
        if (g->leg_cache != NULL) read_leg_cache(g, row);
    }
    weigh_legs(g);
}

/* --- the rules, for rows of camels as numbers ------------------------------------------------- */

static void score_leg(game *g)
{
    int32_t sum[8] = {0};
    uint32_t first = fast_at(g->track.order, 4), second = fast_at(g->track.order, 3);
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t k = 0; k < g->gone[camel]; k++) {
            int32_t pounds = camel == first ? fast_leg_values[k] : camel == second ? 1 : -1;
            sum[g->owner[3 * camel + k]] += pounds;
            if ((g->open >> (3 * camel + k) & 1) != 0) {
                g->expected[g->owner[3 * camel + k]] += pounds * (int32_t)PATTERN_ONE;
            }
        }
        g->gone[camel] = 0;
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        int32_t money = g->money[seat] + sum[seat] + g->pyramid[seat];
        g->money[seat] = money > 0 ? money : 0;
        g->pyramid[seat] = 0;
    }
    fast_clear_tiles(&g->track);
    g->taken = g->open = 0;
    g->later = true;
    g->leg_cache = NULL;
    g->dice = ALL_DICE;
}

static void score_deck(game *g, uint32_t deck, uint32_t target)
{
    uint32_t right = 0;
    for (uint32_t k = 0; k < g->laid[deck]; k++) {
        uint32_t seat = g->card[deck][k] >> 3;
        int32_t pounds = -1;
        if ((g->card[deck][k] & 7) == target) pounds = fast_card_values[right < 4 ? right++ : 4];
        int32_t money = g->money[seat] + pounds;
        g->money[seat] = money > 0 ? money : 0;
    }
}

static void trace_move(game *g, cn_move move)
{
    if (g->trace == NULL) return;
    assert(g->trace->count < CAMELUP_TRACE_MAX);
    g->trace->move[g->trace->count++] = move;
}

/* --- the seats -------------------------------------------------------------------------------- */

static inline uint32_t next_seat(const game *g, uint32_t seat)
{
    return seat + 1 == g->seats ? 0 : seat + 1;
}

/* The worth of a card above so many cards with its face in its deck. */
static inline int32_t true_worth(uint32_t below, int32_t chance)
{
    return (fast_card_values[below < 4 ? below : 4] + 1) * chance - (int32_t)PATTERN_ONE;
}

static inline void lay_card(game *g, uint32_t deck, uint32_t camel, int32_t chance)
{
    trace_move(g, cn_move_of(deck == 0 ? WIN : LOSE, camel, 0));
    g->expected[g->seat] += true_worth(g->below[deck][camel]++, chance);
    g->card[deck][g->laid[deck]++] = (uint8_t)(8 * g->seat + camel);
    g->hand[g->seat] &= ~(1u << camel);
}

/* The camel in hand with the best chance to be first or last in the race. */
typedef struct bet {
    int32_t chance;
    uint32_t camel;
} bet;

static inline bet best_bet(const game *g, uint32_t deck)
{
    const uint8_t *part = deck == 0 ? g->pattern->firsts : g->pattern->lasts;
    uint32_t left_out = fast_at(g->track.order, deck == 0 ? 0 : 4), hand = g->hand[g->seat];
    uint32_t best = (rest(part) << 3 | left_out) & (0u - (hand >> left_out & 1));
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t camel = fast_at(g->track.order, k + 1 - deck);
        best = larger(best, ((uint32_t)part[k] << 3 | camel) & (0u - (hand >> camel & 1)));
    }
    return (bet){(int32_t)(best >> 3), best & 7};
}

/* In 255ths of a pound; the cards below count as likely to be right as this one. */
static inline int32_t card_worth(const game *g, uint32_t deck, int32_t chance)
{
    uint32_t right = (g->laid[deck] * (uint32_t)chance + PATTERN_ONE / 2) / PATTERN_ONE;
    int32_t value = fast_card_values[right < 4 ? right : 4];
    return (value + 1) * chance - (int32_t)PATTERN_ONE;
}

/* The busiest space for the seat's tile, and its earnings there, in 255ths. */
static inline int32_t tile_worth(const game *g, uint32_t *space)
{
    uint32_t own = g->track.tile[g->seat] >> 1;
    uint32_t lying = (g->track.oasis | g->track.mirage) & ~(1u << own);
    uint32_t near = lying | lying << 1 | lying >> 1 | 1u << own;
    for (uint32_t k = 0; k < 8; k += 4) {
        uint32_t place = g->pattern->places >> k & 15;
        if (place == 15 ||
            g->pattern->landings[place] * MIRAGE_PERCENT <= 100 * PATTERN_POUND) return 0;
        if ((near >> (place + 2) & 1) != 0) continue;
        *space = place + 2;
        int32_t landings = g->pattern->landings[place];
        if (own != 0) landings -= g->pattern->landings[own - 2];
        return landings * (int32_t)PATTERN_ONE * MIRAGE_PERCENT / (100 * (int32_t)PATTERN_POUND);
    }
    return 0;
}

/* Count a leg tile in the expected money: by the pattern; or, in the first leg with desert tiles
 * that no cache knows, by its actual earnings. */
static inline void count_tile(game *g, uint32_t tile, uint32_t seat, int32_t worth)
{
    if (!g->later && g->leg_cache == NULL && (g->track.oasis | g->track.mirage) != 0) {
        g->open |= 1u << tile;
    } else {
        g->expected[seat] += worth;
    }
}

static inline void take_tile(game *g)
{
    trace_move(g, cn_move_of(LEG, g->best_leg & 7, 0));
    uint32_t camel = g->best_leg & 7, tile = 3 * camel + g->gone[camel];
    count_tile(g, tile, g->seat, worth_in(g->best_leg));
    g->owner[tile] = (uint8_t)g->seat;
    g->gone[camel]++;
    if (++g->taken == 15 && (g->options & LEG_ENDS_WITHOUT_TILES) != 0) { /* O1 */
        score_leg(g);
        look_up(g);
    } else {
        weigh_legs(g);
    }
}

/* Take a seat's turn. True if it rolls. */
static inline bool act(game *g)
{
    int32_t best = (int32_t)PATTERN_ONE;
    enum { ROLLS, TAKES, PUTS, WINS, LOSES } what = ROLLS;
    uint32_t space = 0;
    bet win = {0, 0}, lose = {0, 0};
    if (worth_in(g->best_leg) > best) {
        best = worth_in(g->best_leg);
        what = TAKES;
    }
    if (g->hand[g->seat] != 0) {
        win = best_bet(g, 0);
        lose = best_bet(g, 1);
        int32_t worth = card_worth(g, 0, win.chance);
        if (worth > best) {
            best = worth;
            what = WINS;
        }
        worth = card_worth(g, 1, lose.chance);
        if (worth > best) {
            best = worth;
            what = LOSES;
        }
    }
    int32_t worth = tile_worth(g, &space);
    if (worth > best) what = PUTS;
    switch (what) {
    case ROLLS: trace_move(g, cn_move_of(ROLL, 0, 0)); return true;
    case TAKES:
        take_tile(g);
        break;
    case PUTS:
        trace_move(g, cn_move_of(TILE, space, 1));
        fast_put_tile(&g->track, g->seat, 2 * space + 1);
        if (!g->later) {
            choose_leg_cache(g);
            look_up(g);
        }
        break;
    case WINS: lay_card(g, 0, win.camel, win.chance); break;
    case LOSES: lay_card(g, 1, lose.camel, lose.chance); break;
    }
    return false;
}

/* Roll a die for `roller`. True if the race is over. */
static bool roll(game *g, uint32_t roller, uint64_t *seed)
{
    uint32_t drawn = cn_random_below(seed, 3u * fast_count[g->ranks]);
    uint32_t rank = fast_nth[g->ranks][drawn / 3];
    trace_move(g, cn_move_of(DIE, fast_at(g->track.order, rank), 1 + drawn % 3));
    g->dice &= ~(1u << fast_at(g->track.order, rank));
    uint32_t tile = fast_move(&g->track, rank, 1 + drawn % 3);
    if (tile != 0) {
        uint32_t owner = 0;
        while (g->track.tile[owner] >> 1 != tile) owner++;
        g->money[owner]++;
        g->expected[owner] += (int32_t)PATTERN_ONE;
    }
    bool over = fast_crossed(&g->track);
    if (over || g->dice == 0) score_leg(g);
    g->seat = next_seat(g, roller);
    if (!over) look_up(g);
    return over;
}

/* --- there and back --------------------------------------------------------------------------- */

static void load(game *g, const cn_camelup *s, const camelup_determinization *determinization)
{
    memset(g, 0, sizeof *g);
    g->track.order = camels_load(s->order);
    g->track.space = camels_load(s->space);
    g->dice = s->dice;
    g->seats = s->head.seats;
    g->seat = s->head.seat;
    g->options = s->options;
    g->patterns = determinization->patterns;
    g->root_cache = determinization->root_cache;
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        fast_put_tile(&g->track, seat, s->tile[seat]);
        g->money[seat] = (int32_t)camelup_money(s, seat);
        g->pyramid[seat] = s->pyramid[seat];
        for (uint32_t slot = 0; slot < 5; slot++) {
            uint32_t held = (s->laid[seat] >> slot & 1) == 0;
            g->hand[seat] |= held << determinization->face[5 * seat + slot];
        }
    }
    for (uint32_t tile = 0; tile < 15; tile++) {
        if (s->taken[tile] == 0) continue;
        g->gone[tile / 3]++;
        g->taken++;
        g->owner[tile] = (uint8_t)((s->taken[tile] >> 4) - 1);
    }
    for (uint32_t deck = 0; deck < 2; deck++) {
        g->laid[deck] = deck == 0 ? s->win_count : s->lose_count;
        for (uint32_t k = 0; k < g->laid[deck]; k++) {
            uint32_t card = s->card[deck == 0 ? k : 39 - k];
            g->card[deck][k] = (uint8_t)(8 * (card / 5) + determinization->face[card]);
        }
    }
}

/* Set each seat's expected money at the playout's start: money, tiles and cards by the chances. */
static void expect(game *g)
{
    camelup_chances now;
    camelup_read_pattern(g->pattern, g->track.order, &now);
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        g->expected[seat] = (g->money[seat] + g->pyramid[seat]) * (int32_t)PATTERN_ONE;
    }
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t k = 0; k < g->gone[camel]; k++) {
            int32_t lead = now.leads[camel], second = now.seconds[camel];
            count_tile(g, 3 * camel + k, g->owner[3 * camel + k],
                       (fast_leg_values[k] + 1) * lead + 2 * second - (int32_t)PATTERN_ONE);
        }
    }
    for (uint32_t deck = 0; deck < 2; deck++) {
        for (uint32_t k = 0; k < g->laid[deck]; k++) {
            uint32_t seat = g->card[deck][k] >> 3, camel = g->card[deck][k] & 7;
            int32_t chance = deck == 0 ? now.firsts[camel] : now.lasts[camel];
            g->expected[seat] += true_worth(g->below[deck][camel]++, chance);
        }
    }
}

/* e to the power of a number that is not above 0. */
static float power_of_e(float value)
{
    float power = 1 + (value > -16 ? value : -16) / 32;
    for (uint32_t i = 0; i < 5; i++) power *= power;
    return power;
}

/* Write the playout's result. Victory itself is mostly luck: a seat that earned more than its moves
 * could be expected to earn loses the excess, converted from money to victories; on average that
 * subtracts nothing. The estimate uses only the expected money. */
static void write_worth(const game *g, cn_worth *worth)
{
    int32_t most = -1, winners = 0, best = INT32_MIN;
    float seats = (float)g->seats, sum = 0, mean_luck = 0, likely[8], luck[8];
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        if (g->money[seat] > most) {
            most = g->money[seat];
            winners = 0;
        }
        winners += g->money[seat] == most;
        if (g->expected[seat] > best) best = g->expected[seat];
        luck[seat] = (float)g->money[seat] - (float)g->expected[seat] / (float)PATTERN_ONE;
        mean_luck += luck[seat] / seats;
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        likely[seat] =
            power_of_e((float)(g->expected[seat] - best) / (SPREAD * (float)PATTERN_ONE));
        sum += likely[seat];
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        float share = g->money[seat] == most ? 1 / (float)winners : 0;
        worth->share[seat] = share - (luck[seat] - mean_luck) / (SPREAD * seats);
        worth->estimate[seat] = likely[seat] / sum;
        worth->money[seat] = (float)g->expected[seat] / (float)PATTERN_ONE;
    }
}

void camelup_playout_traced(void *state, const cn_determinization *sample, uint64_t *seed,
                            cn_worth *worth,
                            camelup_trace *trace)
{
    cn_camelup *s = state;
    camelup_determinization determinization;
    game g;
    while (camelup_setting_up(s)) { /* some camels are not placed yet */
        cn_camelup_game.play(s, cn_camelup_game.any(s, seed), NULL);
    }
    memcpy(&determinization, sample, sizeof determinization);
    load(&g, s, &determinization);
    g.trace = trace;
    bool over = fast_crossed(&g.track), finished = over;
    if (!over) {
        choose_leg_cache(&g);
        look_up(&g);
        expect(&g);
        if (s->rolling != 0) over = roll(&g, s->rolling - 1u, seed);
    }
    for (uint32_t turns = 0; !over && turns < TURNS_MAX; turns++) {
        if (act(&g)) {
            g.pyramid[g.seat]++;
            g.expected[g.seat] += (int32_t)PATTERN_ONE;
            over = roll(&g, g.seat, seed);
        } else {
            g.seat = next_seat(&g, g.seat);
        }
    }
    assert(over);
    score_deck(&g, 0, fast_at(g.track.order, 4));
    score_deck(&g, 1, fast_at(g.track.order, 0));
    for (uint32_t seat = 0; finished && seat < g.seats; seat++) { /* nothing was left to luck */
        g.expected[seat] = g.money[seat] * (int32_t)PATTERN_ONE;
    }
    write_worth(&g, worth);
    if (trace != NULL) memcpy(trace->money, g.money, sizeof trace->money);
}

void camelup_playout(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                     cn_worth *worth)
{
    (void)tables; /* the determinization has them */
    camelup_playout_traced(state, sample, seed, worth, NULL);
}
