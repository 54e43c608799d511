/* judge.h: judging positions and moves by a game's learned value (judge.c). Private to native/src. */
#ifndef CAMELNET_JUDGE_H
#define CAMELNET_JUDGE_H

#include "search_ops.h"

/* The game can be judged with this judge. */
bool cn_can_judge(const cn_game *game, const cn_judge *judge);

/* True at a node that is judged as it stands. */
bool cn_is_judged(const cn_game *game, const void *state);

/* The expected result of any node, as `viewer` sees it: of one that is judged by the network, of one
 * that is over by its end, of all others by the sum over what luck may bring. Openings come from
 * `sample`. */
void cn_judge_node(const cn_game *game, const cn_judge *judge, const void *state,
                   const cn_determinization *sample, uint32_t viewer, cn_worth *worth);

/* The same of a chance node that is judged as it stands: the sum over its outcomes all the same. */
void cn_judge_luck(const cn_game *game, const cn_judge *judge, const void *state,
                   const cn_determinization *sample, uint32_t viewer, cn_worth *worth);

/* The moves of a decision, the best first, with what the seat on turn expects of each (`guess`) and
 * priors by that. At most CN_CANDIDATES_MAX; `worths` (as many, or null) receives the expected result
 * of each by all seats. */
uint32_t cn_judge_moves(const cn_game *game, const cn_judge *judge, const void *state,
                        const cn_determinization *sample, cn_candidate *list, cn_worth *worths);

/* The result of a game that is over. */
void cn_settle(const cn_game *game, const void *state, cn_worth *worth);

/* Carries out a move in a determinization. */
void cn_advance(const cn_game *game, void *state, cn_determinization *sample, cn_move move);

/* Plays on through luck and openings of this determinization, up to a node that is judged or the
 * end. */
void cn_to_judged(const cn_game *game, void *state, cn_determinization *sample, uint64_t *seed);

#endif
