/* camelup/value.c: the inputs of camelup's network, and the moves that it judges.
 *
 * Each seat has a row of numbers of its own, all about as large as 1: its holdings in pounds, its
 * standing against the others, its possible bets, and the common facts. Camels have no names there:
 * they come in the order of their chances. */
#include "holdings.h"

#define INPUTS 123
#define POUNDS 10.0f    /* so many count as 1 */
#define POUNDS_E 4.5f   /* a seat with so many more is e times as likely to win */
#define LEAD 40         /* the input with the lead in these, a fair score by itself */
#define RIVALS 3        /* other seats considered one by one, the richest first */
#define PLACES_NEAR 3   /* spaces for a desert tile that are judged at the root */
#define PLACES_FAR 2    /* the same deeper down */
#define EARNS_MIN 12    /* and only if a tile earns a quarter of a pound (of PATTERN_POUND) */

/* A row during its writing. */
typedef struct writer {
    float *at;
} writer;

static void put(writer *w, float value)
{
    *w->at++ = value < -4 ? -4 : value > 4 ? 4 : value;
}

static void put_one_of(writer *w, uint32_t chosen, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) put(w, k == chosen ? 1 : 0);
}

/* Camels in the order of some number, the highest first. */
static void rank_camels(const float number[5], uint8_t camel[5])
{
    for (uint8_t i = 0; i < 5; i++) {
        uint32_t at = i;
        for (; at > 0 && number[camel[at - 1]] < number[i]; at--) camel[at] = camel[at - 1];
        camel[at] = i;
    }
}

/* A square root good to some four digits. */
static float root_of(float number)
{
    union { float number; uint32_t bits; } guess = {.number = number};
    if (number <= 0) return 0;
    guess.bits = 0x1FBD1DF5u + (guess.bits >> 1);
    float root = guess.number;
    for (uint32_t i = 0; i < 2; i++) root = (root + number / root) / 2;
    return root;
}

/* The part of a position that all rows share. */
typedef struct table {
    const cn_camelup *s;
    camelup_holdings held;
    uint32_t seats, viewer;
    bool race; /* the race goes on; else only openings are left */
    uint8_t leads[5], firsts[5], lasts[5]; /* camels by their chances */
    float spread[8][8];                    /* of the difference in money between two seats, in pounds */
    float choice[8][5]; /* possible bets of a seat: see choices_of */
} table;

static float variance_of(const float chance[5], const float one[5], const float two[5])
{
    float mean = 0, square = 0;
    for (uint32_t i = 0; i < 5; i++) {
        float apart = one[i] - two[i];
        mean += chance[i] * apart;
        square += chance[i] * apart * apart;
    }
    float variance = square - mean * mean;
    return variance > 0 ? variance : 0;
}

/* The difference that this leg and the cards in the decks may make between two seats. */
static float spread_between(const table *t, uint32_t one, uint32_t two)
{
    const camelup_holding *a = &t->held.seat[one], *b = &t->held.seat[two];
    const camelup_outlook *outlook = &t->held.outlook;
    return root_of(variance_of(outlook->lead, a->if_leads, b->if_leads) +
                   variance_of(outlook->first, a->if_ends[0], b->if_ends[0]) +
                   variance_of(outlook->last, a->if_ends[1], b->if_ends[1]));
}

/* The best and the second best of the bets that a seat expects to have in hand on one deck. */
static void best_bets(const camelup_holding *holding, uint32_t deck, float best[2])
{
    uint8_t camel[5];
    float none = 1, one = 0; /* chances that none, and just one, of the better ones is in hand */
    rank_camels(holding->bet[deck], camel);
    best[0] = best[1] = 0;
    for (uint32_t i = 0; i < 5; i++) {
        float pounds = holding->bet[deck][camel[i]], has = holding->hand[camel[i]];
        if (pounds <= 0) break;
        best[0] += none * has * pounds;
        best[1] += one * has * pounds;
        one = one * (1 - has) + none * has;
        none *= 1 - has;
    }
}

