/* test_core.c: the C interface from C, to run under sanitizers. Prints what fails and exits 1.
 * Whether the rules are right is tested from Python (tests/rules); here it is whether the core
 * keeps its promises about memory, status and order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camelnet.h"
#include "games/camelup.h"
#include "games/cards.h"
#include "games/targui.h"
#include "games/camels.h"
#include "fuzz_games.h"

static int failures;

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);      \
            failures++;                                                          \
        }                                                                        \
    } while (0)

/* A position in memory of exactly its size, so that the sanitizer sees one byte too many. */
static uint8_t *start(const char *key, uint8_t seats, const uint32_t *options)
{
    uint8_t game = cn_game_number(key);
    uint8_t *state = malloc(cn_size(game));
    if (state == NULL || !cn_new(game, seats, options, state)) abort();
    return state;
}

static cn_status apply(uint8_t *state, const char *notation)
{
    return cn_apply(state, notation, (uint32_t)strlen(notation), state, NULL);
}

static void test_games_are_found_by_key(void)
{
    CHECK(cn_game_number("camelup") == 1);
    CHECK(cn_game_number("targui") == 3);
    CHECK(cn_game_number("") == 0 && cn_game_number("chess") == 0);
    CHECK(cn_size(0) == 0 && cn_size(200) == 0);
    CHECK(cn_size(1) == sizeof(cn_camelup) && cn_size(1) < 200);
}

static void test_new_refuses_what_is_out_of_range(void)
{
    uint32_t none[CN_OPTIONS_MAX] = {0}, wrong[CN_OPTIONS_MAX] = {0, 2};
    uint8_t state[sizeof(cn_camelup)];
    memset(state, 0xAA, sizeof state);
    CHECK(!cn_new(1, 1, none, state) && !cn_new(1, 9, none, state));
    CHECK(!cn_new(1, 4, wrong, state) && !cn_new(0, 4, none, state) && !cn_new(7, 4, none, state));
    for (size_t i = 0; i < sizeof state; i++) CHECK(state[i] == 0xAA);
}

static void test_a_refused_move_changes_nothing(void)
{
    uint32_t none[CN_OPTIONS_MAX] = {0};
    uint8_t *state = start("camelup", 3, none);
    uint8_t before[sizeof(cn_camelup)];
    memcpy(before, state, sizeof before);
    static const char *const notations[] = {"roll", "first 3", "first 03", "start b1", "", " ",
                                            "first", "first 0 ", "die b1", "open 0 -", "xyz"};
    for (size_t i = 0; i < sizeof notations / sizeof notations[0]; i++) {
        cn_events events = {.count = 99};
        CHECK(cn_apply(state, notations[i], (uint32_t)strlen(notations[i]), state, &events));
        CHECK(memcmp(before, state, sizeof before) == 0 && events.count == 99);
    }
    CHECK(apply(state, "roll") == CN_E_WANTS_LUCK);
    CHECK(apply(state, "die b1") == CN_E_OUTCOME);
    CHECK((int)apply(state, "first 3") == CN_CAMELUP_S1_SEAT);
    CHECK(apply(state, "first 0") == CN_OK);
    free(state);
}

static void test_a_notation_needs_no_ending_zero(void)
{
    uint32_t none[CN_OPTIONS_MAX] = {0};
    uint8_t *state = start("camelup", 2, none);
    char *text = malloc(7);
    if (text == NULL) abort();
    memcpy(text, "first 1", 7);
    CHECK(cn_check(state, text, 7) == CN_OK);
    CHECK(cn_check(state, text, 6) == CN_E_NOTATION);
    memcpy(text, "first \0", 7);
    CHECK(cn_check(state, text, 7) == CN_E_NOTATION);
    free(text);
    free(state);
}

static void test_bits_are_counted_and_found(void)
{
    uint64_t seed = 5;
    for (int i = 0; i < 20000; i++) {
        uint32_t bits = (uint32_t)cn_random(&seed) & (uint32_t)cn_random(&seed), k = 0;
        for (uint32_t place = 0; place < 32; place++) {
            if ((bits >> place & 1) != 0) CHECK(cn_nth_bit(bits, k++) == place);
        }
        CHECK(cn_count_bits(bits) == k);
    }
}

