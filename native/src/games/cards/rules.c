/* cards/rules.c: Camel Up Cards, 2016, with the trophies. The rules, with their names (R1, B3, M4,
 * ...), are in docs/rules-cards.md. audit.c checks for possible positions, greedy.c has the simple
 * player. */
#include "rules.h"

_Static_assert(sizeof(cn_cards) == 112, "no padding: every byte is part of the position");
_Static_assert(_Alignof(cn_cards) == 1, "a position may lie anywhere in memory");
_Static_assert(sizeof(cn_cards) <= CN_STATE_MAX, "positions fit the engine's buffers");

static const char camel_letters[] = "bgowy";
static const uint8_t lead_values[4] = {5, 3, 2, 2};

/* --- small readings of the position ----------------------------------------------------------- */

uint32_t cards_money(const cn_cards *s, uint32_t seat) { return cn_load32(s->money[seat]); }

/* Money stops at CN_CARDS_MONEY_MAX, far beyond what a game can earn, instead of wrapping. */
static void set_money(cn_cards *s, uint32_t seat, int64_t money)
{
    int64_t least = (s->options & MIN_MONEY) != 0;
    if (money < least) money = least;
    if (money > CN_CARDS_MONEY_MAX) money = CN_CARDS_MONEY_MAX;
    cn_store32(s->money[seat], (uint32_t)money);
}

static uint8_t seat_after(const cn_cards *s, uint32_t seat)
{
    return (uint8_t)(seat + 1 == s->head.seats ? 0 : seat + 1);
}

bool cards_setting_up(const cn_cards *s) { return cn_load32(s->leg) == 0; }

/* S3. */
uint32_t cards_deck_size(uint32_t seats) { return seats == 5 ? 10 : 12; }

/* Spaces of the track before any sandstorm, and its track cards, with two spaces each; if the
 * number of spaces is odd, the last card has one. */
uint32_t cards_first_last(uint32_t seats) { return 13 + seats; }
uint32_t cards_track_cards(uint32_t seats) { return (14 + seats) / 2; }
uint32_t cards_wide_at_first(uint32_t seats) { return (1u << (13 + seats) / 2) - 1; }

uint32_t cards_wide(const cn_cards *s) { return s->wide[0] | (uint32_t)s->wide[1] << 8; }

static uint32_t camel_spaces(const cn_cards *s)
{
    return 1u << s->space[0] | 1u << s->space[1] | 1u << s->space[2] | 1u << s->space[3] |
           1u << s->space[4];
}

/* R1: the possible spaces for a token, as bits. A token at home sets bit 0, which is no space. */
uint32_t cards_free(const cn_cards *s)
{
    uint32_t all = (1u << s->last << 1) - 2;
    return all & ~(camel_spaces(s) | 1u << s->token_space[PALM] | 1u << s->token_space[FENNEC]);
}

bool cards_can_bet(const cn_cards *s)
{
    return (s->pool[0] | s->pool[1] | s->pool[2] | s->pool[3]) != 0;
}

uint32_t cards_leaders_taken(const cn_cards *s, uint32_t camel)
{
    const uint8_t *lead = &s->lead[camel];
    return (uint32_t)((lead[0] != 0) + (lead[5] != 0) + (lead[10] != 0) + (lead[15] != 0));
}

/* Race cards turned up in this leg, or drawn in setup. */
uint32_t cards_seen(const cn_cards *s)
{
    uint32_t count = cn_count_bits(s->twos);
    for (uint32_t camel = 0; camel < CAMELS; camel++) count += s->ones[camel];
    return count;
}

static uint32_t unseen(const cn_cards *s, uint32_t camel, uint32_t value)
{
    return value == 2 ? 1 - (s->twos >> camel & 1u) : (uint32_t)(CARDS_ONES - s->ones[camel]);
}

/* Trophies beside the track. */
static uint32_t trophies_left(const cn_cards *s)
{
    uint32_t laid = 0;
    if ((s->options & TROPHIES) == 0) return 0;
    for (uint32_t i = 0; i < 10; i++) laid += s->trophy[i];
    return CARDS_TROPHIES - laid;
}

/* --- legality --------------------------------------------------------------------------------- */

static cn_status check_card(const cn_cards *s, uint32_t camel, uint32_t value)
{
    if (s->starter == 0) return CN_E_OUTCOME;
    if (unseen(s, camel, value) > 0) return CN_OK;
    if (cards_setting_up(s)) return (cn_status)CN_CARDS_S2_SEEN;
    return (cn_status)(s->head.node == CN_REVEAL ? CN_CARDS_R3_SEEN : CN_CARDS_R2_SEEN);
}

