/* camelup/outlook.c: the chances of a leg and of the race with the desert tiles that lie there.
 *
 * Patterns know no tiles. As long as a tile can be reached, each row and set of dice is summed over
 * the next die, and kept in a table that lives as long as its judge: positions of one leg share most
 * of it. The table forgets what another row needs to have in its place; that costs time only, since
 * an answer is rounded in the same way whether it was kept or not. */
#include "fast_state.h"
#include "outlook.h"

typedef struct sums {
    uint32_t leads[5], seconds[5], firsts[5], lasts[5]; /* by rank, of CAMELUP_WHOLE */
    uint32_t landings[8];                               /* by tile, as in camelup_memo_slot */
} sums;

typedef struct walk {
    const camelup_pattern *patterns;
    camelup_memo *memo;
    fast_track tiles; /* where they lie; its rows are not used */
} walk;

static const uint64_t ranks_in_order = 0x0403020100;

/* What four ranks leave of the whole. */
static uint32_t rest_of(const uint16_t part[4])
{
    uint32_t sum = (uint32_t)part[0] + part[1] + part[2] + part[3];
    return sum < CAMELUP_WHOLE ? CAMELUP_WHOLE - sum : 0;
}

static void unpack(const camelup_memo_slot *slot, sums *all)
{
    for (uint32_t i = 0; i < 4; i++) {
        all->leads[i + 1] = slot->leads[i];
        all->seconds[i + 1] = slot->seconds[i];
        all->firsts[i + 1] = slot->firsts[i];
        all->lasts[i] = slot->lasts[i];
    }
    all->leads[0] = rest_of(slot->leads);
    all->seconds[0] = rest_of(slot->seconds);
    all->firsts[0] = rest_of(slot->firsts);
    all->lasts[4] = rest_of(slot->lasts);
    for (uint32_t i = 0; i < 8; i++) all->landings[i] = slot->landings[i];
}

static void from_pattern(const camelup_pattern *pattern, camelup_memo_slot *slot)
{
    for (uint32_t i = 0; i < 4; i++) {
        slot->leads[i] = (uint16_t)(pattern->leads[i] * 257u);
        slot->seconds[i] = (uint16_t)(pattern->seconds[i] * 257u);
        slot->firsts[i] = (uint16_t)(pattern->firsts[i] * 257u);
        slot->lasts[i] = (uint16_t)(pattern->lasts[i] * 257u);
    }
    memset(slot->landings, 0, sizeof slot->landings);
}

static void average(const sums *all, uint32_t ways, camelup_memo_slot *slot)
{
    float part = 1 / (float)ways;
    for (uint32_t i = 0; i < 4; i++) {
        slot->leads[i] = (uint16_t)((float)all->leads[i + 1] * part);
        slot->seconds[i] = (uint16_t)((float)all->seconds[i + 1] * part);
        slot->firsts[i] = (uint16_t)((float)all->firsts[i + 1] * part);
        slot->lasts[i] = (uint16_t)((float)all->lasts[i] * part);
    }
    for (uint32_t i = 0; i < 8; i++) {
        float landings = (float)all->landings[i] * part + 0.5f;
        slot->landings[i] = (uint8_t)(landings < 255 ? landings : 255);
    }
}

static void weigh(const walk *w, uint64_t space, uint32_t ranks, camelup_memo_slot *answer);