/* The best bet on each deck, the second best, and all of them. */
static void choices_of(const camelup_holding *holding, float choice[5])
{
    for (uint32_t deck = 0; deck < 2; deck++) {
        float best[2];
        best_bets(holding, deck, best);
        choice[deck] = best[0];
        choice[2 + deck] = best[1];
        for (uint32_t camel = 0; camel < 5; camel++) {
            float pounds = holding->bet[deck][camel];
            if (pounds > 0) choice[4] += holding->hand[camel] * pounds;
        }
    }
}

static void put_common(const table *t, uint32_t seat, writer *w)
{
    const cn_camelup *s = t->s;
    uint32_t away = (seat + t->seats - s->head.seat) % t->seats, tiles = 0;
    put_one_of(w, t->seats - 2, 4); /* six and more: none of them */
    put(w, (float)t->seats / 8);
    put_one_of(w, t->race ? cn_count_bits(s->dice) - 1 : 5, 5);
    put(w, t->race ? 0 : 1);
    put_one_of(w, t->race ? away : 5, 5);
    put(w, t->race ? (float)away / (float)t->seats : 0);
    put(w, t->viewer == seat ? 1 : 0);
    put(w, t->viewer == CN_NOBODY ? 1 : 0);
    for (uint32_t rank = 0; rank < 5; rank++) put(w, (float)s->space[rank] / 17);
    put(w, s->space[4] > 10 && t->race ? (float)(s->space[4] - 10) / 6 : 0);
    put(w, (float)(s->options & 1));
    put(w, (float)(s->options >> 1 & 1));
    for (uint32_t other = 0; other < t->seats; other++) tiles += s->tile[other] != 0;
    put(w, (float)tiles / 4);
    put(w, (float)(s->win_count) / 10);
    put(w, (float)(s->lose_count) / 10);
}

static void put_money(const table *t, uint32_t seat, writer *w)
{
    const camelup_holding *own = &t->held.seat[seat];
    put(w, own->money / (2 * POUNDS));
    put(w, own->all / (2 * POUNDS));
    put(w, own->leg / POUNDS);
    put(w, own->rolls / 5);
    put(w, own->desert / 2);
    put(w, own->deck[0] / POUNDS);
    put(w, own->deck[1] / POUNDS);
    put(w, (float)own->laid[0] / 3);
    put(w, (float)own->laid[1] / 3);
    put(w, (float)own->in_hand / 5);
}

/* The seat against the others: the mean, the richest in expectation, and the next on turn. */
static void put_rivals(const table *t, uint32_t seat, writer *w)
{
    const camelup_holding *own = &t->held.seat[seat];
    uint8_t rival[8];
    uint32_t count = 0;
    float mean = 0, ahead = 0;
    for (uint32_t other = 0; other < t->seats; other++) {
        if (other == seat) continue;
        float all = t->held.seat[other].all;
        mean += all;
        ahead += all > own->all ? 1 : 0;
        uint32_t at = count++;
        for (; at > 0 && t->held.seat[rival[at - 1]].all < all; at--) rival[at] = rival[at - 1];
        rival[at] = (uint8_t)other;
    }
    float lead = (own->all - mean / (float)count) / POUNDS_E;
    *w->at++ = lead < -8 ? -8 : lead > 8 ? 8 : lead;
    put(w, ahead / (float)count);
    float rest = t->race ? 1 + 1.2f * (float)(17 - t->s->space[4]) : 1; /* of bets to come */
    for (uint32_t k = 0; k < RIVALS; k++, w->at += k <= count ? 0 : 5) {
        if (k >= count) continue;
        const camelup_holding *other = &t->held.seat[rival[k]];
        float apart = own->all - other->all, spread = t->spread[seat][rival[k]];
        put(w, apart / POUNDS);
        put(w, spread / POUNDS);
        put(w, apart / root_of(spread * spread + 2 * rest));
        put(w, (own->money - other->money) / POUNDS);
        put(w, t->choice[rival[k]][0] + t->choice[rival[k]][1] > 0 ?
            (t->choice[rival[k]][0] + t->choice[rival[k]][1]) / 5 : 0);
    }
    for (uint32_t k = 1; k <= 2; k++) {
        uint32_t next = (seat + k) % t->seats;
        put(w, (own->all - t->held.seat[next].all) / POUNDS);
    }
}

