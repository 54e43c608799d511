/* test_camelup_value.c: beliefs about race cards, chances with desert tiles, and what a network reads of
 * a position, at many places of random games. Run under sanitizers by tests/rules/test_native.py; a
 * program of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/camelup/holdings.h"
#include "games/camelup/odds.h"

#define GAMES 16
#define EVERY 7 /* plies */
#define ROWS_MAX (CN_SEATS_MAX * CN_NETWORK_INPUTS_MAX)

static void check(int holds, const char *promise)
{
    if (holds) return;
    fprintf(stderr, "broken: %s\n", promise);
    exit(1);
}

static const cn_game *game;
static camelup_pattern *patterns;
static camelup_memo *memo;
static uint32_t own_cards_seen, own_cards_asked;

static float apart(float one, float two) { return one > two ? one - two : two - one; }

static cn_judge judge_with(const camelup_belief *belief)
{
    return (cn_judge){.tables = patterns, .belief = belief, .memo = memo};
}

static bool opened(const cn_camelup *s, uint32_t seat) { return s->faces[seat] != 0; }

static void check_belief(const cn_camelup *s, const camelup_belief *belief)
{
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        float all = 0;
        for (uint32_t k = 0; k < CAMELUP_KINDS * CAMELUP_PERMUTATIONS; k++) {
            float chance = belief->chance[seat][k / CAMELUP_PERMUTATIONS][k % CAMELUP_PERMUTATIONS];
            check(chance >= 0, "a belief is not below 0");
            all += chance;
        }
        if (s->faces[seat] == FACES_NEVER) continue;
        check(apart(all, 1) < 1e-4f, "a seat's beliefs sum to 1");
        for (uint32_t i = 0; i < 5; i++) {
            float slot = 0, camel = 0;
            for (uint32_t k = 0; k < 5; k++) {
                slot += belief->face[seat][i][k];
                camel += belief->face[seat][k][i];
            }
            check(apart(slot, 1) < 1e-4f && apart(camel, 1) < 1e-4f, "each card is one camel");
        }
    }
}

/* Against exact odds: patterns and the memo are rounded. */
static void check_outlook(const cn_camelup *s)
{
    camelup_outlook kept, alone;
    cn_camelup_odds odds;
    camelup_look(s, patterns, memo, &kept);
    if (cn_count_bits(s->dice) <= 3) {
        camelup_look(s, patterns, NULL, &alone);
        check(memcmp(&kept, &alone, sizeof kept) == 0, "a memo changes nothing");
    }
    float ways = (float)cn_camelup_leg_odds((const uint8_t *)s, &odds), first = 0, last = 0;
    for (uint32_t i = 0; i < 5; i++) {
        check(apart(kept.lead[i], (float)odds.rank[i][0] / ways) < 0.02f, "leads are right");
        check(apart(kept.second[i], (float)odds.rank[i][1] / ways) < 0.02f, "seconds are right");
        first += kept.first[i];
        last += kept.last[i];
    }
    check(apart(first, 1) < 0.02f && apart(last, 1) < 0.02f, "one camel wins, one loses");
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        float landings = (float)odds.landing[s->tile[seat] >> 1] / ways;
        if (s->tile[seat] != 0) check(apart(kept.earns[seat], landings) < 0.07f, "earnings are right");
    }
}

/* Others' faces are swapped in the sample: what a seat reads stays. */
static void check_sight(const cn_camelup *s, const camelup_belief *belief, uint64_t *seed)
{
    static float rows[ROWS_MAX], again[ROWS_MAX];
    const cn_value_ops *value = game->search->value;
    cn_judge judge = judge_with(belief);
    cn_determinization truth = {{0}}, other;
    uint32_t viewer = cn_random_below(seed, s->head.seats + 1u), count = s->head.seats * value->inputs;
    if (viewer == s->head.seats) viewer = CN_NOBODY;
    check(game->search->determinize(s, CN_EVERYBODY, NULL, 0, patterns, belief, seed, &truth),
          "there is a truth");
    other = truth;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint8_t *face = &other.byte[5 * seat], first = face[0];
        if (seat == viewer || opened(s, seat)) continue;
        memmove(face, face + 1, 4);
        face[4] = first;
    }
    memset(rows, 0, sizeof rows);
    memset(again, 0, sizeof again);
    uint32_t alive = value->read(&judge, s, &truth, viewer, rows);
    check(alive == (1u << s->head.seats) - 1, "everybody can win");
    value->read(&judge, s, &other, viewer, again);
    check(memcmp(rows, again, count * sizeof *rows) == 0, "a seat sees nothing hidden");
    for (uint32_t i = 0; i < count; i++) check(rows[i] >= -8 && rows[i] <= 8, "inputs are small");
    if (viewer == CN_NOBODY || s->laid[viewer] == 0 || opened(s, viewer)) return;
    uint8_t *own = &other.byte[5 * viewer], swapped = own[0];
    memmove(own, own + 1, 4);
    own[4] = swapped;
    value->read(&judge, s, &other, viewer, again);
    own_cards_seen += memcmp(rows, again, count * sizeof *rows) != 0;
    own_cards_asked++;
}

