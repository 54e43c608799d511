/* cards_greedy.c: what a simple cards player would do, in integers only, so that every peer finds
 * the same move for an absent seat.
 *
 * It plays the rest of the race some hundred times with the cards that have not been seen, counts
 * where each camel came at the end of the leg and of the race, and takes what is worth most: its
 * own coins, less what the others get on average. The few last cards of a leg it goes through in
 * all ways instead. A token or the hand card is judged by the same races with it played. */
#include "cards_rules.h"

#define RACES 384     /* played to judge the position */
#define TOKEN_LEGS 96 /* played for each place of a token, up to the end of the leg */
#define TOKEN_PLACES 4
#define MOVES_MAX 2000 /* in a race; one takes about 40 */
#define EXACT_CARDS 3  /* that many last cards of a leg are gone through in all ways */
#define HAND_ODDS 6    /* who holds a hand card plays it in one of so many turns */
#define ONE 65536      /* a coin */
#define NO_WORTH (-((int64_t)1 << 60))

/* --- playing it on ---------------------------------------------------------------------------- */

/* The cards that may still come, as the core counts them. */
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

/* Where the camels came in some races: by camel and place from first, in each of `runs`. */
typedef struct places {
    uint32_t runs, leg[CAMELS][5], race[CAMELS][5];
} places;

/* All that is counted. The groups are by the first card: camel, CAMELS + camel for value 2. */
typedef struct tally {
    places all, group[2 * CAMELS];
    uint32_t ended[2 * CAMELS]; /* times that the first card ended leg or race */
    uint32_t kept[2];           /* times that the token was not met */
    uint32_t landing[CN_CARDS_BEYOND + 1];
} tally;

static const cards_left all_cards = {CARDS_ONES * (uint64_t)0x0101010101, ALL_CAMELS};

static cards_left cards_unseen(const cn_cards *s)
{
    return (cards_left){all_cards.ones - camels_load(s->ones), ALL_CAMELS & ~(uint32_t)s->twos};
}

static void take_card(cards_left *left, uint32_t face)
{
    if (face < CAMELS) {
        left->ones -= (uint64_t)1 << 8 * face;
    } else {
        left->twos &= ~(1u << (face - CAMELS));
    }
}

static uint32_t count_cards(const cards_left *left)
{
    return ((uint32_t)(left->ones * 0x0101010101 >> 32) & 255) + cn_count_bits(left->twos);
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

static void count_places(uint32_t count[CAMELS][5], const race *now)
{
    for (uint32_t i = 0; i < CAMELS; i++) count[now->row.order[i]][4 - i]++;
}

/* Move by a card that was taken: by its number from the deck, by one space from a hand. */
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

/* The leg to its end, or the race's; true when it was the race's. */
static bool run_leg(race *now, uint64_t *seed, tally *count)
{
    bool crossed = false;
    while (now->deck > 0 && !crossed) {
        cards_path path = play_next(now, seed);
        crossed = path.crossed;
        count->landing[path.landing]++;
    }
    return crossed;
}

/* On to the end of the race, leg by leg. */
static void run_race(race *now, uint64_t *seed)
{
    bool crossed = false;
    for (uint32_t moves = 0; moves < MOVES_MAX && !crossed; moves++) {
        if (now->deck == 0) {
            now->wide = cards_storm(now->row.space, now->cards, now->wide, &now->last);
            now->deck = now->deck_size;
            now->hands = now->seats;
            now->left = all_cards;
            now->token_space[PALM] = now->token_space[FENNEC] = 0;
        }
        crossed = play_next(now, seed).crossed;
    }
}

/* Races from `start`, with places by the first card. */
static void run_races(const race *start, uint32_t runs, tally *count)
{
    memset(count, 0, sizeof *count);
    count->all.runs = runs;
    for (uint32_t i = 0; i < runs; i++) {
        race now = *start;
        uint64_t seed = i; /* the same cards come again in other tallies */
        uint32_t face = draw_card(&now.left, &seed);
        cards_path path = play_face(&now, face, false);
        count->landing[path.landing]++;
        bool crossed = path.crossed;
        if (crossed || now.deck == 0) count->ended[face]++;
        if (!crossed) crossed = run_leg(&now, &seed, count);
        places *group = &count->group[face];
        group->runs++;
        count_places(group->leg, &now);
        for (uint32_t token = PALM; token <= FENNEC; token++) {
            count->kept[token] += now.token_space[token] != 0;
        }
        if (!crossed) run_race(&now, &seed);
        count_places(group->race, &now);
    }
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        for (uint32_t i = 0; i < CAMELS * 5; i++) {
            count->all.leg[i / 5][i % 5] += count->group[face].leg[i / 5][i % 5];
            count->all.race[i / 5][i % 5] += count->group[face].race[i / 5][i % 5];
        }
    }
}

