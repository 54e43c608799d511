/* game.h: the interface of a game to the engine. Private to native/src.
 *
 * The engine calls games; they never call the engine. To add one, copy a small one (docs/core.md),
 * write its ops table, and name it in registry.c. States are passed as `void *`: each game knows
 * its own struct, made of uint8_t only, which begins with a `cn_head`. */
#ifndef CAMELNET_GAME_H
#define CAMELNET_GAME_H

#ifdef NDEBUG
#error "asserts stay on in release builds"
#endif

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "camelnet.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* round each product before an addition, like gcc -std=c11 */
#endif

/* A move, an outcome or an opening as a number: the verb above 16 bits of arguments. */
typedef uint32_t cn_move;

/* For a card that luck turns up from the deck and its owner from the hand, with the same
 * notation. */
#define CN_CHANCE_OR_REVEAL ((cn_node)(CN_OVER + 1))

struct cn_search_ops;
struct cn_codec;

typedef struct cn_game {
    const char *key;
    uint8_t seats_min, seats_max;
    uint16_t size;

    /* Fills a zeroed state (the head's game and seats are set) up to the first node. False, with an
     * undefined state, if an option is out of range. */
    bool (*setup)(void *state, const uint32_t *options);
    /* The number of the first impossible field, 0 if there is none. The bytes may be anything, but
     * the head's game, seats and node are in range. */
    uint8_t (*audit)(const void *state);

    /* The node at which a move of this verb belongs, or CN_CHANCE_OR_REVEAL. */
    cn_node (*node)(cn_move move);
    /* CN_OK if it is legal, else the reason; the node fits already. */
    cn_status (*check)(const void *state, cn_move move);
    /* Carries out a legal move. `events` is null if nobody asks. */
    void (*play)(void *state, cn_move move, cn_events *events);
    /* At a decision or a chance node: the number of moves or outcomes, 1 to CN_MOVES_LIMIT, and the
     * one with index k. Playouts ask for only one, so neither makes a list. `any` is nth(state,
     * cn_random_below(seed, ways(state))) in one go, with outcomes by their weights; null if the
     * engine may do that. */
    uint32_t (*ways)(const void *state);
    cn_move (*nth)(const void *state, uint32_t k);
    cn_move (*any)(const void *state, uint64_t *seed);
    /* The weight of an outcome; null when all are 1. */
    uint32_t (*weight)(const void *state, cn_move move);
    /* At a reveal node: a random opening among those that fit. Null if the game hides nothing. */
    cn_move (*opening)(const void *state, uint64_t *seed);
    /* The cards that lie face down from a shuffled pack, into a zeroed `pack`; false if there are
     * none. Null for a game without packs. */
    bool (*pack)(const void *state, cn_pack *pack);

    void (*scores)(const void *state, int32_t *scores);
    uint8_t (*winners)(const void *state);

    /* The move of a simple player for the seat on turn; integers only. `faces` in the game's
     * notation, `length` 0 when unknown. False if the faces make no sense. */
    bool (*greedy)(const void *state, const char *faces, uint32_t length, cn_move *move);

    /* Notation. `parse` accepts every well-formed text, legal or not. `format` returns the length;
     * `text` has room for CN_TEXT_MAX characters and gets no ending zero. */
    bool (*parse)(const char *text, uint32_t length, cn_move *move);
    uint32_t (*format)(cn_move move, char *text);

    /* The search operations (search_ops.h); null for a game that is not searched. */
    const struct cn_search_ops *search;
    /* Its codec (codec.h). */
    const struct cn_codec *codec;
} cn_game;

/* The game with this number; null if there is none. */
const cn_game *cn_game_at(uint8_t number);

static inline cn_move cn_move_of(uint32_t verb, uint32_t a, uint32_t b)
{
    assert(a < 256 && b < 256);
    return verb << 16 | a << 8 | b;
}

static inline uint32_t cn_verb(cn_move move) { return move >> 16; }
static inline uint8_t cn_arg_a(cn_move move) { return (uint8_t)(move >> 8); }
static inline uint8_t cn_arg_b(cn_move move) { return (uint8_t)move; }

/* Add an event at the end of `events`, zeroed except for its kind; null if nobody asks. */
static inline cn_event *cn_event_add(cn_events *events, uint8_t kind)
{
    if (events == NULL) return NULL;
    assert(events->count < CN_EVENTS_MAX);
    cn_event *event = &events->list[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    return event;
}

/* splitmix64: for playouts only, never in the rules. */
static inline uint64_t cn_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* A number below `bound` (1 to 2^32 - 1). */
static inline uint32_t cn_random_below(uint64_t *seed, uint32_t bound)
{
    return (uint32_t)(((cn_random(seed) >> 32) * bound) >> 32);
}

static inline uint32_t cn_count_bits(uint32_t bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return ((bits + (bits >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}

/* The place of the k-th set bit, counted from 0 at the low end. There must be one. Halves the range
 * five times without a branch, since playouts spend their time here. */
static inline uint32_t cn_nth_bit(uint32_t bits, uint32_t k)
{
    uint32_t sums[5] = {bits}; /* of 1, 2, 4, 8 and 16 bits, side by side */
    sums[1] = bits - (bits >> 1 & 0x55555555u);
    sums[2] = (sums[1] & 0x33333333u) + (sums[1] >> 2 & 0x33333333u);
    sums[3] = (sums[2] + (sums[2] >> 4)) & 0x0F0F0F0Fu;
    sums[4] = (sums[3] + (sums[3] >> 8)) & 0x00FF00FFu;
    uint32_t place = 0;
    for (uint32_t i = 5; i-- > 0;) {
        uint32_t width = 1u << i;
        uint32_t low = sums[i] >> place & ((1u << width) - 1);
        uint32_t up = 0u - (uint32_t)(k >= low);
        k -= low & up;
        place += width & up;
    }
    return place;
}

static inline uint32_t cn_load32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline void cn_store32(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
}

#endif