static cn_status check_token(const cn_cards *s, uint32_t token, uint32_t space)
{
    if (s->token_space[token] != 0) return (cn_status)CN_CARDS_R1_AWAY;
    if (space < 1 || space > s->last) return (cn_status)CN_CARDS_R1_SPACE;
    if (camel_spaces(s) >> space & 1) return (cn_status)CN_CARDS_R1_CAMEL;
    return cards_free(s) >> space & 1 ? CN_OK : (cn_status)CN_CARDS_R1_TOKEN;
}

static cn_status check_bet(const cn_cards *s, uint32_t bet, uint32_t camel)
{
    if (s->did == DID_BET) return (cn_status)CN_CARDS_T1_BET;
    if (s->pool[bet] >> camel & 1) return CN_OK;
    if (bet == LEAD_BET) return (cn_status)CN_CARDS_B1_NONE_LEFT;
    if (bet == MID_BET) return (cn_status)CN_CARDS_B2_TAKEN;
    uint32_t own = (bet == WIN_BET ? s->win : s->lose)[s->head.seat];
    return (cn_status)(own == camel + 1 ? CN_CARDS_B3_OWN : CN_CARDS_B3_TAKEN);
}

static cn_status check(const void *state, cn_move move)
{
    const cn_cards *s = state;
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move);
    cards_verb verb = (cards_verb)cn_verb(move);
    if ((verb == TOKEN || verb == REVEAL || verb == HAND) && s->did == DID_RACE) {
        return (cn_status)CN_CARDS_T1_RACE;
    }
    switch (verb) {
    case FIRST:
        if (s->starter != 0) return CN_E_OUTCOME;
        return a < s->head.seats ? CN_OK : (cn_status)CN_CARDS_S1_SEAT;
    case CARD: return check_card(s, a, b);
    case TOKEN: return check_token(s, a, b);
    case REVEAL: return CN_OK;
    case HAND:
        return s->hand >> s->head.seat & 1 ? CN_OK : (cn_status)CN_CARDS_R3_PLAYED;
    case BET: return check_bet(s, a, b);
    case PASS:
        if ((s->options & BET_OPTIONAL) == 0) return (cn_status)CN_CARDS_B4_NEVER;
        return s->did == DID_RACE ? CN_OK : (cn_status)CN_CARDS_B4_FIRST;
    }
    assert(false);
    return CN_E_NOTATION;
}

/* The seat's choices, in the order of `nth`: bets, race actions, pass. */
typedef struct menu {
    uint32_t bets; /* bit 5 * bet + camel */
    uint32_t free; /* spaces for a token, as bits */
    uint32_t bet_ways, free_ways, token_ways, hand, ways;
} menu;

static inline menu menu_of(const cn_cards *s)
{
    menu can = {0};
    if (s->did != DID_BET) {
        can.bets = (uint32_t)s->pool[0] | (uint32_t)s->pool[1] << 5 | (uint32_t)s->pool[2] << 10 |
                   (uint32_t)s->pool[3] << 15;
        can.bet_ways = cn_count_bits(can.bets);
        can.ways = can.bet_ways;
    }
    if (s->did != DID_RACE) {
        uint32_t home = (uint32_t)((s->token_space[PALM] == 0) + (s->token_space[FENNEC] == 0));
        if (home > 0) {
            can.free = cards_free(s);
            can.free_ways = cn_count_bits(can.free);
            can.token_ways = home * can.free_ways;
        }
        can.hand = s->hand >> s->head.seat & 1;
        can.ways += can.token_ways + 1 + can.hand;
    } else {
        can.ways += (s->options & BET_OPTIONAL) != 0;
    }
    return can;
}

/* The possible faces for luck now: bit `camel` a card of value 1, bit 5 + camel of value 2. */
static uint32_t faces_left(const cn_cards *s)
{
    uint32_t faces = (ALL_CAMELS & ~(uint32_t)s->twos) << 5;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        faces |= (uint32_t)(s->ones[camel] < CARDS_ONES) << camel;
    }
    return faces;
}

static uint32_t outcome_ways(const cn_cards *s)
{
    return s->starter == 0 ? s->head.seats : cn_count_bits(faces_left(s));
}

static cn_move card_of(uint32_t face)
{
    return face < CAMELS ? cn_move_of(CARD, face, 1) : cn_move_of(CARD, face - CAMELS, 2);
}