/* Legs only. */
static void run_legs(const race *start, uint32_t runs, tally *count)
{
    memset(count, 0, sizeof *count);
    count->all.runs = runs;
    for (uint32_t i = 0; i < runs; i++) {
        race now = *start;
        uint64_t seed = i;
        run_leg(&now, &seed, count);
        count_places(count->all.leg, &now);
        for (uint32_t token = PALM; token <= FENNEC; token++) {
            count->kept[token] += now.token_space[token] != 0;
        }
    }
}

/* All ways in which the last cards of a leg can come, each as often as it can. */
static void walk_leg(const race *now, uint32_t times, places *count)
{
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        uint32_t copies = face < CAMELS ? (uint32_t)(now->left.ones >> 8 * face) & 255
                                        : now->left.twos >> (face - CAMELS) & 1;
        if (copies == 0) continue;
        race next = *now;
        take_card(&next.left, face);
        bool crossed = play_face(&next, face, false).crossed;
        if (!crossed && next.deck > 0) {
            walk_leg(&next, times * copies, count);
            continue;
        }
        /* A race that ended early stands for all that could have come after it. */
        uint32_t ways = times * copies, cards = count_cards(&next.left);
        for (; next.deck > 0; next.deck--) ways *= cards--;
        count->runs += ways;
        for (uint32_t i = 0; i < CAMELS; i++) count->leg[next.row.order[i]][4 - i] += ways;
    }
}

/* --- what cards are worth --------------------------------------------------------------------- */

/* Every card that a seat can hold, in parts of a coin. */
typedef struct values {
    int64_t lead[4][CAMELS], mid[CAMELS], final[2][CAMELS], token[2];
} values;

static int64_t mean(int64_t sum, uint32_t runs) { return sum * ONE / (int64_t)runs; }

static void value_leg(const places *count, values *worth)
{
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        int64_t lead[4] = {0}, mid = 0;
        for (uint32_t rank = 1; rank <= 5; rank++) {
            int64_t times = count->leg[camel][rank - 1];
            for (uint32_t k = 0; k < 4; k++) lead[k] += times * cards_lead_coins(k, rank);
            mid += times * cards_mid_coins(rank);
        }
        for (uint32_t k = 0; k < 4; k++) worth->lead[k][camel] = mean(lead[k], count->runs);
        worth->mid[camel] = mean(mid, count->runs);
    }
}

static void value_race(const cn_cards *s, const places *count, values *worth)
{
    for (uint32_t card = 0; card < 2 * CAMELS; card++) {
        uint32_t deck = card / CAMELS, camel = card % CAMELS;
        int64_t sum = 0;
        for (uint32_t rank = 1; rank <= 5; rank++) {
            int32_t coins = cards_final_coins(deck == 1, rank);
            if (coins > 0) coins += 2 * s->trophy[card];
            sum += (int64_t)count->race[camel][rank - 1] * coins;
        }
        worth->final[deck][camel] = mean(sum, count->runs);
    }
}

static void value_tokens(const tally *count, values *worth)
{
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        worth->token[token] = -mean(count->kept[token], count->all.runs);
    }
}

