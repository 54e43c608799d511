/* cards/greedy.c: the simple player of cards, in integers only, so that every peer finds the same
 * move for an absent seat.
 *
 * It plays the rest of the race some hundred times with the unseen cards, and counts in each of
 * these races its lead over the best other seat, with the cards that all hold now. A lead that the
 * rest of the race can hardly turn counts no more: the aim is to win, not to heap up money. It
 * judges a bet in the same races, a token or the hand card in others with it played. */
#include "rules.h"

#define RACES_MAX 384   /* played to judge a position */
#define TOKEN_RACES 64  /* played to judge a place of a token */
#define TOKEN_PLACES 3  /* the places where most units would land */
#define MOVES_MAX 2000  /* in a race; one takes about 40 */
#define EXACT_CARDS 2   /* this many last cards of a leg are played in all ways */
#define EXACT_RACES 3   /* races played on after each */
#define HAND_ODDS 6     /* a seat with a hand card plays it in one of so many turns */
#define ENOUGH 4        /* coins ahead or behind that decide a finished race */
#define ENOUGH_MOVES 2  /* one more for so many moves to come */
#define LEARNED_MOVES 4 /* one more coin from bets for so many moves */
#define ONE CARDS_COIN
#define DOUBT (ONE / 4) /* the possible error of so few races with a token */
#define NO_WORTH (-((int64_t)1 << 60))
#define BETS 20 /* 5 * bet + camel */

/* --- playing on ------------------------------------------------------------------------------- */

/* The cards to come. */
typedef struct cards_left {
    uint64_t ones; /* byte c: cards of value 1 of camel c */
    uint32_t twos; /* bit c: the card of value 2 */
} cards_left;

typedef struct race {
    camel_row row;
    uint8_t token_space[2], last;
    uint8_t deck, hands, seats, deck_size, cards;
    uint32_t wide;
    cards_left left;
} race;

/* The outcome of one race: the camels' places from 1, at the end of the leg and of the race. */
typedef struct outcome {
    uint8_t leg[CAMELS], race[CAMELS];
    uint8_t face;    /* the first card: its camel, or CAMELS + camel for value 2 */
    uint8_t ended;   /* the first card ended leg or race */
    uint8_t kept[2]; /* 1 if no unit met the token */
    uint32_t weight, moves; /* `moves`: number of cards played */
} outcome;

typedef struct sample {
    uint32_t runs;
    outcome list[RACES_MAX];
    uint32_t landing[CN_CARDS_BEYOND + 1];
} sample;

static const cards_left all_cards = {CARDS_ONES * (uint64_t)0x0101010101, ALL_CAMELS};

static void take_card(cards_left *left, uint32_t face)
{
    if (face < CAMELS) {
        left->ones -= (uint64_t)1 << 8 * face;
    } else {
        left->twos &= ~(1u << (face - CAMELS));
    }
}

static uint32_t copies_of(const cards_left *left, uint32_t face)
{
    if (face < CAMELS) return (uint32_t)(left->ones >> 8 * face) & 255;
    return left->twos >> (face - CAMELS) & 1;
}

static uint32_t draw_card(cards_left *left, uint64_t *seed)
{
    uint64_t sums = left->ones * 0x0101010101;
    uint32_t ones = (uint32_t)(sums >> 32) & 255;
    uint32_t k = cn_random_below(seed, ones + cn_count_bits(left->twos));
    uint32_t face = k < ones ? camels_behind(sums & camels_mask(CAMELS), k + 1)
                             : CAMELS + cn_nth_bit(left->twos, k - ones);
    take_card(left, face);
    return face;
}

static cards_left left_of(const cn_cards *s)
{
    return (cards_left){all_cards.ones - camels_load(s->ones), ALL_CAMELS & ~(uint32_t)s->twos};
}

static race race_of(const cn_cards *s, const cards_left *left)
{
    race now = {.last = s->last, .deck = s->deck, .seats = s->head.seats, .left = *left};
    memcpy(now.row.order, s->order, sizeof s->order);
    memcpy(now.row.space, s->space, sizeof s->space);
    memcpy(now.token_space, s->token_space, sizeof s->token_space);
    now.hands = (uint8_t)cn_count_bits(s->hand & ~(1u << s->head.seat));
    now.deck_size = (uint8_t)cards_deck_size(s->head.seats);
    now.cards = (uint8_t)cards_track_cards(s->head.seats);
    now.wide = cards_wide(s);
    return now;
}

