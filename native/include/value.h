/* value.h: the learned value of positions, and beliefs from a game's history; for bots, hints, reviews
 * and training. See docs/bots.md.
 *
 * A network judges a position as a seat sees it: each seat's chance to win, and its money at the end.
 * All memory is the caller's. Nothing here is agreed among peers: it works with floats. */
#ifndef CAMELNET_VALUE_H
#define CAMELNET_VALUE_H

#include "camelnet.h"

/* cffi begin */

/* --- networks --------------------------------------------------------------------------------- */

/* The inputs that a network of this game reads for each seat, and the version of their meaning; 0
 * when the game has no learned value. */
uint32_t cn_value_inputs(uint8_t game);
uint32_t cn_value_version(uint8_t game);

/* 1 + the input that is a fair score by itself, from which training starts; 0: there is none. */
uint32_t cn_value_start(uint8_t game);

/* The number of weights of a network, and bytes of memory that it needs; 0 for a shape that cannot be.
 * `first` and `second` count the units of the hidden layers; `second` 0: there is only one. */
uint32_t cn_network_weights(uint32_t inputs, uint32_t first, uint32_t second);
uint64_t cn_network_bytes(uint32_t inputs, uint32_t first, uint32_t second);

/* A network from its weights, into memory aligned to 8 bytes. In their order: the first layer
 * [inputs][first] and its biases, the second [first][second] and its biases (where there is one), the
 * straight path [2][inputs], the last layer [2][units below it], two biases. Row 0 of the outputs is the
 * score, row 1 the money. Returns 0, and writes nothing, for a shape that cannot be or a weight
 * that is not finite. */
int cn_network_make(void *memory, uint32_t inputs, uint32_t first, uint32_t second,
                    const float *weights);

/* Shares of the victory and money, by seat, for rows of inputs; `alive`: the seats that can win. */
void cn_network_run(const void *network, const float *rows, uint8_t seats, uint8_t alive,
                    float *share, float *money);

/* --- beliefs ---------------------------------------------------------------------------------- */

/* Bytes of a belief about what is hidden in this game; 0 when history tells nothing. */
uint32_t cn_belief_bytes(uint8_t game);

/* The belief at this position, of which nothing earlier is known. `belief` is aligned to 8 bytes. */
void cn_belief_begin(const uint8_t *state, const void *tables, void *belief);

/* Plays `text`, notations with '\n' after each, from `state` on, and takes each into the belief (or
 * null). Stops at the first that does not fit; returns how many fitted, `state` after them. */
uint32_t cn_belief_follow(uint8_t *state, const char *text, uint32_t length, const void *tables,
                          void *belief);

/* --- what is judged --------------------------------------------------------------------------- */

/* Bytes of the memory that judging needs beside all else; may be 0. */
uint32_t cn_value_memo_bytes(uint8_t game);

/* The inputs of all seats at a position that the network judges as it stands, as `seat` (255: nobody)
 * with its own `faces` sees it (as for cn_search_begin). `rows` has room for CN_SEATS_MAX times
 * cn_value_inputs. `alive` receives the seats that can still win. Returns 0 when the position is
 * not judged as it stands, or the faces make no sense. */
int cn_value_read(const uint8_t *state, uint8_t seat, const char *faces, uint32_t length,
                  const void *tables, const void *belief, void *memo, float *rows, uint8_t *alive);

/* --- self-play -------------------------------------------------------------------------------- */

#define CN_PLAYER_GREEDY 254 /* in place of a network's number */
#define CN_PLAYER_RANDOM 255

/* A game of self-play for training. */
typedef struct cn_selfplay {
    const void *network[4]; /* number 0 is the one that learns */
    const void *tables;
    void *memo;             /* cn_value_memo_bytes, zeroed */
    uint8_t player[8];      /* by seat: the number of a network, or CN_PLAYER_… */
    float noise[8];         /* by seat: of a victory; moves are drawn by exp(share / noise); 0: the best */
    float explore;          /* the chance that a network's move is drawn from all alike instead */
    float keep;             /* the chance that a position's inputs are kept */
    uint32_t plies_max;
} cn_selfplay;

/* A position of a game. All arrays are by seat. */
typedef struct cn_selfplay_step {
    int32_t row;        /* where its inputs lie, counted in positions; -1: not kept */
    uint8_t seat;       /* who moved there; 254: luck came next; 255 at the end */
    uint8_t alive;      /* who could still win */
    float before[8];    /* shares as the network judged the position when it had come about, by the
                           one who moved before (0 at the first) */
    float after[8];     /* shares that the mover expected of the best move, before luck; or the mean over luck */
} cn_selfplay_step;

/* Plays a game from `state` to its end. `steps` and `rows` have room for `steps_max` positions (`rows`:
 * `rows_max`), rows in seats times cn_value_inputs numbers each. `share` and `money` receive the
 * result by seat. Returns the number of steps; 0 when the game was not over after plies_max or the
 * room did not do. */
uint32_t cn_selfplay_run(const cn_selfplay *play, const uint8_t *state, uint64_t seed,
                         cn_selfplay_step *steps, uint32_t steps_max, float *rows,
                         uint32_t rows_max, float *share, float *money);

/* cffi end */

#endif