/* The possible bets of the seat, and of the others. */
static void put_choices(const table *t, uint32_t seat, writer *w)
{
    const camelup_holding *own = &t->held.seat[seat];
    const camelup_outlook *outlook = &t->held.outlook;
    for (uint32_t i = 0; i < 5; i++) {
        float most = 0, sum = 0;
        for (uint32_t other = 0; other < t->seats; other++) {
            if (other == seat) continue;
            sum += t->choice[other][i];
            if (t->choice[other][i] > most) most = t->choice[other][i];
        }
        put(w, t->choice[seat][i] / 5);
        if (i == 2 || i == 3) continue; /* second bests of others hardly matter */
        put(w, most / 5);
        put(w, sum / (5 * (float)(t->seats - 1)));
    }
    for (uint32_t i = 0; i < 2; i++) {
        put(w, own->hand[t->firsts[i]]);
        put(w, own->hand[t->lasts[i]]);
        put(w, own->hand[t->firsts[i]] * outlook->first[t->firsts[i]]);
        put(w, own->hand[t->lasts[i]] * outlook->last[t->lasts[i]]);
        put(w, outlook->first[t->firsts[i]]);
        put(w, outlook->last[t->lasts[i]]);
        put(w, t->held.payment[0][t->firsts[i]] / 8);
        put(w, t->held.payment[1][t->lasts[i]] / 8);
    }
}

/* The leg: remaining tiles, its payments to seats, and desert tiles. */
static void put_leg(const table *t, uint32_t seat, writer *w)
{
    const cn_camelup *s = t->s;
    const camelup_outlook *outlook = &t->held.outlook;
    static const float nothing[5] = {0};
    uint8_t tile[5];
    uint32_t away = (seat + t->seats - s->head.seat) % t->seats;
    float others_earn = 0;
    rank_camels(t->held.leg_tile, tile);
    for (uint32_t i = 0; i < 3; i++) put(w, t->held.leg_tile[tile[i]] / 5);
    put(w, t->race && away < 5 && t->held.leg_tile[tile[away]] > 0 ?
        t->held.leg_tile[tile[away]] / 5 : 0);
    put(w, outlook->lead[t->leads[0]]);
    put(w, outlook->lead[t->leads[1]]);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t camel = t->leads[i];
        float most = 0, sum = 0;
        for (uint32_t other = 0; other < t->seats; other++) {
            float pounds = t->held.seat[other].if_leads[camel];
            if (other == seat) continue;
            sum += pounds;
            if (pounds > most) most = pounds;
        }
        put(w, t->held.seat[seat].if_leads[camel] / POUNDS);
        put(w, most / POUNDS);
        put(w, sum / (POUNDS * (float)(t->seats - 1)));
    }
    put(w, root_of(variance_of(outlook->lead, t->held.seat[seat].if_leads, nothing)) / POUNDS);
    put(w, s->tile[seat] != 0 ? 1 : 0);
    put(w, s->tile[seat] & 1 ? 1 : 0);
    for (uint32_t other = 0; other < t->seats; other++) others_earn += outlook->earns[other];
    put(w, (others_earn - outlook->earns[seat]) / 2);
}

