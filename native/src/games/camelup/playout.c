/* camelup/playout.c: playing a game on to its end, each seat by what its actions are worth.
 *
 * What an action is worth comes from the note of the position (notes.c), so a whole game
 * takes some microseconds. The game is kept in a form of its own: the rows of camels as two
 * numbers, race cards by their faces. What it earns must be what the rules say: tests replay
 * playouts move by move through `cn_apply` and compare the ends. */
#include "brisk.h"
#include "study.h"

extern const cn_game cn_camelup_game;

/* Money that a seat must have more, in pounds, to be e times as likely to win while the race is far
 * from over. */
#define SPREAD 4.5f
/* Of the landings of a note, in percent: a unit that a mirage has sent back may land again. */
#define MIRAGE_PERCENT 125
#define KEY_ZERO 1024 /* makes what is worth less than nothing a number above 0 */
#define TURNS_MAX 4096 /* of one playout; a game takes about 60 */

typedef struct game {
    brisk_track track;
    uint32_t dice, ranks; /* those left, as bits: by camel, by rank */
    uint32_t seats, seat, options;
    int32_t money[8], pyramid[8];
    uint32_t taken;    /* leg tiles in all */
    uint32_t gone[5];  /* those of each camel */
    uint32_t open;     /* those that count in `expected` by how the leg ends, as bits */
    bool later;        /* past the first leg of the playout */
    uint8_t owner[15]; /* of each that is taken */
    uint32_t hand[8];  /* faces in hand, as bits */
    uint32_t laid[2];  /* cards in each deck */
    uint8_t card[2][40]; /* 8 * seat + face */
    const camelup_note *notes;
    const camelup_note *note;
    const camelup_studies *studies;
    const camelup_study *study; /* of the leg with the tiles as they lie; null when there is none */
    camelup_note studied;       /* a note with the leg by the study */
    int32_t expected[8]; /* what each seat had and what its actions were worth, in 255ths */
    uint32_t leg[5], best_leg; /* keys of the leg tiles on top by camel, and the best of them */
    uint32_t below[2][8];      /* cards of each face in each deck */
    camelup_tale *tale;        /* null when nobody asks */
} game;

/* --- what is worth what ----------------------------------------------------------------------- */

static inline uint32_t rest(const uint8_t part[4])
{
    uint32_t sum = (uint32_t)part[0] + part[1] + part[2] + part[3];
    return sum < NOTE_ONE ? NOTE_ONE - sum : 0;
}

/* What is worth so much, as one number: of several the largest is the best. */
static inline uint32_t key_of(int32_t worth, uint32_t camel)
{
    return (uint32_t)(worth + KEY_ZERO) << 3 | camel;
}

static inline int32_t worth_in(uint32_t key) { return (int32_t)(key >> 3) - KEY_ZERO; }

static inline uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* Of the leg tile of a camel that is on top now; tiles that are not there are worth nothing. */
static inline void weigh_leg(game *g, uint32_t camel, uint32_t lead, uint32_t second)
{
    uint32_t value = brisk_leg_values[g->gone[camel]];
    int32_t worth = (int32_t)((value + 1) * lead + 2 * second) - (int32_t)NOTE_ONE;
    g->leg[camel] = value != 0 ? key_of(worth, camel) : 0;
}

static inline void choose_leg(game *g)
{
    uint32_t best = larger(larger(g->leg[0], g->leg[1]), larger(g->leg[2], g->leg[3]));
    g->best_leg = larger(best, g->leg[4]);
}

static inline void weigh_legs(game *g)
{
    const camelup_note *note = g->note;
    weigh_leg(g, brisk_at(g->track.order, 0), rest(note->leads), rest(note->seconds));
    for (uint32_t k = 0; k < 4; k++) {
        weigh_leg(g, brisk_at(g->track.order, k + 1), note->leads[k], note->seconds[k]);
    }
    choose_leg(g);
}

/* What can be said of the ranks without notes: who leads now is likelier to lead later. */
static const camelup_note rough_note = {
    .leads = {10, 30, 60, 150},
    .seconds = {30, 70, 80, 60},
    .firsts = {30, 45, 65, 95},
    .lasts = {95, 65, 45, 30},
    .places = 0xFF,
};