/* Adds what comes of a die. */
static void add_die(const walk *w, uint64_t space, uint32_t ranks, uint32_t rank, uint32_t pips,
                    sums *all)
{
    fast_track next = w->tiles;
    next.order = ranks_in_order;
    next.space = space;
    uint32_t tile = fast_move(&next, rank, pips), left = 0;
    if (tile != 0) {
        uint32_t below = (w->tiles.oasis | w->tiles.mirage) & ((1u << tile) - 1);
        all->landings[cn_count_bits(below)] += PATTERN_POUND;
    }
    if (fast_crossed(&next)) {
        all->leads[fast_at(next.order, 4)] += CAMELUP_WHOLE;
        all->seconds[fast_at(next.order, 3)] += CAMELUP_WHOLE;
        all->firsts[fast_at(next.order, 4)] += CAMELUP_WHOLE;
        all->lasts[fast_at(next.order, 0)] += CAMELUP_WHOLE;
        return;
    }
    for (uint32_t k = 0; k < 5; k++) {
        left |= ((ranks & ~(1u << rank)) >> fast_at(next.order, k) & 1) << k;
    }
    camelup_memo_slot slot;
    sums then;
    if (left != 0) {
        weigh(w, next.space, left, &slot);
    } else {
        uint32_t row = camelup_row_index(next.space);
        from_pattern(camelup_pattern_at(w->patterns, row, ALL_DICE), &slot);
        memset(slot.leads, 0, sizeof slot.leads);
        memset(slot.seconds, 0, sizeof slot.seconds);
        slot.leads[3] = slot.seconds[2] = CAMELUP_WHOLE;
    }
    unpack(&slot, &then);
    for (uint32_t k = 0; k < 5; k++) {
        uint32_t before = fast_at(next.order, k);
        all->leads[before] += then.leads[k];
        all->seconds[before] += then.seconds[k];
        all->firsts[before] += then.firsts[k];
        all->lasts[before] += then.lasts[k];
    }
    for (uint32_t i = 0; i < 8; i++) all->landings[i] += then.landings[i];
}

static void weigh(const walk *w, uint64_t space, uint32_t ranks, camelup_memo_slot *answer)
{
    uint32_t row = camelup_row_index(space), tiles = w->tiles.oasis | w->tiles.mirage;
    if ((camelup_within_reach(space, ranks) & tiles) == 0) {
        from_pattern(camelup_pattern_at(w->patterns, row, ranks), answer);
        return;
    }
    uint64_t key = (uint64_t)(row * 32 + ranks) << 30 | (uint64_t)(w->tiles.oasis >> 2) << 15 |
        w->tiles.mirage >> 2;
    camelup_memo_slot *kept = NULL;
    if (w->memo != NULL) {
        kept = &w->memo->slot[key * 0x9E3779B97F4A7C15u >> 48];
        if (kept->key == key) {
            *answer = *kept;
            return;
        }
    }
    sums all = {{0}, {0}, {0}, {0}, {0}};
    uint32_t ways = 0;
    for (uint32_t rank = 0; rank < 5; rank++) {
        if ((ranks >> rank & 1) == 0) continue;
        for (uint32_t pips = 1; pips <= 3; pips++) add_die(w, space, ranks, rank, pips, &all);
        ways += 3;
    }
    average(&all, ways, answer);
    answer->key = key;
    if (kept != NULL) *kept = *answer;
}

_Static_assert(CAMELUP_MEMO_SLOTS == 1u << 16, "a hash of 16 bits");

static void look_ahead(const cn_camelup *s, const walk *w, camelup_outlook *outlook)
{
    camelup_memo_slot slot;
    sums all;
    uint32_t tiles = w->tiles.oasis | w->tiles.mirage;
    weigh(w, camels_load(s->space), camelup_ranks_left(camels_load(s->order), s->dice), &slot);
    unpack(&slot, &all);
    float part = 1 / (float)CAMELUP_WHOLE;
    for (uint32_t rank = 0; rank < 5; rank++) {
        uint32_t camel = s->order[rank];
        outlook->lead[camel] = (float)all.leads[rank] * part;
        outlook->second[camel] = (float)all.seconds[rank] * part;
        outlook->first[camel] = (float)all.firsts[rank] * part;
        outlook->last[camel] = (float)all.lasts[rank] * part;
    }
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t space = s->tile[seat] >> 1;
        if (space == 0) continue;
        uint32_t tile = cn_count_bits(tiles & ((1u << space) - 1));
        outlook->earns[seat] = (float)all.landings[tile] / (float)PATTERN_POUND;
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
