/* template/search_ops.c: the search operations of the template game: the cards in the slots of all
 * seats, and random playouts. */
#include "search_ops.h"
#include "games/template.h"

#define PLIES_MAX 10000 /* of a playout */
#define HIGH_FIRST 1    /* of a seat: the high card is in slot 0 */

extern const cn_game cn_template_game;

/* A determinization has a byte for each seat: 1 if its high card is in slot 0. */
static bool determinize(const void *state, uint32_t seat, const char *faces, uint32_t length,
                        const void *tables, const void *belief, uint64_t *seed,
                        cn_determinization *sample)
{
    const cn_template *s = state;
    (void)tables, (void)belief;
    bool low_first = length == 2 && memcmp(faces, "lh", 2) == 0;
    bool high_first = length == 2 && memcmp(faces, "hl", 2) == 0;
    if (length != 0 && !low_first && !high_first) return false;
    for (uint32_t other = 0; other < s->head.seats; other++) {
        sample->byte[other] = (uint8_t)cn_random_below(seed, 2);
        if (other == seat && length != 0) sample->byte[other] = high_first;
    }
    return true;
}

static cn_move luck(const void *state, const cn_determinization *sample, uint64_t *seed)
{
    (void)sample;
    uint32_t total = 0, ways = cn_template_game.ways(state);
    for (uint32_t k = 0; k < ways; k++) {
        total += cn_template_game.weight(state, cn_template_game.nth(state, k));
    }
    uint32_t left = cn_random_below(seed, total), k = 0;
    for (;; k++) {
        cn_move move = cn_template_game.nth(state, k);
        uint32_t weight = cn_template_game.weight(state, move);
        if (left < weight) return move;
        left -= weight;
    }
}

/* The opening's face: 1 low, 2 high. */
static cn_move opening(const void *state, const cn_determinization *sample)
{
    const cn_template *s = state;
    uint64_t any = 0;
    uint32_t seat = s->head.seat, slot = s->laid[seat] - 1u;
    bool high = (sample->byte[seat] == HIGH_FIRST) == (slot == 0);
    cn_move some = cn_template_game.opening(state, &any);
    return cn_move_of(cn_verb(some), seat, high ? 2 : 1);
}

static uint32_t candidates(const void *state, const cn_determinization *sample,
                           const void *tables, cn_candidate *list)
{
    (void)sample, (void)tables;
    uint32_t count = cn_template_game.ways(state);
    for (uint32_t k = 0; k < count; k++) {
        list[k] = (cn_candidate){cn_template_game.nth(state, k), 1 / (float)count, 0};
    }
    return count;
}

static cn_move next_move(const cn_template *s, const cn_determinization *sample, uint64_t *seed)
{
    if (s->head.node == CN_CHANCE) return luck(s, sample, seed);
    if (s->head.node == CN_REVEAL) return opening(s, sample);
    return cn_template_game.nth(s, cn_random_below(seed, cn_template_game.ways(s)));
}

static void playout(void *state, cn_determinization *sample, const void *tables, uint64_t *seed,
                    cn_worth *worth)
{
    cn_template *s = state;
    int32_t scores[CN_SEATS_MAX];
    (void)tables;
    for (uint32_t plies = 0; plies < PLIES_MAX && s->head.node != CN_OVER; plies++) {
        cn_template_game.play(s, next_move(s, sample, seed), NULL);
    }
    uint32_t won = cn_template_game.winners(s);
    cn_template_game.scores(s, scores);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        worth->share[seat] = won >> seat & 1 ? 1 / (float)cn_count_bits(won) : 0;
        worth->money[seat] = (float)scores[seat];
    }
}

const cn_search_ops cn_template_search_ops = {
    .determinize = determinize,
    .luck = luck,
    .opening = opening,
    .candidates = candidates,
    .playout = playout,
    .explore = 0.5f,
    .money_scale = 10,
};