/* The leg as the study says, where it knows the row. */
static void read_study(game *g, uint32_t row)
{
    const camelup_ranks *found = camelup_study_find(g->study, row, g->ranks);
    if (found == NULL) return;
    g->studied = *g->note;
    memcpy(g->studied.leads, found->leads, sizeof found->leads);
    memcpy(g->studied.seconds, found->seconds, sizeof found->seconds);
    g->note = &g->studied;
}

/* Which study fits the tiles as they lie; after the first leg none does. */
static inline void choose_study(game *g)
{
    g->study = NULL;
    if (!g->later) g->study = camelup_study_of(g->studies, g->track.oasis, g->track.mirage);
}

static inline void look_up(game *g)
{
    g->ranks = camelup_ranks_left(g->track.order, g->dice);
    g->note = &rough_note;
    if (g->notes != NULL) {
        uint32_t row = camelup_row_index(g->track.space);
        g->note = camelup_note_at(g->notes, row, g->ranks);
        if (g->study != NULL) read_study(g, row);
    }
    weigh_legs(g);
}

/* --- the rules, for rows of camels as numbers ------------------------------------------------- */

static void score_leg(game *g)
{
    int32_t sum[8] = {0};
    uint32_t first = brisk_at(g->track.order, 4), second = brisk_at(g->track.order, 3);
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t k = 0; k < g->gone[camel]; k++) {
            int32_t pounds = camel == first ? brisk_leg_values[k] : camel == second ? 1 : -1;
            sum[g->owner[3 * camel + k]] += pounds;
            if ((g->open >> (3 * camel + k) & 1) != 0) {
                g->expected[g->owner[3 * camel + k]] += pounds * (int32_t)NOTE_ONE;
            }
        }
        g->gone[camel] = 0;
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        int32_t money = g->money[seat] + sum[seat] + g->pyramid[seat];
        g->money[seat] = money > 0 ? money : 0;
        g->pyramid[seat] = 0;
    }
    brisk_clear_tiles(&g->track);
    g->taken = g->open = 0;
    g->later = true;
    g->study = NULL;
    g->dice = ALL_DICE;
}

static void score_deck(game *g, uint32_t deck, uint32_t target)
{
    uint32_t right = 0;
    for (uint32_t k = 0; k < g->laid[deck]; k++) {
        uint32_t seat = g->card[deck][k] >> 3;
        int32_t pounds = -1;
        if ((g->card[deck][k] & 7) == target) pounds = brisk_card_values[right < 4 ? right++ : 4];
        int32_t money = g->money[seat] + pounds;
        g->money[seat] = money > 0 ? money : 0;
    }
}

static void tell_move(game *g, cn_move move)
{
    if (g->tale == NULL) return;
    assert(g->tale->count < CAMELUP_TALE_MAX);
    g->tale->move[g->tale->count++] = move;
}

/* --- the seats -------------------------------------------------------------------------------- */

static inline uint32_t next_seat(const game *g, uint32_t seat)
{
    return seat + 1 == g->seats ? 0 : seat + 1;
}

/* What a card is worth when so many below it in its deck have its face. */
static inline int32_t true_worth(uint32_t below, int32_t chance)
{
    return (brisk_card_values[below < 4 ? below : 4] + 1) * chance - (int32_t)NOTE_ONE;
}

static inline void lay_card(game *g, uint32_t deck, uint32_t camel, int32_t chance)
{
    tell_move(g, cn_move_of(deck == 0 ? WIN : LOSE, camel, 0));
    g->expected[g->seat] += true_worth(g->below[deck][camel]++, chance);
    g->card[deck][g->laid[deck]++] = (uint8_t)(8 * g->seat + camel);
    g->hand[g->seat] &= ~(1u << camel);
}

/* The camel in hand with the best chance of being first or last in the race. */
typedef struct bet {
    int32_t chance;
    uint32_t camel;
} bet;

static inline bet best_bet(const game *g, uint32_t deck)
{
    const uint8_t *part = deck == 0 ? g->note->firsts : g->note->lasts;
    uint32_t left_out = brisk_at(g->track.order, deck == 0 ? 0 : 4), hand = g->hand[g->seat];
    uint32_t best = (rest(part) << 3 | left_out) & (0u - (hand >> left_out & 1));
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t camel = brisk_at(g->track.order, k + 1 - deck);
        best = larger(best, ((uint32_t)part[k] << 3 | camel) & (0u - (hand >> camel & 1)));
    }
    return (bet){(int32_t)(best >> 3), best & 7};
}

