/* camelup_leg.h: what the files that count the ways of a leg share. Private to native/src. */
#ifndef CAMELNET_CAMELUP_LEG_H
#define CAMELNET_CAMELUP_LEG_H

#include "camelup_rules.h"
#include "games/camelup_odds.h"

/* With fewer dice a plain walk is faster than lanes. */
#define LEG_LANES_DICE 3

/* Flags of leg_start.end beside a key that is a multiple of 8. */
#define LEG_UNDER 1 /* the unit goes underneath */
#define LEG_ENDED 2 /* the race is over */

/* k! * 3^k by k: in how many ways k dice can come. */
static const uint32_t leg_ways[6] = {1, 3, 18, 162, 1944, CN_CAMELUP_SEQUENCES};

/* Where a leg is counted from. A key is 8 * (space - 1) + how many camels stand below on that
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

/* Add the ways of a leg with LEG_LANES_DICE or more to odds that are all zero. */
typedef void leg_count(const leg_start *leg, cn_camelup_odds *odds);

leg_count camelup_leg_plain;
#if defined(__x86_64__) && defined(__GNUC__) && !defined(CN_PLAIN)
#define LEG_AVX2 1
leg_count camelup_leg_avx2;
#endif

#endif
