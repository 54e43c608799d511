/* camelup/determinization.h: definitions that the files of the camelup search share: patterns to
 * look up, determinizations and playouts. Private to native/src.
 *
 * They decide no rule, and peers do not agree on them; they estimate, quickly. */
#ifndef CAMELNET_CAMELUP_DETERMINIZATION_H
#define CAMELNET_CAMELUP_DETERMINIZATION_H

#include "search_ops.h"
#include "rules.h"
#include "tables.h"

/* --- the pattern table: rough chances of a row of camels, for looking up ---------------------- */

#define PATTERN_ONE 255u   /* a certainty */
#define PATTERN_POUND 48u  /* a landing */

/* By rank from last to first, without desert tiles. The missing rank gets the rest. */
typedef struct camelup_pattern {
    uint8_t leads[4], seconds[4]; /* at the end of the leg; of ranks 1 to 4 */
    uint8_t firsts[4];            /* at the end of the race; of ranks 1 to 4 */
    uint8_t lasts[4];             /* of ranks 0 to 3 */
    uint8_t landings[15];         /* of a die in this leg on spaces 2 to 16 */
    uint8_t places;               /* the two busiest spaces without a camel, two or more apart:
                                     space - 2, 4 bits each, the busiest in the lower; 15: none */
} camelup_pattern;

_Static_assert(sizeof(camelup_pattern) == 32, "two patterns share a cache line");

uint64_t camelup_pattern_table_bytes(void);
void camelup_pattern_table_build(camelup_pattern *patterns);

/* By row, then by the ranks (as bits) with dice left. */
static inline const camelup_pattern *camelup_pattern_at(const camelup_pattern *patterns,
                                                        uint32_t row,
                                                        uint32_t ranks)
{
    return &patterns[row * 32 + ranks];
}

/* The same by camel: chances of PATTERN_ONE. */
typedef struct camelup_chances {
    int32_t leads[5], seconds[5], firsts[5], lasts[5];
} camelup_chances;

void camelup_read_pattern(const camelup_pattern *pattern, uint64_t order, camelup_chances *chances);
uint32_t camelup_ranks_left(uint64_t order, uint32_t dice);

/* --- determinizations and playouts ------------------------------------------------------------ */

#define CAMELUP_NO_FACE 7 /* a card of a seat that never opened */

/* All race cards by seat and slot, the searching seat, and the pattern table. */
typedef struct camelup_determinization {
    uint8_t face[40];
    uint8_t seat;  /* the seat whose own cards were known; CN_NOBODY: nobody's; CN_EVERYBODY: they
                      are the truth of a game of self-play, each known to its owner */
    uint8_t fresh; /* 1 until the first move; always of the truth */
    uint8_t spare[6];
    const camelup_pattern *patterns; /* null without a table */
    const struct camelup_root_cache *root_cache; /* of the search; null outside of one */
} camelup_determinization;

_Static_assert(sizeof(camelup_determinization) <= CN_DETERMINIZATION_MAX, "it fits");

camelup_determinization camelup_determinization_of(const cn_determinization *sample);

/* True if the cards of this seat were dealt as its own. */
static inline bool camelup_knows(const camelup_determinization *determinization, uint32_t seat)
{
    return determinization->seat == seat || determinization->seat == CN_EVERYBODY;
}

/* Who judges as `viewer`: nobody, unless its cards were dealt as its own. */
static inline uint32_t camelup_viewer(const cn_determinization *sample, uint32_t viewer)
{
    camelup_determinization determinization = camelup_determinization_of(sample);
    return camelup_knows(&determinization, viewer) ? viewer : CN_NOBODY;
}

/* The kind of the hand of the seat on turn (cn_value_ops): its best card for each deck. */
uint32_t camelup_hand(const void *state, const cn_determinization *sample);

/* The pattern table in the tables of cn_camelup_search_ops; null without one. */
const camelup_pattern *camelup_patterns_in(const void *tables);

/* The trace of a playout, for tests that repeat it by the rules: decisions and dice, race cards by
 * their faces instead of their slots, and the money at the end. */
#define CAMELUP_TRACE_MAX 4096
typedef struct camelup_trace {
    uint32_t count;
    cn_move move[CAMELUP_TRACE_MAX];
    int32_t money[8];
} camelup_trace;

/* `trace` may be null. */
void camelup_playout_traced(void *state, const cn_determinization *sample, uint64_t *seed,
                            cn_worth *worth,
                            camelup_trace *trace);
void camelup_playout(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                     cn_worth *worth);

#endif
