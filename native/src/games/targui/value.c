/* targui/value.c: the value operations of targui: the positions (inputs.c) and moves for its
 * network. */
#include "evaluation.h"

/* The number of moves to judge at their results: at the root the network's favourites among all on
 * the board, beyond it those of the static evaluation. */
#define ROOT_MOVES 24
#define DEEP_MOVES 16

/* All positions of the rounds, before luck as well as before decisions, except battles: these are
 * judged by their possible ends. */
static bool judged(const void *state)
{
    const cn_targui *s = state;
    return s->round > 0 && s->attacker == 0;
}

static uint32_t read(const cn_judge *judge, const void *state, const cn_determinization *sample,
                     uint32_t viewer, float *rows)
{
    (void)sample, (void)viewer;
    targui_board board;
    targui_unpack(state, &board);
    board.tables = judge->tables;
    return targui_inputs(&board, rows);
}

/* In setup camps go where the simple player would place them. Before the lands lie all seats are
 * alike. */
static void expect(const cn_judge *judge, const void *state, const cn_determinization *sample,
                   uint32_t viewer, cn_worth *worth)
{
    cn_targui s = *(const cn_targui *)state;
    targui_chances chances;
    (void)sample, (void)viewer;
    while (s.step == CN_TARGUI_PLACE_CAMP) {
        cn_move move;
        bool found = targui_greedy(&s, NULL, 0, &move);
        assert(found);
        cn_targui_game.play(&s, move, NULL);
    }
    if (s.round > 0) targui_outlooks(&s, judge->tables, judge->network, &chances);
    for (uint32_t seat = 0; seat < s.head.seats; seat++) {
        worth->share[seat] = s.round > 0 ? chances.share[seat] : 1 / (float)s.head.seats;
        worth->money[seat] = s.round > 0 ? chances.money[seat] : 0;
        worth->estimate[seat] = worth->share[seat];
    }
}

static uint32_t moves(const cn_judge *judge, const void *state, const cn_determinization *sample,
                      uint32_t viewer, cn_move *list)
{
    (void)viewer;
    const cn_targui *s = state;
    cn_candidate found[CN_CANDIDATES_MAX];
    if (s->step == CN_TARGUI_CHOOSE_SECTOR) {
        bool any = targui_greedy(s, NULL, 0, list);
        assert(any);
        return 1;
    }
    bool root = sample->byte[TARGUI_WALKED] == 0;
    uint32_t count = targui_candidates(s, judge->tables, root ? judge->network : NULL, root,
                                       root ? ROOT_MOVES : DEEP_MOVES, found);
    for (uint32_t k = 0; k < count; k++) list[k] = found[k].move;
    return count;
}

const cn_value_ops cn_targui_value_ops = {
    .version = 1,
    .inputs = INPUTS,
    .start = 1 + FEATURES, /* the score of the static evaluation */
    .judged = judged,
    .read = read,
    .moves = moves,
    .expect = expect,
    .spread = 0.01f,
    .explore = 0.05f,
    .guess_visits = 8,
};
