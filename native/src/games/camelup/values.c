/* camelup/values.c: the value of each action of a seat, in pounds.
 *
 * Leg tiles, desert tiles and the pyramid are counted over all ways in which the leg can go on. A
 * race card is an estimate: the race by dice alone, and the cards already in its deck as if their
 * owners had bet by the same odds. docs/odds.md has the formulas. */
#include "rules.h"
#include "games/camelup/values.h"

#define SETS 32          /* of camels */
#define BET_ANYWAY 0.02  /* added to each chance: now and then somebody bets on anything */
#define TOP_STEP 4       /* the payments' last step, which applies to all further cards */

extern const cn_game cn_camelup_game;

static const uint8_t tile_numbers[3] = {5, 3, 2};
static const uint8_t payments[TOP_STEP + 1] = {8, 5, 3, 2, 1};

/* --- this leg, exactly ------------------------------------------------------------------------ */

/* The pay of a leg tile over all ways together. */
static int64_t tile_sum(const cn_camelup_odds *odds, uint32_t ways, uint32_t camel, int64_t number)
{
    int64_t first = odds->rank[camel][0], second = odds->rank[camel][1];
    return number * first + second - ((int64_t)ways - first - second);
}

/* The same if the leg ended in the present position. */
static int64_t tile_now(const cn_camelup *s, uint32_t ways, uint32_t camel, int64_t number)
{
    int64_t pounds = s->order[4] == camel ? number : s->order[3] == camel ? 1 : -1;
    return pounds * ways;
}

/* The income of a seat from this leg: leg tiles and landings on its desert tile. */
static int64_t held_sum(const cn_camelup *s, uint32_t seat, const cn_camelup_odds *odds,
                        uint32_t ways, uint32_t own_space)
{
    int64_t sum = own_space == 0 ? 0 : odds->landing[own_space];
    for (uint32_t i = 0; i < 15; i++) {
        if (s->taken[i] >> 4 == seat + 1) sum += tile_sum(odds, ways, i / 3, tile_numbers[i % 3]);
    }
    return sum;
}

static int64_t leg_tile_sum(const cn_camelup *s, uint32_t seat, const cn_camelup_odds *odds,
                            uint32_t ways, uint32_t camel)
{
    int64_t number = tile_numbers[camelup_tiles_gone(s, camel)];
    bool ends = (s->options & LEG_ENDS_WITHOUT_TILES) != 0 && camelup_all_tiles_gone(s) == 14;
    if (!ends) return tile_sum(odds, ways, camel, number);
    /* O1: it ends the leg at once, so all holdings pay by the present position. */
    int64_t sum = tile_now(s, ways, camel, number);
    for (uint32_t i = 0; i < 15; i++) {
        if (s->taken[i] >> 4 == seat + 1) sum += tile_now(s, ways, i / 3, tile_numbers[i % 3]);
    }
    return sum - held_sum(s, seat, odds, ways, s->tile[seat] >> 1);
}

/* --- race cards, estimated -------------------------------------------------------------------- */

/* The camel of one deck, by the known facts. */
typedef struct deck_odds {
    double chance[CAMELS];  /* that the camel is the one on which the deck bets */
    double set[SETS];       /* that as many first cards of a seat there are these camels */
    double payment[CAMELS]; /* average earnings of the next card on the camel, if it is right */
} deck_odds;

/* Cards drawn one after the other, each by the chances of the remaining camels. */
static void draw_sets(deck_odds *deck)
{
    deck->set[0] = 1;
    for (uint32_t set = 1; set < SETS; set++) {
        deck->set[set] = 0;
        for (uint32_t last = 0; last < CAMELS; last++) {
            if ((set >> last & 1) == 0) continue;
            uint32_t before = set & ~(1u << last);
            double left = 0;
            for (uint32_t camel = 0; camel < CAMELS; camel++) {
                if ((before >> camel & 1) == 0) left += deck->chance[camel] + BET_ANYWAY;
            }
            deck->set[set] += deck->set[before] * (deck->chance[last] + BET_ANYWAY) / left;
        }
    }
}

