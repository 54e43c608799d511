/* cards/value.c: the learned value of cards: the inputs of its network, and the moves that it
 * judges.
 *
 * The rest of the leg is played in all ways of legs.h. In each of them we count every seat's coins;
 * from these follow means, deviations, and a first guess of the chances to win, which the network
 * corrects. Later bets count as the bets that the seats would take now, one after the other. */
#include "judge.h"
#include "scene.h"

extern const cn_game cn_cards_game;

#define FORM 2             /* goes up whenever an input changes its meaning */
#define INPUTS 102
#define SCORE 101          /* the input that is a fair score by itself */
#define BETS_JUDGED 10     /* number of bets judged at a decision, */
#define SPACES_JUDGED 4    /* and of spaces for tokens */
#define NEAR 3             /* a camel this near the finish may cross with the next card or token */

/* The natural logarithm of a number above 0, to a few digits: the network's first guess. */
static float log_of(float x)
{
    float power = 0;
    for (; x < 0.75f; x *= 2) power -= 1;
    for (; x > 1.5f; x /= 2) power += 1;
    float y = (x - 1) / (x + 1), square = y * y;
    return power * 0.6931472f + 2 * y * (1 + square * (1 / 3.0f + square * (1 / 5.0f + square / 7)));
}

/* The number of bets that a seat will still make in this leg if all turn up cards; and its
 * uncertainty, since hand cards and tokens may change it. */
static void count_bets(const cards_scene *v, uint32_t after, float *hard, float *soft)
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

static float *put_table(const cards_scene *v, float *x)
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