static cn_move nth_outcome(const cn_cards *s, uint32_t k)
{
    if (s->starter == 0) return cn_move_of(FIRST, k, 0);
    return card_of(cn_nth_bit(faces_left(s), k));
}

static inline cn_move nth_choice(const cn_cards *s, const menu *can, uint32_t k)
{
    if (k < can->bet_ways) {
        uint32_t place = cn_nth_bit(can->bets, k);
        return cn_move_of(BET, place / 5, place % 5);
    }
    k -= can->bet_ways;
    if (k < can->token_ways) {
        bool second = k >= can->free_ways;
        uint32_t space = cn_nth_bit(can->free, second ? k - can->free_ways : k);
        return cn_move_of(TOKEN, second || s->token_space[PALM] != 0 ? FENNEC : PALM, space);
    }
    k -= can->token_ways;
    if (s->did == DID_RACE) return cn_move_of(PASS, 0, 0);
    return cn_move_of(k == 0 ? REVEAL : HAND, 0, 0);
}

static uint32_t ways(const void *state)
{
    const cn_cards *s = state;
    if (s->head.node == CN_CHANCE) return outcome_ways(s);
    return menu_of(s).ways;
}

static cn_move nth(const void *state, uint32_t k)
{
    const cn_cards *s = state;
    if (s->head.node == CN_CHANCE) return nth_outcome(s, k);
    menu can = menu_of(s);
    return nth_choice(s, &can, k);
}

static uint32_t weight(const void *state, cn_move move)
{
    const cn_cards *s = state;
    return cn_verb(move) == CARD ? unseen(s, cn_arg_a(move), cn_arg_b(move)) : 1;
}

/* Any unseen card, all equally likely. */
static cn_move any_card(const cn_cards *s, uint64_t *seed)
{
    uint64_t left = (uint64_t)CARDS_ONES * 0x0101010101 - camels_load(s->ones);
    uint64_t sums = left * 0x0101010101; /* byte c: cards of value 1 of camels up to c */
    uint32_t ones = (uint32_t)(sums >> 32) & 255, twos = ALL_CAMELS & ~(uint32_t)s->twos;
    uint32_t k = cn_random_below(seed, ones + cn_count_bits(twos));
    if (k >= ones) return cn_move_of(CARD, cn_nth_bit(twos, k - ones), 2);
    return cn_move_of(CARD, camels_behind(sums & camels_mask(CAMELS), k + 1), 1);
}

static cn_move any(const void *state, uint64_t *seed)
{
    const cn_cards *s = state;
    if (s->head.node == CN_CHANCE) {
        if (s->starter != 0) return any_card(s, seed);
        return cn_move_of(FIRST, cn_random_below(seed, s->head.seats), 0);
    }
    menu can = menu_of(s);
    return nth_choice(s, &can, cn_random_below(seed, can.ways));
}

static cn_move opening(const void *state, uint64_t *seed) { return any_card(state, seed); }

static bool pack(const void *state, cn_pack *pack)
{
    const cn_cards *s = state;
    if (cards_setting_up(s) || s->head.node == CN_OVER) return false;
    uint32_t size = cards_deck_size(s->head.seats), faces = 0, slots = 0;
    pack->number = cn_load32(s->leg);
    for (uint32_t face = 0; face < 2 * CAMELS; face++) {
        uint32_t count = unseen(s, face / 2, 1 + face % 2);
        if (count == 0) continue;
        pack->face[faces][0] = camel_letters[face / 2];
        pack->face[faces][1] = face % 2 == 0 ? '1' : '2';
        pack->unseen[faces++] = (uint8_t)count;
    }
    for (uint32_t slot = size - s->deck; slot < size; slot++) pack->slot[slots++] = (uint8_t)slot;
    if (s->head.node == CN_CHANCE) pack->awaited = 1;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if ((s->hand >> seat & 1) == 0) continue;
        pack->slot[slots] = (uint8_t)(size + seat);
        pack->owner[slots++] = (uint8_t)(seat + 1);
        if (s->head.node == CN_REVEAL && s->head.seat == seat) pack->awaited = (uint8_t)slots;
    }
    pack->faces = (uint8_t)faces;
    pack->slots = (uint8_t)slots;
    return true;
}

/* --- scoring (L, E) --------------------------------------------------------------------------- */

/* The place of a camel in the race, from 1. */
static uint32_t rank_of(const cn_cards *s, uint32_t camel)
{
    uint32_t rank = 5;
    while (s->order[5 - rank] != camel) rank--;
    return rank;
}

