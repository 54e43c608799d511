/* camelup/belief.c: the public belief about race cards, from who laid what when.
 *
 * A seat with its cards in hand bets on one of them or does something else. The chance of each
 * follows from the worth of the bets at that moment: exp(sum of weights * features), against 1 for
 * anything else. Careful players bet on likely camels, daring ones for the first places of a deck,
 * and some look at nothing: the weights were fitted on games of mixed players (docs/lab.md). By
 * Bayes' rule each decision weights the kinds of players and the 120 orders of the seat's faces: a
 * bet by the card in that slot, any other move by all cards still in hand. */
#include "belief.h"

#define BY_CHANCE 0.02f /* the part of decisions made without a look at the cards */
#define BLIND_BET (1 / 30.0f)  /* the chance of a certain bet there, of ten; and of all other moves */
#define BLIND_OTHER (2 / 3.0f)
#define LOOKING 2       /* kinds of players that look at their cards; the last does not */
#define FEATURES 7

static const float kinds[CAMELUP_KINDS] = {0.45f, 0.45f, 0.1f};

/* By kind and deck: a constant, the bet's pounds, its chance, its square, 1 if the camel is the
 * likeliest in this deck, the pounds of the best leg tile, the progress of the first camel. */
static const float weights[LOOKING][2][FEATURES] = {
    {{-4.203f, 3.921f, 1.758f, -0.362f, 0.525f, -1.671f, -0.722f},
     {-3.996f, 3.303f, 2.209f, -1.826f, 0.820f, -1.541f, -0.452f}},
    {{-3.253f, 0.861f, 2.481f, 0.995f, -0.371f, -1.666f, 0.819f},
     {-3.219f, 1.816f, 2.202f, -2.045f, 0.096f, -1.065f, 0.489f}},
};

static const uint8_t leg_values[3] = {5, 3, 2};
static const float card_values[6] = {8, 5, 3, 2, 1, 1};

/* The position in a decision's terms: chances by camel. */
typedef struct view {
    float chance[2][5]; /* to win the race and to lose it */
    float leg;          /* pounds of the best leg tile */
    float progress;     /* of the first camel, 1 at the line */
} view;

static view view_of(const cn_camelup *s, const camelup_pattern *patterns)
{
    view seen = {.leg = 0};
    camelup_chances chances;
    if (patterns == NULL || s->space[0] == 0 || s->space[4] == CN_CAMELUP_BEYOND) {
        for (uint32_t i = 0; i < 5; i++) seen.chance[0][i] = seen.chance[1][i] = 0.2f;
        return seen;
    }
    uint64_t order = camels_load(s->order);
    camelup_read_pattern(camelup_pattern_at(patterns, camelup_row_index(camels_load(s->space)),
                                            camelup_ranks_left(order, s->dice)),
                         order, &chances);
    float part = 1 / (float)PATTERN_ONE;
    for (uint32_t i = 0; i < 5; i++) {
        seen.chance[0][i] = (float)chances.firsts[i] * part;
        seen.chance[1][i] = (float)chances.lasts[i] * part;
        uint32_t gone = camelup_tiles_gone(s, i);
        if (gone == 3) continue;
        float lead = (float)chances.leads[i] * part, second = (float)chances.seconds[i] * part;
        float pounds = (float)(leg_values[gone] + 1) * lead + 2 * second - 1;
        if (pounds > seen.leg) seen.leg = pounds;
    }
    seen.progress = (float)s->space[4] / 16;
    return seen;
}

/* The cards below count as likely to be right as this one. */
static float bet_pounds(float chance, uint32_t below)
{
    float right = (float)below * chance;
    uint32_t whole = right < 4 ? (uint32_t)right : 4;
    float part = right < 4 ? right - (float)whole : 0;
    float payment = card_values[whole] + part * (card_values[whole + 1] - card_values[whole]);
    return (payment + 1) * chance - 1;
}

/* A seat's weights of its possible bets: by deck and face, and the sum for a hand. */
typedef struct policy {
    float bet[2][5];
    float any[32]; /* by hand: the sum of its bets */
} policy;

static void weigh_bets(const cn_camelup *s, const view *seen, uint32_t kind, policy *found)
{
    for (uint32_t deck = 0; deck < 2; deck++) {
        const float *w = weights[kind][deck], *chance = seen->chance[deck];
        float best = 0;
        for (uint32_t i = 0; i < 5; i++) best = chance[i] > best ? chance[i] : best;
        for (uint32_t i = 0; i < 5; i++) {
            float pounds = bet_pounds(chance[i], deck == 0 ? s->win_count : s->lose_count);
            float top = chance[i] >= best ? 1 : 0;
            found->bet[deck][i] =
                cn_exp(w[0] + w[1] * pounds + w[2] * chance[i] + w[3] * chance[i] * chance[i] +
                       w[4] * top + w[5] * seen->leg + w[6] * seen->progress);
        }
    }
    found->any[0] = 0;
    for (uint32_t hand = 1; hand < 32; hand++) {
        uint32_t camel = cn_nth_bit(hand, 0);
        found->any[hand] =
            found->any[hand & (hand - 1)] + found->bet[0][camel] + found->bet[1][camel];
    }
}

