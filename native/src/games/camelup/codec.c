/* camelup/codec.c: Camel Up as numbers, in the order of camelnet/lab/env/camelup.py. */
#include "codec.h"
#include "rules.h"

/* Actions: `roll`, `leg` by camel, `tile` by space from 2 and side, `win` and `lose` by slot. */
enum { LEGS = 1, TILES = 6, WINS = 36, LOSES = 41, ACTIONS = 46 };

static uint32_t numbers(uint32_t seats) { return 44 + 29 * seats; }

static cn_move move(const void *state, uint32_t action)
{
    (void)state;
    if (action < LEGS) return cn_move_of(ROLL, 0, 0);
    if (action < TILES) return cn_move_of(LEG, action - LEGS, 0);
    if (action < WINS) return cn_move_of(TILE, 2 + (action - TILES) / 2, (action - TILES) % 2);
    if (action < LOSES) return cn_move_of(WIN, action - WINS, 0);
    return cn_move_of(LOSE, action - LOSES, 0);
}

static int16_t *view(const void *state, uint32_t me, const char *faces, int16_t *at)
{
    const cn_camelup *s = state;
    uint32_t seats = s->head.seats;
    at = cn_view_bits(s->options, 2, at);
    *at++ = cn_counted(cn_load32(s->leg));
    *at++ = cn_near(s->starter, me, seats);
    at = camels_view(s->order, s->space, at);
    at = cn_view_bits(s->dice, 5, at);
    for (uint32_t k = 0; k < seats; k++) {
        uint8_t tile = s->tile[cn_seat_at(k, me, seats)];
        at[k] = tile >> 1;
        at[seats + k] = tile == 0 ? 0 : (tile & 1) != 0 ? -1 : 1;
    }
    at += 2 * seats;
    for (uint32_t k = 0; k < seats; k++) {
        uint32_t seat = cn_seat_at(k, me, seats);
        at[k] = cn_counted(camelup_money(s, seat));
        at[seats + k] = s->pyramid[seat];
    }
    at += 2 * seats;
    for (uint32_t i = 0; i < 15; i++) *at++ = s->taken[i] == 0;
    for (uint32_t k = 0; k < seats; k++) {
        uint32_t owner = cn_seat_at(k, me, seats) + 1;
        for (uint32_t i = 0; i < 15; i++) *at++ = s->taken[i] >> 4 == owner;
    }
    for (uint32_t i = 0; i < 5 * seats; i++) {
        at[i] = i < s->win_count ? cn_near(s->card[i] / 5u + 1, me, seats) : 0;
        at[5 * seats + i] = i < s->lose_count ? cn_near(s->card[39 - i] / 5u + 1, me, seats) : 0;
    }
    at += 10 * seats;
    for (uint32_t slot = 0; slot < 5; slot++) {
        at[slot] = cn_lettered(faces[slot], "bgowy");
        at[5 + slot] = 0;
    }
    for (uint32_t i = 0; i < s->win_count; i++) {
        if (s->card[i] / 5u == me) at[5 + s->card[i] % 5] = 1;
    }
    for (uint32_t i = 0; i < s->lose_count; i++) {
        if (s->card[39 - i] / 5u == me) at[5 + s->card[39 - i] % 5] = 2;
    }
    return at + 10;
}

const cn_codec cn_camelup_codec = {
    .actions = ACTIONS,
    .numbers = numbers,
    .move = move,
    .view = view,
};
