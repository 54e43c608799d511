/* cards/search_ops.c: the search operations of cards.
 *
 * A determinization is the order of the race cards and the hands of all seats, leg by leg. In a
 * playout every seat turns up cards and takes the most profitable bet by the odds of odds.h; it
 * plays its hand card when that helps its own cards. At the root the moves are rated like by the
 * simple player, which knows the cards seen, the tokens and the standing of the others. */
#include "determinization.h"
#include "odds.h"

extern const cn_game cn_cards_game;

#define NEAR 2            /* a camel this near the finish may cross with the next card */
#define PLIES_MAX 4000    /* of a playout; a leg takes about 50 */
#define BETS 20           /* 5 * bet + camel */
#define CHOSEN_MAX 24     /* limit on the moves of a node to consider */
#define HAND_ODDS 12      /* in a playout a hand card is played in one of so many turns, */
#define HAND_GAIN (CARDS_SURE / 4)  /* or if it earns that much */
#define TOKEN_COST (CARDS_SURE / 4) /* average cost of a token card, for it may still go home */
#define INFORMED (CARDS_SURE / 4)   /* worth of the information in a turned-up card */
#define HEAT_LEAST 4.5f   /* coins that make a victory e times as likely, at the finish */
#define HEAT_MORE 0.6f    /* and for each space before it */
#define COINS_TO_COME 0.6f /* other earnings of a seat in later legs, per space */
#define FIRST_IN_LEG 1.0f /* worth of beginning the next leg, */
#define NEXT_LEG 0.4f     /* and of being a seat nearer to it */
#define ROOT_HEAT 0.25f   /* coins that make a move e times as likely the best, rated well */
#define TREE_HEAT 0.5f    /* the same by the tables */

/* --- determinizations ------------------------------------------------------------------------- */

static uint32_t unseen_cards(const cn_cards *s, uint8_t faces[CARDS_ALL])
{
    uint32_t count = 0;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        for (uint32_t k = s->ones[camel]; k < CARDS_ONES; k++) faces[count++] = (uint8_t)camel;
        if ((s->twos >> camel & 1) == 0) faces[count++] = (uint8_t)(CAMELS + camel);
    }
    return count;
}

static uint8_t draw(uint8_t *faces, uint32_t *left, uint64_t *seed)
{
    uint32_t at = cn_random_below(seed, *left);
    uint8_t face = faces[at];
    faces[at] = faces[--*left];
    return face;
}

/* Deal the unseen cards: `own` to `seat`, the rest at random. */
static void deal(const cn_cards *s, uint32_t seat, uint32_t own, uint64_t *seed,
                 cards_determinization *determinization)
{
    uint8_t faces[CARDS_ALL];
    uint32_t left = unseen_cards(s, faces);
    if (own != CARDS_NO_FACE) {
        uint32_t at = 0;
        while (faces[at] != own) at++;
        faces[at] = faces[--left];
        determinization->hand[seat] = (uint8_t)own;
    }
    for (uint32_t k = 0; k < s->deck; k++) determinization->deck[k] = draw(faces, &left, seed);
    for (uint32_t other = 0; other < s->head.seats; other++) {
        if ((s->hand >> other & 1) == 0 || (other == seat && own != CARDS_NO_FACE)) continue;
        determinization->hand[other] = draw(faces, &left, seed);
    }
}

static bool determinize(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample)
{
    const cn_cards *s = state;
    cards_determinization *determinization = cards_sample(sample);
    uint32_t own = CARDS_NO_FACE;
    (void)tables, (void)belief;
    if (seat >= s->head.seats ? length > 0 : !cards_read_hand(s, seat, faces, length, &own)) {
        return false;
    }
    memset(determinization, 0, sizeof *determinization);
    cn_store32(determinization->seed, (uint32_t)cn_random(seed));
    cn_store32(determinization->seed + 4, (uint32_t)cn_random(seed));
    determinization->fresh = 1;
    if (own != CARDS_NO_FACE) determinization->known = (uint8_t)(seat + 1);
    if (seat == CN_EVERYBODY) determinization->known = CARDS_TRUTH;
    determinization->left = s->deck;
    deal(s, seat, own, seed, determinization);
    return true;
}