/* The decks: their payments to seats by the camel that wins, and that loses. */
static void put_decks(const table *t, uint32_t seat, writer *w)
{
    for (uint32_t deck = 0; deck < 2; deck++) {
        const float *chance = deck == 0 ? t->held.outlook.first : t->held.outlook.last;
        const uint8_t *ranked = deck == 0 ? t->firsts : t->lasts;
        const float *own = t->held.seat[seat].if_ends[deck];
        static const float nothing[5] = {0};
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t camel = ranked[i];
            float most = -5, sum = 0;
            for (uint32_t other = 0; other < t->seats; other++) {
                float pounds = t->held.seat[other].if_ends[deck][camel];
                if (other == seat) continue;
                sum += pounds;
                if (pounds > most) most = pounds;
            }
            put(w, own[camel] / POUNDS);
            if (i > 1) continue;
            put(w, most / POUNDS);
            put(w, sum / (POUNDS * (float)(t->seats - 1)));
        }
        put(w, root_of(variance_of(chance, own, nothing)) / POUNDS);
    }
}

static uint32_t read(const cn_judge *judge, const void *state, const cn_determinization *sample,
                     uint32_t viewer, float *rows)
{
    const cn_camelup *s = state;
    table t = {.s = s, .seats = s->head.seats, .race = s->head.node == CN_DECIDE};
    t.viewer = camelup_viewer(sample, viewer);
    camelup_hold(judge, s, sample, viewer, &t.held);
    rank_camels(t.held.outlook.lead, t.leads);
    rank_camels(t.held.outlook.first, t.firsts);
    rank_camels(t.held.outlook.last, t.lasts);
    for (uint32_t seat = 0; seat < t.seats; seat++) {
        choices_of(&t.held.seat[seat], t.choice[seat]);
        for (uint32_t other = 0; other < seat; other++) {
            t.spread[seat][other] = t.spread[other][seat] = spread_between(&t, seat, other);
        }
    }
    for (uint32_t seat = 0; seat < t.seats; seat++, rows += INPUTS) {
        writer w = {rows};
        put_common(&t, seat, &w);
        put_money(&t, seat, &w);
        put_rivals(&t, seat, &w);
        put_choices(&t, seat, &w);
        put_leg(&t, seat, &w);
        put_decks(&t, seat, &w);
        assert(w.at == rows + INPUTS);
    }
    return (1u << t.seats) - 1;
}

/* --- judged positions ------------------------------------------------------------------------- */

/* Decisions, and the end of the race before the first opening: there the belief tells the cards. */
static bool judged(const void *state)
{
    const cn_camelup *s = state;
    if (s->head.node == CN_DECIDE) return true;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (s->faces[seat] != 0) return false;
    }
    return s->head.node == CN_REVEAL;
}

typedef struct shortlist {
    cn_move *move;
    uint32_t count;
} shortlist;

static void add(shortlist *list, cn_move move)
{
    assert(list->count < CN_CANDIDATES_MAX);
    list->move[list->count++] = move;
}

/* The spaces where dice land most often: there a tile earns most, and changes most. */
static void add_tiles(const cn_camelup *s, const camelup_determinization *sample, shortlist *list)
{
    if (sample->patterns == NULL) return;
    const camelup_pattern *pattern =
        camelup_pattern_at(sample->patterns, camelup_row_index(camels_load(s->space)),
                           camelup_ranks_left(camels_load(s->order), s->dice));
    uint32_t tried = 0;
    for (uint32_t k = 0; k < (sample->fresh != 0 ? PLACES_NEAR : PLACES_FAR); k++) {
        uint32_t best = 0;
        for (uint32_t space = 2; space <= 16; space++) {
            uint32_t landings = pattern->landings[space - 2];
            if (landings < EARNS_MIN || (tried >> space & 1) != 0) continue;
            if (best != 0 && landings <= pattern->landings[best - 2]) continue;
            if (camelup_tile_fits(s, space, 0) || camelup_tile_fits(s, space, 1)) best = space;
        }
        if (best == 0) return;
        tried |= 1u << best;
        for (uint32_t side = 0; side < 2; side++) {
            if (camelup_tile_fits(s, best, side)) add(list, cn_move_of(TILE, best, side));
        }
    }
}

/* For other seats' cards in hand only the lowest slot is tried: the sample determines its face. */
static void add_cards(const cn_camelup *s, const camelup_determinization *sample, shortlist *list)
{
    uint32_t seat = s->head.seat;
    for (uint32_t slot = 0; slot < 5; slot++) {
        if ((s->laid[seat] >> slot & 1) != 0) continue;
        add(list, cn_move_of(WIN, slot, 0));
        add(list, cn_move_of(LOSE, slot, 0));
        if (!camelup_knows(sample, seat)) return;
    }
}