/* In 255ths of a pound, as if the cards below it were right as often. */
static inline int32_t card_worth(const game *g, uint32_t deck, int32_t chance)
{
    uint32_t right = (g->laid[deck] * (uint32_t)chance + NOTE_ONE / 2) / NOTE_ONE;
    int32_t value = brisk_card_values[right < 4 ? right : 4];
    return (value + 1) * chance - (int32_t)NOTE_ONE;
}

/* The busiest space where the seat's tile may go, and what it would earn there, in 255ths. */
static inline int32_t tile_worth(const game *g, uint32_t *space)
{
    uint32_t own = g->track.tile[g->seat] >> 1;
    uint32_t lying = (g->track.oasis | g->track.mirage) & ~(1u << own);
    uint32_t near = lying | lying << 1 | lying >> 1 | 1u << own;
    for (uint32_t k = 0; k < 8; k += 4) {
        uint32_t place = g->note->places >> k & 15;
        if (place == 15 || g->note->landings[place] * MIRAGE_PERCENT <= 100 * NOTE_POUND) return 0;
        if ((near >> (place + 2) & 1) != 0) continue;
        *space = place + 2;
        int32_t landings = g->note->landings[place];
        if (own != 0) landings -= g->note->landings[own - 2];
        return landings * (int32_t)NOTE_ONE * MIRAGE_PERCENT / (100 * (int32_t)NOTE_POUND);
    }
    return 0;
}

/* Count a leg tile in what is expected: by the note, or when desert tiles lie that neither it nor a
 * study knows, in the leg that decides, by what it will have earned. */
static inline void count_tile(game *g, uint32_t tile, uint32_t seat, int32_t worth)
{
    if (!g->later && g->study == NULL && (g->track.oasis | g->track.mirage) != 0) {
        g->open |= 1u << tile;
    } else {
        g->expected[seat] += worth;
    }
}

static inline void take_tile(game *g)
{
    tell_move(g, cn_move_of(LEG, g->best_leg & 7, 0));
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

/* A seat's turn. True when it rolls. */
static inline bool act(game *g)
{
    int32_t best = (int32_t)NOTE_ONE;
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
    case ROLLS: tell_move(g, cn_move_of(ROLL, 0, 0)); return true;
    case TAKES:
        take_tile(g);
        break;
    case PUTS:
        tell_move(g, cn_move_of(TILE, space, 1));
        brisk_put_tile(&g->track, g->seat, 2 * space + 1);
        if (!g->later) {
            choose_study(g);
            look_up(g);
        }
        break;
    case WINS: lay_card(g, 0, win.camel, win.chance); break;
    case LOSES: lay_card(g, 1, lose.camel, lose.chance); break;
    }
    return false;
}

/* A die for `roller`. True when the race is over. */
static bool roll(game *g, uint32_t roller, uint64_t *seed)
{
    uint32_t drawn = cn_random_below(seed, 3u * brisk_count[g->ranks]);
    uint32_t rank = brisk_nth[g->ranks][drawn / 3];
    tell_move(g, cn_move_of(DIE, brisk_at(g->track.order, rank), 1 + drawn % 3));
    g->dice &= ~(1u << brisk_at(g->track.order, rank));
    uint32_t tile = brisk_move(&g->track, rank, 1 + drawn % 3);
    if (tile != 0) {
        uint32_t owner = 0;
        while (g->track.tile[owner] >> 1 != tile) owner++;
        g->money[owner]++;
        g->expected[owner] += (int32_t)NOTE_ONE;
    }
    bool over = brisk_crossed(&g->track);
    if (over || g->dice == 0) score_leg(g);
    g->seat = next_seat(g, roller);
    if (!over) look_up(g);
    return over;
}

/* --- there and back --------------------------------------------------------------------------- */

