/* fuzz_apply.c: any bytes as a position, then as notations. For libFuzzer:
 *   clang -g -fsanitize=fuzzer,address,undefined -Inative/include native/src/[a-z]*.c \
 *         native/src/games/[a-z]*.c native/tests/fuzz_apply.c
 * or with fuzz_main.c, which draws its own input from a seed.
 *
 * The first byte says of which game, the second how to begin: at a new game with these options, or
 * at a position made of the bytes after the third, if the audit takes it. The rest is notations: a byte below 200 picks a legal one, another starts
 * a raw text. Whatever comes, a position that was taken stays one that the audit takes. */
#include <stdlib.h>
#include <string.h>

#include "camelnet.h"
#include "fuzz_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play_byte(uint8_t *state, uint8_t byte)
{
    const cn_game *game = cn_game_at(state[0]);
    char text[CN_TEXT_MAX];
    uint32_t length = 0;
    uint64_t seed = byte;
    if (state[2] == CN_REVEAL) {
        length = game->format(game->opening(state, &seed), text);
    } else if (state[2] != CN_OVER) {
        length = game->format(game->nth(state, byte % game->ways(state)), text);
    }
    cn_events events;
    cn_status status = cn_apply(state, text, length, state, &events);
    if (status != CN_OK && state[2] != CN_OVER) abort();
}

static void play_text(uint8_t *state, const uint8_t *data, size_t size)
{
    uint8_t before[CN_STATE_MAX];
    uint32_t bytes = cn_size(state[0]);
    memcpy(before, state, bytes);
    char *text = malloc(size + 1); /* on the heap, so that one byte too many is seen */
    if (text == NULL) abort();
    memcpy(text, data, size);
    cn_status status = cn_apply(state, text, (uint32_t)size, state, NULL);
    if (status != CN_OK && memcmp(before, state, bytes) != 0) abort();
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) return 0;
    uint32_t options[CN_OPTIONS_MAX];
    uint8_t game = cn_game_number(fuzz_game(data[0], data[1] >> 1, options)->key);
    uint32_t bytes = cn_size(game);
    uint8_t *state = malloc(bytes);
    if (state == NULL) abort();
    size_t at = 3;
    if (data[1] % 2 == 1 && size - at >= bytes) {
        memcpy(state, data + at, bytes);
        state[0] = game;
        at += bytes;
        if (cn_audit(state, bytes) != 0) {
            free(state);
            return 0;
        }
    } else if (!cn_new(game, (uint8_t)(data[2] % 10), options, state)) {
        free(state);
        return 0;
    }
    while (at < size) {
        uint8_t byte = data[at++];
        size_t length = byte % 32 < size - at ? byte % 32 : size - at;
        if (byte < 200) {
            play_byte(state, byte);
        } else {
            play_text(state, data + at, length);
            at += length;
        }
        if (cn_audit(state, bytes) != 0) abort();
    }
    free(state);
    return 0;
}
