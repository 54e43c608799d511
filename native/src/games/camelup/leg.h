/* camelup/leg.h: definitions for the files that count a leg. Private to native/src. */
#ifndef CAMELNET_CAMELUP_LEG_H
#define CAMELNET_CAMELUP_LEG_H

#include "rules.h"
#include "games/camelup/odds.h"

/* So few dice are walked through, one way after the other. */
#define LEG_WALK_DICE 2

/* Flags of leg_start.end beside a key that is a multiple of 8. */
#define LEG_UNDER 1 /* the unit goes underneath */
#define LEG_ENDED 2 /* the race is over */

/* k! * 3^k by k: the number of ways in which k dice can come. */
static const uint32_t leg_ways[6] = {1, 3, 18, 162, 1944, CN_CAMELUP_SEQUENCES};

/* The start of a count. A key is 8 * (space - 1) + the number of camels below on that space, so
 * keys compare like the ranking. The effect of a die depends only on the unit's place: the track is
 * tables by pips - 1 and by the unit's space - 1. */
typedef struct leg_start {
    uint8_t end[3][16];   /* the key of the bottom of the space where it ends, with flags */
    uint8_t bound[3][16]; /* it ends above the camels with lower keys */
    uint8_t key[5];       /* by camel */
    uint8_t dice[5];      /* the camels with dice left */
    uint32_t left;        /* number of these */
    bool mirages;         /* there is a mirage */
} leg_start;

/* Write the ways of a leg to odds that are all zero. False, and nothing written, if there are more
 * rows than it has room for. */
bool camelup_leg_plain(const leg_start *leg, cn_camelup_odds *odds);

/* Landings and ends of the race, from the places of units that move by the first, second ...
 * die. */
void camelup_leg_landings(const leg_start *leg, uint32_t starts[5][16], cn_camelup_odds *odds);

/* Camels whose places lanes count; the last one has the remaining places. */
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
