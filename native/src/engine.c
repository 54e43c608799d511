/* engine.c: the public functions. Checks what comes from outside, then asks the game. */
#include "game.h"

#define PLIES_MAX 65536
#define PERFT_DEPTH_MAX 32

static cn_head head_of(const uint8_t *state)
{
    cn_head head;
    memcpy(&head, state, sizeof head);
    return head;
}

static const cn_game *game_of(const uint8_t *state)
{
    const cn_game *game = cn_game_at(state[0]);
    assert(game != NULL);
    return game;
}

uint8_t cn_game_number(const char *key)
{
    for (uint32_t number = 1; number < 256; number++) {
        const cn_game *game = cn_game_at((uint8_t)number);
        if (game != NULL && strcmp(game->key, key) == 0) return (uint8_t)number;
    }
    return 0;
}

uint32_t cn_size(uint8_t number)
{
    const cn_game *game = cn_game_at(number);
    return game == NULL ? 0 : game->size;
}

int cn_new(uint8_t number, uint8_t seats, const uint32_t *options, uint8_t *state)
{
    const cn_game *game = cn_game_at(number);
    if (game == NULL || seats < game->seats_min || seats > game->seats_max) return 0;
    uint8_t fresh[CN_STATE_MAX] = {0};
    assert(game->size <= sizeof fresh);
    fresh[0] = number;
    fresh[1] = seats;
    if (!game->setup(fresh, options)) return 0;
    memcpy(state, fresh, game->size);
    return 1;
}

uint8_t cn_audit(const uint8_t *state, uint32_t size)
{
    if (size < sizeof(cn_head)) return 255;
    cn_head head = head_of(state);
    const cn_game *game = cn_game_at(head.game);
    if (game == NULL || size != game->size) return 255;
    if (head.seats < game->seats_min || head.seats > game->seats_max) return 255;
    if (head.node > CN_OVER) return 255;
    return game->audit(state);
}

/* Read `text` and say whether it can be played now. */
static cn_status read_move(const cn_game *game, const uint8_t *state, const char *text,
                           uint32_t length, cn_move *move)
{
    if (length >= CN_TEXT_MAX || !game->parse(text, length, move)) return CN_E_NOTATION;
    cn_node node = (cn_node)head_of(state).node;
    if (node != game->node(*move)) {
        switch (node) {
        case CN_DECIDE: return CN_E_WANTS_MOVE;
        case CN_CHANCE: return CN_E_WANTS_LUCK;
        case CN_REVEAL: return CN_E_WANTS_OPENING;
        case CN_OVER: return CN_E_OVER;
        }
    }
    return game->check(state, *move);
}

cn_status cn_check(const uint8_t *state, const char *text, uint32_t length)
{
    cn_move move;
    return read_move(game_of(state), state, text, length, &move);
}

cn_status cn_apply(const uint8_t *state, const char *text, uint32_t length, uint8_t *next,
                   cn_events *events)
{
    const cn_game *game = game_of(state);
    cn_move move;
    cn_status status = read_move(game, state, text, length, &move);
    if (status != CN_OK) return status;
    if (next != state) memcpy(next, state, game->size);
    if (events != NULL) events->count = 0;
    game->play(next, move, events);
    return CN_OK;
}

static bool branches(const uint8_t *state)
{
    uint8_t node = head_of(state).node;
    return node == CN_DECIDE || node == CN_CHANCE;
}

static uint32_t list_moves(const cn_game *game, const uint8_t *state, cn_move *moves)
{
    uint32_t count = game->moves(state, moves);
    assert(count > 0 && count <= CN_MOVES_MAX);
    return count;
}

uint32_t cn_list(const uint8_t *state, char *text, uint32_t *weights)
{
    if (!branches(state)) return 0;
    const cn_game *game = game_of(state);
    cn_move moves[CN_MOVES_MAX];
    uint32_t count = list_moves(game, state, moves);
    char *at = text;
    for (uint32_t i = 0; i < count; i++) {
        at += game->format(moves[i], at);
        *at++ = '\n';
        if (weights != NULL) {
            weights[i] = game->weight == NULL ? 1 : game->weight(state, moves[i]);
        }
    }
    return (uint32_t)(at - text);
}

uint32_t cn_ways(const uint8_t *state)
{
    cn_move moves[CN_MOVES_MAX];
    return branches(state) ? list_moves(game_of(state), state, moves) : 0;
}

void cn_scores(const uint8_t *state, int32_t *scores)
{
    game_of(state)->scores(state, scores);
}

uint8_t cn_winners(const uint8_t *state)
{
    return head_of(state).node == CN_OVER ? game_of(state)->winners(state) : 0;
}

uint32_t cn_greedy(const uint8_t *state, const char *faces, uint32_t length, char *text)
{
    if (head_of(state).node != CN_DECIDE) return 0;
    const cn_game *game = game_of(state);
    cn_move move;
    if (!game->greedy(state, faces, length, &move)) return 0;
    assert(game->check(state, move) == CN_OK);
    return game->format(move, text);
}

uint64_t cn_perft(const uint8_t *state, uint32_t depth)
{
    assert(depth <= PERFT_DEPTH_MAX);
    if (depth == 0 || !branches(state)) return 1;
    const cn_game *game = game_of(state);
    cn_move moves[CN_MOVES_MAX];
    uint32_t count = list_moves(game, state, moves);
    if (depth == 1) return count;
    uint64_t leaves = 0;
    uint8_t next[CN_STATE_MAX];
    for (uint32_t i = 0; i < count; i++) {
        memcpy(next, state, game->size);
        game->play(next, moves[i], NULL);
        leaves += cn_perft(next, depth - 1);
    }
    return leaves;
}

/* One of `count` moves, by weight where the game weighs its outcomes. */
static cn_move draw(const cn_game *game, const uint8_t *state, const cn_move *moves,
                    uint32_t count, uint64_t *seed)
{
    if (game->weight == NULL || head_of(state).node == CN_DECIDE) {
        return moves[cn_random_below(seed, count)];
    }
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += game->weight(state, moves[i]);
    uint32_t left = cn_random_below(seed, total);
    uint32_t i = 0;
    while (left >= game->weight(state, moves[i])) left -= game->weight(state, moves[i++]);
    return moves[i];
}

static uint32_t playout(const cn_game *game, uint8_t *state, uint64_t *seed)
{
    cn_move moves[CN_MOVES_MAX];
    uint32_t plies = 0;
    for (; plies < PLIES_MAX && head_of(state).node != CN_OVER; plies++) {
        if (head_of(state).node == CN_REVEAL) {
            game->play(state, game->opening(state, seed), NULL);
        } else {
            uint32_t count = list_moves(game, state, moves);
            game->play(state, draw(game, state, moves, count, seed), NULL);
        }
    }
    return plies;
}

uint64_t cn_playouts(const uint8_t *state, uint64_t seed, uint32_t count, uint8_t *last)
{
    const cn_game *game = game_of(state);
    uint8_t copy[CN_STATE_MAX];
    memcpy(copy, state, game->size);
    uint64_t plies = 0;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(copy, state, game->size);
        plies += playout(game, copy, &seed);
    }
    if (last != NULL) memcpy(last, copy, game->size);
    return plies;
}
