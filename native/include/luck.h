/* luck.h: the luck of a game played in one process, and the hidden cards of its seats.
 *
 * All of it follows from a seed and from the place of its use: the third die of a game is the same
 * whoever rolls it, and the second leg's cards lie the same whatever was played in the first.
 * Tournaments and environments play with it; at a table among peers all of them make the luck.
 *
 * When luck of a verb is drawn for the n-th time (from 0), a stream begins with BLAKE2b-256 of the
 * domain "camelnet/referee/1", the seed, the verb and n in 4 bytes, each with its length in 8 bytes
 * before it; the same for the cards that seat n seals ("seal") and for pack number n ("pack").
 * Block k of a stream is BLAKE2b of k in 8 bytes, keyed with that, personalized "camelnet-stream1".
 * Numbers are big-endian. Eight bytes make a number below a bound; numbers that would cause a bias
 * are skipped. */
#ifndef CAMELNET_LUCK_H
#define CAMELNET_LUCK_H

#include "camelnet.h"

/* cffi begin */

#define CN_LUCK_SEED 32     /* bytes */
#define CN_LUCK_FACES 8     /* room for the hidden cards of a seat, in the form for bots */
#define CN_LUCK_VERBS 12    /* limit on the verbs of a game's chance outcomes */
#define CN_LUCK_OUTCOMES 256 /* limit on the outcomes of a chance node */

/* In the caller's memory, one for each game. A text that fills its room has no ending zero. */
typedef struct cn_luck {
    uint8_t seed[32];
    uint32_t pack;     /* the number of the pack whose cards follow; 0: none yet */
    char card[32][4];  /* by slot: the face of its card */
    char sealed[8][8]; /* by seat: the cards sealed at the start */
    char verb[12][12]; /* verbs for which luck was drawn */
    uint32_t used[12]; /* the number of times */
} cn_luck;

/* The luck of the game that begins at `state`. Each seat seals the `faces` (as many letters as a text
 * of CN_LUCK_FACES has room for, or none) in an order of its own. */
void cn_luck_begin(const uint8_t *state, const uint8_t *seed, const char *faces, cn_luck *luck);

/* Play outcomes and openings until a seat decides, the game is over, or `plies` are played. Call it
 * after every decision. Writes their notations into `text` (if not null), '\n' after each, and
 * stops when its `room` has no space for another; `length` gets the number of characters. Also
 * stops at a card that cannot lie there, which happens only in another game than this luck's.
 * Returns the plies played. */
uint32_t cn_luck_play(cn_luck *luck, uint8_t *state, uint32_t plies, char *text, uint32_t room,
                      uint32_t *length);

/* The hidden cards that `seat` may see, into `faces`: CN_LUCK_FACES characters, zeros behind. */
void cn_luck_faces(const cn_luck *luck, const uint8_t *state, uint32_t seat, char *faces);

/* cffi end */

#endif
