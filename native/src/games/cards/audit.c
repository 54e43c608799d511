/* cards/audit.c: checks whether bytes from outside are a possible cards position, and names the
 * wrong field if they are not. Everything that could lie on a table passes; nobody asks whether
 * play could lead there. Bytes without a meaning are zero, so that equal positions have equal
 * bytes. */
#include "rules.h"

static bool is_zero(const uint8_t *bytes, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += bytes[i];
    return sum == 0;
}

/* Missing seats have nothing. */
static uint8_t audit_seats(const cn_cards *s)
{
    uint32_t least = (s->options & MIN_MONEY) != 0;
    for (uint32_t seat = 0; seat < CARDS_SEATS_MAX; seat++) {
        bool there = seat < s->head.seats;
        if (s->win[seat] > (there ? CAMELS : 0) || s->lose[seat] > (there ? CAMELS : 0)) {
            return CN_CARDS_F_HELD;
        }
        if (!there && cards_money(s, seat) != 0) return CN_CARDS_F_MONEY;
        if (!there && s->hand >> seat != 0) return CN_CARDS_F_HAND;
        if (there && cards_money(s, seat) < least) return CN_CARDS_F_MONEY;
        if (cards_money(s, seat) > CN_CARDS_MONEY_MAX) return CN_CARDS_F_MONEY;
    }
    return 0;
}

/* The track cards lie as at first, or the sandstorm has turned some of those with two spaces
 * (L4). */
static uint8_t audit_track_cards(const cn_cards *s)
{
    uint32_t wide = cards_wide(s);
    if ((wide & ~cards_wide_at_first(s->head.seats)) != 0) return CN_CARDS_F_CARDS;
    if (s->last != cards_track_cards(s->head.seats) + cn_count_bits(wide)) return CN_CARDS_F_CARDS;
    if (cards_setting_up(s) && s->last != cards_first_last(s->head.seats)) return CN_CARDS_F_CARDS;
    return 0;
}

/* The five camels once each, in order; camels on the start first, alphabetically. */
static uint8_t audit_camels(const cn_cards *s)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < CAMELS; i++) {
        if (s->order[i] >= CAMELS) return CN_CARDS_F_TRACK;
        if (s->space[i] > s->last && s->space[i] != CN_CARDS_BEYOND) return CN_CARDS_F_TRACK;
        found |= 1u << s->order[i];
        if (i == 0) continue;
        if (s->space[i] < s->space[i - 1]) return CN_CARDS_F_TRACK;
        if (s->space[i] == 0 && s->order[i] < s->order[i - 1]) return CN_CARDS_F_TRACK;
    }
    if (found != ALL_CAMELS) return CN_CARDS_F_TRACK;
    bool crossed = s->space[4] == CN_CARDS_BEYOND;
    if (!cards_setting_up(s) && s->space[0] == 0) return CN_CARDS_F_TRACK;
    return crossed == (s->head.node == CN_OVER) ? 0 : CN_CARDS_F_CROSSED; /* E1 */
}

/* Each token is at home, or on a space of its own and its card with a seat. */
static uint8_t audit_tokens(const cn_cards *s)
{
    for (uint32_t token = PALM; token <= FENNEC; token++) {
        uint32_t space = s->token_space[token];
        if ((space == 0) != (s->token_holder[token] == 0)) return CN_CARDS_F_TOKENS;
        if (s->token_holder[token] > s->head.seats || space > s->last) return CN_CARDS_F_TOKENS;
        if (space == 0) continue;
        for (uint32_t i = 0; i < CAMELS; i++) {
            if (s->space[i] == space) return CN_CARDS_F_TOKENS;
        }
        if (s->token_space[PALM] == s->token_space[FENNEC]) return CN_CARDS_F_TOKENS;
    }
    return 0;
}

