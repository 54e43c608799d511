/* test_search.c: searches at nodes of random games of every game, in memory of exactly the size
 * that was asked for, with tables and without, in trees that fill up. Run under sanitizers by
 * tests/rules/test_native.py; a program of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "fuzz_games.h"
#include "search.h"

#define GAMES 8
#define NODES 4 /* of each game, at which a search begins */
#define ITERATIONS 40

static void check(int holds, const char *promise)
{
    if (holds) return;
    fprintf(stderr, "broken: %s\n", promise);
    exit(1);
}

static void *memory_for(uint64_t bytes)
{
    void *memory = malloc((size_t)bytes);
    check(memory != NULL, "there is memory");
    return memory;
}

/* What was found fits together: all shares of one victory, each line something that can come. */
static void check_result(const uint8_t *state, const cn_search_result *result, uint32_t room)
{
    uint8_t next[CN_STATE_MAX];
    double shares = 0;
    check(result->iterations == ITERATIONS, "a search runs as often as it is told");
    check(result->nodes <= room, "a tree stays in its room");
    for (uint32_t seat = 0; seat < state[1]; seat++) {
        check(result->share[seat] >= 0 && result->share[seat] <= 1, "a share is a part");
        shares += result->share[seat];
    }
    check(shares > 1 - 1e-9 && shares < 1 + 1e-9, "all share one victory");
    check(result->count > 0 || room < 100, "a tree with room has lines");
    for (uint32_t i = 0; i < result->count; i++) {
        const cn_search_line *line = &result->line[i];
        uint32_t length = (uint32_t)strlen(line->text);
        check(cn_apply(state, line->text, length, next, NULL) == CN_OK, "a line can come");
        check(line->share >= 0 && line->share <= 1, "a line's share is a part");
        check(i == 0 || line->visits <= result->line[i - 1].visits, "lines stand by visits");
    }
}

static void search_here(const uint8_t *state, uint8_t seat, const void *tables, uint32_t room)
{
    cn_search_result result;
    double share[CN_SEATS_MAX], money[CN_SEATS_MAX];
    void *memory = memory_for(cn_search_bytes(room));
    for (int objective = CN_FOR_VICTORY; objective <= CN_FOR_BOTH; objective++) {
        int begun = cn_search_begin(memory, room, state, seat, "", 0, tables, NULL, NULL, NULL,
                                    state[1] + room,
                                    (cn_objective)objective);
        check(begun, "every node but the end can be searched");
        cn_search_run(memory, ITERATIONS / 2);
        cn_search_run(memory, ITERATIONS - ITERATIONS / 2);
        cn_search_read(memory, &result);
        check_result(state, &result, room);
    }
    check(cn_search_playouts(state, seat, "", 0, tables, 7, 3, share, money), "it can be played on");
    free(memory);
}

/* Any move, outcome or opening; where a game has no `any`, each as likely as the others. */
static cn_move any_move(const cn_game *game, const uint8_t *state, uint64_t *seed)
{
    if (state[2] == CN_REVEAL) return game->opening(state, seed);
    if (game->any != NULL) return game->any(state, seed);
    return game->nth(state, cn_random_below(seed, game->ways(state)));
}

/* A game at random; a search at about every tenth node. */
static void play_game(const cn_game *game, const uint32_t *options, uint8_t seats, uint64_t seed,
                      const void *tables)
{
    uint8_t *state = memory_for(game->size); /* on the heap, so that one byte too many is seen */
    check(cn_new(cn_game_number(game->key), seats, options, state), "options are in range");
    for (uint32_t left = NODES; left > 0 && state[2] != CN_OVER;) {
        cn_move move = any_move(game, state, &seed);
        if (cn_random_below(&seed, 10) == 0) {
            uint8_t seat = state[2] == CN_DECIDE ? state[3] : CN_SEARCH_NOBODY;
            search_here(state, seat, left % 3 == 0 ? NULL : tables, left % 2 == 0 ? 1000 : 20);
            left--;
        }
        game->play(state, move, NULL);
    }
    free(state);
}

int main(void)
{
    for (uint32_t number = 1; number < 256; number++) {
        const cn_game *game = cn_game_at((uint8_t)number);
        if (game == NULL || game->search == NULL) continue;
        uint64_t bytes = cn_tables_bytes((uint8_t)number);
        void *tables = bytes == 0 ? NULL : memory_for(bytes);
        if (tables != NULL) cn_tables_build((uint8_t)number, tables);
        for (uint32_t k = 0, played = 0; played < GAMES; k++) {
            uint32_t options[CN_OPTIONS_MAX];
            if (fuzz_game((uint8_t)k, (uint8_t)(k * 37), options) != game) continue;
            uint8_t seats = (uint8_t)(game->seats_min + k % (game->seats_max - game->seats_min + 1u));
            play_game(game, options, seats, k, tables);
            played++;
        }
        free(tables);
    }
    return 0;
}
