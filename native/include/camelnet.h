/* camelnet.h: the public interface of the rules core. The header is the manual.
 *
 * A position is a run of bytes in the caller's memory: flat, without pointers or padding, of one
 * fixed size per game, the same bytes on every machine (numbers of more than one byte are stored
 * little-endian by hand). Equal bytes, equal position. All positions begin with a `cn_head`.
 *
 * The core decides rules and nothing else. It draws no random numbers in play: where a game needs
 * luck it stops at a chance node, lists the outcomes, and is told which one came. It allocates
 * nothing and keeps nothing between calls, so any thread may call any function.
 *
 * A mistake of a peer or a user comes back as a `cn_status`, and then nothing was written. A
 * mistake that only a bug of ours can cause is asserted, in release builds too. A state passed in
 * must come from `cn_new`, `cn_apply` or have passed `cn_audit`.
 */
#ifndef CAMELNET_H
#define CAMELNET_H

#include <stddef.h>
#include <stdint.h>

/* cffi begin: Python, too, sees the text between these marks (native/cffi_build.py). */

#define CN_SEATS_MAX 8
#define CN_STATE_MAX 1024     /* bytes: limit on any game's position */
#define CN_MOVES_LIMIT 1000000 /* limit on a node's moves or outcomes; `cn_ways` counts them */
#define CN_EVENTS_MAX 96      /* limit on the events of one move */
#define CN_TEXT_MAX 24        /* characters of a notation, the ending zero included */
#define CN_OPTIONS_MAX 4      /* options of a game */
#define CN_PACK_FACES_MAX 16  /* different faces in a shuffled pack */
#define CN_PACK_SLOTS_MAX 32  /* places where its cards lie face down */

/* The first bytes of every position. */
typedef struct cn_head {
    uint8_t game;  /* the game's number in the registry */
    uint8_t seats;
    uint8_t node;  /* cn_node */
    uint8_t seat;  /* CN_DECIDE: the seat on turn; CN_REVEAL: the seat that opens; otherwise 0 */
} cn_head;

typedef enum cn_node { CN_DECIDE, CN_CHANCE, CN_REVEAL, CN_OVER } cn_node;

/* The reason of a refusal. Games add their own from CN_E_GAME on (games/<key>.h). */
typedef enum cn_status {
    CN_OK,
    CN_E_NOTATION,      /* not in the notation of the game's rules */
    CN_E_WANTS_MOVE,    /* a seat decides now: no luck, no opening */
    CN_E_WANTS_LUCK,    /* luck is awaited */
    CN_E_WANTS_OPENING, /* an opening is awaited */
    CN_E_OVER,          /* the game is over */
    CN_E_OUTCOME,       /* luck cannot bring this here */
    CN_E_GAME = 16
} cn_status;

/* The events of a step, in their order. Each game defines the content of its kinds. */
typedef struct cn_event {
    uint8_t kind;
    uint8_t arg[11];
    int32_t number[3];
} cn_event;

typedef struct cn_events {
    uint32_t count;
    cn_event list[96]; /* CN_EVENTS_MAX */
} cn_events;

/* Cards that lie face down from a shuffled pack. More cards may be unseen than lie in slots. */
typedef struct cn_pack {
    uint32_t number;      /* number of the dealing, from 1 */
    uint8_t faces, slots; /* numbers of entries that follow */
    uint8_t awaited;      /* 1 + index of the slot whose card is to turn up now; 0: none */
    char face[16][4];     /* text after "card ", ended by a zero; in a fixed order */
    uint8_t unseen[16];   /* by face: number of cards not seen yet, 1 or more */
    uint8_t slot[32];     /* the number of each place that still holds a card, ascending */
    uint8_t owner[32];    /* 1 + the seat that may look at it; 0: nobody may */
} cn_pack;

/* The name of the compiler that built the core. */
const char *cn_compiler(void);

/* The number of the game with this key, or 0. */
uint8_t cn_game_number(const char *key);

/* Bytes of a position of this game; 0 for a number without a game. */
uint32_t cn_size(uint8_t game);

/* The first node of a new game. `options` holds CN_OPTIONS_MAX numbers in the game's order.
 * Returns 0, and writes nothing, when seats or options are out of range; else 1. */
int cn_new(uint8_t game, uint8_t seats, const uint32_t *options, uint8_t *state);

/* 0 if `size` bytes are a possible position of the game named by the first byte. Else the number of
 * the wrong field, in the game's list; 255 if the head or the size is wrong. */
uint8_t cn_audit(const uint8_t *state, uint32_t size);

/* Play a decision, an outcome or an opening, and everything that follows without another. `next`
 * may be `state`; it is written on CN_OK only. `events` may be null. `text` need not end with a
 * zero. */
cn_status cn_apply(const uint8_t *state, const char *text, uint32_t length, uint8_t *next,
                   cn_events *events);

/* `cn_apply` for `count` positions of one game, which lie one after the other in `states`: `text`
 * has a notation for each, every one with '\n' after it. `next` (which may be `states`) gets the
 * new positions, or the old one where the notation is refused, and `statuses` the status of each.
 * Returns how many accepted theirs. */
uint32_t cn_apply_all(const uint8_t *states, uint32_t count, const char *text, uint32_t length,
                      uint8_t *next, uint8_t *statuses);

/* The status that `cn_apply` would return: CN_OK if it would take the notation. */
cn_status cn_check(const uint8_t *state, const char *text, uint32_t length);

/* The notations possible at a decision or a chance node, each once with '\n' after it, and the
 * weights of outcomes. With n the answer of `cn_ways`, `text` has room for n * CN_TEXT_MAX
 * characters, `weights` (or null) for n numbers. Returns the characters written; 0 at other
 * nodes. */
uint32_t cn_list(const uint8_t *state, char *text, uint32_t *weights);

/* The number of entries in the list of `cn_list`. */
uint32_t cn_ways(const uint8_t *state);

/* The cards that lie face down from a shuffled pack. Returns 0, and writes nothing, if there are
 * none (setup, over, games without such cards); else 1. */
int cn_pack_of(const uint8_t *state, cn_pack *pack);

/* One number per seat. `scores` has room for CN_SEATS_MAX. */
void cn_scores(const uint8_t *state, int32_t *scores);

/* Bit s is set when seat s has won; 0 before the game is over. */
uint8_t cn_winners(const uint8_t *state);

/* The move of a simple player for the seat on turn, the same on every machine: the choice of the
 * greedy bot and of an absent seat's ghost. `faces` are the seat's own hidden cards, in the game's
 * notation; length 0 when unknown. Returns 0 when no seat decides or the faces make no sense; else
 * the length of the notation in `text` (CN_TEXT_MAX). */
uint32_t cn_greedy(const uint8_t *state, const char *faces, uint32_t length, char *text);

/* Leaves of the tree of all moves and outcomes, `depth` deep (at most 32). A node where the game is
 * over, or where an opening is awaited, is a leaf at any depth. */
uint64_t cn_perft(const uint8_t *state, uint32_t depth);

/* Play `count` games from `state` to their ends, with every move, outcome and opening at random by
 * `seed`. A game of more than 65536 plies is broken off. Returns the total number of plies; `last`
 * (or null) receives the end of the last game. */
uint64_t cn_playouts(const uint8_t *state, uint64_t seed, uint32_t count, uint8_t *last);

/* cffi end */

#endif
