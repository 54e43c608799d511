/* cards/determinization.h: definitions that the search and the learned value of cards share: the
 * layout of a determinization, and a few estimates. Private to native/src. */
#ifndef CAMELNET_CARDS_DETERMINIZATION_H
#define CAMELNET_CARDS_DETERMINIZATION_H

#include "search_ops.h"
#include "rules.h"

#define CARDS_TRUTH 255

/* The layout in a `cn_determinization`. It covers one leg; later legs follow from `seed`. */
typedef struct cards_determinization {
    uint8_t seed[8];
    uint8_t deck[12]; /* faces; the next one is deck[s->deck - 1] */
    uint8_t left;     /* cards of the deck; when there are more again, a new leg has begun */
    uint8_t hand[CARDS_SEATS_MAX];
    uint8_t fresh;    /* 1 until the first move: this is the root */
    uint8_t bound;    /* 1 once a seat has decided by a hand card that the searching one lacks */
    uint8_t known;    /* 1 + the seat that searches, if it knows its hand card; CARDS_TRUTH: the
                         hands are those of a game of self-play, each known to its seat */
} cards_determinization;

_Static_assert(sizeof(cards_determinization) <= sizeof(cn_determinization), "it fits");

static inline cards_determinization *cards_sample(cn_determinization *sample)
{
    return (cards_determinization *)(void *)sample->byte;
}

static inline const cards_determinization *cards_sample_in(const cn_determinization *sample)
{
    return (const cards_determinization *)(const void *)sample->byte;
}

/* Deal the cards of a leg that has just begun; they depend only on the determinization and the
 * leg. */
void cards_keep_up(const cn_cards *s, cards_determinization *determinization);

/* The hand card of a seat; CARDS_NO_FACE if it has none, or has not been dealt one yet. */
static inline uint32_t cards_hand(const cn_cards *s, const cards_determinization *sample, uint32_t seat)
{
    if (seat >= s->head.seats || (s->hand >> seat & 1) == 0 || s->deck > sample->left) {
        return CARDS_NO_FACE;
    }
    return sample->hand[seat];
}

/* The same if `viewer` is that seat, and knows it. */
static inline uint32_t cards_own(const cn_cards *s, const cards_determinization *sample, uint32_t viewer)
{
    bool knows = sample->known == CARDS_TRUTH || sample->known == viewer + 1;
    return knows ? cards_hand(s, sample, viewer) : CARDS_NO_FACE;
}

/* Coins that a seat gains by moving a camel with its hand card, by the tables of odds.h. */
int32_t cards_hand_worth(const cn_cards *s, uint32_t seat, uint32_t face, const void *tables);

extern const cn_value_ops cn_cards_value_ops;

#endif