/* Play one game at random by the ops table, and hold every promise of it at every node. */
static void check_one_game(const char *key, uint8_t seats, const uint32_t *options, uint64_t seed)
{
    uint8_t *state = start(key, seats, options);
    const cn_game *game = cn_game_at(state[0]);
    uint8_t *next = malloc(game->size);
    if (next == NULL) abort();
    for (int ply = 0; ply < 5000 && state[2] != CN_OVER; ply++) {
        CHECK(cn_audit(state, game->size) == 0);
        char notation[CN_TEXT_MAX];
        uint32_t length = 0;
        if (state[2] == CN_REVEAL) {
            char none = 'x';
            CHECK(cn_list(state, &none, NULL) == 0 && none == 'x' && cn_ways(state) == 0);
            length = game->format(game->opening(state, &seed), notation);
        } else {
            uint32_t ways = cn_ways(state), chosen = cn_random_below(&seed, ways);
            char *text = malloc((size_t)ways * CN_TEXT_MAX);
            uint32_t *weights = malloc(ways * sizeof *weights);
            if (text == NULL || weights == NULL) abort();
            const char *line = text, *end = text + cn_list(state, text, weights);
            for (uint32_t k = 0; k < ways; k++) {
                const char *stop = memchr(line, '\n', (size_t)(end - line));
                if (stop == NULL) abort();
                CHECK(cn_check(state, line, (uint32_t)(stop - line)) == CN_OK);
                CHECK(weights[k] > 0);
                if (k == chosen) {
                    length = (uint32_t)(stop - line);
                    memcpy(notation, line, length);
                }
                line = stop + 1;
            }
            CHECK(line == end);
            if (game->any != NULL && (game->weight == NULL || state[2] == CN_DECIDE)) {
                uint64_t one = seed, two = seed;
                CHECK(game->any(state, &one) == game->nth(state, cn_random_below(&two, ways)));
            }
            if (game->any != NULL) CHECK(game->check(state, game->any(state, &seed)) == CN_OK);
            free(text);
            free(weights);
        }
        cn_events events;
        CHECK(cn_apply(state, notation, length, next, &events) == CN_OK);
        CHECK(cn_apply(state, notation, length, state, NULL) == CN_OK);
        CHECK(memcmp(state, next, game->size) == 0);
    }
    CHECK(state[2] == CN_OVER && cn_winners(state) != 0 && cn_audit(state, game->size) == 0);
    CHECK(cn_apply(state, "roll", 4, state, NULL) != CN_OK);
    free(next);
    free(state);
}

static void test_every_node_of_random_games_keeps_its_promises(void)
{
    for (uint8_t seats = 2; seats <= 8; seats++) {
        for (uint32_t bits = 0; bits < 4; bits++) {
            uint32_t options[CN_OPTIONS_MAX] = {bits & 1, bits >> 1};
            for (uint64_t seed = 0; seed < 4; seed++) {
                check_one_game("camelup", seats, options, seed);
            }
        }
        for (uint32_t bits = 0; seats <= 6 && bits < 8; bits++) {
            uint32_t options[CN_OPTIONS_MAX] = {bits & 1, bits >> 1 & 1, bits >> 2};
            check_one_game("cards", seats, options, bits);
        }
    }
    for (uint8_t bits = 0; bits < 128; bits += 9) {
        for (uint8_t number = 2; number < 255; number++) {
            const cn_game *game = cn_game_at(number);
            if (game == NULL) continue;
            uint32_t options[CN_OPTIONS_MAX];
            for (uint8_t byte = 0; fuzz_game(byte, bits, options) != game;) byte++;
            uint8_t choices = (uint8_t)(game->seats_max - game->seats_min + 1);
            check_one_game(game->key, (uint8_t)(game->seats_min + bits % choices), options, bits);
        }
    }
}

/* Every choice of the simple player is legal and every battle has odds, all through its games. */
static void test_targui_knows_the_odds_of_every_attack(void)
{
    uint32_t options[CN_OPTIONS_MAX] = {0x1FFFE, 450};
    for (uint8_t seats = 2; seats <= 4; seats++) {
        uint8_t *state = start("targui", seats, options);
        const cn_game *game = cn_game_at(state[0]);
        uint64_t seed = seats;
        uint32_t attacks = 0;
        while (state[2] != CN_OVER) {
            char text[CN_TEXT_MAX];
            uint32_t length = cn_greedy(state, "", 0, text);
            CHECK((length > 0) == (state[2] == CN_DECIDE));
            if (length == 0) length = game->format(game->any(state, &seed), text);
            CHECK(cn_apply(state, text, length, state, NULL) == CN_OK);
            for (uint8_t from = 0; from <= CN_TARGUI_CELLS + 1; from++) {
                uint8_t to = (uint8_t)cn_random_below(&seed, CN_TARGUI_CELLS + 2);
                cn_targui_odds odds = {9999, 0, 0};
                bool found = cn_targui_battle(state, from, to, &odds);
                CHECK(found ? odds.taken <= 1000 : odds.taken == 9999);
                attacks += found;
            }
        }
        CHECK(attacks > 0 && cn_audit(state, game->size) == 0);
        free(state);
    }
}

static void test_playouts_end_where_they_should(void)
{
    uint32_t none[CN_OPTIONS_MAX] = {0};
    uint8_t *state = start("camelup", 4, none), *other = start("cards", 3, none);
    uint8_t last[sizeof(cn_camelup)], again[sizeof(cn_camelup)];
    CHECK(cn_playouts(state, 1, 50, last) == cn_playouts(state, 1, 50, again));
    CHECK(memcmp(last, again, sizeof last) == 0 && last[2] == CN_OVER);
    CHECK(cn_playouts(other, 1, 50, NULL) > 50);
    free(state);
    free(other);
}