static int64_t holdings(const cn_cards *s, uint32_t seat, const values *worth)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < 20; i++) {
        if (s->lead[i] >> 5 == seat + 1) sum += worth->lead[i / 5][i % 5];
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (s->mid[camel] == seat + 1) sum += worth->mid[camel];
    }
    if (s->win[seat] != 0) sum += worth->final[0][s->win[seat] - 1];
    if (s->lose[seat] != 0) sum += worth->final[1][s->lose[seat] - 1];
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        if (s->token_holder[token] == seat + 1) sum += worth->token[token];
    }
    return sum;
}

/* How far the seat on turn is ahead of the others' mean, by the cards held. */
static int64_t lead_of(const cn_cards *s, const values *worth)
{
    int64_t others = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (seat != s->head.seat) others += holdings(s, seat, worth);
    }
    return holdings(s, s->head.seat, worth) - others / (s->head.seats - 1);
}

typedef struct choice {
    cn_move move;
    int64_t worth;
} choice;

static void consider(choice *best, cn_move move, int64_t worth)
{
    if (worth > best->worth) *best = (choice){move, worth};
}

static choice best_bet(const cn_cards *s, const values *worth)
{
    choice best = {0, NO_WORTH};
    uint8_t held[2] = {s->win[s->head.seat], s->lose[s->head.seat]};
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (s->pool[LEAD_BET] >> camel & 1) {
            uint32_t k = cards_leaders_taken(s, camel);
            consider(&best, cn_move_of(BET, LEAD_BET, camel), worth->lead[k][camel]);
        }
        if (s->pool[MID_BET] >> camel & 1) {
            consider(&best, cn_move_of(BET, MID_BET, camel), worth->mid[camel]);
        }
        for (uint32_t deck = 0; deck < 2; deck++) {
            if ((s->pool[WIN_BET + deck] >> camel & 1) == 0) continue;
            int64_t former = held[deck] == 0 ? 0 : worth->final[deck][held[deck] - 1];
            consider(&best, cn_move_of(BET, WIN_BET + deck, camel),
                     worth->final[deck][camel] - former);
        }
    }
    return best;
}

/* --- race actions ----------------------------------------------------------------------------- */

/* The worth of a position at which the seat may still bet, or has bet. */
static int64_t worth_with_bet(const cn_cards *s, const values *worth)
{
    int64_t bet = 0;
    if (s->did == DID_NOTHING && cards_can_bet(s)) bet = best_bet(s, worth).worth;
    return lead_of(s, worth) + bet;
}

/* Turning up a card tells something before the bet; if it ends the leg there is no bet. What the
 * groups promise is believed by half, as they are small. */
static int64_t reveal_worth(const cn_cards *s, const tally *count, const values *worth)
{
    int64_t before = lead_of(s, worth), sum = 0;
    if (s->did != DID_NOTHING || !cards_can_bet(s)) return before;
    int64_t now = best_bet(s, worth).worth;
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        const places *group = &count->group[face];
        if (group->runs == 0) continue;
        values then = *worth;
        value_leg(group, &then);
        value_race(s, group, &then);
        sum += (best_bet(s, &then).worth + now) / 2 * (group->runs - count->ended[face]);
    }
    return before + sum / count->all.runs;
}

/* A token on the places where most units would land, judged by the leg with it and without. */
static void consider_tokens(const cn_cards *s, const race *start, const tally *count,
                            const values *worth, choice *best)
{
    uint32_t free = cards_free(s);
    uint32_t home = (uint32_t)((s->token_space[PALM] == 0) + (s->token_space[FENNEC] == 0));
    if (home == 0) return;
    tally legs;
    values without = *worth, with = *worth;
    run_legs(start, TOKEN_LEGS, &legs);
    value_leg(&legs.all, &without);
    value_tokens(&legs, &without);
    int64_t base = worth_with_bet(s, worth) - worth_with_bet(s, &without);
    for (uint32_t tries = 0; tries < TOKEN_PLACES; tries++) {
        uint32_t busiest = 0;
        for (uint32_t space = 1; space <= s->last; space++) {
            bool busier = busiest == 0 || count->landing[space] > count->landing[busiest];
            if ((free >> space & 1) != 0 && busier) busiest = space;
        }
        if (busiest == 0 || count->landing[busiest] == 0) return;
        free &= ~(1u << busiest);
        for (uint8_t token = PALM; token <= FENNEC; token++) {
            if (s->token_space[token] != 0) continue;
            race laid = *start;
            cn_cards then = *s;
            laid.token_space[token] = then.token_space[token] = (uint8_t)busiest;
            then.token_holder[token] = (uint8_t)(s->head.seat + 1);
            run_legs(&laid, TOKEN_LEGS, &legs);
            value_leg(&legs.all, &with);
            value_tokens(&legs, &with);
            consider(best, cn_move_of(TOKEN, token, busiest),
                     base + worth_with_bet(&then, &with));
        }
    }
}

