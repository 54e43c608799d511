/* network.h: a small neural network: one or two hidden layers beside a linear path. Private to
 * native/src. The game defines its inputs (cn_value_ops in search_ops.h).
 *
 * A seat's inputs become two numbers: a score, whose softmax over the seats gives their chances to win,
 * and its money at the end. All seats share the weights, so any number of them may play. */
#ifndef CAMELNET_NETWORK_H
#define CAMELNET_NETWORK_H

#include "game.h"

#define CN_NETWORK_INPUTS_MAX 256 /* of a seat */
#define CN_NETWORK_HIDDEN_MAX 256 /* units of a layer */
#define CN_NETWORK_LANES 8        /* sums are kept side by side, in this many lanes */
#define CN_NETWORK_MONEY 10.0f    /* the coins in one unit of the money output */

/* The weights follow: by input the weights of all units of the first layer, and so on; see
 * network.c. Units are padded to whole lanes. */
typedef struct cn_network {
    uint32_t inputs, first, second; /* inputs of a seat, and units; `second` 0: one hidden layer */
    uint32_t spare;
    float weight[];
} cn_network;

/* The share of the victory and the money of each seat, from its row of inputs. Seats whose bit is
 * not set in `alive` cannot win. */
void cn_network_judge(const cn_network *network, const float *rows, uint32_t seats, uint32_t alive,
                      float *share, float *money);

/* e to the power of x, good to six digits, for x not above 80; the same on every machine. */
float cn_exp(float x);

#endif