static void note_places(uint8_t places[CAMELS], const race *now)
{
    for (uint32_t i = 0; i < CAMELS; i++) places[now->row.order[i]] = (uint8_t)(CAMELS - i);
}

/* Move by a card: by its number from the deck, by one space from a hand. */
static cards_path play_face(race *now, uint32_t face, bool by_hand)
{
    uint32_t camel = face < CAMELS ? face : face - CAMELS;
    uint32_t steps = by_hand || face < CAMELS ? 1 : 2;
    now->hands = (uint8_t)(now->hands - by_hand);
    now->deck = (uint8_t)(now->deck - !by_hand);
    return cards_move(now->row.order, now->row.space, now->token_space, now->last, camel, steps);
}

/* The next card of the leg, turned up or played from somebody's hand. */
static cards_path play_next(race *now, uint64_t *seed)
{
    bool by_hand = cn_random_below(seed, (uint32_t)(HAND_ODDS * now->seats)) < now->hands;
    return play_face(now, draw_card(&now->left, seed), by_hand);
}

/* Play from the end of a leg to the end of the race; return the number of cards. */
static uint32_t run_race(race *now, uint64_t *seed)
{
    bool crossed = false;
    uint32_t moves = 0;
    for (; moves < MOVES_MAX && !crossed; moves++) {
        if (now->deck == 0) {
            now->wide = cards_storm(now->row.space, now->cards, now->wide, &now->last);
            now->deck = now->deck_size;
            now->hands = now->seats;
            now->left = all_cards;
            now->token_space[PALM] = now->token_space[FENNEC] = 0;
        }
        crossed = play_next(now, seed).crossed;
    }
    return moves;
}

/* Record a finished leg, and the rest of the race. */
static void finish(sample *found, outcome made, const race *leg, bool crossed, uint64_t *seed)
{
    assert(found->runs < RACES_MAX);
    race now = *leg;
    note_places(made.leg, &now);
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        made.kept[token] = now.token_space[token] != 0;
    }
    if (!crossed) made.moves += run_race(&now, seed);
    note_places(made.race, &now);
    found->list[found->runs++] = made;
}

static void draw_races(const race *start, uint32_t runs, sample *found)
{
    for (uint32_t i = 0; i < runs; i++) {
        race now = *start;
        uint64_t seed = i; /* the same cards come again in other samples */
        outcome made = {.face = (uint8_t)draw_card(&now.left, &seed), .weight = 1};
        cards_path path = play_face(&now, made.face, false);
        made.ended = path.crossed || now.deck == 0;
        found->landing[path.landing]++;
        while (now.deck > 0 && !path.crossed) {
            path = play_next(&now, &seed);
            made.moves++;
            found->landing[path.landing]++;
        }
        finish(found, made, &now, path.crossed, &seed);
    }
}

/* All orders of the last cards of a leg, each by its weight. */
static void walk_leg(const race *start, outcome made, bool first, sample *found)
{
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        uint32_t copies = copies_of(&start->left, face);
        if (copies == 0) continue;
        race now = *start;
        outcome next = made;
        take_card(&now.left, face);
        cards_path path = play_face(&now, face, false);
        bool over = path.crossed || now.deck == 0;
        next.weight *= copies;
        found->landing[path.landing] += next.weight;
        if (first) {
            next.face = (uint8_t)face;
            next.ended = over;
        }
        if (!over) {
            walk_leg(&now, next, false, found);
            continue;
        }
        /* A race that ended early stands for all its possible continuations. */
        uint32_t cards = cn_count_bits(now.left.twos);
        for (uint32_t camel = 0; camel < CAMELS; camel++) cards += copies_of(&now.left, camel);
        for (; now.deck > 0; now.deck--) next.weight *= cards--;
        for (uint64_t i = 0; i < EXACT_RACES; i++) {
            uint64_t seed = i;
            finish(found, next, &now, path.crossed, &seed);
        }
    }
}

