/* batch.c: games as numbers, and tables stepped together. A game's codec defines its actions and
 * numbers. */
#include "batch.h"
#include "codec.h"

static const cn_game *game_of(const uint8_t *state)
{
    const cn_game *game = cn_game_at(state[0]);
    assert(game != NULL);
    return game;
}

static uint8_t node_of(const uint8_t *state) { return state[offsetof(cn_head, node)]; }

static uint32_t seats_of(const uint8_t *state) { return state[offsetof(cn_head, seats)]; }

uint32_t cn_batch_actions(uint8_t number)
{
    const cn_game *game = cn_game_at(number);
    return game == NULL ? 0 : game->codec->actions;
}

uint32_t cn_batch_numbers(uint8_t number, uint8_t seats)
{
    const cn_game *game = cn_game_at(number);
    if (game == NULL) return 0;
    return seats < game->seats_min || seats > game->seats_max ? 0 : game->codec->numbers(seats);
}

/* --- one position ----------------------------------------------------------------------------- */

/* True if an action is possible; writes the move that it stands for. */
static bool takes(const cn_game *game, const uint8_t *state, int64_t action, cn_move *move)
{
    if (node_of(state) != CN_DECIDE || action < 0 || action >= game->codec->actions) return false;
    *move = game->codec->move(state, (uint32_t)action);
    return *move != CN_NO_MOVE && game->check(state, *move) == CN_OK;
}

static void offer(const cn_game *game, const uint8_t *state, uint8_t *mask)
{
    const cn_codec *codec = game->codec;
    memset(mask, 0, codec->actions);
    if (node_of(state) != CN_DECIDE) return;
    if (codec->offer != NULL) {
        codec->offer(state, mask);
        return;
    }
    cn_move move;
    for (uint32_t action = 0; action < codec->actions; action++) {
        mask[action] = takes(game, state, action, &move);
    }
}

static void view(const cn_game *game, const uint8_t *state, uint32_t seat, const char *faces,
                 int16_t *numbers)
{
    const int16_t *end = game->codec->view(state, seat, faces, numbers);
    assert(end == numbers + game->codec->numbers(seats_of(state)));
}

void cn_batch_offer(const uint8_t *state, uint8_t *mask) { offer(game_of(state), state, mask); }

void cn_batch_view(const uint8_t *state, uint32_t seat, const char *faces, int16_t *numbers)
{
    assert(seat < seats_of(state));
    view(game_of(state), state, seat, faces, numbers);
}

uint32_t cn_batch_notation(const uint8_t *state, int64_t action, char *text)
{
    const cn_game *game = game_of(state);
    cn_move move;
    return takes(game, state, action, &move) ? game->format(move, text) : 0;
}

/* --- tables ----------------------------------------------------------------------------------- */

static void go_on(const cn_batch *batch, uint8_t *state, uint32_t table)
{
    uint32_t *plies = batch->plies + table;
    uint32_t left = batch->plies_max > *plies ? batch->plies_max - *plies : 0;
    *plies += cn_luck_play(batch->lucks + table, state, left, NULL, 0, NULL);
    bool rests = node_of(state) == CN_DECIDE || node_of(state) == CN_OVER;
    assert(rests || *plies >= batch->plies_max);
}

static void begin(const cn_batch *batch, const cn_game *game, uint8_t *state, uint32_t table)
{
    memcpy(state, batch->start, game->size);
    batch->plies[table] = 0;
    cn_luck_begin(state, batch->seeds + (size_t)table * CN_LUCK_SEED, batch->faces,
                  batch->lucks + table);
    go_on(batch, state, table);
}

/* Write the view and the actions of the seat on turn. */
static void show(const cn_batch *batch, const cn_game *game, const uint8_t *state, uint32_t table)
{
    const cn_codec *codec = game->codec;
    uint32_t size = codec->numbers(seats_of(state)), seat = state[offsetof(cn_head, seat)];
    int16_t *numbers = batch->observations + (size_t)table * size;
    batch->seat[table] = (int8_t)seat;
    offer(game, state, batch->masks + (size_t)table * codec->actions);
    if (node_of(state) == CN_DECIDE) {
        char faces[CN_LUCK_FACES];
        cn_luck_faces(batch->lucks + table, state, seat, faces);
        view(game, state, seat, faces, numbers);
    } else { /* the game was truncated before anybody could decide */
        memset(numbers, 0, size * sizeof *numbers);
    }
}

/* Keep the end of a game, with the cards that were still hidden. */
static void keep(const cn_batch *batch, const cn_game *game, const uint8_t *state, uint32_t table)
{
    char *faces = batch->last_faces + (size_t)table * CN_SEATS_MAX * CN_LUCK_FACES;
    memcpy(batch->last + (size_t)table * game->size, state, game->size);
    for (uint32_t seat = 0; seat < seats_of(state); seat++) {
        cn_luck_faces(batch->lucks + table, state, seat, faces + seat * CN_LUCK_FACES);
    }
}

/* The rewards of a step from `before` (scores) to `state`. */
static void pay(const cn_batch *batch, const cn_game *game, const int32_t *before,
                const uint8_t *state, float *rewards)
{
    uint32_t seats = seats_of(state), won = 0;
    int32_t scores[CN_SEATS_MAX] = {0};
    if (batch->scored) {
        game->scores(state, scores);
    } else if (node_of(state) == CN_OVER) {
        won = game->winners(state);
    }
    float share = won == 0 ? 0 : 1 / (float)cn_count_bits(won);
    for (uint32_t seat = 0; seat < seats; seat++) {
        float gained = (float)(scores[seat] - before[seat]);
        rewards[seat] = batch->scored ? gained : won >> seat & 1 ? share : 0;
    }
}

static void step(const cn_batch *batch, const cn_game *game, int64_t action, uint32_t table)
{
    uint8_t *state = batch->states + (size_t)table * game->size;
    int32_t before[CN_SEATS_MAX] = {0};
    cn_move move = CN_NO_MOVE;
    bool taken = takes(game, state, action, &move);
    assert(taken);
    if (batch->scored) game->scores(state, before);
    game->play(state, move, NULL);
    batch->plies[table]++;
    go_on(batch, state, table);
    pay(batch, game, before, state, batch->rewards + (size_t)table * seats_of(state));
    bool over = node_of(state) == CN_OVER;
    bool broken_off = !over && batch->plies[table] >= batch->plies_max;
    batch->terminated[table] = over;
    batch->truncated[table] = broken_off;
    if (over || broken_off) {
        keep(batch, game, state, table);
        begin(batch, game, state, table);
    }
    show(batch, game, state, table);
}

void cn_batch_begin(const cn_batch *batch)
{
    const cn_game *game = game_of(batch->start);
    for (uint32_t table = 0; table < batch->tables; table++) {
        uint8_t *state = batch->states + (size_t)table * game->size;
        begin(batch, game, state, table);
        show(batch, game, state, table);
    }
}

uint32_t cn_batch_step(const cn_batch *batch, const int64_t *actions)
{
    const cn_game *game = game_of(batch->start);
    cn_move move;
    for (uint32_t table = 0; table < batch->tables; table++) {
        const uint8_t *state = batch->states + (size_t)table * game->size;
        assert(state[0] == batch->start[0] && seats_of(state) == seats_of(batch->start));
        if (!takes(game, state, actions[table], &move)) return table;
    }
    for (uint32_t table = 0; table < batch->tables; table++) {
        step(batch, game, actions[table], table);
    }
    return batch->tables;
}
