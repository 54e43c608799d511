/* test_batch.c: tables stepped together under sanitizers, by actions drawn from what is offered and by
 * rubbish: everything offered is taken, nothing else is, a refusal changes nothing, every position
 * passes the audit, and what is written stays within its room. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

#define TABLES 3
#define STEPS 160

static uint64_t chance = 20261123;

static uint32_t below(uint32_t bound)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 33) % bound;
}

/* Blocks of exactly their size, so that a byte too many is noticed. */
static void *room(size_t bytes)
{
    void *block = malloc(bytes);
    assert(block != NULL);
    memset(block, 0xA5, bytes);
    return block;
}

static cn_batch tables_of(const uint8_t *start, const char *faces, uint32_t plies_max, uint8_t scored)
{
    uint32_t size = cn_size(start[0]), seats = start[1];
    cn_batch batch = {.tables = TABLES, .plies_max = plies_max, .scored = scored};
    uint8_t *seeds = room(TABLES * CN_LUCK_SEED);
    for (uint32_t i = 0; i < TABLES * CN_LUCK_SEED; i++) seeds[i] = (uint8_t)below(256);
    batch.start = start;
    batch.faces = faces;
    batch.seeds = seeds;
    batch.states = room((size_t)size * TABLES);
    batch.lucks = room(sizeof(cn_luck) * TABLES);
    batch.plies = room(sizeof(uint32_t) * TABLES);
    batch.seat = room(TABLES);
    batch.observations = room(sizeof(int16_t) * cn_batch_numbers(start[0], start[1]) * TABLES);
    batch.masks = room((size_t)cn_batch_actions(start[0]) * TABLES);
    batch.rewards = room(sizeof(float) * seats * TABLES);
    batch.terminated = room(TABLES);
    batch.truncated = room(TABLES);
    batch.last = room((size_t)size * TABLES);
    batch.last_faces = room((size_t)CN_LUCK_FACES * CN_SEATS_MAX * TABLES);
    return batch;
}

