/* camelup/study.h: what a search of camelup works out once (study.c). Private to
 * native/src. */
#ifndef CAMELNET_CAMELUP_STUDY_H
#define CAMELNET_CAMELUP_STUDY_H

#include "look.h"

#define CAMELUP_STUDY_SLOTS 4096 /* a leg of five dice comes to some hundred rows */
#define CAMELUP_STUDIES 5        /* the tiles as they lie, and with the own one elsewhere */

/* As in a note, of ranks 1 to 4. */
typedef struct camelup_ranks {
    uint8_t leads[4], seconds[4];
} camelup_ranks;

/* With tiles on these spaces. */
typedef struct camelup_study {
    uint32_t oasis, mirage, rows;
    bool whole; /* false when there were too many rows for it */
    uint32_t key[CAMELUP_STUDY_SLOTS]; /* row * 32 + ranks left; 0 where nothing is */
    camelup_ranks ranks[CAMELUP_STUDY_SLOTS];
} camelup_study;

typedef struct camelup_studies {
    uint32_t count;
    camelup_study leg[CAMELUP_STUDIES];
} camelup_studies;

void camelup_study_leg(camelup_study *study, const cn_camelup *s);

/* Null when the row does not come about there. */
const camelup_ranks *camelup_study_find(const camelup_study *study, uint32_t row, uint32_t ranks);

/* The study with just these tiles; null when there is none. */
static inline const camelup_study *camelup_study_of(const camelup_studies *studies, uint32_t oasis,
                                                    uint32_t mirage)
{
    for (uint32_t i = 0; studies != NULL && i < studies->count; i++) {
        const camelup_study *study = &studies->leg[i];
        if (study->oasis == oasis && study->mirage == mirage && study->whole) return study;
    }
    return NULL;
}

#endif
