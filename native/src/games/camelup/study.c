/* camelup/study.c: the leg of a search's root gone through with the desert tiles that lie there.
 *
 * Notes know no tiles, but within a leg from one position few rows come about: with the tiles as
 * they lie, and as they would lie after each of the best places for the own one, each such row and
 * set of dice is weighed exactly, once for a search. */
#include "brisk.h"
#include "study.h"

#define SLOTS CAMELUP_STUDY_SLOTS
#define ROWS_MAX (SLOTS * 3 / 4) /* beyond that the notes must do */

typedef struct parts {
    uint8_t leads[5], seconds[5]; /* by rank, of NOTE_ONE */
} parts;

typedef struct walk {
    camelup_study *study;
    brisk_track tiles; /* where they lie; its rows are not used */
} walk;

static const uint64_t ranks_in_order = 0x0403020100;

static uint32_t slot_of(const camelup_study *study, uint32_t key)
{
    uint32_t slot = (key * 2654435761u) >> 20;
    while (study->key[slot] != key && study->key[slot] != 0) slot = (slot + 1) % SLOTS;
    return slot;
}

_Static_assert(SLOTS == 1u << 12, "a hash of 12 bits");

const camelup_ranks *camelup_study_find(const camelup_study *study, uint32_t row, uint32_t ranks)
{
    uint32_t slot = slot_of(study, row * 32 + ranks);
    return study->key[slot] != 0 ? &study->ranks[slot] : NULL;
}

static parts parts_of(const camelup_ranks *found)
{
    parts all;
    uint32_t leads = 0, seconds = 0;
    for (uint32_t i = 0; i < 4; i++) {
        all.leads[i + 1] = found->leads[i];
        all.seconds[i + 1] = found->seconds[i];
        leads += found->leads[i];
        seconds += found->seconds[i];
    }
    all.leads[0] = (uint8_t)(leads < NOTE_ONE ? NOTE_ONE - leads : 0);
    all.seconds[0] = (uint8_t)(seconds < NOTE_ONE ? NOTE_ONE - seconds : 0);
    return all;
}

/* How a leg ends from here; each row and set of dice is gone through once. False when there are too
 * many. */
static bool weigh(walk *w, uint64_t space, uint32_t ranks, parts *answer)
{
    uint32_t key = camelup_row_index(space) * 32 + ranks, slot = slot_of(w->study, key);
    if (w->study->key[slot] == key) {
        *answer = parts_of(&w->study->ranks[slot]);
        return true;
    }
    uint32_t leads[5] = {0}, seconds[5] = {0}, ways = 0;
    for (uint32_t rank = 0; rank < 5; rank++) {
        for (uint32_t pips = 1; pips <= 3 && (ranks >> rank & 1) != 0; pips++) {
            brisk_track next = w->tiles;
            next.order = ranks_in_order;
            next.space = space;
            brisk_move(&next, rank, pips);
            uint32_t left = 0;
            for (uint32_t k = 0; k < 5; k++) {
                uint32_t before = brisk_at(next.order, k);
                left |= ((ranks & ~(1u << rank)) >> before & 1) << k;
            }
            parts then = {{0, 0, 0, 0, NOTE_ONE}, {0, 0, 0, NOTE_ONE, 0}};
            bool goes_on = left != 0 && !brisk_crossed(&next);
            if (goes_on && !weigh(w, next.space, left, &then)) return false;
            for (uint32_t k = 0; k < 5; k++) {
                leads[brisk_at(next.order, k)] += then.leads[k];
                seconds[brisk_at(next.order, k)] += then.seconds[k];
            }
            ways++;
        }
    }
    if (w->study->rows == ROWS_MAX) return false;
    slot = slot_of(w->study, key); /* others have come in between */
    w->study->rows++;
    w->study->key[slot] = key;
    for (uint32_t i = 0; i < 4; i++) {
        w->study->ranks[slot].leads[i] = (uint8_t)((leads[i + 1] + ways / 2) / ways);
        w->study->ranks[slot].seconds[i] = (uint8_t)((seconds[i + 1] + ways / 2) / ways);
    }
    *answer = parts_of(&w->study->ranks[slot]);
    return true;
}

void camelup_study_leg(camelup_study *study, const cn_camelup *s)
{
    walk w = {.study = study};
    parts answer;
    memset(study, 0, sizeof *study);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        brisk_put_tile(&w.tiles, seat, s->tile[seat]);
    }
    study->oasis = w.tiles.oasis;
    study->mirage = w.tiles.mirage;
    uint32_t ranks = camelup_ranks_left(camels_load(s->order), s->dice);
    study->whole = weigh(&w, camels_load(s->space), ranks, &answer);
}
