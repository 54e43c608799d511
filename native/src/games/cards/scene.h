/* cards/scene.h: a position of cards as somebody sees it: what every seat may expect of the cards that it
 * holds, and which bets are worth taking. Private to native/src. */
#ifndef CAMELNET_CARDS_SCENE_H
#define CAMELNET_CARDS_SCENE_H

#include "determinization.h"
#include "legs.h"

#define CARDS_BETS 20 /* 5 * bet + camel */

/* A bet that a seat would take, and what it brings. */
typedef struct cards_pick {
    float worth;
    uint8_t bet;
} cards_pick;

/* A position as somebody sees it. */
typedef struct cards_scene {
    const cn_cards *s;
    const cards_legs *legs;
    uint32_t seats, viewer, own;
    float stake[CARDS_SEATS_MAX][CAMELS][CAMELS]; /* coins in the leg: seat, camel, its rank */
    float lead[CARDS_SEATS_MAX][CAMELS];          /* coins more if the camel is first, not behind */
    /* Coins by seat: money, what its cards bring in the leg and at the end on average, all of it, how
     * much that varies; and its chance to win if nobody bet any more. */
    float money[CARDS_SEATS_MAX], leg[CARDS_SEATS_MAX], final[CARDS_SEATS_MAX];
    float total[CARDS_SEATS_MAX], deviation[CARDS_SEATS_MAX], share[CARDS_SEATS_MAX];
    float bet[CARDS_BETS];      /* what a bet brings, before a final card that it gives back */
    uint32_t taken[CAMELS]; /* leader cards, in the round of picks */
    uint32_t gone;        /* other bets, by bit */
    cards_pick first[CARDS_SEATS_MAX], second[CARDS_SEATS_MAX];
} cards_scene;

/* Begins a scene with what `viewer` (or CN_NOBODY) sees, its own hand card that of the sample. */
void cards_see(const cn_judge *judge, const cn_cards *s, const cn_determinization *sample,
               uint32_t viewer, cards_scene *v, cards_legs *room);

/* Fills in the coins of all seats. */
void cards_count_coins(cards_scene *v);

/* Fills in what bets bring, and two rounds in which every seat takes the best one for itself, from the
 * one whose bet is next. */
void cards_pick_bets(cards_scene *v);

/* Coins that a final card brings on average; what the trophies on it bring; and coins of the one that
 * a seat holds. `lose`: 1 for a loser card. */
float cards_final_mean(const cards_scene *v, uint32_t lose, uint32_t camel);
float cards_final_prize(const cn_cards *s, uint32_t lose, uint32_t camel);
float cards_final_held(const cards_scene *v, uint32_t lose, uint32_t seat);

/* Coins that make a victory e times as likely when the race has so far to go. */
float cards_heat(float ahead);

/* A square root of 0 or more, to a few digits. */
float cards_root(float value);

#endif
