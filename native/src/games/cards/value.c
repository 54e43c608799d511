/* cards/value.c: the learned value of cards: what its network reads of a position, and the moves that
 * it judges.
 *
 * The rest of the leg is played in all ways of legs.h. In each of them every seat's coins are
 * counted; from that follow means, deviations, and a first guess of the chances to win, which the
 * network corrects. What is still to be bet counts by the bets that the seats would take now, one after
 * the other. */
#include "judge.h"
#include "determinization.h"
#include "legs.h"

extern const cn_game cn_cards_game;

#define FORM 1             /* goes up whenever an input changes its meaning */
#define INPUTS 101
#define BETS 20            /* 5 * bet + camel */
#define BETS_JUDGED 10     /* so many bets of a decision are judged, */
#define SPACES_JUDGED 4    /* and tokens on so many spaces */
#define NEAR 3             /* a camel so near the finish may cross with the next card or token */
#define HEAT_OVER 0.7f     /* coins that make a victory e times as likely once all is paid, */
#define HEAT_LEAST 4.0f    /* before the last leg, */
#define HEAT_MORE 0.5f     /* and for each space before it */

/* A bet that a seat would take, and what it brings. */
typedef struct pick {
    float worth;
    uint8_t bet;
} pick;

/* A position as somebody sees it. */
typedef struct scene {
    const cn_cards *s;
    const cards_legs *legs;
    uint32_t seats, viewer, own;
    float stake[CARDS_SEATS_MAX][CAMELS][CAMELS]; /* coins in the leg: seat, camel, its rank */
    float lead[CARDS_SEATS_MAX][CAMELS];          /* coins more if the camel is first, not behind */
    /* Coins by seat: money, what its cards bring in the leg and at the end on average, all of it, how
     * much that varies; and its chance to win if nobody bet any more. */
    float money[CARDS_SEATS_MAX], leg[CARDS_SEATS_MAX], final[CARDS_SEATS_MAX];
    float total[CARDS_SEATS_MAX], deviation[CARDS_SEATS_MAX], share[CARDS_SEATS_MAX];
    float bet[BETS];      /* what a bet brings, before a final card that it gives back */
    uint32_t taken[CAMELS]; /* leader cards, in the round of picks */
    uint32_t gone;        /* other bets, by bit */
    pick first[CARDS_SEATS_MAX], second[CARDS_SEATS_MAX];
} scene;

static float root_of(float value)
{
    float root = value > 1 ? value : 1;
    for (uint32_t i = 0; i < 8; i++) root = (root + value / root) / 2;
    return root;
}

/* The natural logarithm of a number above 0, to a few digits: the network's first guess. */
static float log_of(float x)
{
    float power = 0;
    for (; x < 0.75f; x *= 2) power -= 1;
    for (; x > 1.5f; x /= 2) power += 1;
    float y = (x - 1) / (x + 1), square = y * y;
    return power * 0.6931472f + 2 * y * (1 + square * (1 / 3.0f + square * (1 / 5.0f + square / 7)));
}

/* --- what cards bring ------------------------------------------------------------------------- */

static float final_prize(const cn_cards *s, uint32_t lose, uint32_t camel)
{
    return 2 * (float)s->trophy[5 * lose + camel];
}

/* Coins of a final card with these chances to be right and nearly right. */
static float final_coins(const cn_cards *s, uint32_t lose, uint32_t camel, float best, float next)
{
    float prize = final_prize(s, lose, camel);
    return (8 + prize) * best + (4 + prize) * next - 1;
}

static float final_mean(const scene *v, uint32_t lose, uint32_t camel)
{
    return final_coins(v->s, lose, camel, v->legs->race[lose ? RACE_LAST : RACE_FIRST][camel],
                       v->legs->race[lose ? RACE_FOURTH : RACE_SECOND][camel]);
}

static float final_held(const scene *v, uint32_t lose, uint32_t seat)
{
    uint32_t held = (lose ? v->s->lose : v->s->win)[seat];
    return held == 0 ? 0 : final_mean(v, lose, held - 1);
}

static float lead_mean(const scene *v, uint32_t k, uint32_t camel)
{
    return (float)(cards_lead_coins(k, 1) + 1) * v->legs->leg[LEG_FIRST][camel] +
           2 * v->legs->leg[LEG_SECOND][camel] - 1;
}

static float mid_mean(const scene *v, uint32_t camel)
{
    return v->legs->leg[LEG_MID][camel] - 1;
}

static void add_stakes(scene *v)
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