/* L2. */
int32_t cards_lead_coins(uint32_t k, uint32_t rank)
{
    return rank == 1 ? lead_values[k] : rank == 2 ? 1 : -1;
}

int32_t cards_mid_coins(uint32_t rank)
{
    return rank == 3 ? 2 : rank == 2 || rank == 4 ? 1 : -1;
}

/* E1. */
int32_t cards_final_coins(bool lose, uint32_t rank)
{
    if (lose) rank = 6 - rank;
    return rank == 1 ? 7 : rank == 2 ? 3 : -1;
}

static void tell_ranking(const cn_cards *s, cn_event *event)
{
    if (event == NULL) return;
    for (uint32_t i = 0; i < CAMELS; i++) event->arg[i] = s->order[4 - i];
}

static void tell_line(cn_events *events, uint32_t seat, uint32_t what, uint32_t camel,
                      uint32_t value, uint32_t rank, int32_t coins)
{
    cn_event *event = cn_event_add(events, CN_CARDS_LINE);
    if (event == NULL) return;
    uint32_t args[5] = {seat, what, camel, value, rank};
    for (uint32_t i = 0; i < 5; i++) event->arg[i] = (uint8_t)args[i];
    event->number[0] = coins;
}

static void settle(cn_cards *s, uint32_t seat, int32_t coins, cn_events *events)
{
    uint32_t before = cards_money(s, seat);
    set_money(s, seat, (int64_t)before + coins);
    cn_event *event = cn_event_add(events, CN_CARDS_LINE_TOTAL);
    if (event == NULL) return;
    event->arg[0] = (uint8_t)seat;
    event->number[0] = (int32_t)before;
    event->number[1] = (int32_t)cards_money(s, seat);
}

/* L2, one seat in words: its leader cards in the order taken, its midfield cards, its tokens. */
static void tell_seat(const cn_cards *s, uint32_t seat, cn_events *events)
{
    for (uint32_t order = 0; order < 20; order++) {
        uint8_t code = (uint8_t)((seat + 1) << 5 | order);
        for (uint32_t i = 0; i < 20; i++) {
            if (s->lead[i] != code) continue;
            uint32_t rank = rank_of(s, i % 5);
            tell_line(events, seat, 0, i % 5, lead_values[i / 5], rank,
                      cards_lead_coins(i / 5, rank));
        }
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (s->mid[camel] != seat + 1) continue;
        uint32_t rank = rank_of(s, camel);
        tell_line(events, seat, 1, camel, 0, rank, cards_mid_coins(rank));
    }
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        if (s->token_holder[token] == seat + 1) tell_line(events, seat, 2 + token, 0, 0, 0, -1);
    }
}

/* L2: add up the earnings of every card's owner first, then apply them once. Then everything goes
 * home. */
static void score_leg(cn_cards *s, cn_events *events)
{
    int32_t sums[1 + CARDS_SEATS_MAX] = {0}; /* by owner, nobody first */
    uint32_t ranks[CAMELS];
    for (uint32_t i = 0; i < CAMELS; i++) ranks[s->order[i]] = 5 - i;
    for (uint32_t i = 0; i < 20; i++) {
        sums[s->lead[i] >> 5] += cards_lead_coins(i / 5, ranks[i % 5]);
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        sums[s->mid[camel]] += cards_mid_coins(ranks[camel]);
    }
    for (uint32_t token = PALM; token <= FENNEC; token++) sums[s->token_holder[token]] -= 1;

    cn_event *event = cn_event_add(events, CN_CARDS_LEG_SCORED);
    if (event != NULL) event->number[0] = (int32_t)cn_load32(s->leg);
    tell_ranking(s, event);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (events != NULL) tell_seat(s, seat, events);
        settle(s, seat, sums[seat + 1], events);
    }
    memset(s->lead, 0, sizeof s->lead);
    memset(s->mid, 0, sizeof s->mid);
    memset(s->token_space, 0, sizeof s->token_space);
    memset(s->token_holder, 0, sizeof s->token_holder);
    memset(s->ones, 0, sizeof s->ones);
    s->twos = 0;
    s->deck = 0;
    s->hand = 0;
    s->pool[LEAD_BET] = s->pool[MID_BET] = ALL_CAMELS;
}