static float *put_turn(const cards_scene *v, uint32_t seat, float *x)
{
    const cn_cards *s = v->s;
    uint32_t after = (seat + v->seats - s->head.seat) % v->seats;
    uint32_t last = (s->deck - 1u + (s->did == DID_RACE)) % v->seats; /* turns up the last card */
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

static float *put_coins(const cards_scene *v, uint32_t seat, float heat, float *x)
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

static float *put_bets(const cards_scene *v, uint32_t seat, float heat, float *x)
{
    const cn_cards *s = v->s;
    uint32_t next = (seat + 1) % v->seats;
    cards_pick now = v->first[seat];
    float others = 0;
    for (uint32_t other = 0; other < v->seats; other++) {
        if (other != seat) others += v->first[other].worth / (float)(v->seats - 1);
    }
    *x++ = now.worth / 4;
    *x++ = v->second[seat].worth / 4;
    *x++ = (now.worth - v->first[next].worth) / 4;
    *x++ = (now.worth - others) / 4;
    *x++ = (now.worth + v->second[seat].worth - others) / heat;
    *x++ = now.bet >= 5 * WIN_BET && now.bet < CARDS_BETS ? now.worth / 4 : 0;
    /* The seat whose bet is due now takes it for certain. */
    *x++ = seat == s->head.seat && s->did == DID_RACE ? now.worth / 4 : 0;
    *x++ = seat == s->head.seat && s->did == DID_RACE ? now.worth / heat : 0;
    return x;
}

static float *put_cards(const cards_scene *v, uint32_t seat, float *x)
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
            x[1] = cards_final_mean(v, lose, held - 1) / 7;
            x[2] = v->legs->race[lose ? RACE_LAST : RACE_FIRST][held - 1];
            x[3] = cards_final_prize(s, lose, held - 1) / 4;
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

static float *put_hand(const cards_scene *v, const void *tables, uint32_t seat, float *x)
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

/* The chance to win if nobody bet any more, as a logarithm, and half of the next bets' earnings;
 * all of those of a bet that is due now. */
static float score_of(const cards_scene *v, uint32_t seat, float heat)
{
    float score = log_of(v->share[seat] * (float)v->seats + 0.01f), others = 0;
    for (uint32_t other = 0; other < v->seats; other++) {
        if (other != seat) others += v->first[other].worth / (float)(v->seats - 1);
    }
    score += (v->first[seat].worth + v->second[seat].worth - others) / (2 * heat);
    if (seat == v->s->head.seat && v->s->did == DID_RACE) score += v->first[seat].worth / heat;
    return score;
}

static uint32_t read(const cn_judge *judge, const void *state, const cn_determinization *sample,
                     uint32_t viewer, float *rows)
{
    cards_legs room;
    cards_scene v;
    cards_see(judge, state, sample, viewer, &v, &room);
    cards_count_coins(&v);
    cards_pick_bets(&v);
    float heat = cards_heat(v.legs->ahead);
    for (uint32_t seat = 0; seat < v.seats; seat++) {
        float *x = put_table(&v, rows + seat * INPUTS);
        x = put_turn(&v, seat, x);
        x = put_coins(&v, seat, heat, x);
        x = put_bets(&v, seat, heat, x);
        x = put_cards(&v, seat, x);
        x = put_hand(&v, judge->tables, seat, x);
        *x++ = score_of(&v, seat, heat);
        assert(x == rows + (seat + 1) * INPUTS);
    }
    return (1u << v.seats) - 1;
}

/* --- moves and luck --------------------------------------------------------------------------- */

/* The most profitable bets, the best first. */
static uint32_t best_bets(cards_scene *v, cn_move *list)
{
    const cn_cards *s = v->s;
    cards_pick found[CARDS_BETS];
    uint32_t count = 0;
    cards_pick_bets(v);
    for (uint32_t bet = 0; bet < CARDS_BETS; bet++) {
        if ((s->pool[bet / 5] >> bet % 5 & 1) == 0) continue;
        float worth = v->bet[bet];
        if (bet >= 5 * WIN_BET) worth -= cards_final_held(v, bet >= 5 * LOSE_BET, s->head.seat);
        uint32_t at = count++;
        for (; at > 0 && found[at - 1].worth < worth; at--) found[at] = found[at - 1];
        found[at] = (cards_pick){worth, (uint8_t)bet};
    }
    if (count > BETS_JUDGED) count = BETS_JUDGED;
    for (uint32_t k = 0; k < count; k++) list[k] = cn_move_of(BET, found[k].bet / 5, found[k].bet % 5);
    return count;
}

/* Tokens on the free spaces where most units will land. */
static uint32_t tokens(const cards_scene *v, cn_move *list)
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
                      uint32_t viewer, cn_move *list)
{
    const cn_cards *s = state;
    cn_determinization now = *sample;
    cards_legs room;
    cards_scene v;
    uint32_t count = 0;
    cards_keep_up(s, cards_sample(&now));
    cards_see(judge, s, &now, viewer, &v, &room);
    /* A turned-up card first reveals something, but after one that ends the leg there is no bet. */
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

/* By the hand card, unless the searching seat knows it. */
static uint32_t hand(const void *state, const cn_determinization *sample)
{
    const cn_cards *s = state;
    cards_determinization now = *cards_sample_in(sample);
    cards_keep_up(s, &now);
    uint32_t face = cards_hand(s, &now, s->head.seat);
    bool known = face == CARDS_NO_FACE || cards_own(s, &now, s->head.seat) == face;
    return known ? 0 : 1 + face;
}

/* The number of cards with this face that the viewer has not seen; `own` is its hand card. */
static uint32_t unseen(const cn_cards *s, uint32_t face, uint32_t own)
{
    uint32_t left = face < CAMELS ? (uint32_t)(CARDS_ONES - s->ones[face])
                                  : 1 - (s->twos >> (face - CAMELS) & 1u);
    return left - (face == own);
}

/* The next card: any that the viewer has not seen; it does not wait for its own. A hand card that
 * is played within the search is that of the sample. */
static uint32_t outcomes(const cn_judge *judge, const void *state, const cn_determinization *sample,
                         uint32_t viewer, cn_candidate *list)
{
    const cn_cards *s = state;
    const cards_determinization *determinization = cards_sample_in(sample);
    uint32_t own = cards_own(s, determinization, viewer), count = 0, all = 0;
    bool opens = s->head.node == CN_REVEAL;
    (void)judge;
    if (cards_setting_up(s)) return 0;
    if (opens && (determinization->fresh == 0 || (own != CARDS_NO_FACE && viewer == s->head.seat))) {
        list[0] = (cn_candidate){cn_cards_search_ops.opening(state, sample), 1, 0};
        return 1;
    }
    for (uint32_t face = 0; face < 2 * CAMELS; face++) all += unseen(s, face, own);
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        uint32_t left = unseen(s, face, own);
        cn_move card = cn_move_of(CARD, face % CAMELS, 1 + face / CAMELS);
        if (left > 0) list[count++] = (cn_candidate){card, (float)left / (float)all, 0};
    }
    return count;
}

const cn_value_ops cn_cards_value_ops = {
    .version = FORM,
    .inputs = INPUTS,
    .start = 1 + SCORE,
    .memo_bytes = CARDS_LEGS_MEMO_BYTES,
    .read = read,
    .moves = moves,
    .hand = hand,
    .outcomes = outcomes,
    .faces = faces,
    .spread = 0.012f,
    .explore = 0.2f,
    .guess_visits = 32,
};
