/* camelup/search_ops.c: the search operations of camelup: determinizations and candidates.
 *
 * A determinization tells the owner of each race card. Cards in a deck are likelier those of a
 * camel that stands well (or badly, in the loser deck). The slots of other seats mean nothing to
 * the searcher, so the tree has only two bets for each of them, one for each deck, on their lowest
 * slot in hand; the determinization chooses the camel: the one with the best bet (`update` puts
 * that face into the slot). */
#include "belief.h"
#include "root_cache.h"
#include "games/camelup/odds.h"

#define TILES_AT_ROOT 4  /* places of a desert tile to consider, of the best ones */
#define WORTH_BEHIND 3.0f /* a move worth so many pounds less than the best is left out */
/* Pounds: the difference in worth that makes priors differ by e. */
#define WARMTH 0.4f
/* PUCT's constant: rewards differ by some hundredths only. */
#define EXPLORE 0.4f

/* The estimate of playouts weighs as much as so many visits. */
#define ESTIMATE_VISITS 150
/* Playouts choose the most valuable action, a young tree chooses nearly at random: do not trust it
 * before it has grown. */
#define OPEN_MOVES_AT 400

extern const cn_game cn_camelup_game;

static const uint8_t leg_values[3] = {5, 3, 2};
static const uint8_t card_values[5] = {8, 5, 3, 2, 1};

camelup_determinization camelup_determinization_of(const cn_determinization *sample)
{
    camelup_determinization determinization;
    memcpy(&determinization, sample, sizeof determinization);
    return determinization;
}

static bool in_leg(const cn_camelup *s)
{
    return s->space[0] != 0 && s->space[4] != CN_CAMELUP_BEYOND;
}

/* The leg from the cache of these tiles, if there is one. */
static void cached_chances(const cn_camelup *s, const camelup_root_cache *root_cache,
                           camelup_chances *chances)
{
    uint32_t oasis = 0, mirage = 0, leads = 0, seconds = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t bit = 1u << (s->tile[seat] >> 1) & ~1u;
        *(s->tile[seat] & 1 ? &mirage : &oasis) |= bit;
    }
    const camelup_leg_cache *leg_cache = camelup_leg_cache_of(root_cache, oasis, mirage);
    if (leg_cache == NULL) return;
    uint32_t row = camelup_row_index(camels_load(s->space));
    const camelup_ranks *found =
        camelup_leg_cache_find(leg_cache, row, camelup_ranks_left(camels_load(s->order), s->dice));
    if (found == NULL) return;
    for (uint32_t i = 0; i < 4; i++) {
        chances->leads[s->order[i + 1]] = found->leads[i];
        chances->seconds[s->order[i + 1]] = found->seconds[i];
        leads += found->leads[i];
        seconds += found->seconds[i];
    }
    chances->leads[s->order[0]] = leads < PATTERN_ONE ? (int32_t)(PATTERN_ONE - leads) : 0;
    chances->seconds[s->order[0]] = seconds < PATTERN_ONE ? (int32_t)(PATTERN_ONE - seconds) : 0;
}

/* The chances in the present position; without patterns or outside a leg all camels are alike. */
static void chances_now(const cn_camelup *s, const camelup_determinization *determinization,
                        camelup_chances *chances)
{
    uint64_t order = camels_load(s->order), space = camels_load(s->space);
    if (determinization->patterns == NULL || !in_leg(s)) {
        for (uint32_t i = 0; i < 5; i++) {
            chances->leads[i] = chances->seconds[i] = (int32_t)PATTERN_ONE / 5;
            chances->firsts[i] = chances->lasts[i] = (int32_t)PATTERN_ONE / 5;
        }
        return;
    }
    const camelup_pattern *pattern =
        camelup_pattern_at(determinization->patterns, camelup_row_index(space),
                           camelup_ranks_left(order, s->dice));
    camelup_read_pattern(pattern, order, chances);
    cached_chances(s, determinization->root_cache, chances);
}

/* --- determinizations ------------------------------------------------------------------------- */

