/* batch.h: games as numbers, and many tables of one game stepped in one call, for learning
 * programs.
 *
 * An action is a number; camelnet/lab/env/<key>.py tells what each action, and each number of a
 * view, stands for. Nothing is kept between calls. */
#ifndef CAMELNET_BATCH_H
#define CAMELNET_BATCH_H

#include "luck.h"

/* cffi begin */

/* The number of a game's actions, and of the numbers in a view; 0 for a game without. The functions
 * below take positions of games with numbers only. */
uint32_t cn_batch_actions(uint8_t game);
uint32_t cn_batch_numbers(uint8_t game, uint8_t seats);

/* A byte for each action: 1 if it is possible. All 0 where no seat decides. */
void cn_batch_offer(const uint8_t *state, uint8_t *mask);

/* The view of `seat` at any node, with its own hidden cards: CN_LUCK_FACES characters, in the form
 * for bots, zeros behind; 0 for a card that it does not know. */
void cn_batch_view(const uint8_t *state, uint32_t seat, const char *faces, int16_t *numbers);

/* The notation of an action now, into `text` (CN_TEXT_MAX); returns its length, or 0 if the action
 * is not possible. */
uint32_t cn_batch_notation(const uint8_t *state, int64_t action, char *text);

/* Tables of one game in the caller's memory. An array has a row for each table, one after the
 * other; a row may have several numbers. */
typedef struct cn_batch {
    uint32_t tables;
    uint32_t plies_max;    /* decisions, outcomes and openings after which a game is truncated */
    uint8_t scored;        /* a reward is 0: a share of the victory; 1: a change of the score */
    const uint8_t *start;  /* where every game begins */
    const char *faces;     /* the cards that each seat seals there (cn_luck_begin) */
    const uint8_t *seeds;  /* CN_LUCK_SEED: of the next game there */
    uint8_t *states;       /* the position */
    cn_luck *lucks;
    uint32_t *plies;       /* of the game so far */
    int8_t *seat;          /* the seat on turn */
    int16_t *observations; /* the view of that seat */
    uint8_t *masks;        /* its possible actions */
    float *rewards;        /* of the last step, by seat */
    uint8_t *terminated;   /* 1 if the last step ended the game */
    uint8_t *truncated;    /* 1 if it broke the game off */
    uint8_t *last;         /* the end of that game */
    char *last_faces;      /* CN_LUCK_FACES for each of CN_SEATS_MAX seats: their hidden cards there */
} cn_batch;

/* Begin a new game at every table. */
void cn_batch_begin(const cn_batch *batch);

/* Take an action at each table, then the luck and the openings that follow. Games that ended, or
 * were truncated, are followed at once by those of `seeds`. Returns `tables`; or, without changing
 * anything, the first table at which the action is not possible. */
uint32_t cn_batch_step(const cn_batch *batch, const int64_t *actions);

/* cffi end */

#endif