/* All coins of a seat after a leg that ended so. */
static float coins_after(const scene *v, const cards_leg_end *end, uint32_t seat, float *leg,
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

static void count_coins(scene *v)
{
    float square[CARDS_SEATS_MAX] = {0};
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
        float heat = end->ahead == 0 ? HEAT_OVER : HEAT_LEAST + HEAT_MORE * (float)end->ahead;
        for (uint32_t seat = 0; seat < v->seats; seat++) {
            coins[seat] = cn_exp((coins[seat] - most) / heat);
            sum += coins[seat];
        }
        for (uint32_t seat = 0; seat < v->seats; seat++) v->share[seat] += one * coins[seat] / sum;
    }
    for (uint32_t seat = 0; seat < v->seats; seat++) {
        float variance = square[seat] - v->total[seat] * v->total[seat];
        v->deviation[seat] = root_of(variance > 0 ? variance : 0);
    }
}

/* --- what is still to be bet ------------------------------------------------------------------ */

/* The best bet for a seat of those that are left; worth 0 at least where there is a choice. */
static pick pick_best(const scene *v, uint32_t seat)
{
    pick best = {-9, BETS};
    for (uint32_t lose = 0; lose < 2; lose++) {
        float held = final_held(v, lose, seat);
        for (uint32_t camel = 0; camel < CAMELS; camel++) {
            uint32_t bet = 5 * (WIN_BET + lose) + camel;
            if (v->gone >> bet & 1) continue;
            float worth = v->bet[bet] - held;
            if (worth > best.worth) best = (pick){worth, (uint8_t)bet};
        }
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (v->taken[camel] < 4) {
            float worth = lead_mean(v, v->taken[camel], camel);
            if (worth > best.worth) best = (pick){worth, (uint8_t)camel};
        }
        if ((v->gone >> (5 * MID_BET + camel) & 1) == 0 && v->bet[5 * MID_BET + camel] > best.worth) {
            best = (pick){v->bet[5 * MID_BET + camel], (uint8_t)(5 * MID_BET + camel)};
        }
    }
    if (best.bet == BETS || ((v->s->options & BET_OPTIONAL) != 0 && best.worth < 0)) best.worth = 0;
    return best;
}

static void take(scene *v, const pick *best)
{
    if (best->bet < CAMELS) {
        v->taken[best->bet]++;
    } else if (best->bet < BETS) {
        v->gone |= 1u << best->bet;
    }
}

/* Two rounds in which every seat takes the best bet for itself, from the one whose bet is next. */
static void pick_bets(scene *v)
{
    const cn_cards *s = v->s;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        v->taken[camel] = cards_leaders_taken(s, camel);
        v->bet[5 * MID_BET + camel] = mid_mean(v, camel);
        v->bet[5 * WIN_BET + camel] = final_mean(v, 0, camel);
        v->bet[5 * LOSE_BET + camel] = final_mean(v, 1, camel);
        if (v->taken[camel] < 4) v->bet[camel] = lead_mean(v, v->taken[camel], camel);
    }
    for (uint32_t bet = MID_BET; bet <= LOSE_BET; bet++) {
        v->gone |= (ALL_CAMELS & ~(uint32_t)s->pool[bet]) << 5 * bet;
    }
    for (uint32_t turn = 0; turn < 2 * v->seats; turn++) {
        uint32_t seat = (s->head.seat + turn + (s->did == DID_BET ? 1u : 0u)) % v->seats;
        pick best = pick_best(v, seat);
        take(v, &best);
        (turn < v->seats ? v->first : v->second)[seat] = best;
    }
}

/* Bets that a seat will still make in this leg if all turn up cards; and by how much that is not a
 * whole number, for hand cards and tokens may change it. */
static void count_bets(const scene *v, uint32_t after, float *hard, float *soft)
{
    int32_t cards = v->s->deck - 1; /* the last one ends the leg before the bet */
    int32_t turn = (int32_t)after;
    *hard = 0;
    if (v->s->did == DID_RACE) {
        *hard = after == 0; /* this bet is due */
        turn--;
    }
    if (after == 0 && v->s->did != DID_NOTHING) turn += (int32_t)v->seats;
    for (; turn < cards; turn += (int32_t)v->seats) *hard += 1;
    *soft = ((float)cards * 1.2f - (float)after) / (float)v->seats;
    if (*soft < 0) *soft = 0;
}

/* --- a row of inputs -------------------------------------------------------------------------- */

static float clip(float x, float most) { return x > most ? most : x < -most ? -most : x; }

