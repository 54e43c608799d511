/* fuzz_main.c: runs the fuzz target without a fuzzer: `fuzz SEED RUNS`. Half of the inputs that
 * are positions come from real games with some bytes changed; blind ones would all be refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camelnet.h"
#include "../src/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX 400

/* A position from a game, as the fuzz target reads one, with up to three bytes changed. */
static size_t damaged_position(uint8_t *input, uint64_t *seed)
{
    uint32_t options[CN_OPTIONS_MAX] = {cn_random_below(seed, 2), cn_random_below(seed, 2)};
    uint8_t state[CN_STATE_MAX];
    if (!cn_new(1, (uint8_t)(2 + cn_random_below(seed, 7)), options, state)) abort();
    const cn_game *game = cn_game_at(1);
    for (uint32_t plies = cn_random_below(seed, 300); plies > 0 && state[2] != CN_OVER; plies--) {
        cn_move move = state[2] == CN_REVEAL ? game->opening(state, seed) : game->any(state, seed);
        game->play(state, move, NULL);
    }
    for (uint32_t changes = cn_random_below(seed, 4); changes > 0; changes--) {
        state[cn_random_below(seed, game->size)] = (uint8_t)cn_random_below(seed, 64);
    }
    input[0] = 2; /* camelup, from a position */
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