void cards_keep_up(const cn_cards *s, cards_determinization *determinization)
{
    bool begun = s->deck > determinization->left;
    determinization->left = s->deck;
    if (!begun) return;
    uint64_t seed = cn_load32(determinization->seed) |
        (uint64_t)cn_load32(determinization->seed + 4) << 32;
    seed += cn_load32(s->leg);
    if (determinization->known != CARDS_TRUTH) determinization->known = 0;
    determinization->bound = 0;
    deal(s, 0, CARDS_NO_FACE, &seed, determinization);
}

static cn_move card_move(uint32_t face)
{
    return cn_move_of(CARD, face % CAMELS, 1 + face / CAMELS);
}

static cn_move luck(const void *state, const cn_determinization *sample, uint64_t *seed)
{
    const cn_cards *s = state;
    if (cards_setting_up(s)) return cn_cards_game.any(state, seed);
    return card_move(cards_sample_in(sample)->deck[s->deck - 1]);
}

/* Puts this card on top of the deck if it lies there, or in a hand on which nothing rests yet. */
static bool draw_next(const void *state, cn_move move, cn_determinization *sample)
{
    const cn_cards *s = state;
    cards_determinization *determinization = cards_sample(sample);
    if (cards_setting_up(s)) return true;
    uint8_t *top = &determinization->deck[s->deck - 1];
    for (uint32_t k = 0; k < s->deck + (determinization->bound ? 0u : s->head.seats); k++) {
        uint32_t seat = k - s->deck;
        bool free = k < s->deck || ((s->hand >> seat & 1) != 0 && determinization->known != seat + 1);
        uint8_t *card = k < s->deck ? top - k : &determinization->hand[seat];
        if (!free || card_move(*card) != move) continue;
        uint8_t face = *card;
        *card = *top;
        *top = face;
        return true;
    }
    return false;
}

static cn_move opening(const void *state, const cn_determinization *sample)
{
    const cn_cards *s = state;
    return card_move(cards_sample_in(sample)->hand[s->head.seat]);
}

/* Revealing and playing a hand card are moves that come before their card, so a leg's cards are
 * dealt by the time that luck or an opening needs them. */
static void update(const void *state, cn_move move, cn_determinization *sample)
{
    const cn_cards *s = state;
    cards_determinization *determinization = cards_sample(sample);
    (void)move;
    cards_keep_up(s, determinization);
    determinization->fresh = 0;
    bool knows = cards_own(s, determinization, s->head.seat) != CARDS_NO_FACE;
    if (s->head.node == CN_DECIDE && (s->hand >> s->head.seat & 1) != 0 && !knows) {
        determinization->bound = 1;
    }
}

/* --- the earnings of moves -------------------------------------------------------------------- */

/* e to the power of a number that is 0 or less, to a few percent. */
static float power(float x)
{
    float y = -x / 4, root = 1 / (1 + y * (1 + y * (0.5f + y * (1 / 6.0f + y * (1 / 24.0f)))));
    return root * root * root * root;
}

static int32_t lead_worth(const cards_leg_odds *odds, uint32_t k, uint32_t place)
{
    int32_t first = cards_lead_coins(k, 1) + 1;
    return first * odds->of[LEG_FIRST][place] + 2 * odds->of[LEG_SECOND][place] - CARDS_SURE;
}

static int32_t final_worth(const cn_cards *s, const cards_race_odds *odds, bool lose,
                           uint32_t place)
{
    int32_t more = 1 + 2 * s->trophy[5 * lose + s->order[place]];
    int32_t best = odds->of[lose ? RACE_LAST : RACE_FIRST][place];
    int32_t next = odds->of[lose ? RACE_FOURTH : RACE_SECOND][place];
    return (7 + more) * best + (3 + more) * next - CARDS_SURE;
}

