/* targui/search_ops.c: the search operations of targui. Only future luck is hidden, so a
 * determinization only tells whether the search has left its root. */
#include "evaluation.h"

#define DEEP_MOVES 16 /* considered beyond the root */

static bool determinize(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample)
{
    (void)state, (void)seat, (void)faces, (void)tables, (void)belief, (void)seed;
    sample->byte[TARGUI_WALKED] = 0;
    return length == 0;
}

static cn_move luck(const void *state, const cn_determinization *sample, uint64_t *seed)
{
    (void)sample;
    return cn_targui_game.any(state, seed);
}

static void update(const void *state, cn_move move, cn_determinization *sample)
{
    (void)state, (void)move;
    sample->byte[TARGUI_WALKED] = 1;
}

static uint32_t moves(const void *state, const cn_determinization *sample, const void *tables,
                      cn_candidate *list)
{
    bool root = sample->byte[TARGUI_WALKED] == 0;
    return targui_candidates(state, tables, NULL, root, root ? CN_CANDIDATES_MAX : DEEP_MOVES, list);
}

static void playout(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                    cn_worth *worth)
{
    cn_targui *s = state;
    (void)sample;
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
    targui_chances chances;
    targui_outlooks(s, tables, NULL, &chances);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] = chances.share[seat];
        worth->money[seat] = (float)s->tribute[seat];
    }
}

extern const cn_value_ops cn_targui_value_ops;

const cn_search_ops cn_targui_search_ops = {
    .tables_bytes = targui_endings_bytes,
    .build_tables = targui_endings_build,
    .determinize = determinize,
    .luck = luck,
    .opening = NULL,
    .update = update,
    .candidates = moves,
    .playout = playout,
    .explore = 0.1f,
    .money_scale = 20,
    .value = &cn_targui_value_ops,
};