static float *put_table(const scene *v, float *x)
{
    const cn_cards *s = v->s;
    float ahead = (float)(s->last + 1 - s->space[CAMELS - 1]), best = -9;
    x[v->seats - 2] = 1;
    for (uint32_t bit = 0; bit < 3; bit++) x[5 + bit] = s->options >> bit & 1;
    x += 8;
    for (uint32_t seat = 0; seat < v->seats; seat++) {
        if (v->first[seat].worth > best) best = v->first[seat].worth;
    }
    *x++ = ahead / 16;
    *x++ = ahead <= NEAR;
    *x++ = v->legs->over;
    *x++ = v->legs->ahead / 16;
    *x++ = (float)s->deck / 12;
    *x++ = (float)cn_count_bits(s->hand) / 4;
    *x++ = (float)cn_count_bits(cards_wide(s)) / 8;
    *x++ = best / 4;
    *x++ = s->token_space[PALM] != 0;
    *x++ = s->token_space[FENNEC] != 0;
    return x;
}

static float *put_turn(const scene *v, uint32_t seat, float *x)
{
    const cn_cards *s = v->s;
    uint32_t after = (seat + v->seats - s->head.seat) % v->seats;
    uint32_t last = (s->deck - 1u + (s->did == DID_RACE)) % v->seats; /* who turns up the last card */
    float hard, soft;
    count_bets(v, after, &hard, &soft);
    if (after == 0) x[s->did] = 1;
    x[3 + after] = 1;
    x[9 + (after + v->seats - last) % v->seats] = 1 / (1 + 0.25f * (float)s->deck);
    x += 15;
    *x++ = hard / 4;
    *x++ = soft / 4;
    *x++ = hard == 0;
    *x++ = soft * v->first[seat].worth / 8;
    return x;
}

static float *put_coins(const scene *v, uint32_t seat, float heat, float *x)
{
    float best = -99, mean = 0, above = 0, share = v->share[seat];
    for (uint32_t k = 1; k < v->seats; k++) {
        uint32_t other = (seat + k) % v->seats;
        float difference = v->total[seat] - v->total[other];
        if (v->total[other] > best) best = v->total[other];
        mean += v->total[other] / (float)(v->seats - 1);
        above += difference < 0;
        x[k - 1] = clip(difference / 10, 2);
    }
    x += CARDS_SEATS_MAX - 1;
    *x++ = v->money[seat] / 20;
    *x++ = v->leg[seat] / 5;
    *x++ = v->final[seat] / 7;
    *x++ = clip(v->total[seat] / 20, 3);
    *x++ = v->deviation[seat] / 5;
    *x++ = clip((v->total[seat] - best) / 8, 2);
    *x++ = clip((v->total[seat] - mean) / 8, 2);
    *x++ = clip((v->total[seat] - mean) / heat, 4);
    *x++ = above / (float)(v->seats - 1);
    *x++ = share;
    *x++ = share * share;
    *x++ = share > 0.5f ? share - 0.5f : 0;
    *x++ = log_of(share * (float)v->seats + 0.01f) / 3;
    *x++ = share * (float)v->seats / 4;
    return x;
}

static float *put_bets(const scene *v, uint32_t seat, float heat, float *x)
{
    const cn_cards *s = v->s;
    uint32_t next = (seat + 1) % v->seats;
    pick now = v->first[seat];
    float others = 0;
    for (uint32_t other = 0; other < v->seats; other++) {
        if (other != seat) others += v->first[other].worth / (float)(v->seats - 1);
    }
    *x++ = now.worth / 4;
    *x++ = v->second[seat].worth / 4;
    *x++ = (now.worth - v->first[next].worth) / 4;
    *x++ = (now.worth - others) / 4;
    *x++ = (now.worth + v->second[seat].worth - others) / heat;
    *x++ = now.bet >= 5 * WIN_BET && now.bet < BETS ? now.worth / 4 : 0;
    /* The one whose bet is due now takes it for sure. */
    *x++ = seat == s->head.seat && s->did == DID_RACE ? now.worth / 4 : 0;
    *x++ = seat == s->head.seat && s->did == DID_RACE ? now.worth / heat : 0;
    return x;
}

