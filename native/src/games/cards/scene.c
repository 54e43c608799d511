/* cards/scene.c: positions of cards in a viewer's eyes. */
#include "scene.h"

#define HEAT_OVER 0.7f     /* coins that make a victory e times as likely once all is paid, */
#define HEAT_LEAST 4.0f    /* before the last leg, */
#define HEAT_MORE 0.5f     /* and for each space before it */

float cards_heat(float ahead) { return HEAT_LEAST + HEAT_MORE * ahead; }

float cards_root(float value)
{
    float root = value > 1 ? value : 1;
    for (uint32_t i = 0; i < 8; i++) root = (root + value / root) / 2;
    return root;
}

/* --- the earnings of cards -------------------------------------------------------------------- */

float cards_final_prize(const cn_cards *s, uint32_t lose, uint32_t camel)
{
    return 2 * (float)s->trophy[5 * lose + camel];
}

/* Coins for a final card with these chances to be right and nearly right. */
static float final_coins(const cn_cards *s, uint32_t lose, uint32_t camel, float best, float next)
{
    float prize = cards_final_prize(s, lose, camel);
    return (8 + prize) * best + (4 + prize) * next - 1;
}

float cards_final_mean(const cards_scene *v, uint32_t lose, uint32_t camel)
{
    return final_coins(v->s, lose, camel, v->legs->race[lose ? RACE_LAST : RACE_FIRST][camel],
                       v->legs->race[lose ? RACE_FOURTH : RACE_SECOND][camel]);
}

float cards_final_held(const cards_scene *v, uint32_t lose, uint32_t seat)
{
    uint32_t held = (lose ? v->s->lose : v->s->win)[seat];
    return held == 0 ? 0 : cards_final_mean(v, lose, held - 1);
}

static float lead_mean(const cards_scene *v, uint32_t k, uint32_t camel)
{
    return (float)(cards_lead_coins(k, 1) + 1) * v->legs->leg[LEG_FIRST][camel] +
           2 * v->legs->leg[LEG_SECOND][camel] - 1;
}

static float mid_mean(const cards_scene *v, uint32_t camel)
{
    return v->legs->leg[LEG_MID][camel] - 1;
}

static void add_stakes(cards_scene *v)
{
    const cn_cards *s = v->s;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t owner = s->lead[5 * k + camel] >> 5;
            if (owner == 0) continue;
            for (uint32_t rank = 0; rank < CAMELS; rank++) {
                v->stake[owner - 1][camel][rank] += (float)cards_lead_coins(k, rank + 1);
            }
            v->lead[owner - 1][camel] += (float)(cards_lead_coins(k, 1) + 1);
        }
        if (s->mid[camel] == 0) continue;
        for (uint32_t rank = 0; rank < CAMELS; rank++) {
            v->stake[s->mid[camel] - 1][camel][rank] += (float)cards_mid_coins(rank + 1);
        }
    }
}

/* All coins of a seat after such an end of the leg. */
static float coins_after(const cards_scene *v, const cards_leg_end *end, uint32_t seat, float *leg,
                         float *final)
{
    const cn_cards *s = v->s;
    const float chance = 1.0f / CARDS_CHANCE;
    float least = (s->options & MIN_MONEY) != 0, coins = 0, last = 0;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        coins += v->stake[seat][camel][end->rank[camel]];
    }
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        if (s->token_holder[token] == seat + 1) coins -= (float)(end->kept >> token & 1);
    }
    for (uint32_t lose = 0; lose < 2; lose++) {
        uint32_t held = (lose ? s->lose : s->win)[seat];
        if (held == 0) continue;
        last += final_coins(s, lose, held - 1,
                            chance * (float)end->race[lose ? RACE_LAST : RACE_FIRST][held - 1],
                            chance * (float)end->race[lose ? RACE_FOURTH : RACE_SECOND][held - 1]);
    }
    *leg = coins;
    *final = last;
    float money = v->money[seat] + coins;
    money = (money < least ? least : money) + last;
    return money < least ? least : money;
}

