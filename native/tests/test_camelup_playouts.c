/* test_camelup_playouts.c: the playouts of camelup, against rules and exact odds. A playout keeps the
 * game in a form of its own, so it is played again move by move through the engine;
 * determinizations, candidates and patterns are held to what they say of themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/camelup/determinization.h"
#include "games/camelup/odds.h"

#define GAMES 2000
#define PLIES_BEFORE 300 /* at most, to get somewhere in a game */

static int failures;

#define CHECK(condition)                                                    \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++;                                                     \
        }                                                                   \
    } while (0)

static const char letters[] = "bgowy";

/* Any one move of a game, as the engine's random games make it. */
static void step(const cn_game *game, uint8_t *state, uint64_t *seed)
{
    bool reveal = state[offsetof(cn_head, node)] == CN_REVEAL;
    game->play(state, reveal ? game->opening(state, seed) : game->any(state, seed), NULL);
}

static bool over(const uint8_t *state) { return state[offsetof(cn_head, node)] == CN_OVER; }

/* Somewhere in a game of two to eight seats with any options. */
static void begin(const cn_game *game, uint8_t *state, uint64_t *seed)
{
    uint32_t options[CN_OPTIONS_MAX] = {cn_random_below(seed, 2), cn_random_below(seed, 2)};
    uint8_t number = cn_game_number("camelup"), seats = (uint8_t)(2 + cn_random_below(seed, 7));
    CHECK(cn_new(number, seats, options, state) == 1);
    uint32_t plies = cn_random_below(seed, PLIES_BEFORE);
    for (uint32_t k = 0; k < plies && !over(state); k++) step(game, state, seed);
}

static void apply(uint8_t *state, const char *text, uint32_t length)
{
    CHECK(cn_apply(state, text, length, state, NULL) == CN_OK);
}

/* A move of a trace: race cards are laid by their faces there. */
static void apply_told(const cn_game *game, uint8_t *state,
                       const camelup_determinization *determinization,
                       cn_move move)
{
    const cn_camelup *s = (const cn_camelup *)state;
    uint32_t verb = cn_verb(move), slot = 0;
    if (verb == WIN || verb == LOSE) {
        while (determinization->face[5 * s->head.seat + slot] != cn_arg_a(move)) slot++;
        move = cn_move_of(verb, slot, 0);
    }
    char text[CN_TEXT_MAX];
    apply(state, text, game->format(move, text));
}

static void apply_opening(uint8_t *state, const camelup_determinization *determinization)
{
    char text[CN_TEXT_MAX];
    uint32_t seat = state[offsetof(cn_head, seat)];
    int length = snprintf(text, sizeof text, "open %u ", seat);
    for (uint32_t k = 0; k < 5; k++) text[length++] = letters[determinization->face[5 * seat + k]];
    apply(state, text, (uint32_t)length);
}

static void test_a_playout_earns_what_the_rules_say(const cn_game *game, const void *tables)
{
    static camelup_trace trace;
    uint64_t seed = 12;
    uint32_t played = 0;
    for (uint32_t i = 0; i < GAMES; i++) {
        uint8_t state[sizeof(cn_camelup)], copy[sizeof(cn_camelup)];
        cn_determinization sample = {{0}};
        camelup_determinization determinization;
        cn_worth worth = {{0}, {0}, {0}};
        begin(game, state, &seed);
        uint8_t node = state[offsetof(cn_head, node)];
        if (camelup_setting_up((cn_camelup *)state)) continue;
        if (node == CN_REVEAL || node == CN_OVER) continue;
        const void *patterns = i % 4 == 0 ? NULL : tables;
        CHECK(game->search->determinize(state, CN_NOBODY, NULL, 0, patterns, NULL, &seed, &sample));
        memcpy(&determinization, &sample, sizeof determinization);
        memcpy(copy, state, sizeof copy);
        trace.count = 0;
        camelup_playout_traced(copy, &sample, &seed, &worth, &trace);
        for (uint32_t k = 0; k < trace.count; k++) apply_told(game, state, &determinization,
                                                              trace.move[k]);
        while (state[offsetof(cn_head, node)] == CN_REVEAL) apply_opening(state, &determinization);
        CHECK(over(state));
        int32_t scores[CN_SEATS_MAX];
        cn_scores(state, scores);
        float share = 0, estimate = 0;
        for (uint32_t seat = 0; seat < state[1]; seat++) {
            CHECK(trace.money[seat] == scores[seat]);
            CHECK(worth.estimate[seat] >= 0);
    
            share += worth.share[seat];
            estimate += worth.estimate[seat];
        }
        CHECK(share > 0.999f && share < 1.001f);
        CHECK(estimate > 0.999f && estimate < 1.001f);
        played++;
    }
    CHECK(played > GAMES / 4);
}

/* The faces of a seat as text, any by chance. */
static void any_faces(uint64_t *seed, char text[5], uint8_t faces[5])
{
    camelup_permutation(cn_random_below(seed, 120), faces);
    for (uint32_t i = 0; i < 5; i++) text[i] = letters[faces[i]];
}

