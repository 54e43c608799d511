/* pig/search_ops.c: what the search needs of pig. Nothing is hidden, so a determinization is empty,
 * and playouts hold where the simple player does. */
#include "search_ops.h"
#include "games/pig.h"

#define PLIES_MAX 100000 /* of a playout; a game takes about 200 */

extern const cn_game cn_pig_game;

static bool determinize(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample)
{
    (void)state, (void)seat, (void)faces, (void)tables, (void)belief, (void)seed, (void)sample;
    return length == 0;
}

static cn_move luck(const void *state, const cn_determinization *sample, uint64_t *seed)
{
    (void)sample;
    return cn_pig_game.nth(state, cn_random_below(seed, cn_pig_game.ways(state)));
}

static uint32_t candidates(const void *state, const cn_determinization *sample,
                           const void *tables, cn_candidate *list)
{
    (void)sample, (void)tables;
    uint32_t count = cn_pig_game.ways(state);
    for (uint32_t k = 0; k < count; k++) {
        list[k] = (cn_candidate){cn_pig_game.nth(state, k), 1 / (float)count};
    }
    return count;
}

static void playout(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                    cn_worth *worth)
{
    cn_pig *s = state;
    (void)tables;
    for (uint32_t plies = 0; s->head.node != CN_OVER; plies++) {
        assert(plies < PLIES_MAX);
        cn_move move;
        if (s->head.node == CN_CHANCE) {
            move = luck(s, sample, seed);
        } else {
            bool found = cn_pig_game.greedy(s, NULL, 0, &move);
            assert(found);
        }
        cn_pig_game.play(s, move, NULL);
    }
    uint32_t won = cn_pig_game.winners(s);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] = (float)(won >> seat & 1);
        worth->money[seat] = s->score[seat];
    }
}

const cn_search_ops cn_pig_search_ops = {
    .determinize = determinize,
    .luck = luck,
    .candidates = candidates,
    .playout = playout,
    .explore = 0.3f,
    .money_scale = 100,
};