/* The possible bets, by their earnings; returns their number. */
static uint32_t bets_of(const cn_cards *s, const void *tables, cards_evaluation list[BETS])
{
    cards_leg_odds leg;
    cards_race_odds race;
    uint32_t count = 0, seat = s->head.seat;
    int32_t held[2] = {0, 0};
    cards_odds_leg(s, tables, &leg);
    cards_odds_race(s, tables, &race);
    for (uint32_t place = 0; place < CAMELS; place++) {
        if (s->win[seat] == s->order[place] + 1) held[0] = final_worth(s, &race, false, place);
        if (s->lose[seat] == s->order[place] + 1) held[1] = final_worth(s, &race, true, place);
    }
    for (uint32_t place = CAMELS; place-- > 0;) {
        uint32_t camel = s->order[place];
        if (s->pool[LEAD_BET] >> camel & 1) {
            int32_t worth = lead_worth(&leg, cards_leaders_taken(s, camel), place);
            list[count++] = (cards_evaluation){cn_move_of(BET, LEAD_BET, camel), worth};
        }
        if (s->pool[MID_BET] >> camel & 1) {
            int32_t worth = (int32_t)leg.of[LEG_MID][place] - CARDS_SURE;
            list[count++] = (cards_evaluation){cn_move_of(BET, MID_BET, camel), worth};
        }
        for (uint32_t lose = 0; lose < 2; lose++) {
            if ((s->pool[WIN_BET + lose] >> camel & 1) == 0) continue;
            int32_t worth = final_worth(s, &race, lose, place) - held[lose];
            list[count++] = (cards_evaluation){cn_move_of(BET, WIN_BET + lose, camel), worth};
        }
    }
    return count;
}

/* The expected earnings of the owners of cards, in coins, by seat + 1. */
static void prospects(const cn_cards *s, const void *tables, int32_t coins[1 + CARDS_SEATS_MAX])
{
    cards_leg_odds leg;
    cards_race_odds race;
    memset(coins, 0, (1 + CARDS_SEATS_MAX) * sizeof *coins);
    cards_odds_leg(s, tables, &leg);
    cards_odds_race(s, tables, &race);
    for (uint32_t place = 0; place < CAMELS; place++) {
        uint32_t camel = s->order[place];
        for (uint32_t k = 0; k < 4; k++) {
            coins[s->lead[5 * k + camel] >> 5] += lead_worth(&leg, k, place);
        }
        coins[s->mid[camel]] += (int32_t)leg.of[LEG_MID][place] - CARDS_SURE;
        for (uint32_t seat = 0; seat < s->head.seats; seat++) {
            if (s->win[seat] == camel + 1) coins[seat + 1] += final_worth(s, &race, false, place);
            if (s->lose[seat] == camel + 1) coins[seat + 1] += final_worth(s, &race, true, place);
        }
    }
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        coins[s->token_holder[token]] -= TOKEN_COST;
    }
}

int32_t cards_hand_worth(const cn_cards *s, uint32_t seat, uint32_t face, const void *tables)
{
    cn_cards then = *s;
    int32_t before[1 + CARDS_SEATS_MAX], after[1 + CARDS_SEATS_MAX];
    cards_path path = cards_move(then.order, then.space, then.token_space, then.last,
                                 face % CAMELS, 1);
    if (path.crossed) return 0;
    prospects(s, tables, before);
    prospects(&then, tables, after);
    return after[seat + 1] - before[seat + 1];
}

static bool may_end(const cn_cards *s)
{
    return s->deck == 1 || s->last + 1 - s->space[CAMELS - 1] <= NEAR;
}

/* --- playing on ------------------------------------------------------------------------------- */