static void drop(const cn_batch *batch)
{
    void *blocks[] = {(void *)(uintptr_t)batch->seeds, batch->states, batch->lucks, batch->plies,
                      batch->seat, batch->observations, batch->masks, batch->rewards,
                      batch->terminated, batch->truncated, batch->last, batch->last_faces};
    for (uint32_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
}

/* One action that cannot be taken, and all states as they were. */
static void refuse(const cn_batch *batch, const int64_t *chosen)
{
    static const int64_t far[] = {-1, INT64_MIN, INT64_MAX, (int64_t)1 << 32, UINT32_MAX, 100000};
    size_t size = (size_t)cn_size(batch->start[0]) * TABLES;
    uint32_t actions = cn_batch_actions(batch->start[0]), table = below(TABLES);
    int64_t wrong[TABLES];
    uint8_t *before = room(size);
    cn_luck lucks[TABLES];
    memcpy(before, batch->states, size);
    memcpy(lucks, batch->lucks, sizeof lucks);
    memcpy(wrong, chosen, sizeof wrong);
    wrong[table] = below(actions);
    if (batch->masks[table * actions + (uint32_t)wrong[table]] != 0 || below(3) == 0) {
        wrong[table] = far[below(6)];
    }
    assert(cn_batch_step(batch, wrong) == table);
    assert(memcmp(before, batch->states, size) == 0);
    assert(memcmp(lucks, batch->lucks, sizeof lucks) == 0);
    free(before);
}

/* What stands at a table after a step: possible, offered as it can be taken, paid as it was won. */
static void examine(const cn_batch *batch, uint32_t table)
{
    uint8_t number = batch->start[0], seats = batch->start[1];
    uint32_t size = cn_size(number), actions = cn_batch_actions(number);
    const uint8_t *state = batch->states + table * size, *mask = batch->masks + table * actions;
    char text[CN_TEXT_MAX];
    bool over = batch->terminated[table] != 0, cut = batch->truncated[table] != 0;
    assert(cn_audit(state, size) == 0 && state[2] == CN_DECIDE && state[3] == batch->seat[table]);
    for (uint32_t action = 0; action < actions; action++) {
        uint32_t length = cn_batch_notation(state, action, text);
        assert((length > 0) == (mask[action] != 0));
        assert(length == 0 || cn_check(state, text, length) == CN_OK);
    }
    if (over || cut) {
        const uint8_t *last = batch->last + table * size;
        assert(over != cut && cn_audit(last, size) == 0 && (last[2] == CN_OVER) == over);
    }
    if (batch->scored) return;
    float sum = 0;
    for (uint32_t seat = 0; seat < seats; seat++) sum += batch->rewards[table * seats + seat];
    assert(over ? sum > 0.99f && sum < 1.01f : sum == 0);
}

static uint32_t play(const char *key, uint8_t seats, const uint32_t *options, const char *faces,
                     uint32_t plies_max, uint8_t scored)
{
    uint8_t game = cn_game_number(key);
    uint32_t size = cn_size(game), actions = cn_batch_actions(game), ended = 0;
    uint8_t *start = room(size);
    assert(cn_new(game, seats, options, start));
    cn_batch batch = tables_of(start, faces, plies_max, scored);
    cn_batch_begin(&batch);
    for (uint32_t steps = 0; steps < STEPS; steps++) {
        int64_t chosen[TABLES];
        for (uint32_t table = 0; table < TABLES; table++) {
            const uint8_t *mask = batch.masks + table * actions;
            chosen[table] = -1;
            for (uint32_t action = 0, seen = 0; action < actions; action++) {
                if (mask[action] != 0 && below(++seen) == 0) chosen[table] = action;
                if (chosen[table] >= 0 && steps % 2 == 0) break; /* the first ends games */
            }
        }
        if (steps % 8 == 0) refuse(&batch, chosen);
        assert(cn_batch_step(&batch, chosen) == TABLES);
        for (uint32_t table = 0; table < TABLES; table++) {
            ended += batch.terminated[table] != 0;
            if (steps % 8 == 0 || batch.terminated[table] != 0) examine(&batch, table);
        }
    }
    drop(&batch);
    free(start);
    return ended;
}

/* Every seat's view at every node, with whatever letters as its cards. */
static void look(const char *key, uint8_t seats, const uint32_t *options, const char *faces)
{
    uint8_t game = cn_game_number(key), state[CN_STATE_MAX], seed[CN_LUCK_SEED] = {7};
    int16_t *numbers = room(sizeof *numbers * cn_batch_numbers(game, seats));
    uint8_t *mask = room(cn_batch_actions(game));
    cn_luck luck;
    assert(cn_new(game, seats, options, state));
    cn_luck_begin(state, seed, faces, &luck);
    for (uint32_t plies = 0; plies < 2000 && state[2] != CN_OVER; plies++) {
        uint32_t seat = below(seats), length;
        char cards[CN_LUCK_FACES], text[CN_TEXT_MAX + 8];
        cn_luck_faces(&luck, state, seat, cards);
        for (uint32_t i = 0; i < CN_LUCK_FACES && plies % 2 == 1; i++) cards[i] = (char)below(256);
        cn_batch_view(state, seat, cards, numbers);
        cn_batch_offer(state, mask);
        if (state[2] != CN_DECIDE) { /* one at a time: there is room for no more */
            uint32_t room_left = CN_TEXT_MAX + below(8);
            assert(cn_luck_play(&luck, state, 1 + below(9), text, CN_TEXT_MAX - 1, &length) == 0);
            assert(length == 0);
            assert(cn_luck_play(&luck, state, 1 + below(9), text, room_left, &length) >= 1);
            assert(length >= 2 && length <= room_left && text[length - 1] == '\n');
            continue;
        }
        uint32_t action = below(cn_batch_actions(game));
        while (mask[action] == 0) action = below(cn_batch_actions(game));
        length = cn_batch_notation(state, action, text);
        assert(cn_apply(state, text, length, state, NULL) == CN_OK);
        cn_luck_play(&luck, state, 0, NULL, 0, NULL); /* sees another pack, plays nothing */
    }
    free(numbers);
    free(mask);
}

int main(void)
{
    const uint32_t none[CN_OPTIONS_MAX] = {0}, war[CN_OPTIONS_MAX] = {131070, 450};
    const uint32_t raid[CN_OPTIONS_MAX] = {66, 40}; /* two rounds */
    uint32_t ended = 0;
    for (uint8_t seats = 2; seats <= 8; seats += 3) {
        ended += play("camelup", seats, none, "bgowy", 20000, seats == 5);
        look("camelup", seats, none, "bgowy");
    }
    for (uint8_t seats = 2; seats <= 6; seats += 2) {
        ended += play("cards", seats, none, "", 20000, seats == 4);
        look("cards", seats, none, "");
    }
    for (uint8_t seats = 2; seats <= 4; seats++) {
        ended += play("targui", seats, seats == 2 ? raid : war, "", 20000, seats == 4);
        look("targui", seats, raid, "");
    }
    assert(ended > 20);
    assert(play("camelup", 4, none, "bgowy", 40, 0) == 0 && play("cards", 4, none, "", 30, 1) == 0);
    assert(cn_batch_actions(255) == 0 && cn_batch_numbers(cn_game_number("cards"), 7) == 0);
    return 0;
}