static uint32_t draw_weighed(const uint32_t weights[5], uint32_t among, uint64_t *seed)
{
    uint32_t total = 0, chosen = 0;
    for (uint32_t i = 0; i < 5; i++) total += among >> i & 1 ? weights[i] : 0;
    uint32_t left = cn_random_below(seed, total);
    for (uint32_t i = 0; i < 5; i++) {
        if ((among >> i & 1) == 0) continue;
        chosen = i;
        if (left < weights[i]) break;
        left -= weights[i];
    }
    return chosen;
}

/* Weigh each camel as the face of a card in this deck, by the present position of the camels. Cards
 * are laid early, at odds long gone: for 144,000 cards in games of greedy players this was the best
 * formula that adds a constant to a power of the chance (its square was worse than none). */
static void weigh_faces(const int32_t chances[5], uint32_t weights[5])
{
    for (uint32_t i = 0; i < 5; i++) weights[i] = (uint32_t)chances[i] + PATTERN_ONE / 4;
}

static void deal_faces(const cn_camelup *s, uint32_t seat, const uint32_t weights[2][5],
                       uint64_t *seed, uint8_t face[5])
{
    static const uint32_t alike[5] = {1, 1, 1, 1, 1};
    uint32_t left = ALL_DICE, in_lose = 0;
    for (uint32_t k = 0; k < s->lose_count; k++) {
        if (s->card[39 - k] / 5 == seat) in_lose |= 1u << s->card[39 - k] % 5;
    }
    for (uint32_t pass = 0; pass < 2; pass++) { /* cards in the decks first */
        for (uint32_t slot = 0; slot < 5; slot++) {
            bool laid = (s->laid[seat] >> slot & 1) != 0;
            if (laid != (pass == 0)) continue;
            const uint32_t *weighed = laid ? weights[in_lose >> slot & 1] : alike;
            face[slot] = (uint8_t)draw_weighed(weighed, left, seed);
            left &= ~(1u << face[slot]);
        }
    }
}

static bool determinize(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample)
{
    const cn_camelup *s = state;
    camelup_determinization determinization = {.seat = CN_NOBODY, .fresh = 1};
    if (seat == CN_EVERYBODY) determinization.seat = CN_EVERYBODY;
    camelup_chances chances;
    uint32_t weights[2][5];
    determinization.patterns = camelup_patterns_in(tables);
    chances_now(s, &determinization, &chances);
    weigh_faces(chances.firsts, weights[0]);
    weigh_faces(chances.lasts, weights[1]);
    for (uint32_t other = 0; other < s->head.seats; other++) {
        uint8_t *face = &determinization.face[5 * other];
        if (s->faces[other] >= FACES_OPEN) {
            camelup_permutation(s->faces[other] - FACES_OPEN, face);
        } else if (s->faces[other] == FACES_NEVER) {
            memset(face, CAMELUP_NO_FACE, 5);
        } else if (other == seat && length != 0) {
            cn_reader reader = {faces, faces + length, false};
            if (!camelup_read_faces(&reader, face) || !cn_read_done(&reader)) return false;
            determinization.seat = (uint8_t)seat;
        } else if (seat == CN_EVERYBODY) {
            camelup_permutation(cn_random_below(seed, CAMELUP_PERMUTATIONS), face);
        } else if (belief != NULL) {
            camelup_belief_draw(belief, other, seed, face);
        } else {
            deal_faces(s, other, (const uint32_t(*)[5])weights, seed, face);
        }
    }
    memcpy(sample, &determinization, sizeof determinization);
    return true;
}

static cn_move luck(const void *state, const cn_determinization *sample, uint64_t *seed)
{
    (void)sample;
    return cn_camelup_game.any(state, seed);
}

static cn_move opening(const void *state, const cn_determinization *sample)
{
    const cn_camelup *s = state;
    uint32_t seat = s->head.seat;
    return cn_move_of(OPEN, seat, 1u + camelup_permutation_number(&sample->byte[5 * seat]));
}

/* The slot in hand whose face has the best bet on this deck, by the patterns. */
static uint32_t best_slot(const cn_camelup *s, const camelup_determinization *determinization,
                          const int32_t chances[5])
{
    uint32_t seat = s->head.seat, best = 5;
    for (uint32_t slot = 0; slot < 5; slot++) {
        if ((s->laid[seat] >> slot & 1) != 0) continue;
        const uint8_t *face = &determinization->face[5 * seat];
        if (best == 5 || chances[face[slot]] > chances[face[best]]) best = slot;
    }
    return best;
}