static void find_races(const race *start, uint32_t runs, sample *found)
{
    found->runs = 0;
    memset(found->landing, 0, sizeof found->landing);
    if (runs == RACES_MAX && start->hands == 0 && start->deck <= EXACT_CARDS) {
        walk_leg(start, (outcome){.weight = 1}, true, found);
    } else {
        draw_races(start, runs, found);
    }
}

/* --- results ---------------------------------------------------------------------------------- */

/* The money that seats would have after each race, with the cards held at `s`. */
typedef struct view {
    const cn_cards *s;
    const sample *races;
    int32_t leg[RACES_MAX], final[RACES_MAX]; /* gains of the seat on turn by its cards */
    int32_t rival[RACES_MAX];                 /* the most money of another seat */
} view;

static int32_t leg_gain(const cn_cards *s, uint32_t seat, const outcome *made)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < 20; i++) {
        if (s->lead[i] >> 5 == seat + 1) sum += cards_lead_coins(i / 5, made->leg[i % 5]);
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (s->mid[camel] == seat + 1) sum += cards_mid_coins(made->leg[camel]);
    }
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        if (s->token_holder[token] == seat + 1) sum -= made->kept[token];
    }
    return sum;
}

/* Coins for a camel's final card; `held` as in the position, 0 for none. */
static int32_t final_gain(const cn_cards *s, uint32_t deck, uint32_t held, const outcome *made)
{
    if (held == 0) return 0;
    int32_t coins = cards_final_coins(deck == 1, made->race[held - 1]);
    return coins > 0 ? coins + 2 * s->trophy[5 * deck + held - 1] : coins;
}

static int32_t money_after(const cn_cards *s, uint32_t seat, int32_t leg, int32_t final)
{
    int32_t least = (s->options & MIN_MONEY) != 0;
    int32_t money = (int32_t)cards_money(s, seat) + leg;
    money = (money < least ? least : money) + final;
    return money < least ? least : money;
}

static void look(view *seen, const cn_cards *s, const sample *races)
{
    seen->s = s;
    seen->races = races;
    for (uint32_t i = 0; i < races->runs; i++) {
        const outcome *made = &races->list[i];
        seen->rival[i] = 0;
        for (uint32_t seat = 0; seat < s->head.seats; seat++) {
            int32_t leg = leg_gain(s, seat, made);
            int32_t final = final_gain(s, 0, s->win[seat], made) +
                            final_gain(s, 1, s->lose[seat], made);
            if (seat == s->head.seat) {
                seen->leg[i] = leg;
                seen->final[i] = final;
                continue;
            }
            int32_t money = money_after(s, seat, leg, final);
            if (money > seen->rival[i]) seen->rival[i] = money;
        }
    }
}

/* Rate race `i` for the seat on turn, with so much more gain from cards taken now. */
static int64_t good(const view *seen, uint32_t i, int32_t leg, int32_t final)
{
    int32_t own = money_after(seen->s, seen->s->head.seat, seen->leg[i] + leg,
                              seen->final[i] + final);
    const outcome *made = &seen->races->list[i];
    int32_t enough = ENOUGH + (int32_t)(made->moves / ENOUGH_MOVES);
    int32_t ahead = own - seen->rival[i] + (int32_t)(made->moves / LEARNED_MOVES);
    if (ahead > enough) ahead = enough;
    if (ahead < -enough) ahead = -enough;
    return (int64_t)ahead * made->weight;
}

/* Ratings of the races with one more bet, or none (BETS), by their first card. */
typedef struct bet_estimates {
    int64_t sum[BETS + 1][2 * CAMELS];
    uint32_t weight, weights[2 * CAMELS];
    bool ended[2 * CAMELS];
} bet_estimates;

static bool can_take(const cn_cards *s, uint32_t bet)
{
    return s->pool[bet / 5] >> bet % 5 & 1;
}

static void judge_bet(const view *seen, uint32_t bet, bet_estimates *estimates)
{
    const cn_cards *s = seen->s;
    uint32_t kind = bet / 5, camel = bet % 5, k = 0, held = 0;
    if (kind == LEAD_BET) k = cards_leaders_taken(s, camel);
    if (kind == WIN_BET) held = s->win[s->head.seat];
    if (kind == LOSE_BET) held = s->lose[s->head.seat];
    for (uint32_t i = 0; i < seen->races->runs; i++) {
        const outcome *made = &seen->races->list[i];
        int32_t leg = 0, final = 0;
        if (kind == LEAD_BET) {
            leg = cards_lead_coins(k, made->leg[camel]);
        } else if (kind == MID_BET) {
            leg = cards_mid_coins(made->leg[camel]);
        } else if (bet < BETS) {
            final = final_gain(s, kind - WIN_BET, camel + 1, made) -
                    final_gain(s, kind - WIN_BET, held, made);
        }
        estimates->sum[bet][made->face] += good(seen, i, leg, final);
    }
}

