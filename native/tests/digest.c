/* digest.c: one line of digests for each game: its positions, its events and the moves of its simple
 * player, in games at random. The lines are the same with every compiler and on every processor:
 * tests/data/<key>/core_digest.txt holds each. Searches are left out, for they average floating-point
 * numbers, which no rule depends on.
 *
 *   digest [GAMES]    so many games of each kind; 12 if it is not said */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camelnet.h"
#include "fuzz_games.h"

#define PLIES_MAX 3000

/* FNV-1a, over bytes in an order that no machine changes. */
static void add(uint64_t *digest, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) *digest = (*digest ^ bytes[i]) * 0x100000001B3u;
}

static void add_number(uint64_t *digest, int64_t number)
{
    for (int shift = 0; shift < 64; shift += 8) {
        uint8_t byte = (uint8_t)((uint64_t)number >> shift);
        add(digest, &byte, 1);
    }
}

typedef struct digests {
    uint64_t positions, events, greedy;
    uint32_t plies;
} digests;

static void add_events(digests *all, const cn_events *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const cn_event *event = &events->list[i];
        add(&all->events, &event->kind, 1);
        add(&all->events, event->arg, sizeof event->arg);
        for (int k = 0; k < 3; k++) add_number(&all->events, event->number[k]);
    }
}

/* Hash the position with its scores and, where a seat decides, what the simple player would do. */
static void add_position(digests *all, const cn_game *game, const uint8_t *state)
{
    add(&all->positions, state, game->size);
    int32_t scores[CN_SEATS_MAX] = {0};
    cn_scores(state, scores);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) add_number(&all->positions, scores[seat]);
    add_number(&all->positions, cn_winners(state));
    if (state[2] == CN_DECIDE) {
        char text[CN_TEXT_MAX];
        uint32_t length = cn_greedy(state, "", 0, text);
        add_number(&all->greedy, length);
        add(&all->greedy, text, length);
    }
}

static void play(digests *all, uint8_t byte, uint32_t number)
{
    uint32_t options[CN_OPTIONS_MAX];
    const cn_game *game = fuzz_game(byte, (uint8_t)(number % 64), options);
    uint32_t seats = game->seats_min + number % (uint32_t)(game->seats_max - game->seats_min + 1);
    uint64_t seed = (uint64_t)number * 7 + cn_game_number(game->key);
    uint8_t state[CN_STATE_MAX];
    if (!cn_new(cn_game_number(game->key), (uint8_t)seats, options, state)) abort();
    for (uint32_t ply = 0; ply < PLIES_MAX && state[2] != CN_OVER; ply++) {
        add_position(all, game, state);
        cn_move move = state[2] == CN_REVEAL
                           ? game->opening(state, &seed)
                           : game->nth(state, cn_random_below(&seed, game->ways(state)));
        char text[CN_TEXT_MAX];
        uint32_t length = game->format(move, text);
        cn_events events = {0};
        if (cn_apply(state, text, length, state, &events) != CN_OK) abort();
        add_events(all, &events);
        all->plies++;
    }
    add_position(all, game, state);
    /* The shortcuts that playouts take have to draw the same numbers everywhere, too. */
    uint8_t last[CN_STATE_MAX];
    if (!cn_new(cn_game_number(game->key), (uint8_t)seats, options, state)) abort();
    add_number(&all->positions, (int64_t)cn_playouts(state, seed, 3, last));
    add(&all->positions, last, game->size);
}

int main(int count, char **words)
{
    uint32_t games = count > 1 ? (uint32_t)atoi(words[1]) : 12;
    uint32_t options[CN_OPTIONS_MAX];
    const char *first = fuzz_game(0, 0, options)->key;
    for (uint8_t byte = 0; byte == 0 || strcmp(fuzz_game(byte, 0, options)->key, first) != 0; byte++) {
        digests all = {0xCBF29CE484222325u, 0xCBF29CE484222325u, 0xCBF29CE484222325u, 0};
        for (uint32_t number = 0; number < games; number++) play(&all, byte, number);
        printf("%s %" PRIu32 " plies: positions %016" PRIx64 " events %016" PRIx64
               " greedy %016" PRIx64 "\n",
               fuzz_game(byte, 0, options)->key, all.plies, all.positions, all.events, all.greedy);
    }
    return 0;
}
