/* test_value.c: games of self-play and searches by networks of random weights, for every game with a
 * learned value, in memory of exactly the size that was asked for. Run under sanitizers by
 * tests/rules/test_native.py; a program of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_games.h"
#include "search_ops.h"
#include "value.h"

#define FIRST 12
#define SECOND 5
#define STEPS_MAX 4096
#define ROWS_MAX 24
#define GAMES 1 /* for each number of seats */
#define TEXT_MAX 200000
#define ITERATIONS 30

static void check(int holds, const char *promise)
{
    if (holds) return;
    fprintf(stderr, "broken: %s\n", promise);
    exit(1);
}

static void *memory_for(uint64_t bytes)
{
    void *memory = calloc(1, (size_t)(bytes > 0 ? bytes : 1));
    check(memory != NULL, "there is memory");
    return memory;
}

static float some(uint64_t *seed) { return (float)(cn_random(seed) >> 40) / (1 << 23) - 1; }

static void *some_network(uint8_t number, uint64_t seed)
{
    uint32_t inputs = cn_value_inputs(number), count = cn_network_weights(inputs, FIRST, SECOND);
    float *weights = memory_for(count * sizeof *weights);
    void *network = memory_for(cn_network_bytes(inputs, FIRST, SECOND));
    for (uint32_t i = 0; i < count; i++) weights[i] = some(&seed) * 0.2f;
    check(cn_network_make(network, inputs, FIRST, SECOND, weights), "weights make a network");
    weights[count / 2] = 0.0f / (weights[0] - weights[0]); /* not a number */
    check(!cn_network_make(network, inputs, FIRST, SECOND, weights), "all weights are finite");
    weights[count / 2] = 0;
    check(cn_network_make(network, inputs, FIRST, SECOND, weights), "weights make a network");
    free(weights);
    return network;
}

static bool finite(float number) { return number > -1e6f && number < 1e6f; }

static void check_shares(const float *shares, uint32_t seats)
{
    float sum = 0;
    for (uint32_t seat = 0; seat < seats; seat++) {
        check(shares[seat] >= -1e-6f && shares[seat] <= 1 + 1e-6f, "a share is a part");
        sum += shares[seat];
    }
    check(sum > 0.999f && sum < 1.001f, "all share one victory");
}

typedef struct bench {
    const cn_game *game;
    uint8_t number;
    void *tables, *memo, *network[2];
} bench;

static void selfplay_once(const bench *b, uint8_t seats, const uint32_t *options, uint64_t seed)
{
    static const uint8_t players[4] = {0, 1, CN_PLAYER_GREEDY, CN_PLAYER_RANDOM};
    cn_selfplay play = {.network = {b->network[0], b->network[1]}, .tables = b->tables};
    uint32_t size = seats * cn_value_inputs(b->number);
    cn_selfplay_step *steps = memory_for(STEPS_MAX * sizeof *steps);
    float *rows = memory_for(ROWS_MAX * size * sizeof *rows), share[8], money[8];
    uint8_t *state = memory_for(b->game->size);
    check(cn_new(b->number, seats, options, state), "options are in range");
    play.memo = b->memo;
    for (uint32_t seat = 0; seat < seats; seat++) {
        play.player[seat] = players[(seat + seed) % 4];
        play.noise[seat] = 0.02f;
    }
    play.explore = 0.1f;
    play.keep = 0.3f;
    play.plies_max = 20000;
    uint32_t count = cn_selfplay_run(&play, state, seed, steps, STEPS_MAX, rows, ROWS_MAX, share,
                                     money);
    check(count > 0, "a game ends");
    check_shares(share, seats);
    int32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        check_shares(steps[k].after, seats);
        if (steps[k].row < 0) continue;
        check(steps[k].row == kept++, "rows are counted");
        check(steps[k].alive != 0 && steps[k].alive >> seats == 0, "somebody can win");
    }
    for (uint32_t i = 0; i < (uint32_t)kept * size; i++) check(finite(rows[i]), "inputs are finite");
    float again[8];
    uint32_t twice = cn_selfplay_run(&play, state, seed, steps, STEPS_MAX, rows, ROWS_MAX, again,
                                     money);
    check(twice == count && memcmp(again, share, seats * sizeof *share) == 0, "equal seeds, equal games");
    free(steps);
    free(rows);
    free(state);
}

static void search_here(const bench *b, const uint8_t *state, const void *belief)
{
    uint8_t seat = state[2] == CN_DECIDE ? state[3] : CN_SEARCH_NOBODY;
    cn_search_result one, two, *results[2] = {&one, &two};
    void *memory = memory_for(cn_search_bytes(500));
    for (uint32_t k = 0; k < 2; k++) {
        memset(b->memo, 0, cn_value_memo_bytes(b->number));
        check(cn_search_begin(memory, 500, state, seat, "", 0, b->tables, belief, b->network[0],
                              b->memo, 5, CN_FOR_VICTORY), "a network searches");
        cn_search_run(memory, ITERATIONS);
        cn_search_read(memory, results[k]);
        for (uint32_t i = 0; i < results[k]->count; i++) {
            uint8_t next[CN_STATE_MAX];
            const char *text = results[k]->line[i].text;
            check(cn_apply(state, text, (uint32_t)strlen(text), next, NULL) == CN_OK, "a line can come");
        }
    }
    check(memcmp(&one, &two, sizeof one) == 0, "equal seeds, equal searches");
    free(memory);
}