uint32_t cards_storm(uint8_t space[CAMELS], uint32_t cards, uint32_t wide, uint8_t *last)
{
    uint32_t stand = 0, lost = 0, at = 1, left = wide;
    uint8_t gone[CN_CARDS_BEYOND] = {0}; /* spaces lost before each that remains */
    for (uint32_t i = 0; i < CAMELS; i++) stand |= 1u << space[i];
    for (uint32_t card = 0; card < cards && at < space[4]; card++) {
        bool two = wide >> card & 1;
        gone[at] = gone[at + two] = (uint8_t)lost;
        if (two && at > space[0] && at + 1 < space[4] && (stand >> at & 3) == 0) {
            left &= ~(1u << card);
            lost++;
        }
        at += 1u + two;
    }
    /* The first camel may stand on the first space of a card that the loop has not reached. */
    if (at == space[4]) gone[at] = (uint8_t)lost;
    for (uint32_t i = 0; i < CAMELS; i++) space[i] = (uint8_t)(space[i] - gone[space[i]]);
    *last = (uint8_t)(*last - lost);
    return left;
}

static void blow_sand(cn_cards *s, cn_events *events)
{
    uint32_t cards = cards_track_cards(s->head.seats), before = cards_wide(s);
    uint32_t after = cards_storm(s->space, cards, before, &s->last);
    if (after == before) return;
    s->wide[0] = (uint8_t)after;
    s->wide[1] = (uint8_t)(after >> 8);
    cn_event *event = cn_event_add(events, CN_CARDS_SANDSTORM);
    if (event == NULL) return;
    event->arg[0] = (uint8_t)cards;
    event->number[0] = (int32_t)before;
    event->number[1] = (int32_t)after;
}

/* L5, one trophy onto a final card that lies in the pool. */
static void lay_trophy(cn_cards *s, uint32_t deck, uint32_t camel, cn_events *events)
{
    uint32_t left = trophies_left(s);
    if (left == 0 || (s->pool[WIN_BET + deck] >> camel & 1) == 0) return;
    s->trophy[5 * deck + camel]++;
    cn_event *event = cn_event_add(events, CN_CARDS_TROPHY_LAID);
    if (event == NULL) return;
    event->arg[0] = (uint8_t)deck;
    event->arg[1] = (uint8_t)camel;
    event->arg[2] = (uint8_t)(left - 1);
}

static void begin_turn(cn_cards *s, uint8_t seat)
{
    s->mover = (uint8_t)(seat + 1);
    s->did = DID_NOTHING;
    s->head.node = CN_DECIDE;
    s->head.seat = seat;
}

/* S3. */
static void begin_leg(cn_cards *s, uint8_t starter, cn_events *events)
{
    uint32_t leg = cn_load32(s->leg);
    if (leg < CN_CARDS_LEG_MAX) leg++;
    cn_store32(s->leg, leg);
    s->starter = (uint8_t)(starter + 1);
    memset(s->ones, 0, sizeof s->ones);
    s->twos = 0;
    s->deck = (uint8_t)cards_deck_size(s->head.seats);
    s->hand = (uint8_t)((1u << s->head.seats) - 1);
    begin_turn(s, starter);
    cn_event *event = cn_event_add(events, CN_CARDS_LEG_BEGAN);
    if (event != NULL) {
        event->arg[0] = starter;
        event->number[0] = (int32_t)leg;
    }
}

static uint8_t winners(const void *state)
{
    const cn_cards *s = state;
    uint32_t most = 0;
    uint8_t seats = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t money = cards_money(s, seat);
        if (money > most) {
            most = money;
            seats = 0;
        }
        if (money == most) seats |= (uint8_t)(1u << seat);
    }
    return seats; /* E2 */
}

/* E1, one final card; returns its coins with those of its trophies. */
static int32_t final_coins(const cn_cards *s, uint32_t seat, bool lose, cn_events *events)
{
    uint32_t held = (lose ? s->lose : s->win)[seat];
    if (held == 0) return 0;
    uint32_t rank = rank_of(s, held - 1), trophies = s->trophy[(lose ? 5 : 0) + held - 1];
    int32_t coins = cards_final_coins(lose, rank);
    int32_t trophy_coins = coins > 0 ? 2 * (int32_t)trophies : 0;
    cn_event *event = cn_event_add(events, CN_CARDS_FINAL_LINE);
    if (event != NULL) {
        uint32_t args[5] = {seat, lose, held - 1, rank, trophies};
        for (uint32_t i = 0; i < 5; i++) event->arg[i] = (uint8_t)args[i];
        event->number[0] = coins;
        event->number[1] = trophy_coins;
    }
    return coins + trophy_coins;
}

