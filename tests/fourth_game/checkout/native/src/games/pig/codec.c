/* pig/codec.c: Pig as numbers, in the order of camelnet/lab/env/pig.py. */
#include "codec.h"
#include "notation.h"
#include "games/pig.h"

static uint32_t numbers(uint32_t seats) { return 2 + seats; }

static cn_move move(const void *state, uint32_t action)
{
    static const char *const notations[] = {"roll", "hold"};
    extern const cn_game cn_pig_game;
    cn_move found;
    (void)state;
    bool read = cn_pig_game.parse(notations[action], 4, &found);
    assert(read);
    return found;
}

static int16_t *view(const void *state, uint32_t me, const char *faces, int16_t *at)
{
    const cn_pig *s = state;
    (void)faces;
    *at++ = s->short_game;
    *at++ = s->total;
    for (uint32_t k = 0; k < s->head.seats; k++) {
        *at++ = s->score[cn_seat_at(k, me, s->head.seats)];
    }
    return at;
}

const cn_codec cn_pig_codec = {
    .actions = 2,
    .numbers = numbers,
    .move = move,
    .view = view,
};