static void check_moves(const cn_camelup *s, const camelup_belief *belief, uint64_t *seed)
{
    cn_move list[CN_CANDIDATES_MAX];
    cn_judge judge = judge_with(belief);
    cn_determinization truth = {{0}};
    char faces[CN_TEXT_MAX];
    uint32_t seat = s->head.seat, cards = 0;
    game->search->determinize(s, CN_EVERYBODY, NULL, 0, patterns, belief, seed, &truth);
    check(game->search->value->faces(s, &truth, seat, faces) == 5, "five faces");
    uint32_t count = game->search->value->moves(&judge, s, &truth, s->head.seat, list);
    check(count >= 1 && count <= CN_CANDIDATES_MAX, "there is a move");
    for (uint32_t k = 0; k < count; k++) {
        cn_determinization then = truth;
        check(game->check(s, list[k]) == CN_OK, "every move is legal");
        cards += cn_verb(list[k]) == WIN || cn_verb(list[k]) == LOSE;
        game->search->update(s, list[k], &then);
        check(memcmp(&truth, &then, sizeof truth) == 0, "the truth stays as it is");
    }
    check(cards == 2 * (5 - cn_count_bits(s->laid[seat])), "all cards in hand are tried");
    cn_determinization world = {{0}};
    check(game->search->determinize(s, seat, faces, 5, patterns, belief, seed, &world), "a world");
    check(memcmp(&world.byte[5 * seat], &truth.byte[5 * seat], 5) == 0, "own faces are known");
    for (uint32_t other = 0; other < s->head.seats; other++) {
        uint32_t seen = 0;
        for (uint32_t i = 0; i < 5; i++) seen |= 1u << world.byte[5 * other + i];
        check(seen == ALL_DICE, "five camels in every world");
    }
}

static void play_once(uint8_t seats, uint64_t seed)
{
    uint32_t options[CN_OPTIONS_MAX] = {(uint32_t)seed & 1, (uint32_t)seed >> 1 & 1};
    uint8_t state[CN_STATE_MAX] = {0};
    camelup_belief belief;
    const cn_camelup *s = (const cn_camelup *)state;
    check(cn_new(cn_game_number("camelup"), seats, options, state), "options are in range");
    camelup_belief_begin(state, patterns, &belief);
    for (uint32_t ply = 0; s->head.node != CN_OVER; ply++) {
        bool reveal = s->head.node == CN_REVEAL;
        if (ply % EVERY == 0 && game->search->value->judged(state)) {
            check_belief(s, &belief);
            check_sight(s, cn_random_below(&seed, 8) == 0 ? NULL : &belief, &seed);
            if (!reveal) check_outlook(s);
            if (!reveal) check_moves(s, &belief, &seed);
        }
        cn_move move = reveal ? game->opening(state, &seed) : game->any(state, &seed);
        camelup_belief_observe(state, move, patterns, &belief);
        game->play(state, move, NULL);
        if (reveal) {
            uint8_t face[5];
            camelup_permutation(cn_arg_b(move) - 1u, face);
            check(belief.face[cn_arg_a(move)][0][face[0]] > 0.999f, "an opening ends all doubt");
        }
    }
}

/* The favourite is laid on the winner deck: so it looks, and the less likely camels do not. */
static void test_a_card_is_what_its_moment_says(void)
{
    uint32_t options[CN_OPTIONS_MAX] = {0};
    uint8_t state[CN_STATE_MAX] = {0};
    uint64_t seed = 5;
    camelup_belief belief;
    camelup_chances chances;
    cn_camelup *s = (cn_camelup *)state;
    check(cn_new(cn_game_number("camelup"), 3, options, state), "options are in range");
    while (s->head.node != CN_DECIDE) game->play(state, game->any(state, &seed), NULL);
    for (uint8_t i = 0; i < 5; i++) s->space[i] = (uint8_t)(3 * i + 1);
    uint64_t order = camels_load(s->order);
    camelup_read_pattern(camelup_pattern_at(patterns, camelup_row_index(camels_load(s->space)),
                                            camelup_ranks_left(order, s->dice)), order, &chances);
    camelup_belief_begin(state, patterns, &belief);
    uint32_t seat = s->head.seat, first = s->order[4];
    check(apart(belief.face[seat][2][first], 0.2f) < 1e-4f, "at first all cards are alike");
    camelup_belief_observe(state, cn_move_of(WIN, 2, 0), patterns, &belief);
    check(belief.face[seat][2][first] > 0.6f, "it is the favourite");
    check(belief.face[seat][2][s->order[0]] < 0.05f, "it is not the last");
    check(belief.face[seat][1][first] < 0.2f, "so no other card is the favourite");
    check(chances.firsts[first] > 128, "the first is the favourite");
}

int main(void)
{
    game = cn_game_at(cn_game_number("camelup"));
    patterns = calloc(1, (size_t)camelup_pattern_table_bytes());
    memo = calloc(1, sizeof *memo);
    check(patterns != NULL && memo != NULL, "there is memory");
    camelup_pattern_table_build(patterns);
    for (uint32_t k = 0; k < GAMES; k++) play_once((uint8_t)(2 + k % 7), k);
    /* Now and then neither camel has a chance left. */
    check(4 * own_cards_seen > 3 * own_cards_asked, "a seat sees its own cards");
    test_a_card_is_what_its_moment_says();
    free(patterns);
    free(memo);
    return 0;
}
