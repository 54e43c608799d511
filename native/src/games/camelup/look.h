/* camelup/look.h: what the files of camelup share that look ahead. Private to native/src.
 *
 * Nothing in them decides a rule or is agreed among peers; they guess, quickly. */
#ifndef CAMELNET_CAMELUP_LOOK_H
#define CAMELNET_CAMELUP_LOOK_H

#include "search_ops.h"
#include "rules.h"
#include "tables.h"

/* --- notes: what is worth knowing of a row of camels, roughly, for looking up ----------------- */

#define NOTE_ONE 255u   /* a certainty */
#define NOTE_POUND 48u  /* a landing */

/* By rank from last to first, without desert tiles. The rank that is left out gets the rest. */
typedef struct camelup_note {
    uint8_t leads[4], seconds[4]; /* at the end of the leg; of ranks 1 to 4 */
    uint8_t firsts[4];            /* at the end of the race; of ranks 1 to 4 */
    uint8_t lasts[4];             /* of ranks 0 to 3 */
    uint8_t landings[15];         /* of a die in this leg on spaces 2 to 16 */
    uint8_t places;               /* the two busiest spaces without a camel, two or more apart:
                                     space - 2, 4 bits each, the busiest in the lower; 15: none */
} camelup_note;

_Static_assert(sizeof(camelup_note) == 32, "two notes share a cache line");

uint64_t camelup_notes_bytes(void);
void camelup_notes_build(camelup_note *notes);

/* By row, then by the ranks (as bits) whose dice are left. */
static inline const camelup_note *camelup_note_at(const camelup_note *notes, uint32_t row,
                                                  uint32_t ranks)
{
    return &notes[row * 32 + ranks];
}

/* The same by camel: chances of NOTE_ONE. */
typedef struct camelup_chances {
    int32_t leads[5], seconds[5], firsts[5], lasts[5];
} camelup_chances;

void camelup_read_note(const camelup_note *note, uint64_t order, camelup_chances *chances);
uint32_t camelup_ranks_left(uint64_t order, uint32_t dice);

/* --- worlds and playing on -------------------------------------------------------------------- */

#define CAMELUP_NO_FACE 7 /* of a card whose seat never opened */

/* A world: all race cards by seat and slot, who is looking, and the notes. */
typedef struct camelup_world {
    uint8_t face[40];
    uint8_t seat;  /* whose own cards were known; CN_NOBODY: nobody's */
    uint8_t fresh; /* 1 until the first move */
    uint8_t spare[6];
    const camelup_note *notes; /* null when there are none */
    const struct camelup_studies *studies; /* of the search; null outside of one */
} camelup_world;

_Static_assert(sizeof(camelup_world) <= CN_HIDDEN_MAX, "a world fits");

/* The notes in the tables of camelup_look; null when there are none. */
const camelup_note *camelup_notes_in(const void *tables);

/* What a playout did, for tests that do it again by the rules: decisions and dice, race cards by
 * their faces instead of their slots, and the money at the end. */
#define CAMELUP_TALE_MAX 4096
typedef struct camelup_tale {
    uint32_t count;
    cn_move move[CAMELUP_TALE_MAX];
    int32_t money[8];
} camelup_tale;

/* `tale` may be null. */
void camelup_playout_told(void *state, const cn_hidden *hidden, uint64_t *seed, cn_worth *worth,
                          camelup_tale *tale);
void camelup_playout(void *state, cn_hidden *hidden, const void *tables, uint64_t *seed,
                     cn_worth *worth);

#endif
