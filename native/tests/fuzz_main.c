/* fuzz_main.c: runs the fuzz target without a fuzzer: `fuzz SEED RUNS`. Half of the inputs that
 * are positions come from real games with some bytes changed; blind ones would all be refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camelnet.h"
#include "fuzz_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX (CN_STATE_MAX + 300)

/* A position from a game, as the fuzz target reads one, with up to three bytes changed. */
static size_t damaged_position(uint8_t *input, uint64_t *seed)
{
    uint32_t options[CN_OPTIONS_MAX];
    uint8_t state[CN_STATE_MAX], byte = (uint8_t)cn_random(seed);
    const cn_game *game = fuzz_game(byte, (uint8_t)cn_random(seed), options);
    uint32_t choices = (uint32_t)(game->seats_max - game->seats_min + 1);
    uint8_t seats = (uint8_t)(game->seats_min + cn_random_below(seed, choices));
    if (!cn_new(cn_game_number(game->key), seats, options, state)) abort();
    for (uint32_t plies = cn_random_below(seed, 300); plies > 0 && state[2] != CN_OVER; plies--) {
        cn_move move = state[2] == CN_REVEAL
                           ? game->opening(state, seed)
                           : game->nth(state, cn_random_below(seed, game->ways(state)));
        game->play(state, move, NULL);
    }
    for (uint32_t changes = cn_random_below(seed, 4); changes > 0; changes--) {
        state[cn_random_below(seed, game->size)] = (uint8_t)cn_random_below(seed, 64);
    }
    input[0] = byte;
    input[1] = 1; /* from a position */
    memcpy(input + 3, state, game->size);
    return 3u + game->size;
}

int main(int count, char **words)
{
    if (count != 3) return 2;
    uint64_t seed = strtoull(words[1], NULL, 10), runs = strtoull(words[2], NULL, 10);
    uint8_t input[INPUT_MAX];
    for (uint64_t run = 0; run < runs; run++) {
        for (size_t i = 0; i < INPUT_MAX; i++) input[i] = (uint8_t)cn_random(&seed);
        size_t size = cn_random_below(&seed, INPUT_MAX);
        if (run % 2 == 0) size = damaged_position(input, &seed) + cn_random_below(&seed, 200);
        LLVMFuzzerTestOneInput(input, size);
    }
    printf("%llu runs\n", (unsigned long long)runs);
    return 0;
}
