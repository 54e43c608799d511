/* registry.c: the only file that names all games. A number is never used again: it stands in every
 * position and so in every record. */
#include "game.h"

extern const cn_game cn_camelup_game, cn_cards_game, cn_targui_game;

static const cn_game *const games[256] = {
    [1] = &cn_camelup_game,
    [2] = &cn_cards_game,
    [3] = &cn_targui_game,
};

const cn_game *cn_game_at(uint8_t number)
{
    return games[number];
}