/* Probabilities of the camels on a seat's cards, by the number that it has laid in either deck. */
typedef struct guess {
    double laid[2][CAMELS]; /* that one of the seat's cards in the deck is the camel */
    double hand[CAMELS];    /* that a given card in hand is */
} guess;

static guess guess_cards(const deck_odds deck[2], const uint8_t laid[2])
{
    guess found = {0};
    double total = 0;
    for (uint32_t win = 0; win < SETS; win++) {
        if (cn_count_bits(win) != laid[0]) continue;
        for (uint32_t lose = 0; lose < SETS; lose++) {
            if (cn_count_bits(lose) != laid[1] || (win & lose) != 0) continue;
            double weight = deck[0].set[win] * deck[1].set[lose];
            total += weight;
            for (uint32_t camel = 0; camel < CAMELS; camel++) {
                found.laid[0][camel] += win >> camel & 1 ? weight : 0;
                found.laid[1][camel] += lose >> camel & 1 ? weight : 0;
                found.hand[camel] += (win | lose) >> camel & 1 ? 0 : weight;
            }
        }
    }
    double in_hand = CAMELS - laid[0] - laid[1];
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        for (uint32_t d = 0; d < 2; d++) found.laid[d][camel] /= total;
        if (in_hand > 0) found.hand[camel] /= total * in_hand;
    }
    return found;
}

/* The payment of the next right card if each of `seats` has one there before by its chance. */
static double average_payment(const double *chance, uint32_t seats)
{
    double step[TOP_STEP + 1] = {1}; /* chance of so many right cards there, the top: or more */
    for (uint32_t seat = 0; seat < seats; seat++) {
        step[TOP_STEP] += step[TOP_STEP - 1] * chance[seat];
        for (uint32_t k = TOP_STEP - 1; k > 0; k--) {
            step[k] = step[k] * (1 - chance[seat]) + step[k - 1] * chance[seat];
        }
        step[0] *= 1 - chance[seat];
    }
    double pounds = 0;
    for (uint32_t k = 0; k <= TOP_STEP; k++) pounds += step[k] * payments[k];
    return pounds;
}

/* The value of a card on each camel in each deck, and the possible faces of the seat's own hand. */
typedef struct bets {
    double pounds[2][CAMELS];
    double hand[CAMELS];
} bets;

static void judge_bets(const void *tables, const cn_camelup *s, uint32_t seat, bets *found)
{
    deck_odds deck[2];
    cn_camelup_race race;
    uint8_t laid[8][2] = {0};
    double others[2][CAMELS][8];
    uint32_t count = 0;
    cn_camelup_race_odds(tables, (const uint8_t *)s, &race);
    memcpy(deck[0].chance, race.first, sizeof race.first);
    memcpy(deck[1].chance, race.last, sizeof race.last);
    for (uint32_t d = 0; d < 2; d++) draw_sets(&deck[d]);
    for (uint32_t i = 0; i < s->win_count; i++) laid[s->card[i] / 5][0]++;
    for (uint32_t i = 0; i < s->lose_count; i++) laid[s->card[39 - i] / 5][1]++;
    for (uint32_t other = 0; other < s->head.seats; other++) {
        guess cards = guess_cards(deck, laid[other]);
        if (other == seat) { /* a seat with a card on a camel in hand has laid none on it */
            memcpy(found->hand, cards.hand, sizeof found->hand);
            continue;
        }
        for (uint32_t camel = 0; camel < CAMELS; camel++) {
            for (uint32_t d = 0; d < 2; d++) others[d][camel][count] = cards.laid[d][camel];
        }
        count++;
    }
    for (uint32_t d = 0; d < 2; d++) {
        for (uint32_t camel = 0; camel < CAMELS; camel++) {
            double chance = deck[d].chance[camel];
            double payment = average_payment(others[d][camel], count);
            found->pounds[d][camel] = chance * payment - (1 - chance);
        }
    }
}