/* Leader cards are taken from the top; a seat's are numbered in the order in which it took them. */
static uint8_t audit_leaders(const cn_cards *s)
{
    uint32_t numbers[1 + CARDS_SEATS_MAX] = {0}, pool = 0;
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t owner = s->lead[i] >> 5, number = s->lead[i] & 31;
        if (owner > s->head.seats || (owner == 0 && number != 0)) return CN_CARDS_F_LEADERS;
        if (owner == 0) continue;
        if (i >= 5 && s->lead[i - 5] == 0) return CN_CARDS_F_LEADERS;
        if (i >= 15 && s->lead[i] < s->lead[i - 5]) return CN_CARDS_F_LEADERS;
        if (number >= 20 || (numbers[owner] >> number & 1) != 0) return CN_CARDS_F_HELD;
        numbers[owner] |= 1u << number;
    }
    for (uint32_t seat = 1; seat <= CARDS_SEATS_MAX; seat++) {
        if ((numbers[seat] & (numbers[seat] + 1)) != 0) return CN_CARDS_F_HELD; /* 0, 1, 2, ... */
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        uint32_t former[1 + CARDS_SEATS_MAX] = {0};
        for (uint32_t i = camel; i < 20; i += 5) {
            /* A seat has also taken its own cards of one camel from the top. */
            uint32_t owner = s->lead[i] >> 5, number = s->lead[i] & 31;
            if (owner != 0 && number + 1 < former[owner]) return CN_CARDS_F_HELD;
            former[owner] = number + 1;
        }
        pool |= (uint32_t)(s->lead[15 + camel] == 0) << camel;
    }
    return s->pool[LEAD_BET] == pool ? 0 : CN_CARDS_F_LEADERS;
}

/* Each midfield and final card lies in the pool or with one seat. */
static uint8_t audit_cards(const cn_cards *s)
{
    uint32_t mids = 0, wins = 0, loses = 0;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (s->mid[camel] > s->head.seats) return CN_CARDS_F_MIDS;
        mids |= (uint32_t)(s->mid[camel] != 0) << camel;
    }
    if (s->pool[MID_BET] != (ALL_CAMELS & ~mids)) return CN_CARDS_F_MIDS;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t win = 1u << s->win[seat] >> 1, lose = 1u << s->lose[seat] >> 1;
        if ((wins & win) != 0 || (loses & lose) != 0) return CN_CARDS_F_HELD;
        wins |= win;
        loses |= lose;
    }
    if (s->pool[WIN_BET] != (ALL_CAMELS & ~wins)) return CN_CARDS_F_FINALS;
    return s->pool[LOSE_BET] == (ALL_CAMELS & ~loses) ? 0 : CN_CARDS_F_FINALS;
}

static uint8_t audit_trophies(const cn_cards *s)
{
    uint32_t laid = 0, all = (s->options & TROPHIES) != 0 ? CARDS_TROPHIES : 0;
    for (uint32_t i = 0; i < 10; i++) laid += s->trophy[i];
    return laid <= all ? 0 : CN_CARDS_F_TROPHIES;
}

static uint8_t audit_seen(const cn_cards *s)
{
    if (s->twos > ALL_CAMELS) return CN_CARDS_F_SEEN;
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        if (s->ones[camel] > CARDS_ONES) return CN_CARDS_F_SEEN;
    }
    return 0;
}

static bool leg_cards_are_home(const cn_cards *s)
{
    return is_zero(s->lead, sizeof s->lead) && is_zero(s->mid, sizeof s->mid);
}

/* During setup only camels have left their places, each by its first card (S2). */
static uint8_t audit_setup(const cn_cards *s)
{
    uint32_t seen = cards_seen(s), standing = 0;
    if (s->head.node != CN_CHANCE) return CN_CARDS_F_TURN;
    if (s->mover != 0) return CN_CARDS_F_MOVER;
    if (s->deck != 0) return CN_CARDS_F_DECK;
    if (s->hand != 0) return CN_CARDS_F_HAND;
    if (!is_zero(s->token_holder, 2)) return CN_CARDS_F_TOKENS;
    if (!leg_cards_are_home(s)) return CN_CARDS_F_HELD;
    if (!is_zero(s->win, 6) || !is_zero(s->lose, 6)) return CN_CARDS_F_HELD;
    if (!is_zero(s->trophy, 10)) return CN_CARDS_F_TROPHIES;
    if (s->space[4] > 2) return CN_CARDS_F_TRACK;
    if (s->starter == 0 && seen > 0) return CN_CARDS_F_SEEN;
    for (uint32_t i = 0; i < CAMELS; i++) {
        uint32_t camel = s->order[i], ones = s->ones[camel], two = s->twos >> camel & 1u;
        bool fits = s->space[i] == 0 ? ones + two == 0 : s->space[i] == 1 ? ones > 0 : two > 0;
        if (!fits) return CN_CARDS_F_SEEN;
        standing += s->space[i] != 0;
    }
    return standing < CAMELS ? 0 : CN_CARDS_F_LEG; /* then leg 1 has begun */
}

