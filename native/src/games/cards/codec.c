/* cards/codec.c: Camel Up Cards as numbers, in the order of camelnet/lab/env/cards.py. */
#include "codec.h"
#include "rules.h"

/* Actions: `reveal`, `hand`, `pass`, `palm` and `fennec` by space, the four bets by camel. */
enum { TOKENS = 3, BETS = 41, ACTIONS = 61, SPACES = 19 };

static uint32_t numbers(uint32_t seats)
{
    return 82 + cards_track_cards(seats) + 32 * seats;
}

static cn_move move(const void *state, uint32_t action)
{
    (void)state;
    static const uint8_t alone[TOKENS] = {REVEAL, HAND, PASS};
    if (action < TOKENS) return cn_move_of(alone[action], 0, 0);
    if (action < BETS) {
        return cn_move_of(TOKEN, (action - TOKENS) / SPACES, 1 + (action - TOKENS) % SPACES);
    }
    return cn_move_of(BET, (action - BETS) / CAMELS, (action - BETS) % CAMELS);
}

/* By camel, its cards of value 5, 3 and 2 in the hands of `owner` (seat + 1); 0: at home. */
static int16_t *view_leaders(const cn_cards *s, uint32_t owner, int16_t *at)
{
    for (uint32_t camel = 0; camel < CAMELS; camel++, at += 3) {
        at[0] = s->lead[camel] >> 5 == owner;
        at[1] = s->lead[5 + camel] >> 5 == owner;
        at[2] = (int16_t)((s->lead[10 + camel] >> 5 == owner) + (s->lead[15 + camel] >> 5 == owner));
    }
    return at;
}

static int16_t *view_held(const cn_cards *s, uint32_t seat, int16_t *at)
{
    at = view_leaders(s, seat + 1, at);
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        at[camel] = s->mid[camel] == seat + 1;
        at[5 + camel] = s->win[seat] == camel + 1;
        at[10 + camel] = s->lose[seat] == camel + 1;
    }
    return at + 15;
}

static int16_t *view(const void *state, uint32_t me, const char *faces, int16_t *at)
{
    const cn_cards *s = state;
    uint32_t seats = s->head.seats, laid = 0;
    at = cn_view_bits(s->options, 3, at);
    *at++ = cn_counted(cn_load32(s->leg));
    *at++ = cn_near(s->starter, me, seats);
    *at++ = s->did;
    at = camels_view(s->order, s->space, at);
    for (uint32_t card = 0; card < cards_track_cards(seats); card++) {
        *at++ = (int16_t)(1 + (cards_wide(s) >> card & 1));
    }
    for (uint32_t token = 0; token < 2; token++) {
        at[token] = s->token_space[token];
        at[2 + token] = cn_near(s->token_holder[token], me, seats);
    }
    at += 4;
    for (uint32_t k = 0; k < seats; k++) {
        *at++ = cn_counted(cards_money(s, cn_seat_at(k, me, seats)));
    }
    at = view_leaders(s, 0, at);
    for (uint32_t pool = MID_BET; pool <= LOSE_BET; pool++) at = cn_view_bits(s->pool[pool], 5, at);
    for (uint32_t k = 0; k < seats; k++) at = view_held(s, cn_seat_at(k, me, seats), at);
    for (uint32_t i = 0; i < 10; i++) {
        *at++ = s->trophy[i];
        laid += s->trophy[i];
    }
    *at++ = (int16_t)((s->options & TROPHIES) != 0 ? CARDS_TROPHIES - laid : 0);
    *at++ = s->deck;
    for (uint32_t k = 0; k < seats; k++) {
        *at++ = (int16_t)(s->hand >> cn_seat_at(k, me, seats) & 1);
    }
    for (uint32_t camel = 0; camel < CAMELS; camel++) {
        *at++ = s->ones[camel];
        *at++ = (int16_t)(s->twos >> camel & 1);
    }
    uint32_t camel = (uint32_t)cn_lettered(faces[0], "bgowy");
    uint32_t value = (uint32_t)cn_lettered(faces[1], "12");
    for (uint32_t face = 0; face < 10; face++) {
        *at++ = camel == face / 2 + 1 && value == face % 2 + 1;
    }
    return at;
}

const cn_codec cn_cards_codec = {
    .actions = ACTIONS,
    .numbers = numbers,
    .move = move,
    .view = view,
};
