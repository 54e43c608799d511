/* fuzz_games.h: the game that a fuzzer's input is about. Every registered game comes by itself; one
 * whose options may not be small numbers says here what they are. */
#ifndef CAMELNET_FUZZ_GAMES_H
#define CAMELNET_FUZZ_GAMES_H

#include "game.h"

/* One of all games, by `byte`, and options for it that are in range, by `bits`. */
static inline const cn_game *fuzz_game(uint8_t byte, uint8_t bits, uint32_t *options)
{
    const cn_game *all[255];
    uint32_t count = 0;
    for (uint32_t number = 1; number < 256; number++) {
        const cn_game *game = cn_game_at((uint8_t)number);
        if (game != NULL) all[count++] = game;
    }
    const cn_game *game = all[byte % count];
    for (uint32_t i = 0; i < CN_OPTIONS_MAX; i++) options[i] = bits >> i & 1;
    if (strcmp(game->key, "targui") == 0) {
        options[0] = 2u | (uint32_t)bits << 2 | (uint32_t)byte << 9;
        options[0] &= 0x1FFFE;
        options[1] = 40 + bits;
    }
    return game;
}

#endif
