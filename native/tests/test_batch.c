/* test_batch.c: whole games by actions drawn from what is offered, several tables in a call, under
 * sanitizers: everything offered is taken, nothing else is, and views stay within their room. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

#define TABLES 4
#define STEPS 200

static uint64_t chance = 20261122;

static uint32_t below(uint32_t bound)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 33) % bound;
}

/* Luck until a seat decides; false once the game is over, or cards are opened. */
static int decides(uint8_t *state)
{
    char *text = malloc((size_t)CN_MOVES_LIMIT / 100 * CN_TEXT_MAX);
    assert(text != NULL);
    while (state[2] == CN_CHANCE) {
        uint32_t skip = below(cn_ways(state)), length = 0;
        assert(cn_list(state, text, NULL) > 0);
        const char *at = text;
        for (; skip > 0; at++) skip -= *at == '\n';
        while (at[length] != '\n') length++;
        assert(cn_apply(state, at, length, state, NULL) == CN_OK);
    }
    free(text);
    return state[2] == CN_DECIDE;
}

static void play(uint8_t game, uint8_t seats, const uint32_t *options)
{
    uint32_t size = cn_size(game), actions = cn_batch_actions(game);
    uint32_t numbers = cn_batch_numbers(game, seats);
    uint8_t *states = malloc((size_t)size * TABLES), *masks = malloc((size_t)actions * TABLES);
    int16_t *views = malloc(sizeof *views * numbers * TABLES);
    uint8_t faces[TABLES * CN_BATCH_FACES] = {1, 2, 3, 4, 5}, statuses[TABLES];
    uint32_t chosen[TABLES], packs[TABLES];
    int32_t scores[TABLES * CN_SEATS_MAX];
    assert(states != NULL && masks != NULL && views != NULL);
    for (uint32_t i = 0; i < TABLES; i++) assert(cn_new(game, seats, options, states + i * size));
    for (uint32_t steps = 0; steps < STEPS; steps++) {
        cn_batch_view(states, TABLES, faces, views); /* of tables that do not decide, too */
        for (uint32_t i = 0; i < TABLES; i++) {
            uint8_t *state = states + i * size;
            if (decides(state)) continue;
            assert(cn_new(game, seats, options, state));
            assert(decides(state));
        }
        cn_batch_offer(states, TABLES, masks);
        cn_batch_view(states, TABLES, faces, views);
        cn_batch_scores(states, TABLES, scores);
        cn_batch_packs(states, TABLES, packs);
        for (uint32_t i = 0; i < TABLES; i++) {
            chosen[i] = actions;
            for (uint32_t action = 0, seen = 0; action < actions; action++) {
                if (masks[i * actions + action] != 0 && below(++seen) == 0) chosen[i] = action;
            }
        }
        assert(cn_batch_act(states, TABLES, chosen, states, statuses) == TABLES);
    }
    chosen[0] = actions;
    assert(cn_batch_act(states, 1, chosen, states, statuses) == 0 && statuses[0] != CN_OK);
    free(states);
    free(masks);
    free(views);
}

int main(void)
{
    const uint32_t none[CN_OPTIONS_MAX] = {0}, war[CN_OPTIONS_MAX] = {131070, 450};
    for (uint8_t seats = 2; seats <= 8; seats += 3) play(cn_game_number("camelup"), seats, none);
    for (uint8_t seats = 2; seats <= 6; seats += 2) play(cn_game_number("cards"), seats, none);
    for (uint8_t seats = 2; seats <= 4; seats++) play(cn_game_number("targui"), seats, war);
    assert(cn_batch_actions(255) == 0 && cn_batch_numbers(cn_game_number("cards"), 7) == 0);
    return 0;
}
