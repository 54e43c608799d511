/* search.h: the game-tree search, for bots, hints and reviews. See docs/lab.md.
 *
 * Information-set Monte-Carlo tree search: each iteration fills in the information that the seat
 * lacks, walks down a tree of decisions, luck and openings, grows it by a node and plays the game
 * on from there. All memory is the caller's, and the search reads no clock: the caller runs as many
 * iterations as its patience allows. For several threads, give each a search with its own seed. */
#ifndef CAMELNET_SEARCH_H
#define CAMELNET_SEARCH_H

#include "camelnet.h"

/* cffi begin */

#define CN_SEARCH_NOBODY 255 /* as a seat: a spectator without hidden cards */
#define CN_SEARCH_LINES_MAX 64

/* The objective of a seat. */
typedef enum cn_objective { CN_FOR_VICTORY, CN_FOR_MONEY, CN_FOR_BOTH } cn_objective;

/* A move at the root, or an outcome or opening there. */
typedef struct cn_search_line {
    char text[24];  /* CN_TEXT_MAX; ended by a zero */
    uint32_t visits;
    float prior;
    double share;   /* of the victory, on average, for the deciding seat (else for seat 0) */
    double money;   /* its money at the end, on average */
} cn_search_line;

/* The result: lines by number of visits, and the average standing of all seats. */
typedef struct cn_search_result {
    uint32_t iterations, nodes, count;
    cn_search_line line[64]; /* CN_SEARCH_LINES_MAX */
    double share[8], money[8]; /* CN_SEATS_MAX */
} cn_search_result;

/* Bytes of a game's tables; 0 if it has none, or cannot be searched. */
uint64_t cn_tables_bytes(uint8_t game);

/* Compute the tables, once per process. `memory` is aligned to 8 bytes; only read it afterwards. */
void cn_tables_build(uint8_t game, void *memory);

/* Bytes of a search with a tree of so many nodes. */
uint64_t cn_search_bytes(uint32_t nodes);

/* Begin a search from any node but the end, for `seat` with its own hidden `faces` (as for
 * `cn_greedy`). `memory` (cn_search_bytes(nodes), aligned to 8) holds all of it. `tables` may be
 * null, and so may `belief` (value.h: about the same position) and `network` with its `memo`
 * (cn_value_memo_bytes, zeroed); the caller keeps them as long as the search. With a network,
 * positions are judged instead of played on. Returns 0 when the game is over or cannot be searched,
 * the faces make no sense, or the network is of another game. */
int cn_search_begin(void *memory, uint32_t nodes, const uint8_t *state, uint8_t seat,
                    const char *faces, uint32_t length, const void *tables, const void *belief,
                    const void *network, void *memo, uint64_t seed, cn_objective objective);

/* Run so many more iterations. A full tree continues to count, without growing. */
void cn_search_run(void *memory, uint32_t iterations);

void cn_search_read(const void *memory, cn_search_result *result);

/* Fill in and play on `count` times by the game's own playouts, without a tree. `share` and `money`
 * get the sums by seat. Returns 0 like `cn_search_begin`. */
int cn_search_playouts(const uint8_t *state, uint8_t seat, const char *faces, uint32_t length,
                       const void *tables, uint64_t seed, uint32_t count, double *share,
                       double *money);

/* cffi end */

#endif