static uint32_t moves(const cn_judge *judge, const void *state, const cn_determinization *sample,
                      uint32_t viewer, cn_move *list)
{
    const cn_camelup *s = state;
    camelup_determinization determinization = camelup_determinization_of(sample);
    shortlist found = {.move = list};
    (void)judge, (void)viewer;
    add(&found, cn_move_of(ROLL, 0, 0));
    for (uint32_t camel = 0; camel < 5; camel++) {
        if (camelup_tiles_gone(s, camel) < 3) add(&found, cn_move_of(LEG, camel, 0));
    }
    add_cards(s, &determinization, &found);
    add_tiles(s, &determinization, &found);
    return found.count;
}

static uint32_t faces(const void *state, const cn_determinization *sample, uint32_t seat, char *text)
{
    (void)state;
    for (uint32_t slot = 0; slot < 5; slot++) text[slot] = "bgowy"[sample->byte[5 * seat + slot]];
    return 5;
}

/* The slots of a seat's cards on the winner and on the loser that lie in their decks; 5: none. */
static uint32_t right_slots(const cn_camelup *s, uint32_t seat, const uint8_t face[5])
{
    uint32_t right[2] = {5, 5};
    for (uint32_t deck = 0; deck < 2; deck++) {
        uint32_t count = deck == 0 ? s->win_count : s->lose_count, camel = s->order[deck == 0 ? 4 : 0];
        for (uint32_t k = 0; k < count; k++) {
            uint32_t card = s->card[deck == 0 ? k : 39 - k];
            if (card / 5 == seat && face[card % 5] == camel) right[deck] = card % 5;
        }
    }
    return 6 * right[0] + right[1];
}

/* Openings differ only by the cards that turn out right. */
static uint32_t outcomes(const cn_judge *judge, const void *state, const cn_determinization *sample,
                         uint32_t viewer, cn_candidate *list)
{
    const cn_camelup *s = state;
    if (s->head.node != CN_REVEAL) return 0;
    uint32_t seat = s->head.seat, count = 0;
    camelup_belief guess;
    const camelup_belief *belief = judge->belief;
    float all = 0, sum[36] = {0};
    cn_move move[36] = {0};
    if (belief == NULL) {
        camelup_belief_begin(s, judge->tables, &guess);
        belief = &guess;
    }
    for (uint32_t k = 0; k < CAMELUP_PERMUTATIONS && camelup_viewer(sample, viewer) != seat; k++) {
        uint8_t face[5];
        camelup_permutation(k, face);
        uint32_t slots = right_slots(s, seat, face);
        move[slots] = cn_move_of(OPEN, seat, 1 + k);
        for (uint32_t kind = 0; kind < CAMELUP_KINDS; kind++) {
            sum[slots] += belief->chance[seat][kind][k];
            all += belief->chance[seat][kind][k];
        }
    }
    for (uint32_t slots = 0; slots < 36; slots++) {
        if (sum[slots] > 0) list[count++] = (cn_candidate){move[slots], sum[slots] / all, 0};
    }
    if (count == 0) { /* the viewer's own */
        uint32_t number = camelup_permutation_number(&sample->byte[5 * seat]);
        list[count++] = (cn_candidate){cn_move_of(OPEN, seat, 1 + number), 1, 0};
    }
    return count;
}

const cn_value_ops cn_camelup_value_ops = {
    .version = 2,
    .inputs = INPUTS,
    .memo_bytes = sizeof(camelup_memo),
    .start = 1 + LEAD,
    .judged = judged,
    .read = read,
    .moves = moves,
    .hand = camelup_hand,
    .outcomes = outcomes,
    .faces = faces,
    .spread = 0.012f,
    .explore = 0.2f,
    .guess_visits = 32,
};