void cards_count_coins(cards_scene *v)
{
    float square[CARDS_SEATS_MAX] = {0};
    add_stakes(v);
    for (uint32_t i = 0; i < v->legs->count; i++) {
        const cards_leg_end *end = &v->legs->end[i];
        float coins[CARDS_SEATS_MAX], most = 0, sum = 0, one = end->weight;
        for (uint32_t seat = 0; seat < v->seats; seat++) {
            float leg, final;
            coins[seat] = coins_after(v, end, seat, &leg, &final);
            v->leg[seat] += one * leg;
            v->final[seat] += one * final;
            v->total[seat] += one * coins[seat];
            square[seat] += one * coins[seat] * coins[seat];
            if (coins[seat] > most) most = coins[seat];
        }
        float heat = end->ahead == 0 ? HEAT_OVER : cards_heat((float)end->ahead);
        for (uint32_t seat = 0; seat < v->seats; seat++) {
            coins[seat] = cn_exp((coins[seat] - most) / heat);
            sum += coins[seat];
        }
        for (uint32_t seat = 0; seat < v->seats; seat++) v->share[seat] += one * coins[seat] / sum;
    }
    for (uint32_t seat = 0; seat < v->seats; seat++) {
        float variance = square[seat] - v->total[seat] * v->total[seat];
        v->deviation[seat] = cards_root(variance > 0 ? variance : 0);
    }
}

/* --- bets to come ----------------------------------------------------------------------------- */

/* The best remaining bet for a seat; worth 0 at least if there is a choice. */
static cards_pick pick_best(const cards_scene *v, uint32_t seat)
{
    cards_pick best = {-9, CARDS_BETS};
    for (uint32_t lose = 0; lose < 2; lose++) {
        float held = cards_final_held(v, lose, seat);
        for (uint32_t camel = 0; camel < CAMELS; camel++) {
            uint32_t bet = 5 * (WIN_BET + lose) + camel;
            if (v->gone >> bet & 1) continue;
            float worth = v->bet[bet] - held;
            if (worth > best.worth) best = (cards_pick){worth, (uint8_t)bet};
        }
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (v->taken[camel] < 4) {
            float worth = lead_mean(v, v->taken[camel], camel);
            if (worth > best.worth) best = (cards_pick){worth, (uint8_t)camel};
        }
        if ((v->gone >> (5 * MID_BET + camel) & 1) == 0 && v->bet[5 * MID_BET + camel] > best.worth) {
            best = (cards_pick){v->bet[5 * MID_BET + camel], (uint8_t)(5 * MID_BET + camel)};
        }
    }
    if (best.bet == CARDS_BETS || ((v->s->options & BET_OPTIONAL) != 0 && best.worth < 0)) best.worth = 0;
    return best;
}

static void take(cards_scene *v, const cards_pick *best)
{
    if (best->bet < CAMELS) {
        v->taken[best->bet]++;
    } else if (best->bet < CARDS_BETS) {
        v->gone |= 1u << best->bet;
    }
}

void cards_pick_bets(cards_scene *v)
{
    const cn_cards *s = v->s;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        v->taken[camel] = cards_leaders_taken(s, camel);
        v->bet[5 * MID_BET + camel] = mid_mean(v, camel);
        v->bet[5 * WIN_BET + camel] = cards_final_mean(v, 0, camel);
        v->bet[5 * LOSE_BET + camel] = cards_final_mean(v, 1, camel);
        if (v->taken[camel] < 4) v->bet[camel] = lead_mean(v, v->taken[camel], camel);
    }
    for (uint32_t bet = MID_BET; bet <= LOSE_BET; bet++) {
        v->gone |= (ALL_CAMELS & ~(uint32_t)s->pool[bet]) << 5 * bet;
    }
    for (uint32_t turn = 0; turn < 2 * v->seats; turn++) {
        uint32_t seat = (s->head.seat + turn + (s->did == DID_BET ? 1u : 0u)) % v->seats;
        cards_pick best = pick_best(v, seat);
        take(v, &best);
        (turn < v->seats ? v->first : v->second)[seat] = best;
    }
}

void cards_see(const cn_judge *judge, const cn_cards *s, const cn_determinization *sample,
                    uint32_t viewer, cards_scene *v, cards_legs *room)
{
    memset(v, 0, sizeof *v);
    v->s = s;
    v->seats = s->head.seats;
    v->own = cards_own(s, cards_sample_in(sample), viewer);
    /* Who does not know its own card, of a leg to come, sees no more than anybody. */
    bool blind = viewer < v->seats && (s->hand >> viewer & 1) != 0 && v->own == CARDS_NO_FACE;
    v->viewer = blind ? CN_NOBODY : viewer;
    v->legs = cards_legs_find(s, viewer, v->own, judge->tables, judge->memo, room);
    for (uint32_t seat = 0; seat < v->seats; seat++) v->money[seat] = (float)cards_money(s, seat);
}