/* In a leg a seat is on turn, and all cards turned up came from the deck and from hands. */
static uint8_t audit_leg(const cn_cards *s)
{
    uint32_t size = cards_deck_size(s->head.seats);
    uint32_t played = s->head.seats - cn_count_bits(s->hand);
    if (s->mover == 0) return CN_CARDS_F_MOVER;
    if (s->head.node != CN_CHANCE && s->head.seat + 1 != s->mover) return CN_CARDS_F_MOVER;
    if (s->head.node != CN_DECIDE && s->did == DID_RACE) return CN_CARDS_F_DID;
    if (s->did == DID_RACE && !cards_can_bet(s)) return CN_CARDS_F_DID; /* B4 */
    if (s->head.node == CN_REVEAL && (s->hand >> s->head.seat & 1) == 0) return CN_CARDS_F_HAND;
    if (s->deck == 0 || s->deck > size) return CN_CARDS_F_DECK; /* the last card ends the leg */
    return cards_seen(s) == size - s->deck + played ? 0 : CN_CARDS_F_SEEN;
}

/* At the end everything is home except the final cards and the trophies. */
static uint8_t audit_over(const cn_cards *s)
{
    if (s->mover != 0) return CN_CARDS_F_MOVER;
    if (s->deck != 0) return CN_CARDS_F_DECK;
    if (s->hand != 0) return CN_CARDS_F_HAND;
    if (cards_seen(s) != 0) return CN_CARDS_F_SEEN;
    if (!is_zero(s->token_holder, 2)) return CN_CARDS_F_TOKENS;
    return leg_cards_are_home(s) ? 0 : CN_CARDS_F_HELD;
}

uint8_t cards_audit(const void *state)
{
    const cn_cards *s = state;
    uint8_t seats = s->head.seats, node = s->head.node, field;
    if (s->options > (TROPHIES | BET_OPTIONAL | MIN_MONEY)) return CN_CARDS_F_OPTIONS;
    if (s->head.seat >= seats) return CN_CARDS_F_TURN;
    if ((node == CN_CHANCE || node == CN_OVER) && s->head.seat != 0) return CN_CARDS_F_TURN;
    if (s->starter > seats) return CN_CARDS_F_STARTER;
    if (s->starter == 0 && !cards_setting_up(s)) return CN_CARDS_F_STARTER;
    if (cn_load32(s->leg) > CN_CARDS_LEG_MAX) return CN_CARDS_F_LEG;
    if (s->mover > seats) return CN_CARDS_F_MOVER;
    if (s->did > DID_BET || (s->mover == 0 && s->did != DID_NOTHING)) return CN_CARDS_F_DID;
    if (s->hand >> CARDS_SEATS_MAX != 0) return CN_CARDS_F_HAND;
    if ((field = audit_seats(s)) != 0) return field;
    if ((field = audit_track_cards(s)) != 0) return field;
    if ((field = audit_camels(s)) != 0) return field;
    if ((field = audit_tokens(s)) != 0) return field;
    if ((field = audit_leaders(s)) != 0) return field;
    if ((field = audit_cards(s)) != 0) return field;
    if ((field = audit_trophies(s)) != 0) return field;
    if ((field = audit_seen(s)) != 0) return field;
    if (cards_setting_up(s)) return audit_setup(s);
    return node == CN_OVER ? audit_over(s) : audit_leg(s);
}