/* A whim of a seat at this moment: it depends on the determinization alone, so that within one,
 * different decisions change as little else as possible. */
static uint64_t whim(const cn_cards *s, const cards_determinization *determinization)
{
    uint64_t moment = (uint64_t)cn_load32(s->leg) << 16 | (uint64_t)s->deck << 8 | s->head.seat;
    return (cn_load32(determinization->seed) |
            (uint64_t)cn_load32(determinization->seed + 4) << 32) + (moment << 20);
}

static cn_move race_action(const cn_cards *s, const cards_determinization *determinization,
                           const void *tables)
{
    uint32_t seat = s->head.seat;
    uint64_t seed = whim(s, determinization);
    bool hand = s->hand >> seat & 1;
    if (hand && (cn_random_below(&seed, HAND_ODDS) == 0 ||
                 cards_hand_worth(s, seat, determinization->hand[seat], tables) > HAND_GAIN)) {
        return cn_move_of(HAND, 0, 0);
    }
    return cn_move_of(REVEAL, 0, 0);
}

static cn_move decide(const cn_cards *s, const cards_determinization *determinization,
                      const void *tables)
{
    cards_evaluation list[BETS], best = {cn_move_of(PASS, 0, 0), 0};
    if (s->did == DID_BET || (s->did == DID_NOTHING && !may_end(s))) {
        return race_action(s, determinization, tables);
    }
    uint32_t count = bets_of(s, tables, list);
    if (s->did == DID_RACE && (s->options & BET_OPTIONAL) == 0) best = list[0];
    for (uint32_t k = 0; k < count; k++) {
        if (list[k].worth > best.worth) best = list[k];
    }
    if (s->did == DID_NOTHING && cn_verb(best.move) == PASS) {
        return race_action(s, determinization, tables);
    }
    return best.move;
}

/* The chance to win of each seat at the beginning of a leg: by its money, the expected earnings of
 * its cards and the time of its turn, which counts more near the finish. Fitted to games of the
 * simple player. */
static void foresee(const cn_cards *s, const void *tables, cn_worth *worth)
{
    int32_t coins[1 + CARDS_SEATS_MAX];
    float ahead = (float)(s->last + 1 - s->space[CAMELS - 1]), most = 0, sum = 0;
    float heat = HEAT_LEAST + HEAT_MORE * ahead;
    prospects(s, tables, coins);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        float held = (float)cards_money(s, seat) + (float)coins[seat + 1] / CARDS_SURE;
        uint32_t after = (seat + 1 + s->head.seats - s->starter) % s->head.seats;
        worth->money[seat] = held + COINS_TO_COME * ahead - NEXT_LEG * (float)after;
        if (after == 0) worth->money[seat] += FIRST_IN_LEG;
        if (worth->money[seat] > most) most = worth->money[seat];
    }
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] = power((worth->money[seat] - most) / heat);
        sum += worth->share[seat];
    }
    for (uint32_t seat = 0; seat < s->head.seats; seat++) worth->share[seat] /= sum;
}

static void playout(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                    cn_worth *worth)
{
    cn_cards *s = state;
    cards_determinization *determinization = cards_sample(sample);
    uint32_t over = cn_load32(s->leg) + (cards_setting_up(s) ? 2 : 1);
    for (uint32_t plies = 0; plies < PLIES_MAX && s->head.node != CN_OVER; plies++) {
        cn_move move;
        if (cn_load32(s->leg) == over) {
            foresee(s, tables, worth);
            return;
        }
        cards_keep_up(s, determinization);
        switch ((cn_node)s->head.node) {
        case CN_CHANCE: move = luck(s, sample, seed); break;
        case CN_REVEAL: move = opening(s, sample); break;
        default: move = decide(s, determinization, tables); break;
        }
        cn_cards_game.play(s, move, NULL);
    }
    uint32_t won = cn_cards_game.winners(s);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] = won >> seat & 1 ? 1 / (float)cn_count_bits(won) : 0;
        worth->money[seat] = (float)cards_money(s, seat);
    }
}