static float *put_cards(const scene *v, uint32_t seat, float *x)
{
    const cn_cards *s = v->s;
    uint32_t leaders = 0, mids = 0;
    for (uint32_t i = 0; i < 20; i++) leaders += s->lead[i] >> 5 == seat + 1;
    for (uint32_t camel = 0; camel < CAMELS; camel++) mids += s->mid[camel] == seat + 1;
    *x++ = (float)leaders / 4;
    *x++ = (float)mids / 2;
    for (uint32_t lose = 0; lose < 2; lose++) {
        uint32_t held = (lose ? s->lose : s->win)[seat];
        if (held != 0) {
            x[0] = 1;
            x[1] = final_mean(v, lose, held - 1) / 7;
            x[2] = v->legs->race[lose ? RACE_LAST : RACE_FIRST][held - 1];
            x[3] = final_prize(s, lose, held - 1) / 4;
        }
        x += 4;
    }
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        *x++ = s->token_holder[token] == seat + 1 ? v->legs->kept[token] : 0;
    }
    for (uint32_t place = 0; place < CAMELS; place++) {
        uint32_t camel = s->order[place];
        float others = 0;
        for (uint32_t other = 0; other < v->seats; other++) {
            if (other != seat) others += v->lead[other][camel] / (float)(v->seats - 1);
        }
        x[place] = v->lead[seat][camel] / 10;
        x[CAMELS + place] = others / 10;
        x[2 * CAMELS + place] = s->win[seat] == camel + 1;
        x[3 * CAMELS + place] = s->lose[seat] == camel + 1;
    }
    return x + 4 * CAMELS;
}

static float *put_hand(const scene *v, const void *tables, uint32_t seat, float *x)
{
    const cn_cards *s = v->s;
    bool mine = seat == v->viewer && v->own != CARDS_NO_FACE;
    if (s->hand >> seat & 1) x[0] = 1;
    x[1] = seat == v->viewer;
    if (mine) {
        float worth = (float)cards_hand_worth(s, seat, v->own % CAMELS, tables) / CARDS_SURE;
        x[2] = 1;
        x[3] = clip(worth / 4, 2);
        x[4] = worth > 0 ? clip(worth / 4, 2) : 0;
    }
    return x + 5;
}

static uint32_t see(const cn_judge *judge, const cn_cards *s, const cn_determinization *sample,
                    uint32_t viewer, scene *v, cards_legs *room)
{
    memset(v, 0, sizeof *v);
    v->s = s;
    v->seats = s->head.seats;
    v->viewer = viewer;
    v->own = cards_hand(s, cards_sample_in(sample), viewer);
    v->legs = cards_legs_find(s, viewer, v->own, judge->tables, judge->memo, room);
    for (uint32_t seat = 0; seat < v->seats; seat++) v->money[seat] = (float)cards_money(s, seat);
    return (1u << v->seats) - 1;
}

static uint32_t read(const cn_judge *judge, const void *state, const cn_determinization *sample,
                     uint32_t viewer, float *rows)
{
    cards_legs room;
    scene v;
    uint32_t alive = see(judge, state, sample, viewer, &v, &room);
    float heat = HEAT_LEAST + HEAT_MORE * v.legs->ahead;
    add_stakes(&v);
    count_coins(&v);
    pick_bets(&v);
    for (uint32_t seat = 0; seat < v.seats; seat++) {
        float *x = put_table(&v, rows + seat * INPUTS);
        x = put_turn(&v, seat, x);
        x = put_coins(&v, seat, heat, x);
        x = put_bets(&v, seat, heat, x);
        x = put_cards(&v, seat, x);
        x = put_hand(&v, judge->tables, seat, x);
        assert(x == rows + (seat + 1) * INPUTS);
    }
    return alive;
}

/* --- moves and luck --------------------------------------------------------------------------- */

/* The bets that bring most, the best first. */
static uint32_t best_bets(scene *v, cn_move *list)
{
    const cn_cards *s = v->s;
    pick found[BETS];
    uint32_t count = 0;
    pick_bets(v);
    for (uint32_t bet = 0; bet < BETS; bet++) {
        if ((s->pool[bet / 5] >> bet % 5 & 1) == 0) continue;
        float worth = v->bet[bet];
        if (bet >= 5 * WIN_BET) worth -= final_held(v, bet >= 5 * LOSE_BET, s->head.seat);
        uint32_t at = count++;
        for (; at > 0 && found[at - 1].worth < worth; at--) found[at] = found[at - 1];
        found[at] = (pick){worth, (uint8_t)bet};
    }
    if (count > BETS_JUDGED) count = BETS_JUDGED;
    for (uint32_t k = 0; k < count; k++) list[k] = cn_move_of(BET, found[k].bet / 5, found[k].bet % 5);
    return count;
}