static void load(game *g, const cn_camelup *s, const camelup_world *world)
{
    memset(g, 0, sizeof *g);
    g->track.order = camels_load(s->order);
    g->track.space = camels_load(s->space);
    g->dice = s->dice;
    g->seats = s->head.seats;
    g->seat = s->head.seat;
    g->options = s->options;
    g->notes = world->notes;
    g->studies = world->studies;
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        brisk_put_tile(&g->track, seat, s->tile[seat]);
        g->money[seat] = (int32_t)camelup_money(s, seat);
        g->pyramid[seat] = s->pyramid[seat];
        for (uint32_t slot = 0; slot < 5; slot++) {
            uint32_t held = (s->laid[seat] >> slot & 1) == 0;
            g->hand[seat] |= held << world->face[5 * seat + slot];
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
            g->card[deck][k] = (uint8_t)(8 * (card / 5) + world->face[card]);
        }
    }
}

/* What the seats have as the playout begins: money, and tiles and cards by the chances. */
static void expect(game *g)
{
    camelup_chances now;
    camelup_read_note(g->note, g->track.order, &now);
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        g->expected[seat] = (g->money[seat] + g->pyramid[seat]) * (int32_t)NOTE_ONE;
    }
    for (uint32_t camel = 0; camel < 5; camel++) {
        for (uint32_t k = 0; k < g->gone[camel]; k++) {
            int32_t lead = now.leads[camel], second = now.seconds[camel];
            count_tile(g, 3 * camel + k, g->owner[3 * camel + k],
                       (brisk_leg_values[k] + 1) * lead + 2 * second - (int32_t)NOTE_ONE);
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

/* How it went. The victory itself is mostly luck: a seat that earned more than could be expected of
 * what it did is taken off so much of it as money is worth in victories; on average that takes off
 * nothing. The guess goes by what could be expected alone. */
static void tell(const game *g, cn_worth *worth)
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
        luck[seat] = (float)g->money[seat] - (float)g->expected[seat] / (float)NOTE_ONE;
        mean_luck += luck[seat] / seats;
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        likely[seat] = power_of_e((float)(g->expected[seat] - best) / (SPREAD * (float)NOTE_ONE));
        sum += likely[seat];
    }
    for (uint32_t seat = 0; seat < g->seats; seat++) {
        float share = g->money[seat] == most ? 1 / (float)winners : 0;
        worth->share[seat] = share - (luck[seat] - mean_luck) / (SPREAD * seats);
        worth->guess[seat] = likely[seat] / sum;
        worth->money[seat] = (float)g->expected[seat] / (float)NOTE_ONE;
    }
}

void camelup_playout_told(void *state, const cn_hidden *hidden, uint64_t *seed, cn_worth *worth,
                          camelup_tale *tale)
{
    cn_camelup *s = state;
    camelup_world world;
    game g;
    while (camelup_setting_up(s)) { /* the camels are not placed yet */
        cn_camelup_game.play(s, cn_camelup_game.any(s, seed), NULL);
    }
    memcpy(&world, hidden, sizeof world);
    load(&g, s, &world);
    g.tale = tale;
    bool over = brisk_crossed(&g.track), finished = over;
    if (!over) {
        choose_study(&g);
        look_up(&g);
        expect(&g);
        if (s->rolling != 0) over = roll(&g, s->rolling - 1u, seed);
    }
    for (uint32_t turns = 0; !over && turns < TURNS_MAX; turns++) {
        if (act(&g)) {
            g.pyramid[g.seat]++;
            g.expected[g.seat] += (int32_t)NOTE_ONE;
            over = roll(&g, g.seat, seed);
        } else {
            g.seat = next_seat(&g, g.seat);
        }
    }
    assert(over);
    score_deck(&g, 0, brisk_at(g.track.order, 4));
    score_deck(&g, 1, brisk_at(g.track.order, 0));
    for (uint32_t seat = 0; finished && seat < g.seats; seat++) { /* nothing was left to luck */
        g.expected[seat] = g.money[seat] * (int32_t)NOTE_ONE;
    }
    tell(&g, worth);
    if (tale != NULL) memcpy(tale->money, g.money, sizeof tale->money);
}

void camelup_playout(void *state, cn_hidden *hidden, const void *tables, uint64_t *seed,
                     cn_worth *worth)
{
    (void)tables; /* the world knows the notes */
    camelup_playout_told(state, hidden, seed, worth, NULL);
}