static void test_a_world_fits_what_its_seat_sees(const cn_game *game, const void *tables)
{
    uint64_t seed = 13;
    for (uint32_t i = 0; i < GAMES; i++) {
        uint8_t state[sizeof(cn_camelup)], own[5];
        char text[5];
        cn_determinization sample = {{0}};
        begin(game, state, &seed);
        if (over(state)) continue;
        const cn_camelup *s = (const cn_camelup *)state;
        uint32_t seat = cn_random_below(&seed, s->head.seats);
        any_faces(&seed, text, own);
        CHECK(game->search->determinize(state, seat, text, 5, tables, NULL, &seed, &sample));
        for (uint32_t other = 0; other < s->head.seats; other++) {
            uint32_t seen = 0;
            uint8_t *face = &sample.byte[5 * other], opened[5];
            for (uint32_t slot = 0; slot < 5; slot++) seen |= 1u << face[slot];
            CHECK(seen == ALL_DICE);
            if (s->faces[other] >= FACES_OPEN) {
                camelup_permutation(s->faces[other] - FACES_OPEN, opened);
                CHECK(memcmp(face, opened, 5) == 0);
            } else if (other == seat) {
                CHECK(memcmp(face, own, 5) == 0);
            }
        }
    }
    uint8_t state[sizeof(cn_camelup)];
    cn_determinization sample = {{0}};
    begin(game, state, &seed);
    CHECK(!game->search->determinize(state, 0, "bgoww", 5, tables, NULL, &seed, &sample));
}

/* Candidates at a decision, the likeliest first; also in the middle of a tree. */
static void check_candidates(const cn_game *game, const uint8_t *state,
                             const cn_determinization *sample,
                             const void *tables)
{
    cn_candidate list[CN_CANDIDATES_MAX];
    uint32_t count = game->search->candidates(state, sample, tables, list);
    float sum = 0;
    CHECK(count >= 1);
    for (uint32_t k = 0; k < count; k++) {
        CHECK(game->check(state, list[k].move) == CN_OK);
        CHECK(k == 0 || list[k].prior <= list[k - 1].prior);
        for (uint32_t i = 0; i < k; i++) CHECK(list[i].move != list[k].move);
        sum += list[k].prior;
    }
    CHECK(sum > 0.999f && sum < 1.001f);
}

static void test_candidates_are_legal_and_their_priors_add_up(const cn_game *game,
                                                              const void *tables)
{
    uint64_t seed = 14;
    for (uint32_t i = 0; i < GAMES / 20; i++) {
        uint8_t state[sizeof(cn_camelup)];
        cn_determinization sample = {{0}};
        begin(game, state, &seed);
        CHECK(game->search->determinize(state, CN_NOBODY, NULL, 0, tables, NULL, &seed, &sample));
        for (uint32_t k = 0; k < 30 && !over(state); k++) {
            uint8_t node = state[offsetof(cn_head, node)];
            if (node == CN_DECIDE) check_candidates(game, state, &sample, tables);
            cn_move move = node == CN_REVEAL ? game->search->opening(state, &sample)
                                             : game->any(state, &seed);
            CHECK(game->check(state, move) == CN_OK);
            game->search->update(state, move, &sample);
            game->play(state, move, NULL);
        }
    }
}

static bool near(int32_t part, uint32_t whole, uint32_t count, uint32_t of)
{
    double difference = (double)part / whole - (double)count / of;
    return difference > -0.02 && difference < 0.02;
}

static void test_notes_are_the_exact_odds_of_a_leg_but_for_their_rounding(const cn_game *game,
                                                                          const void *tables)
{
    uint64_t seed = 15;
    uint32_t compared = 0;
    for (uint32_t i = 0; i < GAMES / 2; i++) {
        uint8_t state[sizeof(cn_camelup)];
        begin(game, state, &seed);
        cn_camelup *s = (cn_camelup *)state;
        if (s->space[0] == 0 || s->space[4] == CN_CAMELUP_BEYOND) continue;
        memset(s->tile, 0, sizeof s->tile);
        cn_camelup_odds odds;
        camelup_chances chances;
        uint32_t ways = cn_camelup_leg_odds(state, &odds);
        uint64_t order = camels_load(s->order);
        uint32_t row = camelup_row_index(camels_load(s->space));
        const camelup_pattern *pattern =
            camelup_pattern_at(camelup_patterns_in(tables), row,
                               camelup_ranks_left(order, s->dice));
        camelup_read_pattern(pattern, order, &chances);
        for (uint32_t camel = 0; camel < 5; camel++) {
            CHECK(near(chances.leads[camel], PATTERN_ONE, odds.rank[camel][0], ways));
            CHECK(near(chances.seconds[camel], PATTERN_ONE, odds.rank[camel][1], ways));
        }
        for (uint32_t space = 2; space <= 16; space++) {
            CHECK(near(pattern->landings[space - 2], PATTERN_POUND, odds.landing[space], ways));
        }
        compared++;
    }
    CHECK(compared > GAMES / 8);
}

int main(void)
{
    const cn_game *game = cn_game_at(cn_game_number("camelup"));
    void *tables = malloc((size_t)game->search->tables_bytes());
    game->search->build_tables(tables);
    test_a_playout_earns_what_the_rules_say(game, tables);
    test_a_world_fits_what_its_seat_sees(game, tables);
    test_candidates_are_legal_and_their_priors_add_up(game, tables);
    test_notes_are_the_exact_odds_of_a_leg_but_for_their_rounding(game, tables);
    free(tables);
    return failures == 0 ? 0 : 1;
}
