/* targui/look.c: what the search needs of targui (search_ops.h). Nothing is hidden but luck to come, so a
 * world is nothing but how far the search has walked from its root. */
#include "look.h"

#define WALKED 0 /* the byte of a world that tells whether the root was left */

static bool fill(const void *state, uint32_t seat, const char *faces, uint32_t length,
                 const void *tables, uint64_t *seed, cn_hidden *hidden)
{
    (void)state, (void)seat, (void)faces, (void)tables, (void)seed;
    hidden->byte[WALKED] = 0;
    return length == 0;
}

static cn_move luck(const void *state, const cn_hidden *hidden, uint64_t *seed)
{
    (void)hidden;
    return cn_targui_game.any(state, seed);
}

static void spend(const void *state, cn_move move, cn_hidden *hidden)
{
    (void)state, (void)move;
    hidden->byte[WALKED] = 1;
}

static uint32_t moves(const void *state, const cn_hidden *hidden, const void *tables,
                      cn_candidate *list)
{
    return targui_candidates(state, tables, hidden->byte[WALKED] == 0, list);
}

static void playout(void *state, cn_hidden *hidden, const void *tables, uint64_t *seed,
                    cn_worth *worth)
{
    cn_targui *s = state;
    (void)hidden;
    while (s->round == 0) {
        cn_move move;
        if (s->head.node == CN_CHANCE) {
            move = cn_targui_game.any(s, seed);
        } else {
            bool found = targui_greedy(s, NULL, 0, &move);
            assert(found);
        }
        cn_targui_game.play(s, move, NULL);
    }
    float shares[SEATS_MAX] = {0};
    targui_outlooks(s, tables, shares);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] = shares[seat];
        worth->money[seat] = (float)s->tribute[seat];
    }
}

const cn_look cn_targui_look = {
    .tables_bytes = targui_endings_bytes,
    .build_tables = targui_endings_build,
    .fill = fill,
    .luck = luck,
    .opening = NULL,
    .spend = spend,
    .moves = moves,
    .playout = playout,
    .explore = 0.1f,
    .money_scale = 20,
};
