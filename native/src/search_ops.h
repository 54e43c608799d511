/* search_ops.h: the interface of a game to the search (search.c). Private to native/src.
 *
 * A search plays on from a position many times. Before each iteration it samples everything that
 * its seat cannot see (`determinize`), so the tree grows over what all can see, and each visit to
 * it is one determinization. At decisions the game lists the candidates with their priors; beyond
 * the tree it plays the game on by itself (`playout`).
 *
 * Nothing here decides a rule, and nothing here is agreed among peers: floats are allowed. Equal
 * arguments give equal answers, on one machine. */
#ifndef CAMELNET_SEARCH_OPS_H
#define CAMELNET_SEARCH_OPS_H

#include "game.h"
#include "network.h"
#include "search.h"

#define CN_DETERMINIZATION_MAX 64
#define CN_CANDIDATES_MAX 64 /* of a node */
#define CN_BELIEF_MAX 16384  /* bytes */
#define CN_ROOT_CACHE_MAX 262144 /* bytes */
#define CN_NOBODY 255        /* as a seat: sees nothing that is hidden */
#define CN_EVERYBODY 254     /* as a seat to determinize for: what is sampled is the truth of a game of
                                self-play, in which every seat knows its own faces of it */

/* A sample of everything hidden, kept beside the state; each game lays it out for itself. */
typedef struct cn_determinization {
    uint8_t byte[CN_DETERMINIZATION_MAX];
} cn_determinization;

/* A move that the search tries; `prior`: the probability that it is the best, 1 in all at a node.
 * */
typedef struct cn_candidate {
    cn_move move;
    float prior;
    float guess; /* the share of the victory that the learned value expects of it; without one unused */
} cn_candidate;

/* The result of a game, by seat: `share` of the victory (1 alone, 1/2 between two, 0), or the chance of
 * it where the playout stopped early; `money` as `cn_scores` counts it. */
typedef struct cn_worth {
    float share[CN_SEATS_MAX], money[CN_SEATS_MAX];
    /* A biased estimate of `share` with lower variance; where the game sets `estimate_visits`. */
    float estimate[CN_SEATS_MAX];
} cn_worth;

/* What stays the same while a search or a game of self-play judges positions. */
typedef struct cn_judge {
    const void *tables;        /* as in cn_search_ops; may be null */
    const cn_network *network; /* null: no learned value */
    const void *belief;        /* of the root (cn_belief_ops); null: nothing but the position is known */
    void *memo;                /* `memo_bytes` of cn_value_ops, zeroed before the first use: whatever the
                                  game wants to remember between two calls. Not shared by threads. */
} cn_judge;

/* Beliefs about what is hidden, from the public history of a game (docs/bots.md). They never hold
 * what only a seat knows: its own faces come with a determinization. */
typedef struct cn_belief_ops {
    uint32_t bytes; /* at most CN_BELIEF_MAX */
    /* Before the first move of a game; or in its middle, of which nothing earlier is known. */
    void (*begin)(const void *state, const void *tables, void *belief);
    /* Takes in a move, an outcome or an opening; `state` is the position before it. */
    void (*observe)(const void *state, cn_move move, const void *tables, void *belief);
} cn_belief_ops;

/* The learned value of a game: what its network (network.h) reads of a position. */
typedef struct cn_value_ops {
    uint32_t version; /* goes up whenever an input changes its meaning: old weights are refused */
    uint32_t inputs;  /* numbers of a seat, at most CN_NETWORK_INPUTS_MAX */
    uint32_t memo_bytes;
    uint32_t start; /* 1 + the input that is a fair score by itself, from which training starts; 0: none */
    /* True at nodes that are judged as they stand; luck and openings at other nodes come first. Null:
     * at decisions. */
    bool (*judged)(const void *state);
    /* The inputs of every seat, one row of `inputs` numbers after the other, as `viewer` (or CN_NOBODY)
     * sees the position: its own hidden faces are those of `sample`, those of all others follow from
     * the belief. What came into play within the search may be read from `sample`. Rows come zeroed.
     * Returns the seats that can still win, as bits. */
    uint32_t (*read)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                     uint32_t viewer, float *rows);
    /* The moves of a decision that are worth judging, at most CN_CANDIDATES_MAX, 1 at least. Null: the
     * candidates of the search. */
    uint32_t (*moves)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                      cn_move *list);
    /* A seat's own hidden faces in the determinization, as they are written; returns the length, 0 for
     * none. Null when the game hides nothing of a seat's own. */
    uint32_t (*faces)(const void *state, const cn_determinization *sample, uint32_t seat, char *text);
    /* Judges a node that is neither decided nor summed over its outcomes; null: outcomes are summed. */
    void (*expect)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                   uint32_t viewer, cn_worth *worth);
    float spread; /* of a victory: a move so much worse is e times less likely the best (priors) */
    float explore;      /* PUCT's constant */
    float guess_visits; /* what a move was judged to bring weighs as much as so many visits */
} cn_value_ops;

typedef struct cn_search_ops {
    /* Bytes of what is computed once and only read afterwards, and how; 0 and null for nothing.
     * `tables` below is that memory, or null when the caller has none: then the game does without,
     * however slowly. */
    uint64_t (*tables_bytes)(void);
    void (*build_tables)(void *memory);

    /* Sample a determinization consistent with all that `seat` (or CN_NOBODY) sees; `faces` are its
     * own hidden cards as for `greedy`, length 0 when it has or knows none. False when they make no
     * sense. `belief` is null where no history is known. */
    bool (*determinize)(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample);
    /* The root cache, computed once for a search: its bytes (at most CN_ROOT_CACHE_MAX), how,
     * and how a fresh determinization gets at it. 0 and null for nothing. */
    uint64_t root_cache_bytes;
    void (*build_root_cache)(const void *state, const void *tables, void *memory);
    void (*adopt_root)(cn_determinization *sample, const void *root_cache);
    /* The outcome of a chance node in this determinization. */
    cn_move (*luck)(const void *state, const cn_determinization *sample, uint64_t *seed);
    /* True when luck does not depend on the determinization: where positions are judged, the tree then
     * takes outcomes in turn, by their weights, instead of drawing them. */
    bool luck_is_free;
    /* The opening at a reveal node; null when the game opens nothing. */
    cn_move (*opening)(const void *state, const cn_determinization *sample);
    /* Updates the determinization for this move, before `play`. Null when it never changes. */
    void (*update)(const void *state, cn_move move, cn_determinization *sample);
    /* At a decision: the moves to try, 1 to CN_CANDIDATES_MAX, the likeliest first. */
    uint32_t (*candidates)(const void *state, const cn_determinization *sample, const void *tables,
                           cn_candidate *list);
    /* Play on from any node, wherever it likes to stop. `state` and `sample` may be used up. */
    void (*playout)(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                    cn_worth *worth);
    /* The weight of a move's prior against what was seen of it: PUCT's constant, for rewards
     * between 0 and 1. */
    float explore;
    /* Visits after which a node below the root opens its moves; 0 for the search's own number. Many
     * where the playouts play better than a tree that has hardly been tried. */
    uint32_t expansion_visits;
    /* The visits of a move that weigh as much as its estimate; 0 for no estimates. */
    float estimate_visits;
    /* Money that is worth as much as the victory where the objective mixes them. */
    float money_scale;
    const cn_belief_ops *belief; /* null: history tells nothing */
    const cn_value_ops *value;   /* null: the game has no learned value */
} cn_search_ops;

#endif
