/* selfplay.c: games between players with learned values, for training. */
#include "judge.h"
#include "value.h"

#define BELIEF_WORDS (CN_BELIEF_MAX / 8)

typedef struct table {
    const cn_selfplay *play;
    const cn_game *game;
    uint64_t seed;
    uint64_t belief[BELIEF_WORDS];
    bool believes;
    cn_determinization truth; /* the real hidden faces */
    uint8_t state[CN_STATE_MAX];
} table;

static float part(uint64_t *seed) { return (float)(cn_random(seed) >> 40) / (float)(1 << 24); }

static const cn_head *head_of(const table *t) { return (const cn_head *)(const void *)t->state; }

static cn_judge judge_of(table *t, uint32_t network)
{
    return (cn_judge){.tables = t->play->tables,
                      .network = t->play->network[network],
                      .belief = t->believes ? t->belief : NULL,
                      .memo = t->play->memo};
}

static void carry_out(table *t, cn_move move)
{
    if (t->believes) {
        t->game->search->belief->observe(t->state, move, t->play->tables, t->belief);
    }
    cn_advance(t->game, t->state, &t->truth, move);
}

/* A random move by exp(share / noise), or the best. */
static uint32_t draw_move(table *t, const cn_candidate *list, uint32_t count, float noise)
{
    float weight[CN_CANDIDATES_MAX], sum = 0;
    if (part(&t->seed) < t->play->explore) return cn_random_below(&t->seed, count);
    if (noise <= 0) return 0;
    for (uint32_t k = 0; k < count; k++) {
        sum += weight[k] = cn_exp((list[k].guess - list[0].guess) / noise);
    }
    float left = part(&t->seed) * sum;
    for (uint32_t k = 0; k < count; k++) {
        left -= weight[k];
        if (left < 0) return k;
    }
    return 0;
}

/* Decide for the seat on turn. `after` receives the learner's expectation of the best move. */
static cn_move decide(table *t, float after[8])
{
    uint32_t seat = head_of(t)->seat, player = t->play->player[seat];
    cn_candidate list[CN_CANDIDATES_MAX];
    cn_judge learner = judge_of(t, 0);
    cn_worth worths[CN_CANDIDATES_MAX];
    uint32_t count = cn_judge_moves(t->game, &learner, t->state, &t->truth, seat, list, worths);
    memcpy(after, worths[0].share, sizeof worths[0].share);
    if (player == CN_PLAYER_GREEDY) {
        cn_move move;
        char faces[CN_TEXT_MAX];
        const cn_value_ops *value = t->game->search->value;
        uint32_t length =
            value->faces == NULL ? 0 : value->faces(t->state, &t->truth, seat, faces);
        bool found = t->game->greedy(t->state, faces, length, &move);
        assert(found);
        return move;
    }
    if (player == CN_PLAYER_RANDOM) {
        return t->game->any != NULL ? t->game->any(t->state, &t->seed)
            : t->game->nth(t->state, cn_random_below(&t->seed, t->game->ways(t->state)));
    }
    if (player != 0) {
        cn_judge own = judge_of(t, player);
        count = cn_judge_moves(t->game, &own, t->state, &t->truth, seat, list, NULL);
    }
    return list[draw_move(t, list, count, t->play->noise[seat])].move;
}

/* Keep the inputs of this position, in somebody's view. */
static void keep(table *t, uint32_t viewer, cn_selfplay_step *step, float *rows, uint32_t at)
{
    const cn_value_ops *value = t->game->search->value;
    cn_judge judge = judge_of(t, 0);
    uint32_t size = head_of(t)->seats * value->inputs;
    float *row = rows + (size_t)at * size;
    memset(row, 0, size * sizeof *row);
    step->alive = (uint8_t)value->read(&judge, t->state, &t->truth, viewer, row);
    step->row = (int32_t)at;
}

/* A viewer for the inputs: mostly the seat that moved last, like in a choice. */
static uint32_t some_viewer(table *t, uint32_t last)
{
    if (last != CN_NOBODY && part(&t->seed) < 0.7f) return last;
    uint32_t drawn = cn_random_below(&t->seed, head_of(t)->seats + 1u);
    return drawn == head_of(t)->seats ? CN_NOBODY : drawn;
}

uint32_t cn_selfplay_run(const cn_selfplay *play, const uint8_t *state, uint64_t seed,
                         cn_selfplay_step *steps, uint32_t steps_max, float *rows,
                         uint32_t rows_max, float *share, float *money)
{
    table t = {.play = play, .game = cn_game_at(state[0]), .seed = seed};
    uint32_t count = 0, kept = 0, last = CN_NOBODY, plies = 0;
    cn_worth worth = {{0}, {0}, {0}};
    memcpy(t.state, state, t.game->size);
    cn_judge judge = judge_of(&t, 0);
    if (!cn_can_judge(t.game, &judge)) return 0;
    if (t.game->search->belief != NULL) {
        t.believes = true;
        t.game->search->belief->begin(t.state, play->tables, t.belief);
    }
    t.game->search->determinize(t.state, CN_EVERYBODY, NULL, 0, play->tables,
                                t.believes ? t.belief : NULL, &t.seed, &t.truth);
    for (; head_of(&t)->node != CN_OVER; plies++) {
        if (plies == play->plies_max) return 0;
        cn_node node = (cn_node)head_of(&t)->node;
        if (cn_is_judged(t.game, t.state)) {
            if (count + 1 >= steps_max) return 0;
            cn_selfplay_step *step = &steps[count++];
            memset(step, 0, sizeof *step);
            step->row = -1;
            step->seat = CN_NOBODY;
            judge = judge_of(&t, 0);
            cn_judge_node(t.game, &judge, t.state, &t.truth, last, &worth);
            memcpy(step->before, worth.share, sizeof worth.share);
            if (node == CN_CHANCE) {
                step->seat = CN_EVERYBODY;
                cn_judge_luck(t.game, &judge, t.state, &t.truth, last, &worth);
            }
            memcpy(step->after, worth.share, sizeof worth.share);
            if (kept < rows_max && (node != CN_DECIDE || part(&t.seed) < play->keep)) {
                keep(&t, some_viewer(&t, last), step, rows, kept++);
            }
        }
        if (node == CN_DECIDE) {
            float after[8] = {0};
            uint32_t seat = head_of(&t)->seat;
            cn_move move = decide(&t, after);
            if (cn_is_judged(t.game, t.state)) {
                cn_selfplay_step *step = &steps[count - 1];
                step->seat = (uint8_t)seat;
                memcpy(step->after, after, sizeof step->after);
            }
            last = seat;
            carry_out(&t, move);
        } else if (node == CN_CHANCE) {
            carry_out(&t, t.game->search->luck(t.state, &t.truth, &t.seed));
        } else {
            carry_out(&t, t.game->search->opening(t.state, &t.truth));
        }
    }
    cn_settle(t.game, t.state, &worth);
    memcpy(share, worth.share, sizeof worth.share);
    memcpy(money, worth.money, sizeof worth.money);
    return count;
}
