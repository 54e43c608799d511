/* test_camelup_playouts.c: camelup's fast games against the rules themselves. Both kinds of playout
 * keep the game in a form of their own, so each is played again move by move through the engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/games/camelup_look.h"

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

/* Any one move of a game, as the engine's playouts make it without a faster way. */
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

static void test_a_random_game_is_the_same_one_by_one(const cn_game *game)
{
    uint64_t seed = 11;
    for (uint32_t i = 0; i < GAMES; i++) {
        uint8_t state[sizeof(cn_camelup)], fast[sizeof(cn_camelup)];
        begin(game, state, &seed);
        memcpy(fast, state, sizeof fast);
        uint64_t slow_seed = seed, fast_seed = seed;
        uint32_t plies = 0;
        for (; !over(state); plies++) step(game, state, &slow_seed);
        CHECK(game->random_game(fast, &fast_seed) == plies);
        CHECK(fast_seed == slow_seed);
        CHECK(memcmp(fast, state, sizeof fast) == 0);
        seed = fast_seed;
    }
}

static void apply(uint8_t *state, const char *text, uint32_t length)
{
    CHECK(cn_apply(state, text, length, state, NULL) == CN_OK);
}

/* A move of a tale: race cards are laid by their faces there. */
static void apply_told(const cn_game *game, uint8_t *state, const camelup_world *world, cn_move move)
{
    const cn_camelup *s = (const cn_camelup *)state;
    uint32_t verb = cn_verb(move), slot = 0;
    if (verb == WIN || verb == LOSE) {
        while (world->face[5 * s->head.seat + slot] != cn_arg_a(move)) slot++;
        move = cn_move_of(verb, slot, 0);
    }
    char text[CN_TEXT_MAX];
    apply(state, text, game->format(move, text));
}

static void apply_opening(uint8_t *state, const camelup_world *world)
{
    char text[CN_TEXT_MAX];
    uint32_t seat = state[offsetof(cn_head, seat)];
    int length = snprintf(text, sizeof text, "open %u ", seat);
    for (uint32_t k = 0; k < 5; k++) text[length++] = letters[world->face[5 * seat + k]];
    apply(state, text, (uint32_t)length);
}

static void test_a_playout_earns_what_the_rules_say(const cn_game *game, const void *tables)
{
    static camelup_tale tale;
    uint64_t seed = 12;
    uint32_t played = 0;
    for (uint32_t i = 0; i < GAMES; i++) {
        uint8_t state[sizeof(cn_camelup)], copy[sizeof(cn_camelup)];
        cn_hidden hidden = {{0}};
        camelup_world world;
        cn_worth worth = {{0}, {0}};
        begin(game, state, &seed);
        uint8_t node = state[offsetof(cn_head, node)];
        if (camelup_setting_up((cn_camelup *)state) || node == CN_REVEAL || node == CN_OVER) continue;
        CHECK(game->look->fill(state, CN_NOBODY, NULL, 0, i % 4 == 0 ? NULL : tables, &seed, &hidden));
        memcpy(&world, &hidden, sizeof world);
        memcpy(copy, state, sizeof copy);
        tale.count = 0;
        camelup_playout_told(copy, &hidden, &seed, &worth, &tale);
        for (uint32_t k = 0; k < tale.count; k++) apply_told(game, state, &world, tale.move[k]);
        while (state[offsetof(cn_head, node)] == CN_REVEAL) apply_opening(state, &world);
        CHECK(over(state));
        int32_t scores[CN_SEATS_MAX];
        cn_scores(state, scores);
        float share = 0, guess = 0;
        for (uint32_t seat = 0; seat < state[1]; seat++) {
            CHECK(tale.money[seat] == scores[seat]);
            CHECK(worth.guess[seat] >= 0);
    
            share += worth.share[seat];
            guess += worth.guess[seat];
        }
        CHECK(share > 0.999f && share < 1.001f);
        CHECK(guess > 0.999f && guess < 1.001f);
        played++;
    }
    CHECK(played > GAMES / 4);
}

int main(void)
{
    const cn_game *game = cn_game_at(cn_game_number("camelup"));
    void *tables = malloc(game->look->tables_bytes());
    game->look->build_tables(tables);
    test_a_random_game_is_the_same_one_by_one(game);
    test_a_playout_earns_what_the_rules_say(game, tables);
    free(tables);
    return failures == 0 ? 0 : 1;
}
