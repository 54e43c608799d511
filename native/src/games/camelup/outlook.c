/* camelup/outlook.c: the chances of a leg and of the race with the desert tiles on the track.
 *
 * Patterns know no tiles. As long as a tile is in reach, each row and set of dice is summed over
 * the next die, and kept in a table that lives as long as its judge: positions of one leg share
 * most of it. A new row overwrites the one in its place; that costs only time, since an answer is
 * rounded in the same way whether it was kept or not. */
#include "fast_state.h"
#include "outlook.h"

typedef struct walk {
    const camelup_pattern *patterns;
    camelup_memo *memo;
    fast_track tiles; /* their places; its rows are not used */
} walk;

static const uint64_t ranks_in_order = 0x0403020100;

enum { LEADS = 0, SECONDS = 16, FIRSTS = 32, LASTS = 48 }; /* their places in a word */

static uint64_t lane(uint32_t value, uint32_t at) { return (uint64_t)value << at; }

/* The remainder of the whole after four ranks. */
static uint32_t rest_of(const uint8_t part[4])
{
    uint32_t sum = (uint32_t)part[0] + part[1] + part[2] + part[3];
    return sum < PATTERN_ONE ? PATTERN_ONE - sum : 0;
}

/* The winner and the loser by a pattern, and the leader unless the leg is over. */
static void from_pattern(const camelup_pattern *pattern, bool over, camelup_memo_slot *slot)
{
    memset(slot, 0, sizeof *slot);
    for (uint32_t i = 0; i < 4; i++) {
        slot->rank[i + 1] += lane(pattern->firsts[i], FIRSTS);
        slot->rank[i] += lane(pattern->lasts[i], LASTS);
    }
    slot->rank[0] += lane(rest_of(pattern->firsts), FIRSTS);
    slot->rank[4] += lane(rest_of(pattern->lasts), LASTS);
    if (over) {
        slot->rank[4] += lane(PATTERN_ONE, LEADS);
        slot->rank[3] += lane(PATTERN_ONE, SECONDS);
    } else {
        slot->rank[0] += lane(rest_of(pattern->leads), LEADS) +
            lane(rest_of(pattern->seconds), SECONDS);
        for (uint32_t i = 0; i < 4; i++) {
            slot->rank[i + 1] += lane(pattern->leads[i], LEADS) + lane(pattern->seconds[i], SECONDS);
        }
    }
    for (uint32_t i = 0; i < 5; i++) slot->rank[i] *= CAMELUP_WHOLE / PATTERN_ONE;
}

/* Every number of a word times a part of 1. */
static uint64_t scale(uint64_t word, float part)
{
    uint64_t scaled = 0;
    for (uint32_t at = 0; at < 64; at += 16) {
        scaled |= lane((uint32_t)((float)(word >> at & 65535) * part + 0.5f), at);
    }
    return scaled;
}

static void weigh(const walk *w, uint64_t space, uint32_t ranks, camelup_memo_slot *answer);

/* Add the results of a die. */
static void add_die(const walk *w, uint64_t space, uint32_t ranks, uint32_t rank, uint32_t pips,
                    camelup_memo_slot *all)
{
    fast_track next = {.order = ranks_in_order, .space = space};
    next.oasis = w->tiles.oasis;
    next.mirage = w->tiles.mirage;
    uint32_t tile = fast_move(&next, rank, pips), left = 0;
    if (tile != 0) {
        uint32_t below = cn_count_bits((next.oasis | next.mirage) & ((1u << tile) - 1));
        all->landings[below / 4] += lane(PATTERN_POUND, below % 4 * 16);
    }
    if (fast_crossed(&next)) {
        all->rank[fast_at(next.order, 4)] += lane(CAMELUP_WHOLE, LEADS) + lane(CAMELUP_WHOLE, FIRSTS);
        all->rank[fast_at(next.order, 3)] += lane(CAMELUP_WHOLE, SECONDS);
        all->rank[fast_at(next.order, 0)] += lane(CAMELUP_WHOLE, LASTS);
        return;
    }
    for (uint32_t k = 0; k < 5; k++) {
        left |= ((ranks & ~(1u << rank)) >> fast_at(next.order, k) & 1) << k;
    }
    camelup_memo_slot then;
    if (left != 0) {
        weigh(w, next.space, left, &then);
    } else {
        uint32_t row = camelup_row_index(next.space);
        from_pattern(camelup_pattern_at(w->patterns, row, ALL_DICE), true, &then);
    }
    for (uint32_t k = 0; k < 5; k++) all->rank[fast_at(next.order, k)] += then.rank[k];
    for (uint32_t k = 0; k < 2; k++) all->landings[k] += then.landings[k];
}