/* Tokens on the free spaces where most units will land. */
static uint32_t tokens(const scene *v, cn_move *list)
{
    const cn_cards *s = v->s;
    uint32_t free = cards_free(s), count = 0;
    if (s->token_space[PALM] != 0 && s->token_space[FENNEC] != 0) return 0;
    for (uint32_t tries = 0; tries < SPACES_JUDGED; tries++) {
        uint32_t busiest = 0;
        for (uint32_t space = 1; space <= s->last; space++) {
            if ((free >> space & 1) == 0) continue;
            if (busiest == 0 || v->legs->landing[space] > v->legs->landing[busiest]) busiest = space;
        }
        if (busiest == 0) break;
        free &= ~(1u << busiest);
        for (uint32_t token = PALM; token <= FENNEC; token++) {
            if (s->token_space[token] == 0) list[count++] = cn_move_of(TOKEN, token, busiest);
        }
    }
    return count;
}

static uint32_t moves(const cn_judge *judge, const void *state, const cn_determinization *sample,
                      cn_move *list)
{
    const cn_cards *s = state;
    cn_determinization now = *sample;
    cards_legs room;
    scene v;
    uint32_t count = 0;
    cards_keep_up(s, cards_sample(&now));
    see(judge, s, &now, s->head.seat, &v, &room);
    /* A card turned up first tells something, but after one that ends the leg there is no bet. */
    bool may_end = s->deck == 1 || s->last + 1 - s->space[CAMELS - 1] <= NEAR;
    if (s->did == DID_RACE || (s->did == DID_NOTHING && may_end)) count = best_bets(&v, list);
    if (s->did == DID_RACE) {
        if (s->options & BET_OPTIONAL) list[count++] = cn_move_of(PASS, 0, 0);
        return count;
    }
    list[count++] = cn_move_of(REVEAL, 0, 0);
    if (s->hand >> s->head.seat & 1) list[count++] = cn_move_of(HAND, 0, 0);
    return count + tokens(&v, list + count);
}

static uint32_t faces(const void *state, const cn_determinization *sample, uint32_t seat, char *text)
{
    const cn_cards *s = state;
    cards_determinization now = *cards_sample_in(sample);
    cards_keep_up(s, &now);
    uint32_t face = cards_hand(s, &now, seat);
    if (face == CARDS_NO_FACE) return 0;
    text[0] = "bgowy"[face % CAMELS];
    text[1] = face < CAMELS ? '1' : '2';
    return 2;
}

static void judge_after(const cn_judge *judge, const void *state, const cn_determinization *sample,
                        uint32_t viewer, cn_move move, cn_worth *worth)
{
    cn_cards next = *(const cn_cards *)state;
    cn_determinization then = *sample;
    cn_advance(&cn_cards_game, &next, &then, move);
    cn_judge_node(&cn_cards_game, judge, &next, &then, viewer, worth);
}

/* Turned-up cards are summed over all that the viewer has not seen; it does not wait for its own. */
static void expect(const cn_judge *judge, const void *state, const cn_determinization *sample,
                   uint32_t viewer, cn_worth *worth)
{
    const cn_cards *s = state;
    float all = 0;
    if (s->head.node == CN_REVEAL) {
        judge_after(judge, state, sample, viewer, cn_cards_search_ops.opening(state, sample), worth);
        return;
    }
    if (cards_setting_up(s)) {
        uint64_t seed = cn_load32(cards_sample_in(sample)->seed) + cards_seen(s);
        judge_after(judge, state, sample, viewer, cn_cards_game.any(state, &seed), worth);
        return;
    }
    uint32_t own = cards_hand(s, cards_sample_in(sample), viewer);
    memset(worth, 0, sizeof *worth);
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        cn_move card = cn_move_of(CARD, face % CAMELS, 1 + face / CAMELS);
        int32_t left = (int32_t)cn_cards_game.weight(state, card) - (face == own);
        if (left <= 0) continue;
        cn_worth one;
        judge_after(judge, state, sample, viewer, card, &one);
        for (uint32_t seat = 0; seat < s->head.seats; seat++) {
            worth->share[seat] += (float)left * one.share[seat];
            worth->money[seat] += (float)left * one.money[seat];
        }
        all += (float)left;
    }
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] /= all;
        worth->money[seat] /= all;
    }
    memcpy(worth->estimate, worth->share, sizeof worth->estimate);
}

const cn_value_ops cn_cards_value_ops = {
    .version = FORM,
    .inputs = INPUTS,
    .memo_bytes = CARDS_LEGS_MEMO_BYTES,
    .read = read,
    .moves = moves,
    .faces = faces,
    .expect = expect,
    .spread = 0.012f,
};