/* --- candidates ------------------------------------------------------------------------------- */

/* The likeliest first; their priors by their worth, 1 in all. */
static uint32_t rank(cards_evaluation *list, uint32_t count, float coin, cn_candidate *chosen)
{
    float sum = 0;
    for (uint32_t k = 1; k < count; k++) {
        cards_evaluation one = list[k];
        uint32_t at = k;
        for (; at > 0 && list[at - 1].worth < one.worth; at--) list[at] = list[at - 1];
        list[at] = one;
    }
    if (count > CHOSEN_MAX) count = CHOSEN_MAX;
    for (uint32_t k = 0; k < count; k++) {
        chosen[k].move = list[k].move;
        chosen[k].prior = power((float)(list[k].worth - list[0].worth) / coin);
        sum += chosen[k].prior;
    }
    for (uint32_t k = 0; k < count; k++) chosen[k].prior /= sum;
    return count;
}

/* The next free spaces before the first camel: units meet tokens there. */
static uint32_t tokens_of(const cn_cards *s, cards_evaluation *list)
{
    uint32_t count = 0, free = cards_free(s), first = s->space[CAMELS - 1];
    for (uint32_t space = first + 1; space <= first + 2 && space <= s->last; space++) {
        for (uint32_t token = PALM; token <= FENNEC; token++) {
            if (s->token_space[token] != 0 || (free >> space & 1) == 0) continue;
            list[count++] = (cards_evaluation){cn_move_of(TOKEN, token, space), -CARDS_SURE};
        }
    }
    return count;
}

static uint32_t moves(const void *state, const cn_determinization *sample, const void *tables,
                      cn_candidate *list)
{
    const cn_cards *s = state;
    cards_determinization determinization = *cards_sample_in(sample);
    uint32_t seat = s->head.seat, count = 0;
    cards_keep_up(s, &determinization);
    if (determinization.fresh) {
        cards_evaluations found;
        cards_weigh(s, determinization.known == seat + 1 ?
                    determinization.hand[seat] : CARDS_NO_FACE, &found);
        if (found.count < CARDS_EVALUATIONS_MAX && determinization.known != seat + 1 &&
            (s->hand >> seat & 1) != 0 &&
            s->did != DID_RACE) {
            found.list[found.count++] =
                (cards_evaluation){cn_move_of(HAND, 0, 0), found.list[0].worth - CARDS_COIN / 2};
        }
        return rank(found.list, found.count, ROOT_HEAT * CARDS_COIN, list);
    }
    cards_evaluation found[BETS + 8];
    if (s->did != DID_BET && (s->did == DID_RACE || may_end(s))) count = bets_of(s, tables, found);
    if (s->did == DID_RACE) {
        if (s->options & BET_OPTIONAL) found[count++] =
            (cards_evaluation){cn_move_of(PASS, 0, 0), 0};
    } else {
        found[count++] = (cards_evaluation){cn_move_of(REVEAL, 0, 0), INFORMED};
        if (s->hand >> seat & 1) {
            int32_t worth = 0;
            if (determinization.known == seat + 1) worth =
                cards_hand_worth(s, seat, determinization.hand[seat], tables);
            found[count++] = (cards_evaluation){cn_move_of(HAND, 0, 0), worth};
        }
        count += tokens_of(s, &found[count]);
    }
    return rank(found, count, TREE_HEAT * CARDS_SURE, list);
}

const cn_search_ops cn_cards_search_ops = {
    .tables_bytes = cards_odds_bytes,
    .build_tables = cards_odds_build,
    .determinize = determinize,
    .luck = luck,
    .draw = draw_next,
    .opening = opening,
    .update = update,
    .candidates = moves,
    .playout = playout,
    .explore = 0.6f,
    .money_scale = 10,
    .value = &cn_cards_value_ops,
};
