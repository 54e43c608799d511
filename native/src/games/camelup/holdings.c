/* camelup/holdings.c: the holdings of the seats, in expected pounds: leg tiles, desert tiles, and
 * cards in the decks with all cards below them. */
#include "holdings.h"

#define STEPS 5 /* payments of a deck: 8, 5, 3, 2, 1 */

static const uint8_t leg_values[3] = {5, 3, 2};
static const float card_values[STEPS] = {8, 5, 3, 2, 1};

/* The viewer's knowledge of the race cards. */
typedef struct sight {
    const cn_camelup *s;
    const uint8_t *sample; /* faces by seat and slot */
    const camelup_belief *belief;
    uint32_t viewer;
} sight;

/* The probability that the card shows each camel. */
static void see_card(const sight *who, uint32_t seat, uint32_t slot, float face[5])
{
    bool opened = who->s->faces[seat] != 0;
    bool own = who->viewer == seat;
    bool laid_since = ((who->s->laid[seat] & ~who->belief->laid[seat]) >> slot & 1) != 0;
    if (!opened && (own || laid_since)) {
        uint8_t camel = who->sample[5 * seat + slot];
        memset(face, 0, 5 * sizeof *face);
        if (camel < 5) face[camel] = 1;
    } else {
        memcpy(face, who->belief->face[seat][slot], 5 * sizeof *face);
    }
}

/* One deck from the first card laid: for each camel that may be the right one, the number of right
 * cards below decides the payment of the next. */
static void pay_deck(const sight *who, uint32_t deck, camelup_holdings *held)
{
    const cn_camelup *s = who->s;
    const float *chance = deck == 0 ? held->outlook.first : held->outlook.last;
    uint32_t count = deck == 0 ? s->win_count : s->lose_count;
    float right[5][STEPS] = {{0}}; /* chance of so many right cards there, the last: or more */
    for (uint32_t camel = 0; camel < 5; camel++) right[camel][0] = 1;
    for (uint32_t k = 0; k <= count; k++) {
        for (uint32_t camel = 0; camel < 5; camel++) {
            float payment = 0;
            for (uint32_t i = 0; i < STEPS; i++) payment += right[camel][i] * card_values[i];
            held->payment[deck][camel] = payment;
        }
        if (k == count) break;
        uint32_t card = s->card[deck == 0 ? k : 39 - k], seat = card / 5;
        camelup_holding *holding = &held->seat[seat];
        float face[5];
        see_card(who, seat, card % 5, face);
        holding->laid[deck]++;
        for (uint32_t camel = 0; camel < 5; camel++) {
            float is = face[camel], *step = right[camel];
            float pounds = is * (held->payment[deck][camel] + 1) - 1;
            holding->if_ends[deck][camel] += pounds;
            holding->deck[deck] += chance[camel] * pounds;
            step[STEPS - 1] += step[STEPS - 2] * is;
            for (uint32_t i = STEPS - 2; i > 0; i--) step[i] += (step[i - 1] - step[i]) * is;
            step[0] -= step[0] * is;
        }
    }
}

static void hold_leg(const cn_camelup *s, camelup_holdings *held)
{
    const camelup_outlook *outlook = &held->outlook;
    for (uint32_t i = 0; i < 15; i++) {
        uint32_t owner = s->taken[i] >> 4, camel = i / 3;
        float more = (float)leg_values[i % 3] + 1;
        float pounds = more * outlook->lead[camel] + 2 * outlook->second[camel] - 1;
        if (owner == 0) {
            if (i % 3 == 0 || s->taken[i - 1] != 0) held->leg_tile[camel] = pounds;
            continue;
        }
        held->seat[owner - 1].leg += pounds;
        held->seat[owner - 1].if_leads[camel] += more;
    }
}

static void hold_hand(const sight *who, uint32_t seat, camelup_holdings *held)
{
    camelup_holding *holding = &held->seat[seat];
    for (uint32_t slot = 0; slot < 5; slot++) {
        float face[5];
        if ((who->s->laid[seat] >> slot & 1) != 0) continue;
        see_card(who, seat, slot, face);
        holding->in_hand++;
        for (uint32_t camel = 0; camel < 5; camel++) holding->hand[camel] += face[camel];
    }
    for (uint32_t camel = 0; camel < 5; camel++) {
        float first = held->outlook.first[camel], last = held->outlook.last[camel];
        holding->bet[0][camel] = first * (held->payment[0][camel] + 1) - 1;
        holding->bet[1][camel] = last * (held->payment[1][camel] + 1) - 1;
    }
}

void camelup_hold(const cn_judge *judge, const cn_camelup *s, const cn_determinization *sample,
                  uint32_t viewer, camelup_holdings *held)
{
    camelup_belief guess;
    sight who = {.s = s, .sample = sample->byte, .belief = judge->belief};
    who.viewer = camelup_viewer(sample, viewer);
    if (who.belief == NULL) {
        camelup_belief_begin(s, judge->tables, &guess);
        who.belief = &guess;
    }
    memset(held, 0, sizeof *held);
    camelup_look(s, camelup_patterns_in(judge->tables), judge->memo, &held->outlook);
    bool race = s->head.node == CN_REVEAL;
    if (!race) hold_leg(s, held);
    for (uint32_t deck = 0; deck < 2; deck++) pay_deck(&who, deck, held);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        camelup_holding *holding = &held->seat[seat];
        holding->money = (float)camelup_money(s, seat);
        holding->rolls = (float)s->pyramid[seat];
        holding->desert = held->outlook.earns[seat];
        holding->all = holding->money + holding->leg + holding->rolls + holding->desert +
            holding->deck[0] + holding->deck[1];
        if (!race) hold_hand(&who, seat, held);
    }
}