static void weigh(const walk *w, uint64_t space, uint32_t ranks, camelup_memo_slot *answer)
{
    uint32_t row = camelup_row_index(space), tiles = w->tiles.oasis | w->tiles.mirage;
    if ((camelup_within_reach(space, ranks) & tiles) == 0) {
        from_pattern(camelup_pattern_at(w->patterns, row, ranks), false, answer);
        return;
    }
    uint64_t key = (uint64_t)(row * 32 + ranks) << 30 | (uint64_t)(w->tiles.oasis >> 2) << 15 |
        w->tiles.mirage >> 2;
    camelup_memo_slot *kept = NULL;
    if (w->memo != NULL) {
        kept = &w->memo->slot[key * 0x9E3779B97F4A7C15u >> 50];
        if (kept->key == key) {
            *answer = *kept;
            return;
        }
    }
    camelup_memo_slot all = {.key = key};
    uint32_t ways = 0;
    for (uint32_t rank = 0; rank < 5; rank++) {
        if ((ranks >> rank & 1) == 0) continue;
        for (uint32_t pips = 1; pips <= 3; pips++) add_die(w, space, ranks, rank, pips, &all);
        ways += 3;
    }
    for (uint32_t k = 0; k < 5; k++) all.rank[k] = scale(all.rank[k], 1 / (float)ways);
    for (uint32_t k = 0; k < 2; k++) all.landings[k] = scale(all.landings[k], 1 / (float)ways);
    *answer = all;
    if (kept != NULL) *kept = *answer;
}

_Static_assert(CAMELUP_MEMO_SLOTS == 1u << 14, "a hash of 14 bits");

static void look_ahead(const cn_camelup *s, const walk *w, camelup_outlook *outlook)
{
    camelup_memo_slot slot;
    uint32_t tiles = w->tiles.oasis | w->tiles.mirage;
    weigh(w, camels_load(s->space), camelup_ranks_left(camels_load(s->order), s->dice), &slot);
    float part = 1 / (float)CAMELUP_WHOLE;
    for (uint32_t rank = 0; rank < 5; rank++) {
        uint32_t camel = s->order[rank];
        outlook->lead[camel] = (float)(slot.rank[rank] >> LEADS & 65535) * part;
        outlook->second[camel] = (float)(slot.rank[rank] >> SECONDS & 65535) * part;
        outlook->first[camel] = (float)(slot.rank[rank] >> FIRSTS & 65535) * part;
        outlook->last[camel] = (float)(slot.rank[rank] >> LASTS & 65535) * part;
    }
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t space = s->tile[seat] >> 1;
        if (space == 0) continue;
        uint32_t tile = cn_count_bits(tiles & ((1u << space) - 1));
        uint64_t landings = slot.landings[tile / 4] >> tile % 4 * 16 & 65535;
        outlook->earns[seat] = (float)landings / (float)PATTERN_POUND;
    }
}

void camelup_look(const cn_camelup *s, const camelup_pattern *patterns, camelup_memo *memo,
                  camelup_outlook *outlook)
{
    memset(outlook, 0, sizeof *outlook);
    if (s->space[4] == CN_CAMELUP_BEYOND) {
        outlook->first[s->order[4]] = outlook->last[s->order[0]] = 1;
    } else if (patterns == NULL || s->space[0] == 0) {
        for (uint32_t camel = 0; camel < 5; camel++) {
            outlook->lead[camel] = outlook->second[camel] = 0.2f;
            outlook->first[camel] = outlook->last[camel] = 0.2f;
        }
    } else {
        walk w = {.patterns = patterns, .memo = memo};
        for (uint32_t seat = 0; seat < s->head.seats; seat++) {
            fast_put_tile(&w.tiles, seat, s->tile[seat]);
        }
        look_ahead(s, &w, outlook);
    }
}