static void end_race(cn_cards *s, cn_events *events)
{
    score_leg(s, events);
    tell_ranking(s, cn_event_add(events, CN_CARDS_RACE_ENDED));
    cn_event_add(events, CN_CARDS_FINAL_SCORED);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        int32_t coins = final_coins(s, seat, false, events);
        coins += final_coins(s, seat, true, events);
        settle(s, seat, coins, events);
    }
    s->mover = 0;
    s->did = DID_NOTHING;
    s->head.node = CN_OVER;
    s->head.seat = 0;
    cn_event *event = cn_event_add(events, CN_CARDS_GAME_OVER);
    if (event != NULL) event->arg[0] = winners(s);
}

static void end_leg(cn_cards *s, uint8_t starter, cn_events *events)
{
    score_leg(s, events);
    blow_sand(s, events);
    lay_trophy(s, 0, s->order[0], events);
    lay_trophy(s, 1, s->order[4], events);
    begin_leg(s, starter, events);
}

/* --- playing ---------------------------------------------------------------------------------- */

static void tell_skipped(uint32_t seat, uint32_t why, cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_CARDS_BET_SKIPPED);
    if (event == NULL) return;
    event->arg[0] = (uint8_t)seat;
    event->arg[1] = (uint8_t)why;
}

static void tell_card(const cn_cards *s, uint8_t camel, uint8_t value, bool passed_over,
                      cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_CARDS_TURNED);
    if (event == NULL) return;
    event->arg[0] = camel;
    event->arg[1] = value;
    event->arg[2] = cards_setting_up(s) ? 0 : s->head.node == CN_CHANCE ? 1 : 2;
    event->arg[3] = s->mover;
    event->arg[4] = passed_over;
}

static void tell_path(const cn_cards *s, const cards_path *path, const uint8_t holders[2],
                      cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_CARDS_MOVED);
    if (event == NULL) return;
    for (uint32_t i = 0; i < CAMELS; i++) {
        event->arg[i] = i < path->size ? s->order[path->first + i] : 255;
    }
    event->arg[5] = path->start;
    event->arg[6] = path->landing;
    event->arg[7] = path->end;
    event->arg[8] = path->covered;
    event->arg[9] = path->crossed;
    event->arg[10] = path->tokens;
    for (uint32_t i = 0; i < path->tokens; i++) {
        event = cn_event_add(events, CN_CARDS_TOKEN_MET);
        event->arg[0] = path->met[i];
        event->arg[1] = (uint8_t)(holders[path->met[i]] - 1);
        event->arg[2] = i == 0 ? path->landing : path->stop[0];
        event->arg[3] = path->stop[i];
        event->arg[4] = path->covered && i + 1u == path->tokens;
    }
}

static inline cards_path move_camel(cn_cards *s, uint8_t camel, uint32_t steps, cn_events *events)
{
    uint8_t holders[2] = {s->token_holder[PALM], s->token_holder[FENNEC]};
    cards_path path = cards_move(s->order, s->space, s->token_space, s->last, camel, steps);
    for (uint32_t i = 0; i < path.tokens; i++) s->token_holder[path.met[i]] = 0;
    if (events != NULL) tell_path(s, &path, holders, events);
    return path;
}

static void note_seen(cn_cards *s, uint8_t camel, uint8_t value)
{
    if (value == 2) {
        s->twos |= (uint8_t)(1u << camel);
    } else {
        s->ones[camel]++;
    }
}

/* S2: a card moves its camel alone, unless it has moved. */
static void play_start_card(cn_cards *s, uint8_t camel, uint8_t value, cn_events *events)
{
    uint32_t i = 0;
    while (s->order[i] != camel) i++;
    bool moved = s->space[i] != 0;
    tell_card(s, camel, value, moved, events);
    note_seen(s, camel, value);
    if (!moved) move_camel(s, camel, value, events);
    if (s->space[0] != 0) begin_leg(s, (uint8_t)(s->starter - 1), events);
}

/* The race action is done: the bet is next, or the next seat (B4). */
static void go_on(cn_cards *s, uint8_t seat, cn_events *events)
{
    if (s->did == DID_NOTHING && cards_can_bet(s)) {
        s->did = DID_RACE;
        s->head.node = CN_DECIDE;
        s->head.seat = seat;
        return;
    }
    if (s->did == DID_NOTHING) tell_skipped(seat, 1, events);
    begin_turn(s, seat_after(s, seat));
}

