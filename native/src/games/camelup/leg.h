/* camelup/leg.h: definitions that the files that count a leg share. Private to native/src. */
#ifndef CAMELNET_CAMELUP_LEG_H
#define CAMELNET_CAMELUP_LEG_H

#include "rules.h"
#include "games/camelup/odds.h"

/* So few dice are walked through, one way after the other. */
#define LEG_WALK_DICE 2

/* Flags of leg_start.end beside a key that is a multiple of 8. */
#define LEG_UNDER 1 /* the unit goes underneath */
#define LEG_ENDED 2 /* the race is over */

/* k! * 3^k by k: in how many ways k dice can come. */
static const uint32_t leg_ways[6] = {1, 3, 18, 162, 1944, CN_CAMELUP_SEQUENCES};

/* The start of a count. A key is 8 * (space - 1) + how many camels stand below on that
 * space, so keys compare as the ranking does. What a die does to a unit depends only on where the
 * unit stands: the track is tables by pips - 1 and by its space - 1. */
typedef struct leg_start {
    uint8_t end[3][16];   /* the key of the bottom of the space where it ends, with flags */
    uint8_t bound[3][16]; /* it comes to stand above those with lesser keys */
    uint8_t key[5];       /* by camel */
    uint8_t dice[5];      /* the camels whose dice are left */
    uint32_t left;        /* how many these are */
    bool mirages;         /* some tile is one */
} leg_start;

/* Write the ways of a leg to odds that are all zero. False, and nothing written, when there are
 * more rows than it has room for. */
bool camelup_leg_plain(const leg_start *leg, cn_camelup_odds *odds);

/* Landings and ends of the race from where units stand that move by the first, second ... die. */
void camelup_leg_landings(const leg_start *leg, uint32_t starts[5][16], cn_camelup_odds *odds);

/* Camels whose places lanes count; the last one is in the places that are left. */
#define COUNTED 4

/* Write the ways of a leg with three dice or more to odds that are all zero. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(CN_PLAIN)
#define LEG_AVX2 1
void camelup_leg_avx2(const leg_start *leg, cn_camelup_odds *odds);
#elif defined(__aarch64__) && defined(__ARM_NEON) && defined(__GNUC__) && !defined(CN_PLAIN) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LEG_NEON 1
void camelup_leg_neon(const leg_start *leg, cn_camelup_odds *odds);
#endif

#endif
