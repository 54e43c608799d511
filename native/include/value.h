/* value.h: the learned value of positions, and beliefs from a game's history; for bots, hints, reviews
 * and training. See docs/lab.md.
 *
 * A network judges a position in a seat's view: each seat's chance to win, and its money at the
 * end. All memory is the caller's. Peers agree on nothing here: it works with floats. */
#ifndef CAMELNET_VALUE_H
#define CAMELNET_VALUE_H

#include "camelnet.h"

/* cffi begin */

/* --- networks --------------------------------------------------------------------------------- */

/* The number of inputs per seat for a network of this game, and the version of their meaning; 0 if
 * the game has no learned value. */
uint32_t cn_value_inputs(uint8_t game);
uint32_t cn_value_version(uint8_t game);

/* 1 + the input that is a fair score by itself, from which training starts; 0: none. */
uint32_t cn_value_start(uint8_t game);

/* The number of weights of a network, and its bytes of memory; 0 for an impossible shape. `first`
 * and `second` count the units of the hidden layers; `second` 0: only one layer. */
uint32_t cn_network_weights(uint32_t inputs, uint32_t first, uint32_t second);
uint64_t cn_network_bytes(uint32_t inputs, uint32_t first, uint32_t second);

/* A network from its weights, into memory aligned to 8 bytes. In their order: the first layer
 * [inputs][first] and its biases, the second [first][second] and its biases (if there is one), the
 * straight path [2][inputs], the last layer [2][units below it], two biases. Row 0 of the outputs
 * is the score, row 1 the money. Returns 0, and writes nothing, for an impossible shape or a weight
 * that is not finite. */
int cn_network_make(void *memory, uint32_t inputs, uint32_t first, uint32_t second,
                    const float *weights);

/* Shares of the victory and money, by seat, for rows of inputs; `alive`: the seats that can win. */
void cn_network_run(const void *network, const float *rows, uint8_t seats, uint8_t alive,
                    float *share, float *money);

/* --- beliefs ---------------------------------------------------------------------------------- */

/* Bytes of a belief about hidden cards in this game; 0 if history tells nothing. */
uint32_t cn_belief_bytes(uint8_t game);

/* The belief at this position, without its history. `belief` is aligned to 8 bytes. */
void cn_belief_begin(const uint8_t *state, const void *tables, void *belief);

/* Play `text`, notations with '\n' after each, from `state` on, and update the belief (or null)
 * with each. Stops at the first that does not fit; returns how many fitted, `state` after them. */
uint32_t cn_belief_follow(uint8_t *state, const char *text, uint32_t length, const void *tables,
                          void *belief);

/* --- judged positions ------------------------------------------------------------------------- */

/* Bytes of memory for judging, besides all else; may be 0. */
uint32_t cn_value_memo_bytes(uint8_t game);

/* The inputs of all seats at a position that the network judges as it stands, in the view of `seat`
 * (255: nobody) with its own `faces` (as for cn_search_begin). `rows` has room for CN_SEATS_MAX
 * times cn_value_inputs. `alive` receives the seats that can still win. Returns 0 if the position
 * is not judged as it stands, or the faces make no sense. */
int cn_value_read(const uint8_t *state, uint8_t seat, const char *faces, uint32_t length,
                  const void *tables, const void *belief, void *memo, float *rows, uint8_t *alive);

/* What luck may bring: its notation, its chance, 1 in all, and each seat's share of the victory as the
 * network judges what follows, summed over further luck. */
typedef struct cn_value_outcome {
    char text[24]; /* CN_TEXT_MAX; ended by a zero */
    double chance, share[8]; /* CN_SEATS_MAX */
} cn_value_outcome;

/* All that may come at luck, as somebody sees it who knows nothing hidden. `list` has room for
 * CN_VALUE_OUTCOMES_MAX. Returns their number; 0 at other nodes, for more than fit, and if the network
 * is of another game. */
#define CN_VALUE_OUTCOMES_MAX 64
uint32_t cn_value_outcomes(const uint8_t *state, const void *tables, const void *belief,
                           const void *network, void *memo, cn_value_outcome *list);

/* --- self-play -------------------------------------------------------------------------------- */

#define CN_PLAYER_GREEDY 254 /* in place of a network's number */
#define CN_PLAYER_RANDOM 255

/* A game of self-play for training. */
typedef struct cn_selfplay {
    const void *network[4]; /* number 0 is the learner */
    const void *tables;
    void *memo;             /* cn_value_memo_bytes, zeroed */
    uint8_t player[8];      /* by seat: the number of a network, or CN_PLAYER_… */
    float noise[8];         /* by seat: of a victory; moves are drawn by exp(share / noise); 0: the best */
    float explore;          /* the chance of a random move instead of the network's */
    float keep;             /* the chance of keeping a position's inputs */
    uint32_t plies_max;
} cn_selfplay;

/* A position of a game. All arrays are by seat. */
typedef struct cn_selfplay_step {
    int32_t row;        /* place of its inputs, counted in positions; -1: not kept */
    uint8_t seat;       /* the seat that moved there; 254: luck came next; 255 at the end */
    uint8_t alive;      /* seats that could still win */
    float before[8];    /* the network's judgement of the new position, in shares, in the view of
                           the seat that moved before (0 at the first) */
    float after[8];     /* shares that the mover expected of its best move, before luck; or the
                           mean over luck */
} cn_selfplay_step;

/* Play a game from `state` to its end. `steps` and `rows` have room for `steps_max` positions
 * (`rows`: `rows_max`), rows in seats times cn_value_inputs numbers each. `share` and `money`
 * receive the result by seat. Returns the number of steps; 0 if the game was not over after
 * plies_max or the room was too small. */
uint32_t cn_selfplay_run(const cn_selfplay *play, const uint8_t *state, uint64_t seed,
                         cn_selfplay_step *steps, uint32_t steps_max, float *rows,
                         uint32_t rows_max, float *share, float *money);

/* cffi end */

#endif