static void judge(const view *seen, bet_estimates *estimates)
{
    memset(estimates, 0, sizeof *estimates);
    for (uint32_t i = 0; i < seen->races->runs; i++) {
        const outcome *made = &seen->races->list[i];
        estimates->weight += made->weight;
        estimates->weights[made->face] += made->weight;
        estimates->ended[made->face] = made->ended;
    }
    bool bets = seen->s->did != DID_BET;
    for (uint32_t bet = 0; bet < BETS; bet++) {
        if (bets && can_take(seen->s, bet)) judge_bet(seen, bet, estimates);
    }
    judge_bet(seen, BETS, estimates);
}

static int64_t total(const bet_estimates *estimates, uint32_t bet)
{
    int64_t sum = 0;
    for (uint32_t face = 0; face < 2 * CAMELS; face++) sum += estimates->sum[bet][face];
    return sum * ONE / estimates->weight;
}

/* The best bet, BETS if none is possible; and the rating of the races with it. */
static uint32_t best_bet(const cn_cards *s, const bet_estimates *estimates, int64_t *worth)
{
    uint32_t best = BETS;
    *worth = NO_WORTH;
    for (uint32_t bet = 0; bet < BETS; bet++) {
        if (s->did == DID_BET || !can_take(s, bet) || total(estimates, bet) <= *worth) continue;
        best = bet;
        *worth = total(estimates, bet);
    }
    if (best == BETS) *worth = total(estimates, BETS);
    return best;
}

/* --- race actions ----------------------------------------------------------------------------- */

static void consider(cards_evaluations *found, cn_move move, int64_t worth)
{
    assert(found->count < CARDS_EVALUATIONS_MAX);
    found->list[found->count++] = (cards_evaluation){move, worth};
}

/* The worth of races after which the seat may still bet, or has bet. */
static int64_t worth_of(const cn_cards *s, const sample *races)
{
    view seen;
    bet_estimates estimates;
    int64_t worth;
    look(&seen, s, races);
    judge(&seen, &estimates);
    best_bet(s, &estimates, &worth);
    return worth;
}

/* Turning up a card reveals something before the bet; if it ends the leg there is no bet. So few
 * races tell little of one card, so that half of it counts. */
static int64_t reveal_worth(const cn_cards *s, const bet_estimates *estimates)
{
    int64_t sum = 0, worth;
    uint32_t now = best_bet(s, estimates, &worth);
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        if (now == BETS || estimates->ended[face]) {
            sum += estimates->sum[BETS][face];
            continue;
        }
        int64_t best = estimates->sum[now][face];
        for (uint32_t bet = 0; bet < BETS; bet++) {
            if (can_take(s, bet) && estimates->sum[bet][face] > best) best =
                estimates->sum[bet][face];
        }
        sum += (best + estimates->sum[now][face]) / 2;
    }
    return sum * ONE / estimates->weight;
}

/* A token on the busiest spaces, judged by races with and without it. */
static void consider_tokens(const cn_cards *s, const race *start, const sample *races,
                            int64_t worth, cards_evaluations *evaluations)
{
    uint32_t free = cards_free(s);
    if (s->token_space[PALM] != 0 && s->token_space[FENNEC] != 0) return;
    sample found;
    find_races(start, TOKEN_RACES, &found);
    int64_t base = worth - worth_of(s, &found);
    for (uint32_t tries = 0; tries < TOKEN_PLACES; tries++) {
        uint32_t busiest = 0;
        for (uint32_t space = 1; space <= s->last; space++) {
            bool busier = busiest == 0 || races->landing[space] > races->landing[busiest];
            if ((free >> space & 1) != 0 && busier) busiest = space;
        }
        if (busiest == 0 || races->landing[busiest] == 0) return;
        free &= ~(1u << busiest);
        for (uint8_t token = PALM; token <= FENNEC; token++) {
            if (s->token_space[token] != 0) continue;
            race laid = *start;
            cn_cards then = *s;
            laid.token_space[token] = then.token_space[token] = (uint8_t)busiest;
            then.token_holder[token] = (uint8_t)(s->head.seat + 1);
            find_races(&laid, TOKEN_RACES, &found);
            consider(evaluations, cn_move_of(TOKEN, token, busiest),
                     base + worth_of(&then, &found) - DOUBT);
        }
    }
}