/* --- all actions ------------------------------------------------------------------------------ */

typedef struct question {
    cn_camelup s; /* the seat decides */
    uint32_t seat, ways;
    bool faces_known;
    uint8_t faces[CAMELS];
    cn_camelup_placed placed;
    bets bets;
} question;

static double card_pounds(const question *q, uint32_t deck, uint32_t slot)
{
    if (q->faces_known) return q->bets.pounds[deck][q->faces[slot]];
    double pounds = 0;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        pounds += q->bets.hand[camel] * q->bets.pounds[deck][camel];
    }
    return pounds;
}

static double desert_tile_pounds(const question *q, uint32_t space, uint32_t side)
{
    const cn_camelup *s = &q->s;
    int64_t now = held_sum(s, q->seat, &q->placed.now, q->ways, s->tile[q->seat] >> 1);
    int64_t then = held_sum(s, q->seat, &q->placed.then[space][side], q->ways, space);
    return (double)(then - now) / q->ways;
}

static cn_camelup_value value_of(const question *q, cn_move move)
{
    cn_camelup_value value = {{0}, 0, 0};
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move);
    switch ((camelup_verb)cn_verb(move)) {
    case ROLL: value.exact = 1; break;
    case LEG:
        value.exact = (double)leg_tile_sum(&q->s, q->seat, &q->placed.now, q->ways, a) / q->ways;
        break;
    case TILE: value.exact = desert_tile_pounds(q, a, b); break;
    case WIN: value.estimated = card_pounds(q, 0, a); break;
    case LOSE: value.estimated = card_pounds(q, 1, a); break;
    case FIRST:
    case START:
    case DIE:
    case OPEN: assert(false);
    }
    cn_camelup_game.format(move, value.text);
    return value;
}

static bool read_faces(const char *faces, question *q)
{
    if (memcmp(faces, "?????", CN_CAMELUP_FACES) == 0) return true;
    cn_reader reader = {faces, faces + CN_CAMELUP_FACES, false};
    q->faces_known = true;
    return camelup_read_faces(&reader, q->faces) && cn_read_done(&reader);
}

uint32_t cn_camelup_values(const void *tables, const uint8_t *state, uint8_t seat,
                           const char *faces, cn_camelup_value *values)
{
    question q = {.seat = seat};
    memcpy(&q.s, state, sizeof q.s);
    assert(seat < q.s.head.seats);
    if (!read_faces(faces, &q)) return 0;
    q.s.head.node = CN_DECIDE;
    q.s.head.seat = seat;
    q.s.rolling = 0;
    q.ways = cn_camelup_placements((const uint8_t *)&q.s, seat, &q.placed);
    if (q.s.laid[seat] != ALL_DICE) judge_bets(tables, &q.s, seat, &q.bets);
    uint32_t count = cn_camelup_game.ways(&q.s);
    assert(count <= CN_CAMELUP_ACTIONS_MAX);
    for (uint32_t k = 0; k < count; k++) {
        cn_camelup_value value = value_of(&q, cn_camelup_game.nth(&q.s, k));
        uint32_t place = k;
        for (; place > 0; place--) {
            const cn_camelup_value *worse = &values[place - 1];
            if (worse->exact + worse->estimated >= value.exact + value.estimated) break;
            values[place] = *worse;
        }
        values[place] = value;
    }
    return count;
}

void cn_camelup_values_all(const void *tables, const uint8_t *states, const uint8_t *seats,
                           const char *faces, uint32_t count, cn_camelup_value *values,
                           uint32_t *counts)
{
    for (size_t i = 0; i < count; i++) {
        counts[i] = cn_camelup_values(tables, states + i * sizeof(cn_camelup), seats[i],
                                      faces + i * CN_CAMELUP_FACES,
                                      values + i * CN_CAMELUP_ACTIONS_MAX);
    }
}