/* R2, R3. */
static void play_card(cn_cards *s, uint8_t camel, uint8_t value, cn_events *events)
{
    uint8_t seat = (uint8_t)(s->mover - 1);
    bool from_hand = s->head.node == CN_REVEAL;
    if (events != NULL) tell_card(s, camel, value, false, events);
    note_seen(s, camel, value);
    s->hand &= (uint8_t)~((uint32_t)from_hand << seat);
    s->deck = (uint8_t)(s->deck - !from_hand);
    cards_path path = move_camel(s, camel, from_hand ? 1 : value, events);
    if (!path.crossed && s->deck > 0) {
        go_on(s, seat, events);
        return;
    }
    if (s->did != DID_BET) tell_skipped(seat, 2, events);
    if (path.crossed) {
        end_race(s, events);
    } else {
        end_leg(s, seat_after(s, seat), events); /* L3 */
    }
}

static uint32_t leaders_held(const cn_cards *s, uint32_t seat)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 20; i++) count += s->lead[i] >> 5 == seat + 1;
    return count;
}

/* B1; the two cards of value 2 look alike, so the lower number always lies first. */
static uint8_t take_leader(cn_cards *s, uint8_t seat, uint8_t camel)
{
    uint8_t *lead = &s->lead[camel];
    uint32_t k = cards_leaders_taken(s, camel);
    lead[5 * k] = (uint8_t)((seat + 1u) << 5 | leaders_held(s, seat));
    if (k == 3) {
        s->pool[LEAD_BET] &= (uint8_t)~(1u << camel);
        if (lead[15] < lead[10]) {
            uint8_t lower = lead[15];
            lead[15] = lead[10];
            lead[10] = lower;
        }
    }
    return lead_values[k];
}

/* B3: the seat's former card goes back. */
static void take_final(cn_cards *s, uint8_t seat, uint8_t bet, uint8_t camel, cn_events *events)
{
    uint8_t *held = &(bet == WIN_BET ? s->win : s->lose)[seat];
    if (*held != 0) {
        uint8_t former = (uint8_t)(*held - 1);
        s->pool[bet] |= (uint8_t)(1u << former);
        cn_event *event = cn_event_add(events, CN_CARDS_BET_RETURNED);
        if (event != NULL) {
            event->arg[0] = seat;
            event->arg[1] = bet;
            event->arg[2] = former;
            event->arg[3] = s->trophy[5 * (bet - WIN_BET) + former];
        }
    }
    *held = (uint8_t)(camel + 1);
    s->pool[bet] &= (uint8_t)~(1u << camel);
}

static void play_bet(cn_cards *s, uint8_t bet, uint8_t camel, cn_events *events)
{
    uint8_t seat = s->head.seat, value = 0, trophies = 0;
    if (bet == LEAD_BET) {
        value = take_leader(s, seat, camel);
    } else if (bet == MID_BET) {
        s->mid[camel] = (uint8_t)(seat + 1);
        s->pool[MID_BET] &= (uint8_t)~(1u << camel);
    } else {
        trophies = s->trophy[5 * (bet - WIN_BET) + camel];
        take_final(s, seat, bet, camel, events);
    }
    cn_event *event = cn_event_add(events, CN_CARDS_BET_TAKEN);
    if (event != NULL) {
        uint8_t args[5] = {seat, bet, camel, value, trophies};
        memcpy(event->arg, args, sizeof args);
    }
    if (s->did == DID_RACE) {
        begin_turn(s, seat_after(s, seat));
    } else {
        s->did = DID_BET;
    }
}

static void play_token(cn_cards *s, uint8_t token, uint8_t space, cn_events *events)
{
    uint8_t seat = s->head.seat;
    s->token_space[token] = space;
    s->token_holder[token] = (uint8_t)(seat + 1);
    cn_event *event = cn_event_add(events, CN_CARDS_TOKEN_LAID);
    if (event != NULL) {
        event->arg[0] = seat;
        event->arg[1] = token;
        event->arg[2] = space;
    }
    go_on(s, seat, events);
}

static void play(void *state, cn_move move, cn_events *events)
{
    cn_cards *s = state;
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move);
    switch ((cards_verb)cn_verb(move)) {
    case BET: play_bet(s, a, b, events); return;
    case CARD:
        if (cards_setting_up(s)) {
            play_start_card(s, a, b, events);
        } else {
            play_card(s, a, b, events);
        }
        return;
    case REVEAL:
        s->head.node = CN_CHANCE;
        s->head.seat = 0;
        return;
    case HAND: s->head.node = CN_REVEAL; return;
    case TOKEN: play_token(s, a, b, events); return;
    case FIRST: s->starter = (uint8_t)(a + 1); return;
    case PASS:
        tell_skipped(s->head.seat, 0, events);
        begin_turn(s, seat_after(s, s->head.seat));
        return;
    }
}