/* The hand card, known to its owner, and the race after it. */
static void consider_hand(const cn_cards *s, const race *start, uint32_t camel,
                          cards_evaluations *evaluations)
{
    sample found = {0};
    race played = *start;
    cn_cards then = *s;
    cards_path path = cards_move(played.row.order, played.row.space, played.token_space,
                                 played.last, camel, 1);
    for (uint32_t i = 0; i < path.tokens; i++) {
        then.token_space[path.met[i]] = 0;
        then.token_holder[path.met[i]] = 0;
    }
    if (path.crossed) {
        uint64_t seed = 0;
        then.did = DID_BET; /* no bet after it */
        finish(&found, (outcome){.weight = 1}, &played, true, &seed);
    } else {
        find_races(&played, RACES_MAX, &found);
    }
    consider(evaluations, cn_move_of(HAND, 0, 0), worth_of(&then, &found));
}

/* --- the choice ------------------------------------------------------------------------------- */

static cn_move bet_move(uint32_t bet) { return cn_move_of(BET, bet / 5, bet % 5); }

static void consider_bets(const cn_cards *s, const bet_estimates *estimates,
                          cards_evaluations *evaluations)
{
    for (uint32_t bet = 0; bet < BETS; bet++) {
        if (can_take(s, bet)) consider(evaluations, bet_move(bet), total(estimates, bet));
    }
}

bool cards_read_hand(const cn_cards *s, uint32_t seat, const char *faces, uint32_t length,
                     uint32_t *face)
{
    *face = CARDS_NO_FACE;
    if (length == 0) return true;
    cn_reader reader = {faces, faces + length, false};
    uint32_t camel = cn_read_letter(&reader, "bgowy"), two = cn_read_letter(&reader, "12");
    if (!cn_read_done(&reader) || (s->hand >> seat & 1) == 0) return false;
    cards_left left = left_of(s);
    *face = two != 0 ? CAMELS + camel : camel;
    return copies_of(&left, *face) > 0;
}

void cards_weigh(const cn_cards *s, uint32_t face, cards_evaluations *evaluations)
{
    cards_left left = left_of(s);
    if (face != CARDS_NO_FACE) take_card(&left, face);
    race start = race_of(s, &left);
    sample races;
    view seen;
    bet_estimates estimates;
    int64_t worth;
    evaluations->count = 0;
    find_races(&start, RACES_MAX, &races);
    look(&seen, s, &races);
    judge(&seen, &estimates);
    best_bet(s, &estimates, &worth);
    if (s->did == DID_RACE) {
        consider_bets(s, &estimates, evaluations);
        if ((s->options & BET_OPTIONAL) == 0) return;
        consider(evaluations, cn_move_of(PASS, 0, 0), total(&estimates, BETS));
        return;
    }
    consider(evaluations, cn_move_of(REVEAL, 0, 0), reveal_worth(s, &estimates));
    consider_tokens(s, &start, &races, worth, evaluations);
    if (face != CARDS_NO_FACE) consider_hand(s, &start, face % CAMELS, evaluations);
    bool may_end = false;
    for (uint32_t card = 0; card < 2 * CAMELS; card++) may_end = may_end || estimates.ended[card];
    if (may_end && s->did == DID_NOTHING) consider_bets(s, &estimates, evaluations);
}

bool cards_greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_cards *s = state;
    cards_evaluations found;
    uint32_t face, best = 0;
    if (!cards_read_hand(s, s->head.seat, faces, length, &face)) return false;
    cards_weigh(s, face, &found);
    for (uint32_t k = 1; k < found.count; k++) {
        if (found.list[k].worth > found.list[best].worth) best = k;
    }
    *move = found.list[best].move;
    return true;
}