/* A row of camels moved by shifting, against one moved camel by camel. */
static void check_row(const uint8_t order[5], const uint8_t space[5], uint32_t camel, uint32_t end,
                      bool under)
{
    uint8_t moved[5], stand[5], want[5], at[5];
    memcpy(moved, order, 5);
    memcpy(stand, space, 5);
    camel_unit unit = camels_unit(order, space, camel);
    camel_place place = camels_move(moved, stand, unit, end, under);
    uint32_t count = 0, above = 0;
    for (uint32_t pass = 0; pass < 3; pass++) {
        for (uint32_t i = 0; i < 5; i++) {
            bool own = i >= unit.first && i < unit.first + unit.size;
            bool before = !own && space[i] < end + !under;
            if (pass == 1 ? !own : own || before != (pass == 0)) continue;
            if (pass == 2) above += space[i] == end;
            if (pass == 1 && i == unit.first) CHECK(count == place.first);
            want[count] = order[i];
            at[count++] = (uint8_t)(own ? end : space[i]);
        }
    }
    CHECK(memcmp(want, moved, 5) == 0 && memcmp(at, stand, 5) == 0);
    CHECK(place.covered == (under && above > 0));
}

static void test_a_row_of_camels_moves_as_camels_do(void)
{
    uint64_t seed = 3;
    for (uint32_t i = 0; i < 100000; i++) {
        uint8_t order[5] = {0, 1, 2, 3, 4}, space[5];
        for (uint32_t k = 0; k < 5; k++) {
            uint32_t other = k + cn_random_below(&seed, 5 - k);
            uint8_t camel = order[k];
            order[k] = order[other];
            order[other] = camel;
            uint32_t step = cn_random_below(&seed, 4);
            space[k] = (uint8_t)(k == 0 ? 1 + step : space[k - 1] + step);
        }
        uint32_t camel = cn_random_below(&seed, 5);
        uint32_t start = camels_unit(order, space, camel).start;
        check_row(order, space, camel, start + 1 + cn_random_below(&seed, 3), false);
        check_row(order, space, camel, start, true);
        check_row(order, space, camel, start + 1, true);
    }
}

static void test_a_pack_is_told_of_in_a_leg_only(void)
{
    uint32_t none[CN_OPTIONS_MAX] = {0};
    uint8_t *state = start("cards", 5, none), *other = start("camelup", 5, none);
    cn_pack pack = {.number = 99};
    CHECK(!cn_pack_of(state, &pack) && !cn_pack_of(other, &pack) && pack.number == 99);
    static const char *const setup[] = {"first 0", "card b1", "card g1",
                                        "card o1", "card w1", "card y2"};
    for (int i = 0; i < 6; i++) CHECK(apply(state, setup[i]) == CN_OK);
    CHECK(cn_pack_of(state, &pack) && pack.number == 1 && pack.faces == 10 && pack.slots == 15);
    CHECK(pack.slot[9] == 9 && pack.owner[9] == 0 && pack.owner[10] == 1 && pack.owner[14] == 5);
    CHECK(apply(state, "hand") == CN_OK && apply(state, "reveal") == CN_E_WANTS_OPENING);
    CHECK(cn_pack_of(state, &pack) && pack.awaited == 11 && strcmp(pack.face[3], "g2") == 0);
    CHECK(apply(state, "card g2") == CN_OK);
    CHECK(cn_pack_of(state, &pack) && pack.awaited == 0 && pack.faces == 9 && pack.slots == 14);
    free(state);
    free(other);
}

static void test_greedy_answers_at_decisions_only(void)
{
    uint32_t none[CN_OPTIONS_MAX] = {0};
    uint8_t *state = start("camelup", 4, none);
    char text[CN_TEXT_MAX];
    CHECK(cn_greedy(state, "bgowy", 5, text) == 0);
    static const char *const setup[] = {"first 0",  "start b1", "start g1",
                                        "start o1", "start w1", "start y1"};
    for (int i = 0; i < 6; i++) CHECK(apply(state, setup[i]) == CN_OK);
    uint32_t length = cn_greedy(state, "bgowy", 5, text);
    CHECK(length > 0 && cn_check(state, text, length) == CN_OK);
    CHECK(cn_greedy(state, "", 0, text) > 0);
    CHECK(cn_greedy(state, "bgoww", 5, text) == 0 && cn_greedy(state, "bgow", 4, text) == 0);
    free(state);
}

int main(void)
{
    test_games_are_found_by_key();
    test_new_refuses_what_is_out_of_range();
    test_a_refused_move_changes_nothing();
    test_a_notation_needs_no_ending_zero();
    test_bits_are_counted_and_found();
    test_every_node_of_random_games_keeps_its_promises();
    test_targui_knows_the_odds_of_every_attack();
    test_playouts_end_where_they_should();
    test_a_row_of_camels_moves_as_camels_do();
    test_a_pack_is_told_of_in_a_leg_only();
    test_greedy_answers_at_decisions_only();
    if (failures > 0) fprintf(stderr, "%d checks failed\n", failures);
    return failures > 0;
}