uint32_t camelup_hand(const void *state, const cn_determinization *sample)
{
    const cn_camelup *s = state;
    camelup_determinization determinization = camelup_determinization_of(sample);
    const uint8_t *face = &determinization.face[5 * s->head.seat];
    camelup_chances chances;
    if (camelup_knows(&determinization, s->head.seat)) return 0;
    if (s->laid[s->head.seat] == ALL_DICE || face[0] == CAMELUP_NO_FACE) return 0;
    chances_now(s, &determinization, &chances);
    return 1u + 5u * face[best_slot(s, &determinization, chances.firsts)] +
        face[best_slot(s, &determinization, chances.lasts)];
}

static void update(const void *state, cn_move move, cn_determinization *sample)
{
    const cn_camelup *s = state;
    uint32_t seat = s->head.seat, verb = cn_verb(move), slot = cn_arg_a(move);
    camelup_determinization determinization = camelup_determinization_of(sample);
    determinization.fresh = determinization.seat == CN_EVERYBODY;
    if ((verb == WIN || verb == LOSE) && !camelup_knows(&determinization, seat)) {
        camelup_chances chances;
        chances_now(s, &determinization, &chances);
        uint32_t best =
            best_slot(s, &determinization, verb == WIN ? chances.firsts : chances.lasts);
        uint8_t *face = &determinization.face[5 * seat], swapped = face[slot];
        face[slot] = face[best];
        face[best] = swapped;
    }
    memcpy(sample, &determinization, sizeof determinization);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Moves with their worth in pounds, until they become candidates. */
typedef struct offers {
    uint32_t count;
    cn_move move[CN_CANDIDATES_MAX];
    float worth[CN_CANDIDATES_MAX];
} offers;

static void offer(offers *menu, cn_move move, float worth)
{
    assert(menu->count < CN_CANDIDATES_MAX);
    menu->move[menu->count] = move;
    menu->worth[menu->count++] = worth;
}

static float part_of(int32_t chance) { return (float)chance / (float)PATTERN_ONE; }

static void offer_leg_tiles(const cn_camelup *s, const camelup_chances *chances,
                            const cn_camelup_odds *exact, float ways, offers *menu)
{
    for (uint32_t camel = 0; camel < 5; camel++) {
        uint32_t gone = camelup_tiles_gone(s, camel);
        if (gone == 3) continue;
        float lead = part_of(chances->leads[camel]), second = part_of(chances->seconds[camel]);
        if (exact != NULL) {
            lead = (float)exact->rank[camel][0] / ways;
            second = (float)exact->rank[camel][1] / ways;
        }
        float worth = (float)(leg_values[gone] + 1) * lead + 2 * second - 1;
        offer(menu, cn_move_of(LEG, camel, 0), worth);
    }
}

/* The cards below count as likely to be right as this one. */
static float card_worth(float chance, uint32_t below)
{
    uint32_t right = (uint32_t)((float)below * chance + 0.5f);
    return (float)(card_values[right < 4 ? right : 4] + 1) * chance - 1;
}

static void offer_cards(const cn_camelup *s, const camelup_determinization *determinization,
                        const camelup_chances *chances, offers *menu)
{
    uint32_t seat = s->head.seat, lowest = 0;
    const uint8_t *face = &determinization->face[5 * seat];
    if (s->laid[seat] == ALL_DICE) return;
    while ((s->laid[seat] >> lowest & 1) != 0) lowest++;
    if (!camelup_knows(determinization, seat)) {
        uint32_t win = best_slot(s, determinization, chances->firsts);
        uint32_t lose = best_slot(s, determinization, chances->lasts);
        offer(menu, cn_move_of(WIN, lowest, 0),
              card_worth(part_of(chances->firsts[face[win]]), s->win_count));
        offer(menu, cn_move_of(LOSE, lowest, 0),
              card_worth(part_of(chances->lasts[face[lose]]), s->lose_count));
        return;
    }
    for (uint32_t slot = 0; slot < 5; slot++) {
        if ((s->laid[seat] >> slot & 1) != 0) continue;
        float first = part_of(chances->firsts[face[slot]]);
        float last = part_of(chances->lasts[face[slot]]);
        offer(menu, cn_move_of(WIN, slot, 0), card_worth(first, s->win_count));
        offer(menu, cn_move_of(LOSE, slot, 0), card_worth(last, s->lose_count));
    }
}

/* The value of a seat's leg tiles by these odds. */
static float held_worth(const cn_camelup *s, uint32_t seat, const cn_camelup_odds *odds, float ways)
{
    float worth = 0;
    for (uint32_t i = 0; i < 15; i++) {
        if (s->taken[i] >> 4 != seat + 1) continue;
        const uint32_t *rank = odds->rank[i / 3];
        worth += ((float)(leg_values[i % 3] + 1) * (float)rank[0] + 2 * (float)rank[1]) / ways - 1;
    }
    return worth;
}

/* The most valuable places, each exactly. */
static void offer_tiles_exactly(const cn_camelup *s, const cn_camelup_placed *placed, float ways,
                                offers *menu)
{
    uint32_t seat = s->head.seat, own = s->tile[seat] >> 1;
    float worths[17][2];
    float now = held_worth(s, seat, &placed->now, ways) + (float)placed->now.landing[own] / ways;
    if (own == 0) now = held_worth(s, seat, &placed->now, ways);
    for (uint32_t space = 2; space <= 16; space++) {
        for (uint32_t side = 0; side < 2; side++) {
            if ((placed->fits[side] >> space & 1) == 0) continue;
            const cn_camelup_odds *then = &placed->then[space][side];
            worths[space][side] =
                held_worth(s, seat, then, ways) + (float)then->landing[space] / ways - now;
        }
    }
    uint32_t offered[2] = {0, 0};
    for (uint32_t k = 0; k < TILES_AT_ROOT; k++) {
        uint32_t best = 0, best_side = 0;
        for (uint32_t place = 4; place < 34; place++) {
            uint32_t space = place / 2, side = place % 2;
            if (((placed->fits[side] & ~offered[side]) >> space & 1) == 0) continue;
            if (best == 0 || worths[space][side] > worths[best][best_side]) {
                best = space;
                best_side = side;
            }
        }
        if (best == 0) return;
        offered[best_side] |= 1u << best;
        offer(menu, cn_move_of(TILE, best, best_side), worths[best][best_side]);
    }
}

/* By the pattern: its busiest places, either side up. */
static void offer_tiles_by_note(const cn_camelup *s, const camelup_pattern *pattern, offers *menu)
{
    uint32_t own = s->tile[s->head.seat] >> 1;
    for (uint32_t k = 0; k < 8; k += 4) {
        uint32_t place = pattern->places >> k & 15, space = place + 2;
        if (place == 15) continue;
        float worth = (float)pattern->landings[place] / (float)PATTERN_POUND;
        if (own != 0) worth -= (float)pattern->landings[own - 2] / (float)PATTERN_POUND;
        for (uint32_t side = 0; side < 2; side++) {
            if (!camelup_tile_fits(s, space, side)) continue;
            offer(menu, cn_move_of(TILE, space, side), worth);
        }
    }
}

/* e to the power of a number that is not above 0. */
static float power_of_e(float value)
{
    if (value < -12) return 0;
    float power = 1 + value / 256;
    for (uint32_t i = 0; i < 8; i++) power *= power;
    return power;
}

/* Turn moves into candidates, the most valuable first. */
static uint32_t rank_moves(const offers *menu, cn_candidate *list)
{
    uint32_t count = 0;
    float best = menu->worth[0], sum = 0, worth[CN_CANDIDATES_MAX];
    for (uint32_t i = 1; i < menu->count; i++) {
        if (menu->worth[i] > best) best = menu->worth[i];
    }
    for (uint32_t i = 0; i < menu->count; i++) {
        if (i != 0 && menu->worth[i] < best - WORTH_BEHIND) continue; /* a roll always stays */
        uint32_t at = count++;
        for (; at > 0 && worth[at - 1] < menu->worth[i]; at--) {
            worth[at] = worth[at - 1];
            list[at] = list[at - 1];
        }
        worth[at] = menu->worth[i];
        list[at] = (cn_candidate){menu->move[i],
                                  power_of_e((menu->worth[i] - best) / WARMTH), 0};
        sum += list[at].prior;
    }
    for (uint32_t i = 0; i < count; i++) list[i].prior /= sum;
    return count;
}

static uint32_t moves(const void *state, const cn_determinization *sample, const void *tables,
                      cn_candidate *list)
{
    const cn_camelup *s = state;
    camelup_determinization determinization = camelup_determinization_of(sample);
    camelup_chances chances;
    offers menu = {.count = 0};
    (void)tables;
    chances_now(s, &determinization, &chances);
    offer(&menu, cn_move_of(ROLL, 0, 0), 1);
    if (determinization.fresh != 0 || determinization.patterns == NULL) {
        cn_camelup_placed placed;
        float ways = (float)cn_camelup_placements(state, s->head.seat, &placed);
        offer_leg_tiles(s, &chances, &placed.now, ways, &menu);
        offer_tiles_exactly(s, &placed, ways, &menu);
    } else {
        uint64_t order = camels_load(s->order);
        const camelup_pattern *pattern =
            camelup_pattern_at(determinization.patterns, camelup_row_index(camels_load(s->space)),
                               camelup_ranks_left(order, s->dice));
        offer_leg_tiles(s, &chances, NULL, 1, &menu);
        offer_tiles_by_note(s, pattern, &menu);
    }
    offer_cards(s, &determinization, &chances, &menu);
    return rank_moves(&menu, list);
}

/* --- the root --------------------------------------------------------------------------------- */

/* The leg with the present tiles, and with the own one in each place to consider. */
static void build_root_cache(const void *state, const void *tables, void *memory)
{
    const cn_camelup *s = state;
    camelup_root_cache *root_cache = memory;
    root_cache->count = 0;
    if (!in_leg(s) || camelup_patterns_in(tables) == NULL) return;
    camelup_leg_cache_build(&root_cache->leg[root_cache->count++], s);
    if (s->head.node != CN_DECIDE) return;
    cn_camelup_placed placed;
    offers menu = {.count = 0};
    float ways = (float)cn_camelup_placements(state, s->head.seat, &placed);
    offer_tiles_exactly(s, &placed, ways, &menu);
    for (uint32_t i = 0; i < menu.count && root_cache->count < CAMELUP_LEG_CACHES; i++) {
        cn_camelup then = *s;
        then.tile[s->head.seat] = (uint8_t)(2 * cn_arg_a(menu.move[i]) + cn_arg_b(menu.move[i]));
        camelup_leg_cache_build(&root_cache->leg[root_cache->count++], &then);
    }
}

static void adopt_root(cn_determinization *sample, const void *root_cache)
{
    camelup_determinization determinization = camelup_determinization_of(sample);
    determinization.root_cache = root_cache;
    memcpy(sample, &determinization, sizeof determinization);
}

static uint64_t tables_bytes(void) { return camelup_pattern_table_bytes(); }

static void build_tables(void *memory) { camelup_pattern_table_build(memory); }

const camelup_pattern *camelup_patterns_in(const void *tables) { return tables; }

static const cn_belief_ops belief_ops = {
    .bytes = sizeof(camelup_belief),
    .begin = camelup_belief_begin,
    .observe = camelup_belief_observe,
};

extern const cn_value_ops cn_camelup_value_ops; /* value.c */

const cn_search_ops cn_camelup_search_ops = {
    .tables_bytes = tables_bytes,
    .build_tables = build_tables,
    .determinize = determinize,
    .root_cache_bytes = sizeof(camelup_root_cache),
    .build_root_cache = build_root_cache,
    .adopt_root = adopt_root,
    .luck = luck,
    .opening = opening,
    .update = update,
    .candidates = moves,
    .playout = camelup_playout,
    .explore = EXPLORE,
    .expansion_visits = OPEN_MOVES_AT,
    .estimate_visits = ESTIMATE_VISITS,
    .money_scale = 10,
    .belief = &belief_ops,
    .value = &cn_camelup_value_ops,
};
