/* search_ops.h: the interface of a game to the search (search.c). Private to native/src.
 *
 * A search plays on from a position many times. Before each iteration it samples all information
 * that its seat lacks (`determinize`), so the tree grows over public steps, and each visit to it is
 * one determinization. At decisions the game lists the candidates with their priors; beyond the
 * tree the game plays on by itself (`playout`).
 *
 * Nothing here decides a rule, and peers agree on nothing here: floats are allowed. Equal arguments
 * give equal answers, on one machine. */
#ifndef CAMELNET_SEARCH_OPS_H
#define CAMELNET_SEARCH_OPS_H

#include "game.h"
#include "network.h"
#include "search.h"

#define CN_DETERMINIZATION_MAX 64
#define CN_CANDIDATES_MAX 64 /* of a node */
#define CN_BELIEF_MAX 16384  /* bytes */
#define CN_ROOT_CACHE_MAX 262144 /* bytes */
#define CN_NOBODY 255        /* as a seat: sees nothing hidden */
#define CN_EVERYBODY 254     /* as a seat to determinize for: the sample is the truth of a game of
                                self-play, in which every seat knows its own faces */

/* A sample of everything hidden, kept beside the state; each game defines its layout. */
typedef struct cn_determinization {
    uint8_t byte[CN_DETERMINIZATION_MAX];
} cn_determinization;

/* A move for the search to try; `prior`: the probability that it is the best, 1 in all at a
 * node. */
typedef struct cn_candidate {
    cn_move move;
    float prior;
    float guess; /* the learned value's expected share of the victory; unused without one */
} cn_candidate;

/* The result of a game, by seat: `share` of the victory (1 alone, 1/2 between two, 0), or the
 * chance of it if the playout stopped early; `money` in the count of `cn_scores`. */
typedef struct cn_worth {
    float share[CN_SEATS_MAX], money[CN_SEATS_MAX];
    /* A biased estimate of `share` with lower variance, for games with `estimate_visits`. */
    float estimate[CN_SEATS_MAX];
} cn_worth;

/* The constants of a search or a game of self-play that judges positions. */
typedef struct cn_judge {
    const void *tables;        /* as in cn_search_ops; may be null */
    const cn_network *network; /* null: no learned value */
    const void *belief;        /* at the root (cn_belief_ops); null: no history */
    void *memo;                /* `memo_bytes` of cn_value_ops, zeroed before the first use: the
                                  game's memory between two calls. Not shared by threads. */
} cn_judge;

/* Beliefs about hidden cards, from the public history of a game (docs/lab.md). They never hold the
 * private knowledge of a seat: its own faces come with a determinization. */
typedef struct cn_belief_ops {
    uint32_t bytes; /* at most CN_BELIEF_MAX */
    /* The belief before the first move of a game, or in its middle, without the earlier history. */
    void (*begin)(const void *state, const void *tables, void *belief);
    /* Updates it with a move, an outcome or an opening; `state` is the position before it. */
    void (*observe)(const void *state, cn_move move, const void *tables, void *belief);
} cn_belief_ops;

