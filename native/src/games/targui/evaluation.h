/* targui/evaluation.h: definitions that the files of the targui search share. Private to
 * native/src.
 *
 * A position is unpacked into a board once; the changes of a move are then tried on it and taken
 * back, so that hundreds of moves are evaluated in the time of one simple player's choice. */
#ifndef CAMELNET_TARGUI_EVALUATION_H
#define CAMELNET_TARGUI_EVALUATION_H

#include "search_ops.h"
#include "rules.h"

#define TARGUI_WALKED 0 /* the byte of a determinization that tells if the root was left */
#define FEATURES 32 /* counted for each seat */
#define KNOTS 7   /* moments of the game for which the features have weights */
#define PLACES 56 /* of the board: seven rows of eight, the last column empty */

/* By moment and feature; first for more than two tribes, then for the last two. */
extern const float targui_feature_weights[2][KNOTS][FEATURES];
extern const uint8_t targui_place[CELLS + 1]; /* by cell: its place, row by row */

/* A position in the search's form. A set of places has bit p for place p. */
typedef struct targui_board {
    uint64_t owned[SEATS_MAX], loaded, open; /* `open`: all but chotts */
    uint64_t pays[3];                        /* places whose pay has this binary digit */
    uint64_t active;                         /* of seats that may still move in this game */
    uint16_t camels[PLACES];
    uint8_t bonus[PLACES], pay[PLACES], land[PLACES];
    uint8_t home[SEATS_MAX];                 /* the place of the own camp */
    float money[SEATS_MAX], turns[SEATS_MAX], extra[SEATS_MAX];
    uint32_t seats, mover;                   /* `mover`: whose turn it is, or NO_SEAT */
    bool acts;                               /* the mover's move or attack is still to come */
    float weights[2][FEATURES];                /* for this moment */
    float time;                              /* rounds left, the part of this one included */
    uint32_t tributes, deck, box;            /* `deck`: destiny cards left, bit n for card n */
    bool destiny;                            /* one of them comes up in this round */
    const void *tables;                      /* of battles; null for none */
    const cn_network *network;               /* judges the board; null: the weights do */
} targui_board;

extern const cn_game cn_targui_game;

void targui_unpack(const cn_targui *s, targui_board *board);
void targui_features(const targui_board *board, float features[SEATS_MAX][FEATURES]);
/* By seat: the weighted sum of the features, 0 for a seat that is out; returns the tribes left. */
uint32_t targui_scores(const targui_board *board, float features[SEATS_MAX][FEATURES],
                       float scores[SEATS_MAX]);
/* By seat: the chance of winning, and if the network judges, the last tribute. */
typedef struct targui_chances {
    float share[SEATS_MAX], money[SEATS_MAX];
} targui_chances;

void targui_judge(const targui_board *board, targui_chances *chances);

/* The inputs of the network (inputs.c): a row for each seat, zeroed before. Returns the seats that
 * may still win, as bits. */
#define INPUTS 104
uint32_t targui_inputs(const targui_board *board, float *rows);

/* The odds of a battle to its end: the chance that the attackers win, and the average number of
 * camels that the winner has left. */
typedef struct targui_ending {
    float chance, attackers, defenders;
} targui_ending;

uint64_t targui_endings_bytes(void);
void targui_endings_build(void *memory);
targui_ending targui_ending_of(const void *tables, targui_battle battle);

/* At most so many candidates, the best by the network, or without one (null) by the weights; at the
 * root of a search more thoroughly, the simple player's own among them. */
uint32_t targui_candidates(const cn_targui *s, const void *tables, const cn_network *network,
                           bool root, uint32_t most, cn_candidate *list);
/* The chances of winning at a node before the end; in a battle by its outcome. Judged by the
 * network, or without one (null) by the weights. */
void targui_outlooks(const cn_targui *s, const void *tables, const cn_network *network,
                     targui_chances *chances);

/* The pay of a set of places. */
float targui_pay_of(const targui_board *board, uint64_t set);

static inline uint32_t targui_first(uint64_t set)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(set);
#else
    return targui_lowest(set);
#endif
}

/* The places next to those of a set, and the set itself. The empty column keeps rows apart. */
static inline uint64_t targui_spread(uint64_t set)
{
    uint64_t rows = set | set << 1 | set >> 1;
    return (rows | rows << 8 | rows >> 8) & 0x007F7F7F7F7F7F7Fu;
}

#endif