/* What may come, in the eyes of a seat or of nobody: legal, and 1 in all. */
static void check_outcomes(const bench *b, const uint8_t *state, const void *belief, uint32_t viewer)
{
    const cn_search_ops *search = b->game->search;
    cn_candidate list[CN_CANDIDATES_MAX];
    cn_determinization sample = {{0}};
    cn_judge judge = {.tables = b->tables, .belief = belief};
    uint64_t seed = 3;
    float sum = 0;
    if (search->value->outcomes == NULL) return;
    check(search->determinize(state, CN_NOBODY, NULL, 0, b->tables, belief, &seed, &sample),
          "nobody can look on");
    uint32_t count = search->value->outcomes(&judge, state, &sample, viewer, list);
    check(count > 0 || state[2] != CN_REVEAL, "the rules tell no openings");
    for (uint32_t k = 0; k < count; k++) {
        check(b->game->check(state, list[k].move) == CN_OK, "an outcome can come");
        sum += list[k].prior;
    }
    check(count == 0 || (sum > 0.999f && sum < 1.001f), "one of the outcomes comes");
}

/* All that luck may bring is legal, and worth one victory; 1 in all. */
static void check_luck(const bench *b, const uint8_t *state, const void *belief)
{
    cn_value_outcome list[CN_VALUE_OUTCOMES_MAX];
    double chances = 0;
    uint32_t count = cn_value_outcomes(state, b->tables, belief, b->network[0], b->memo, list);
    check((count > 0) == (state[2] == CN_CHANCE), "luck is listed where it comes");
    for (uint32_t k = 0; k < count; k++) {
        uint8_t next[CN_STATE_MAX];
        float share[8];
        check(cn_apply(state, list[k].text, (uint32_t)strlen(list[k].text), next, NULL) == CN_OK,
              "luck may bring it");
        for (uint32_t seat = 0; seat < 8; seat++) share[seat] = (float)list[k].share[seat];
        check_shares(share, state[1]);
        chances += list[k].chance;
    }
    check(count == 0 || (chances > 0.999999 && chances < 1.000001), "something comes");
}

/* A game at random with its belief kept; searches on the way, and the belief from its text at the end. */
static void follow_once(const bench *b, uint8_t seats, const uint32_t *options, uint64_t seed)
{
    uint8_t *state = memory_for(b->game->size), *start = memory_for(b->game->size);
    uint32_t bytes = cn_belief_bytes(b->number), length = 0, plies = 0;
    void *belief = memory_for(bytes), *again = memory_for(bytes);
    char *text = memory_for(TEXT_MAX);
    check(cn_new(b->number, seats, options, state), "options are in range");
    memcpy(start, state, b->game->size);
    if (bytes > 0) cn_belief_begin(state, b->tables, belief);
    for (; state[2] != CN_OVER && length + CN_TEXT_MAX < TEXT_MAX; plies++) {
        cn_move move;
        if (state[2] == CN_REVEAL) move = b->game->opening(state, &seed);
        else if (b->game->any != NULL) move = b->game->any(state, &seed);
        else move = b->game->nth(state, cn_random_below(&seed, b->game->ways(state)));
        if (cn_random_below(&seed, 25) == 0) search_here(b, state, bytes > 0 ? belief : NULL);
        check_luck(b, state, bytes > 0 ? belief : NULL);
        if (state[2] != CN_DECIDE) {
            check_outcomes(b, state, bytes > 0 ? belief : NULL, CN_NOBODY);
            check_outcomes(b, state, bytes > 0 ? belief : NULL, plies % seats);
        }
        uint32_t begin = length;
        length += b->game->format(move, text + length);
        text[length++] = '\n';
        check(cn_belief_follow(state, text + begin, length - begin, b->tables, belief) == 1,
              "a legal move fits");
    }
    if (bytes > 0) cn_belief_begin(start, b->tables, again);
    check(cn_belief_follow(start, text, length, b->tables, again) == plies, "a history fits");
    check(memcmp(start, state, b->game->size) == 0, "a history leads to its position");
    check(bytes == 0 || memcmp(belief, again, bytes) == 0, "a belief follows from the history");
    check(cn_belief_follow(start, "nonsense\n", 9, b->tables, again) == 0, "nonsense does not fit");
    free(state);
    free(start);
    free(belief);
    free(again);
    free(text);
}

int main(void)
{
    for (uint32_t number = 1; number < 256; number++) {
        const cn_game *game = cn_game_at((uint8_t)number);
        if (game == NULL || cn_value_inputs((uint8_t)number) == 0) continue;
        uint64_t bytes = cn_tables_bytes((uint8_t)number);
        bench b = {.game = game, .number = (uint8_t)number};
        b.tables = memory_for(bytes);
        if (bytes > 0) cn_tables_build((uint8_t)number, b.tables);
        b.memo = memory_for(cn_value_memo_bytes((uint8_t)number));
        for (uint32_t k = 0; k < 2; k++) b.network[k] = some_network((uint8_t)number, k);
        for (uint32_t k = 0, played = 0;
             played < GAMES * (game->seats_max - game->seats_min + 1u); k++) {
            uint32_t options[CN_OPTIONS_MAX];
            if (fuzz_game((uint8_t)k, (uint8_t)(k * 37), options) != game) continue;
            uint8_t seats =
                (uint8_t)(game->seats_min + played % (game->seats_max - game->seats_min + 1u));
            selfplay_once(&b, seats, options, k);
            follow_once(&b, seats, options, k);
            played++;
        }
        for (uint32_t k = 0; k < 2; k++) free(b.network[k]);
        free(b.tables);
        free(b.memo);
    }
    return 0;
}