/* The learned value of a game: the inputs of its network (network.h). */
typedef struct cn_value_ops {
    uint32_t version; /* goes up whenever an input changes its meaning: old weights are refused */
    uint32_t inputs;  /* numbers of a seat, at most CN_NETWORK_INPUTS_MAX */
    uint32_t memo_bytes;
    uint32_t start; /* 1 + the input that is a fair score by itself, from which training starts; 0: none */
    /* True at nodes that are judged as they stand; other nodes of luck and openings come first.
     * Null: at decisions. */
    bool (*judged)(const void *state);
    /* The inputs of every seat, one row of `inputs` numbers after the other, in the view of
     * `viewer` (or CN_NOBODY): its own hidden faces are those of `sample`, those of all others
     * follow from the belief. Cards that came into play within the search may be read from
     * `sample`. Rows come zeroed. Returns the seats that can still win, as bits. */
    uint32_t (*read)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                     uint32_t viewer, float *rows);
    /* The moves of a decision that are worth judging, 1 to CN_CANDIDATES_MAX. Null: the candidates
     * of the search. */
    uint32_t (*moves)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                      uint32_t viewer, cn_move *list);
    /* The kind of the hand of the seat on turn: samples with equal kinds on equal ways have the same
     * moves, and these are judged the same. 0 if the searching seat knows the hand, or it is empty.
     * Null if nothing is hidden. */
    uint32_t (*hand)(const void *state, const cn_determinization *sample);
    /* What may come at luck or an opening as far as `viewer` knows, and makes a difference: 1 to
     * CN_CANDIDATES_MAX, each with its probability (`prior`). Returns 0 if the rules tell it. Null if
     * they always do. */
    uint32_t (*outcomes)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                         uint32_t viewer, cn_candidate *list);
    /* A seat's own hidden faces in the determinization, in the game's notation; returns the length,
     * 0 for none. Null if the game hides nothing of a seat's own. */
    uint32_t (*faces)(const void *state, const cn_determinization *sample, uint32_t seat, char *text);
    /* Judges a node other than a decision without summing over its outcomes; null: outcomes are
     * summed. */
    void (*expect)(const cn_judge *judge, const void *state, const cn_determinization *sample,
                   uint32_t viewer, cn_worth *worth);
    float spread; /* of a victory: a move so much worse is e times less likely the best (priors) */
    float explore;      /* PUCT's constant */
    float guess_visits; /* a move's judgement weighs as much as so many visits */
} cn_value_ops;

typedef struct cn_search_ops {
    /* Bytes of data that is computed once and only read afterwards, and its computation; 0 and null
     * for nothing. `tables` below is that memory, or null if the caller has none: then the game
     * does without, however slowly. */
    uint64_t (*tables_bytes)(void);
    void (*build_tables)(void *memory);

    /* Samples a determinization consistent with the view of `seat` (or CN_NOBODY); `faces` are its
     * own hidden cards as for `greedy`, length 0 if it has or knows none. False if they make no
     * sense. `belief` is null without a history. */
    bool (*determinize)(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample);
    /* The root cache, computed once per search: its bytes (at most CN_ROOT_CACHE_MAX), its
     * computation, and the hook that gives it to a fresh determinization. 0 and null for
     * nothing. */
    uint64_t root_cache_bytes;
    void (*build_root_cache)(const void *state, const void *tables, void *memory);
    void (*adopt_root)(cn_determinization *sample, const void *root_cache);
    /* The outcome of a chance node in this determinization. */
    cn_move (*luck)(const void *state, const cn_determinization *sample, uint64_t *seed);
    /* In judged games the tree takes outcomes in turn, by their weights. Changes the determinization
     * so that this one comes next, if it still can. Null if luck does not depend on it. */
    bool (*draw)(const void *state, cn_move move, cn_determinization *sample);
    /* The opening at a reveal node; null if the game opens nothing. */
    cn_move (*opening)(const void *state, const cn_determinization *sample);
    /* Updates the determinization for this move, before `play`. Null if it never changes. */
    void (*update)(const void *state, cn_move move, cn_determinization *sample);
    /* At a decision: the moves to try, 1 to CN_CANDIDATES_MAX, the likeliest first. */
    uint32_t (*candidates)(const void *state, const cn_determinization *sample, const void *tables,
                           cn_candidate *list);
    /* Plays on from any node, and stops where it likes. `state` and `sample` may be used up. */
    void (*playout)(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                    cn_worth *worth);
    /* The weight of a move's prior against its visits: PUCT's constant, for rewards between 0 and
     * 1. */
    float explore;
    /* Visits after which a node below the root opens its moves; 0 for the search's own number.
     * Many, if playouts play better than a young tree. */
    uint32_t expansion_visits;
    /* The visits of a move that weigh as much as its estimate; 0 for no estimates. */
    float estimate_visits;
    /* Money that is worth as much as the victory if the objective mixes them. */
    float money_scale;
    const cn_belief_ops *belief; /* null: history tells nothing */
    const cn_value_ops *value;   /* null: the game has no learned value */
} cn_search_ops;

#endif