/* The hand card, which its owner knows, and the race after it. */
static void consider_hand(const cn_cards *s, const race *start, uint32_t camel, choice *best)
{
    race played = *start;
    tally count;
    values worth;
    cn_cards then = *s;
    cards_path path = cards_move(played.row.order, played.row.space, played.token_space,
                                 played.last, camel, 1);
    if (path.crossed) then.did = DID_BET; /* no bet after that */
    for (uint32_t i = 0; i < path.tokens; i++) {
        then.token_space[path.met[i]] = 0;
        then.token_holder[path.met[i]] = 0;
    }
    if (path.crossed) {
        memset(&count, 0, sizeof count);
        count.all.runs = 1;
        count_places(count.all.leg, &played);
        count_places(count.all.race, &played);
        for (uint32_t i = 0; i < 2; i++) count.kept[i] = played.token_space[i] != 0;
    } else {
        run_races(&played, RACES / 2, &count);
    }
    value_leg(&count.all, &worth);
    value_race(s, &count.all, &worth);
    value_tokens(&count, &worth);
    consider(best, cn_move_of(HAND, 0, 0), worth_with_bet(&then, &worth));
}

/* --- the choice ------------------------------------------------------------------------------- */

/* The camel of the own hand card, or CAMELS when it is not known. False when it cannot be. */
static bool read_hand(const cn_cards *s, const char *faces, uint32_t length, cards_left *left,
                      uint32_t *camel)
{
    *camel = CAMELS;
    if (length == 0) return true;
    cn_reader reader = {faces, faces + length, false};
    uint32_t which = cn_read_letter(&reader, "bgowy"), two = cn_read_letter(&reader, "12");
    if (!cn_read_done(&reader) || (s->hand >> s->head.seat & 1) == 0) return false;
    uint32_t copies = two != 0 ? left->twos >> which & 1 : (uint32_t)(left->ones >> 8 * which) & 255;
    if (copies == 0) return false;
    take_card(left, two != 0 ? CAMELS + which : which);
    *camel = which;
    return true;
}

bool cards_greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_cards *s = state;
    cards_left left = cards_unseen(s);
    uint32_t hand;
    if (!read_hand(s, faces, length, &left, &hand)) return false;
    race start = race_of(s, &left);
    tally count;
    values worth;
    run_races(&start, RACES, &count);
    value_leg(&count.all, &worth);
    if (start.hands == 0 && start.deck <= EXACT_CARDS) {
        places exact = {0};
        walk_leg(&start, 1, &exact);
        value_leg(&exact, &worth);
    }
    value_race(s, &count.all, &worth);
    value_tokens(&count, &worth);
    if (s->did == DID_RACE) {
        choice bet = best_bet(s, &worth);
        bool pass = (s->options & BET_OPTIONAL) != 0 && bet.worth < 0;
        *move = pass ? cn_move_of(PASS, 0, 0) : bet.move;
        return true;
    }
    choice best = {cn_move_of(REVEAL, 0, 0), reveal_worth(s, &count, &worth)};
    consider_tokens(s, &start, &count, &worth, &best);
    if (hand < CAMELS) consider_hand(s, &start, hand, &best);
    bool may_end = false;
    for (uint32_t face = 0; face < 2 * CAMELS; face++) may_end = may_end || count.ended[face] > 0;
    if (may_end && s->did == DID_NOTHING && cards_can_bet(s)) {
        consider(&best, best_bet(s, &worth).move, worth_with_bet(s, &worth));
    }
    *move = best.move;
    return true;
}
