/* batch.h: batches: many positions of one game in a call, and games as numbers, for programs that
 * learn.
 *
 * An action is a number; what each stands for, and what the numbers of a view are, is written in
 * camelnet/env/<key>.py. Positions lie one after the other in `states`, all of one game and one number
 * of seats. Nothing is kept between calls. */
#ifndef CAMELNET_BATCH_H
#define CAMELNET_BATCH_H

#include "camelnet.h"

/* cffi begin */

#define CN_BATCH_FACES 8 /* bytes for the hidden cards of a seat */

/* The number of a game's actions, and of the numbers in a view; 0 for a game without. */
uint32_t cn_batch_actions(uint8_t game);
uint32_t cn_batch_numbers(uint8_t game, uint8_t seats);

/* For each position a byte for each action: 1 if it can be taken. All 0 where no seat decides. */
void cn_batch_offer(const uint8_t *states, uint32_t count, uint8_t *masks);

/* The view of the seat on turn of each position; all 0 where no seat decides. `faces` has its own hidden
 * cards, CN_BATCH_FACES bytes each, as the game wants them; 0 for a card that it does not know. */
void cn_batch_view(const uint8_t *states, uint32_t count, const uint8_t *faces, int16_t *numbers);

/* Take an action at each position. `next` gets what follows (it may be `states`), those that refuse
 * as they are, and `statuses` what was said of each. Returns how many took theirs. */
uint32_t cn_batch_act(const uint8_t *states, uint32_t count, const uint32_t *actions, uint8_t *next,
                      uint8_t *statuses);

/* CN_SEATS_MAX scores for each position; the number of the pack that lies face down, 0 for none. */
void cn_batch_scores(const uint8_t *states, uint32_t count, int32_t *scores);
void cn_batch_packs(const uint8_t *states, uint32_t count, uint32_t *packs);

/* cffi end */

#endif
