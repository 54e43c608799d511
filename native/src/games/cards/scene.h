/* cards/scene.h: a position of cards in a viewer's eyes: the expectation of every seat from its
 * cards, and the bets worth taking. Private to native/src. */
#ifndef CAMELNET_CARDS_SCENE_H
#define CAMELNET_CARDS_SCENE_H

#include "determinization.h"
#include "legs.h"

#define CARDS_BETS 20 /* 5 * bet + camel */

/* A bet that a seat would take, and its earnings. */
typedef struct cards_pick {
    float worth;
    uint8_t bet;
} cards_pick;

/* A position in a viewer's eyes. */
typedef struct cards_scene {
    const cn_cards *s;
    const cards_legs *legs;
    uint32_t seats, viewer, own;
    float stake[CARDS_SEATS_MAX][CAMELS][CAMELS]; /* coins in the leg: seat, camel, its rank */
    float lead[CARDS_SEATS_MAX][CAMELS];          /* coins more if the camel is first, not behind */
    /* Coins by seat: money, the average earnings of its cards in the leg and at the end, all of it,
     * and its variation; and its chance to win if nobody bet any more. */
    float money[CARDS_SEATS_MAX], leg[CARDS_SEATS_MAX], final[CARDS_SEATS_MAX];
    float total[CARDS_SEATS_MAX], deviation[CARDS_SEATS_MAX], share[CARDS_SEATS_MAX];
    float bet[CARDS_BETS];      /* earnings of a bet, before a final card that it gives back */
    uint32_t taken[CAMELS]; /* leader cards, in the round of picks */
    uint32_t gone;        /* other bets, by bit */
    cards_pick first[CARDS_SEATS_MAX], second[CARDS_SEATS_MAX];
} cards_scene;

/* Begin a scene in the eyes of `viewer` (or CN_NOBODY), whose own hand card is that of the
 * sample if it knows it. */
void cards_see(const cn_judge *judge, const cn_cards *s, const cn_determinization *sample,
               uint32_t viewer, cards_scene *v, cards_legs *room);

/* Fill in the coins of all seats. */
void cards_count_coins(cards_scene *v);

/* Fill in the earnings of bets, and two rounds in which every seat takes the best one for itself,
 * from the seat whose bet is next. */
void cards_pick_bets(cards_scene *v);

/* Coins for a final card on average; for the trophies on it; and for the one that a seat holds.
 * `lose`: 1 for a loser card. */
float cards_final_mean(const cards_scene *v, uint32_t lose, uint32_t camel);
float cards_final_prize(const cn_cards *s, uint32_t lose, uint32_t camel);
float cards_final_held(const cards_scene *v, uint32_t lose, uint32_t seat);

/* Coins that make a victory e times as likely at this distance from the end of the race. */
float cards_heat(float ahead);

/* A square root of 0 or more, to a few digits. */
float cards_root(float value);

#endif
