/* batch.c: many positions in a call. What a game's actions and numbers are, its codec says. */
#include "batch.h"
#include "codec.h"

static const cn_game *game_of(const uint8_t *states)
{
    const cn_game *game = cn_game_at(states[0]);
    assert(game != NULL);
    return game;
}

static bool decides(const uint8_t *state) { return state[offsetof(cn_head, node)] == CN_DECIDE; }

static uint32_t seat_of(const uint8_t *state) { return state[offsetof(cn_head, seat)]; }

uint32_t cn_batch_actions(uint8_t number)
{
    const cn_game *game = cn_game_at(number);
    return game == NULL || game->codec == NULL ? 0 : game->codec->actions;
}

uint32_t cn_batch_numbers(uint8_t number, uint8_t seats)
{
    const cn_game *game = cn_game_at(number);
    if (game == NULL || game->codec == NULL) return 0;
    return seats < game->seats_min || seats > game->seats_max ? 0 : game->codec->numbers(seats);
}

void cn_batch_offer(const uint8_t *states, uint32_t count, uint8_t *masks)
{
    if (count == 0) return;
    const cn_game *game = game_of(states);
    const cn_codec *codec = game->codec;
    assert(codec != NULL);
    memset(masks, 0, (size_t)count * codec->actions);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *state = states + (size_t)i * game->size;
        uint8_t *mask = masks + (size_t)i * codec->actions;
        assert(state[0] == states[0]);
        if (!decides(state)) continue;
        if (codec->offer != NULL) {
            codec->offer(state, mask);
            continue;
        }
        for (uint32_t action = 0; action < codec->actions; action++) {
            cn_move move = codec->move(state, action);
            mask[action] = move != CN_NO_MOVE && game->check(state, move) == CN_OK;
        }
    }
}

void cn_batch_view(const uint8_t *states, uint32_t count, const uint8_t *faces, int16_t *numbers)
{
    if (count == 0) return;
    const cn_game *game = game_of(states);
    const cn_codec *codec = game->codec;
    assert(codec != NULL);
    uint32_t size = codec->numbers(states[1]);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *state = states + (size_t)i * game->size;
        int16_t *at = numbers + (size_t)i * size;
        assert(state[0] == states[0] && state[1] == states[1]);
        if (decides(state)) {
            int16_t *end =
                codec->view(state, seat_of(state), faces + (size_t)i * CN_BATCH_FACES, at);
            assert(end == at + size);
        } else {
            memset(at, 0, size * sizeof *at);
        }
    }
}

uint32_t cn_batch_act(const uint8_t *states, uint32_t count, const uint32_t *actions, uint8_t *next,
                      uint8_t *statuses)
{
    if (count == 0) return 0;
    const cn_game *game = game_of(states);
    const cn_codec *codec = game->codec;
    assert(codec != NULL);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *state = states + (size_t)i * game->size;
        uint8_t *after = next + (size_t)i * game->size;
        assert(state[0] == states[0]);
        cn_status status = CN_E_NOTATION;
        cn_move move = CN_NO_MOVE;
        if (!decides(state)) {
            status = CN_E_WANTS_LUCK;
        } else if (actions[i] < codec->actions) {
            move = codec->move(state, actions[i]);
            if (move != CN_NO_MOVE) status = game->check(state, move);
        }
        if (after != state) memcpy(after, state, game->size);
        if (status == CN_OK) game->play(after, move, NULL);
        statuses[i] = (uint8_t)status;
        taken += status == CN_OK;
    }
    return taken;
}

void cn_batch_scores(const uint8_t *states, uint32_t count, int32_t *scores)
{
    for (uint32_t i = 0; i < count; i++) {
        const cn_game *game = game_of(states);
        game->scores(states + (size_t)i * game->size, scores + (size_t)i * CN_SEATS_MAX);
    }
}

void cn_batch_packs(const uint8_t *states, uint32_t count, uint32_t *packs)
{
    for (uint32_t i = 0; i < count; i++) {
        const cn_game *game = game_of(states);
        cn_pack pack = {0};
        bool found = game->pack != NULL && game->pack(states + (size_t)i * game->size, &pack);
        packs[i] = found ? pack.number : 0;
    }
}
