/* judge.h: judging positions and moves by a game's learned value (judge.c). Private to native/src. */
#ifndef CAMELNET_JUDGE_H
#define CAMELNET_JUDGE_H

#include "search_ops.h"

/* True if the game can be judged with this judge. */
bool cn_can_judge(const cn_game *game, const cn_judge *judge);

/* True at a node that is judged as it stands. */
bool cn_is_judged(const cn_game *game, const void *state);

/* The expected result of any node, in the view of `viewer`: the network judges it, or its end does
 * if the game is over, or the sum over all that may come at all other nodes. */
void cn_judge_node(const cn_game *game, const cn_judge *judge, const void *state,
                   const cn_determinization *sample, uint32_t viewer, cn_worth *worth);

/* The same at luck or an opening, but always the sum over all that may come there. */
void cn_judge_luck(const cn_game *game, const cn_judge *judge, const void *state,
                   const cn_determinization *sample, uint32_t viewer, cn_worth *worth);

/* What may come at luck, each outcome with its weight (`prior`), as `viewer` knows it; at most
 * CN_CANDIDATES_MAX, 0 if there are more. */
uint32_t cn_list_outcomes(const cn_game *game, const cn_judge *judge, const void *state,
                          const cn_determinization *sample, uint32_t viewer, cn_candidate *list);

/* The moves of a decision, the best first, with the expectation of the seat on turn (`guess`) in the
 * view of `viewer`, and priors from it. At most CN_CANDIDATES_MAX; `worths` (as many, or null)
 * receives the expected result of each for all seats. */
uint32_t cn_judge_moves(const cn_game *game, const cn_judge *judge, const void *state,
                        const cn_determinization *sample, uint32_t viewer, cn_candidate *list,
                        cn_worth *worths);

/* The result of a game that is over. */
void cn_settle(const cn_game *game, const void *state, cn_worth *worth);

/* Carry out a move in a determinization. */
void cn_advance(const cn_game *game, void *state, cn_determinization *sample, cn_move move);

/* Play on through luck and openings of this determinization, up to a judged node or the end. */
void cn_to_judged(const cn_game *game, void *state, cn_determinization *sample, uint64_t *seed);

#endif