static bool setup(void *state, const uint32_t *options)
{
    cn_cards *s = state;
    if (options[0] > 1 || options[1] > 1 || options[2] > 1) return false;
    uint32_t wide = cards_wide_at_first(s->head.seats);
    s->options = (uint8_t)(options[0] | options[1] << 1 | options[2] << 2);
    s->head.node = CN_CHANCE;
    s->last = (uint8_t)cards_first_last(s->head.seats);
    s->wide[0] = (uint8_t)wide;
    s->wide[1] = (uint8_t)(wide >> 8);
    for (uint8_t i = 0; i < CAMELS; i++) s->order[i] = i;
    for (uint32_t bet = 0; bet < 4; bet++) s->pool[bet] = ALL_CAMELS;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) set_money(s, seat, 3);
    return true;
}

static cn_node node_of(cn_move move)
{
    switch ((cards_verb)cn_verb(move)) {
    case FIRST: return CN_CHANCE;
    case CARD: return CN_CHANCE_OR_REVEAL;
    case TOKEN:
    case REVEAL:
    case HAND:
    case BET:
    case PASS: break;
    }
    return CN_DECIDE;
}

static void scores(const void *state, int32_t *scores)
{
    const cn_cards *s = state;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        scores[seat] = (int32_t)cards_money(s, seat);
    }
}

/* --- notation --------------------------------------------------------------------------------- */

/* The verbs with an argument, in their notation. */
static const struct {
    const char *word;
    cards_verb verb;
    uint8_t a;
} words[] = {
    {"first ", FIRST, 0},        {"card ", CARD, 0},
    {"palm ", TOKEN, PALM},      {"fennec ", TOKEN, FENNEC},
    {"lead ", BET, LEAD_BET},    {"mid ", BET, MID_BET},
    {"final win ", BET, WIN_BET}, {"final lose ", BET, LOSE_BET},
    {"reveal", REVEAL, 0},       {"hand", HAND, 0},
    {"pass", PASS, 0},
};

static bool parse(const char *text, uint32_t length, cn_move *move)
{
    cn_reader reader = {text, text + length, false};
    uint32_t i = 0, a;
    while (i < sizeof words / sizeof words[0] && !cn_read_word(&reader, words[i].word)) i++;
    if (i == sizeof words / sizeof words[0]) return false;
    switch (words[i].verb) {
    case FIRST: *move = cn_move_of(FIRST, cn_read_number(&reader), 0); break;
    case CARD:
        a = cn_read_letter(&reader, camel_letters);
        *move = cn_move_of(CARD, a, 1 + cn_read_letter(&reader, "12"));
        break;
    case TOKEN: *move = cn_move_of(TOKEN, words[i].a, cn_read_number(&reader)); break;
    case BET:
        *move = cn_move_of(BET, words[i].a, cn_read_letter(&reader, camel_letters));
        break;
    case REVEAL:
    case HAND:
    case PASS: *move = cn_move_of(words[i].verb, 0, 0); break;
    }
    return cn_read_done(&reader);
}

static uint32_t format(cn_move move, char *text)
{
    cards_verb verb = (cards_verb)cn_verb(move);
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move);
    uint32_t i = 0;
    while (words[i].verb != verb || ((verb == TOKEN || verb == BET) && words[i].a != a)) i++;
    char *at = cn_write_word(text, words[i].word);
    switch (verb) {
    case FIRST: at = cn_write_number(at, a); break;
    case CARD:
        *at++ = camel_letters[a];
        at = cn_write_number(at, b);
        break;
    case TOKEN: at = cn_write_number(at, b); break;
    case BET: *at++ = camel_letters[b]; break;
    case REVEAL:
    case HAND:
    case PASS: break;
    }
    return (uint32_t)(at - text);
}

extern const struct cn_codec cn_cards_codec;

const cn_game cn_cards_game = {
    .key = "cards",
    .seats_min = 2,
    .seats_max = CARDS_SEATS_MAX,
    .size = sizeof(cn_cards),
    .setup = setup,
    .audit = cards_audit,
    .node = node_of,
    .check = check,
    .play = play,
    .ways = ways,
    .nth = nth,
    .any = any,
    .weight = weight,
    .opening = opening,
    .pack = pack,
    .scores = scores,
    .winners = winners,
    .greedy = cards_greedy,
    .search = &cn_cards_search_ops,
    .codec = &cn_cards_codec,
    .parse = parse,
    .format = format,
};