/* Sum the orders up by slot; scale them to 1 in all. */
static void sum_up(camelup_belief *belief, uint32_t seat)
{
    float(*chance)[CAMELUP_PERMUTATIONS] = belief->chance[seat], total = 0;
    memset(belief->face[seat], 0, sizeof belief->face[seat]);
    for (uint32_t kind = 0; kind < CAMELUP_KINDS; kind++) {
        for (uint32_t k = 0; k < CAMELUP_PERMUTATIONS; k++) total += chance[kind][k];
    }
    for (uint32_t k = 0; k < CAMELUP_PERMUTATIONS && total > 0; k++) {
        uint8_t face[5];
        float sum = 0;
        camelup_permutation(k, face);
        for (uint32_t kind = 0; kind < CAMELUP_KINDS; kind++) sum += chance[kind][k] /= total;
        for (uint32_t slot = 0; slot < 5; slot++) belief->face[seat][slot][face[slot]] += sum;
    }
}

static void open_faces(camelup_belief *belief, uint32_t seat, uint32_t opened)
{
    memset(belief->chance[seat], 0, sizeof belief->chance[seat]);
    if (opened >= FACES_OPEN) belief->chance[seat][0][opened - FACES_OPEN] = 1;
    sum_up(belief, seat);
}

/* Guess a card in a deck to be each camel by that camel's chance now and a constant: cards are laid
 * early, at odds long gone. */
static void guess_faces(const cn_camelup *s, const view *seen, camelup_belief *belief, uint32_t seat)
{
    uint32_t in_lose = 0;
    for (uint32_t k = 0; k < s->lose_count; k++) {
        if (s->card[39 - k] / 5 == seat) in_lose |= 1u << s->card[39 - k] % 5;
    }
    for (uint32_t k = 0; k < CAMELUP_PERMUTATIONS; k++) {
        uint8_t face[5];
        float chance = 1;
        camelup_permutation(k, face);
        for (uint32_t slot = 0; slot < 5; slot++) {
            if ((s->laid[seat] >> slot & 1) == 0) continue;
            chance *= seen->chance[in_lose >> slot & 1][face[slot]] + 0.25f;
        }
        for (uint32_t kind = 0; kind < CAMELUP_KINDS; kind++) {
            belief->chance[seat][kind][k] = kinds[kind] * chance;
        }
    }
    sum_up(belief, seat);
}

void camelup_belief_begin(const void *state, const void *tables, void *belief)
{
    const cn_camelup *s = state;
    camelup_belief *b = belief;
    view seen = view_of(s, camelup_patterns_in(tables));
    memset(b, 0, sizeof *b);
    memcpy(b->laid, s->laid, sizeof b->laid);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (s->faces[seat] != 0) {
            open_faces(b, seat, s->faces[seat]);
        } else {
            guess_faces(s, &seen, b, seat);
        }
    }
}

void camelup_belief_observe(const void *state, cn_move move, const void *tables, void *belief)
{
    const cn_camelup *s = state;
    camelup_belief *b = belief;
    uint32_t verb = cn_verb(move), slot = cn_arg_a(move), seat = s->head.seat;
    bool bets = verb == WIN || verb == LOSE;
    if (verb == OPEN) open_faces(b, cn_arg_a(move), cn_arg_b(move) + 1u);
    if (s->head.node != CN_DECIDE) return;
    /* With a whole hand, or an empty one, a move without a bet tells nothing. */
    if (!bets && (s->laid[seat] == 0 || s->laid[seat] == ALL_DICE)) return;
    view seen = view_of(s, camelup_patterns_in(tables));
    policy found[LOOKING];
    for (uint32_t kind = 0; kind < LOOKING; kind++) weigh_bets(s, &seen, kind, &found[kind]);
    float blind = bets ? BLIND_BET : BLIND_OTHER;
    for (uint32_t k = 0; k < CAMELUP_PERMUTATIONS; k++) {
        uint8_t face[5];
        uint32_t hand = 0;
        camelup_permutation(k, face);
        for (uint32_t i = 0; i < 5; i++) hand |= (~(uint32_t)s->laid[seat] >> i & 1) << face[i];
        for (uint32_t kind = 0; kind < LOOKING; kind++) {
            const policy *one = &found[kind];
            float chosen = bets ? one->bet[verb == LOSE][face[slot]] : 1;
            b->chance[seat][kind][k] *=
                (1 - BY_CHANCE) * chosen / (1 + one->any[hand]) + BY_CHANCE * blind;
        }
        b->chance[seat][LOOKING][k] *= blind;
    }
    if (bets) b->laid[seat] |= (uint8_t)(1u << slot);
    sum_up(b, seat);
}

void camelup_belief_draw(const camelup_belief *belief, uint32_t seat, uint64_t *seed,
                         uint8_t face[5])
{
    float left = (float)(cn_random(seed) >> 40) / (float)(1 << 24);
    uint32_t number = 0;
    for (uint32_t k = 0; k < CAMELUP_PERMUTATIONS && left >= 0; k++) {
        float sum = 0;
        for (uint32_t kind = 0; kind < CAMELUP_KINDS; kind++) sum += belief->chance[seat][kind][k];
        if (sum <= 0) continue;
        number = k;
        left -= sum;
    }
    camelup_permutation(number, face);
}
