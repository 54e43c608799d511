/* search_ops.h: what a game gives to the search (search.c). Private to native/src.
 *
 * A search plays on from a position many times. Before each time it fills in what its seat cannot
 * see, likely and by chance (`fill`); so the tree grows over what all can see, and each visit to it
 * is one world that fits. At decisions the game names the moves worth looking at, with its first
 * opinion of them; beyond the tree it plays the game on by itself (`playout`).
 *
 * Nothing here decides a rule, and nothing here is agreed among peers: floats are allowed. Equal
 * arguments give equal answers, on one machine. */
#ifndef CAMELNET_LOOK_H
#define CAMELNET_LOOK_H

#include "game.h"
#include "search.h"

#define CN_HIDDEN_MAX 64
#define CN_LOOK_MOVES_MAX 64 /* at most so many moves of a node are looked at */
#define CN_STUDY_MAX 262144 /* bytes */
#define CN_NOBODY 255        /* as a seat: sees nothing that is hidden */

/* What a filled position holds besides the state; each game lays it out for itself. */
typedef struct cn_hidden {
    uint8_t byte[CN_HIDDEN_MAX];
} cn_hidden;

/* A move worth looking at; `prior`: how likely it is the best, all of a node's adding up to 1. */
typedef struct cn_candidate {
    cn_move move;
    float prior;
} cn_candidate;

/* How a game went, by seat: `share` of the victory (1 alone, 1/2 between two, 0), or the chance of
 * it where the playout stopped early; `money` as `cn_scores` counts it. */
typedef struct cn_worth {
    float share[CN_SEATS_MAX], money[CN_SEATS_MAX];
    float guess[CN_SEATS_MAX]; /* of the share: not quite true on average, but steadier; where the
                                  game sets `guess_visits` */
} cn_worth;

typedef struct cn_look {
    /* Bytes of what is computed once and only read afterwards, and how; 0 and null for nothing.
     * `tables` below is that memory, or null when the caller has none: then the game does without,
     * however slowly. */
    uint64_t (*tables_bytes)(void);
    void (*build_tables)(void *memory);

    /* A world that fits to all that `seat` (or CN_NOBODY) sees; `faces` are its own hidden cards as
     * for `greedy`, length 0 when it has or knows none. False when they make no sense. */
    bool (*fill)(const void *state, uint32_t seat, const char *faces, uint32_t length,
                 const void *tables, uint64_t *seed, cn_hidden *hidden);
    /* What is worked out once for a search, from its root: its bytes (at most CN_STUDY_MAX), how,
     * and how a world just filled in learns of it. 0 and null for nothing. */
    uint64_t study_bytes;
    void (*study)(const void *state, const void *tables, void *memory);
    void (*attend)(cn_hidden *hidden, const void *study);
    /* What luck brings at a chance node of this world. */
    cn_move (*luck)(const void *state, const cn_hidden *hidden, uint64_t *seed);
    /* What is opened at a reveal node of this world; null when the game opens nothing. */
    cn_move (*opening)(const void *state, const cn_hidden *hidden);
    /* After a move, before `play`: what of the world it uses up. Null when nothing. */
    void (*spend)(const void *state, cn_move move, cn_hidden *hidden);
    /* At a decision: the moves worth looking at, 1 to CN_LOOK_MOVES_MAX, the likeliest first. */
    uint32_t (*moves)(const void *state, const cn_hidden *hidden, const void *tables,
                      cn_candidate *list);
    /* Play on from any node, wherever it likes to stop. `state` and `hidden` may be used up. */
    void (*playout)(void *state, cn_hidden *hidden, const void *tables, uint64_t *seed,
                    cn_worth *worth);
    /* How much a move's prior counts against what was seen of it: PUCT's constant, for rewards
     * between 0 and 1. */
    float explore;
    /* Visits after which a node below the root opens its moves; 0 for the search's own number. Many
     * where the playouts play better than a tree that has hardly been tried. */
    uint32_t open_at;
    /* So many visits of a move count as much as what playouts guess of it; 0 for no guesses. */
    float guess_visits;
    /* Money that is worth as much as the victory where the objective mixes them. */
    float money_scale;
} cn_look;

#endif
