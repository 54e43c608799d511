/* search.h: the game-tree search, for bots, hints and reviews. See docs/bots.md.
 *
 * Information-set Monte-Carlo tree search: each iteration fills in what the seat cannot see, walks
 * down a tree of decisions, luck and openings, grows it by a node and plays the game on from there.
 * All memory is the caller's, and no clock is read: the caller runs as many iterations as its
 * patience allows. Several threads search by having a search each, with seeds of their own. */
#ifndef CAMELNET_SEARCH_H
#define CAMELNET_SEARCH_H

#include "camelnet.h"

/* cffi begin */

#define CN_SEARCH_NOBODY 255 /* as a seat: one that sees nothing hidden */
#define CN_SEARCH_LINES_MAX 64

/* The objective of a seat. */
typedef enum cn_objective { CN_FOR_VICTORY, CN_FOR_MONEY, CN_FOR_BOTH } cn_objective;

/* A move at the root, or luck or an opening that came there. */
typedef struct cn_search_line {
    char text[24];  /* CN_TEXT_MAX; ended by a zero */
    uint32_t visits;
    float prior;
    double share;   /* of the victory, on average, for the seat that decides (else of seat 0) */
    double money;   /* the same of its money at the end */
} cn_search_line;

/* The result: lines by number of visits, and the average standing of all seats. */
typedef struct cn_search_result {
    uint32_t iterations, nodes, count;
    cn_search_line line[64]; /* CN_SEARCH_LINES_MAX */
    double share[8], money[8]; /* CN_SEATS_MAX */
} cn_search_result;

/* Bytes that a game's tables need; 0 when it has none, or when it cannot be searched. */
uint64_t cn_tables_bytes(uint8_t game);

/* Compute them, once for a process. `memory` is aligned to 8 bytes; only read afterwards. */
void cn_tables_build(uint8_t game, void *memory);

/* Bytes of a search whose tree holds so many nodes. */
uint64_t cn_search_bytes(uint32_t nodes);

/* Begin a search from any node but the end, for `seat` with its own hidden `faces` (as for
 * `cn_greedy`). `memory` (cn_search_bytes(nodes), aligned to 8) keeps all of it. `tables` may be null,
 * and so may `belief` (value.h: about the same position) and `network` with its `memo`
 * (cn_value_memo_bytes, zeroed); what is passed is kept by the caller as long as the search. With a
 * network, positions are judged instead of played on. Returns 0 when the game is over or cannot be
 * searched, the faces make no sense, or the network is not one of this game. */
int cn_search_begin(void *memory, uint32_t nodes, const uint8_t *state, uint8_t seat,
                    const char *faces, uint32_t length, const void *tables, const void *belief,
                    const void *network, void *memo, uint64_t seed, cn_objective objective);

/* So many iterations more. A tree that is full goes on counting, without growing. */
void cn_search_run(void *memory, uint32_t iterations);

void cn_search_read(const void *memory, cn_search_result *result);

/* Fill in and play on `count` times by the game's own playouts, without a tree. `share` and `money`
 * get the sums by seat. Returns 0 like `cn_search_begin`. */
int cn_search_playouts(const uint8_t *state, uint8_t seat, const char *faces, uint32_t length,
                       const void *tables, uint64_t seed, uint32_t count, double *share,
                       double *money);

/* cffi end */

#endif
