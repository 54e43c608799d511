/* codec.h: the interface of a game to batches: its actions, and a seat's view, as numbers, in the
 * order of camelnet/lab/env/<key>.py. Private to native/src. */
#ifndef CAMELNET_CODEC_H
#define CAMELNET_CODEC_H

#include "batch.h"
#include "game.h"

#define CN_NO_MOVE UINT32_MAX
#define CN_COUNT_MAX 10000 /* larger money, legs and herds appear as this */

typedef struct cn_codec {
    uint32_t actions;
    uint32_t (*numbers)(uint32_t seats);
    /* The move of an action below `actions`, legal or not; CN_NO_MOVE if it stands for none. */
    cn_move (*move)(const void *state, uint32_t action);
    /* Writes a 1 for each possible action into a zeroed mask; null if the engine may try them one
     * by one. */
    void (*offer)(const void *state, uint8_t *mask);
    /* Writes the view of `seat`, at any node; `faces` has its hidden cards (cn_batch_view), and may
     * contain any letters. Returns the place after the last number. */
    int16_t *(*view)(const void *state, uint32_t seat, const char *faces, int16_t *at);
} cn_codec;

/* A seat stored as seat + 1, or 0 for nobody, counted from the observer: 1 is itself. */
static inline int16_t cn_near(uint32_t stored, uint32_t me, uint32_t seats)
{
    return (int16_t)(stored == 0 ? 0 : (stored - 1 + seats - me) % seats + 1);
}

/* The k-th seat, counted from the observer. */
static inline uint32_t cn_seat_at(uint32_t k, uint32_t me, uint32_t seats)
{
    return (me + k) % seats;
}

static inline int16_t cn_counted(uint32_t count)
{
    return (int16_t)(count < CN_COUNT_MAX ? count : CN_COUNT_MAX);
}

/* 1 + the place of a letter among `letters`; 0 for any other. */
static inline int16_t cn_lettered(char letter, const char *letters)
{
    for (int16_t i = 0; letters[i] != '\0'; i++) {
        if (letters[i] == letter) return (int16_t)(i + 1);
    }
    return 0;
}

static inline int16_t *cn_view_bits(uint32_t bits, uint32_t count, int16_t *at)
{
    for (uint32_t i = 0; i < count; i++) *at++ = (int16_t)(bits >> i & 1);
    return at;
}

#endif
