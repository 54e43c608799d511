/* judge.c: positions and moves judged by a game's learned value: one move ahead, with the sum over
 * all possible luck. */
#include "judge.h"
#include "value.h"

/* Positions to sum over; further luck, or openings, are drawn. The end of a game is cheap to count. */
#define LEAVES_MAX 256
#define OPENINGS_MAX 4096

static const cn_head *head_of(const void *state) { return state; }

static cn_node node_of(const void *state) { return (cn_node)head_of(state)->node; }

static const cn_value_ops *value_of(const cn_game *game)
{
    return game == NULL || game->search == NULL ? NULL : game->search->value;
}

bool cn_can_judge(const cn_game *game, const cn_judge *judge)
{
    return judge->network != NULL && value_of(game) != NULL &&
           value_of(game)->inputs == judge->network->inputs;
}

bool cn_is_judged(const cn_game *game, const void *state)
{
    const cn_value_ops *value = value_of(game);
    return value->judged != NULL ? value->judged(state) : node_of(state) == CN_DECIDE;
}

void cn_settle(const cn_game *game, const void *state, cn_worth *worth)
{
    int32_t scores[CN_SEATS_MAX] = {0};
    uint32_t winners = game->winners(state), count = cn_count_bits(winners);
    game->scores(state, scores);
    for (uint32_t seat = 0; seat < head_of(state)->seats; seat++) {
        worth->share[seat] = winners >> seat & 1 ? 1 / (float)count : 0;
        worth->estimate[seat] = worth->share[seat];
        worth->money[seat] = (float)scores[seat];
    }
}

void cn_advance(const cn_game *game, void *state, cn_determinization *sample, cn_move move)
{
    if (game->search->update != NULL) game->search->update(state, move, sample);
    game->play(state, move, NULL);
}

void cn_to_judged(const cn_game *game, void *state, cn_determinization *sample, uint64_t *seed)
{
    while (node_of(state) != CN_OVER && !cn_is_judged(game, state)) {
        cn_node node = node_of(state);
        if (node == CN_DECIDE) return; /* a game that judges at other nodes than decisions */
        cn_move move = node == CN_CHANCE ? game->search->luck(state, sample, seed)
                                         : game->search->opening(state, sample);
        cn_advance(game, state, sample, move);
    }
}

/* Somebody judging a position. */
typedef struct reader {
    const cn_game *game;
    const cn_judge *judge;
    uint32_t viewer;
    uint64_t seed; /* for what is drawn where sums would become too large */
} reader;

static void read_and_judge(const reader *who, const void *state, const cn_determinization *sample,
                           cn_worth *worth)
{
    float rows[CN_SEATS_MAX * CN_NETWORK_INPUTS_MAX];
    const cn_network *network = who->judge->network;
    uint32_t seats = head_of(state)->seats;
    memset(rows, 0, seats * network->inputs * sizeof *rows);
    uint32_t alive = value_of(who->game)->read(who->judge, state, sample, who->viewer, rows);
    cn_network_judge(network, rows, seats, alive, worth->share, worth->money);
    memcpy(worth->estimate, worth->share, sizeof worth->estimate);
}

static void judge_deep(reader *who, const void *state, const cn_determinization *sample,
                       uint32_t leaves, cn_worth *worth);

static void judge_next(reader *who, const void *state, const cn_determinization *sample,
                       cn_move move, uint32_t leaves, cn_worth *worth)
{
    uint8_t next[CN_STATE_MAX];
    cn_determinization then = *sample;
    memcpy(next, state, who->game->size);
    cn_advance(who->game, next, &then, move);
    judge_deep(who, next, &then, leaves, worth);
}

/* One of these, by their probabilities. */
static cn_move draw_outcome(const cn_candidate *list, uint32_t count, uint64_t *seed)
{
    float left = (float)(cn_random(seed) >> 40) / (float)(1 << 24);
    uint32_t k = 0;
    while (k + 1 < count && (left -= list[k].prior) >= 0) k++;
    return list[k].move;
}

uint32_t cn_list_outcomes(const cn_game *game, const cn_judge *judge, const void *state,
                          const cn_determinization *sample, uint32_t viewer, cn_candidate *list)
{
    const cn_value_ops *value = value_of(game);
    uint32_t listed = value->outcomes == NULL ? 0 :
        value->outcomes(judge, state, sample, viewer, list);
    uint32_t ways = listed > 0 ? listed : game->ways(state);
    if (ways > CN_CANDIDATES_MAX) return 0;
    for (uint32_t k = listed; k < ways; k++) {
        list[k].move = game->nth(state, k);
        list[k].prior = game->weight == NULL ? 1 : (float)game->weight(state, list[k].move);
    }
    return ways;
}

/* The mean over all outcomes, or openings, by their weights; over one of them if there are more
 * than `leaves`. */
static void sum_up(reader *who, const void *state, const cn_determinization *sample,
                   uint32_t leaves, cn_worth *worth)
{
    const cn_game *game = who->game;
    const cn_value_ops *value = value_of(game);
    cn_candidate list[CN_CANDIDATES_MAX];
    uint32_t listed = value->outcomes == NULL ? 0 :
        value->outcomes(who->judge, state, sample, who->viewer, list);
    uint32_t ways = listed > 0 ? listed : game->ways(state);
    if (ways > leaves) {
        cn_move move = listed > 0 ? draw_outcome(list, listed, &who->seed) :
            game->search->luck(state, sample, &who->seed);
        judge_next(who, state, sample, move, leaves, worth);
        return;
    }
    float all = 0;
    memset(worth, 0, sizeof *worth);
    for (uint32_t k = 0; k < ways; k++) {
        cn_worth one;
        cn_move move = listed > 0 ? list[k].move : game->nth(state, k);
        float weight = listed > 0 ? list[k].prior :
            game->weight == NULL ? 1 : (float)game->weight(state, move);
        judge_next(who, state, sample, move, leaves / ways, &one);
        for (uint32_t seat = 0; seat < head_of(state)->seats; seat++) {
            worth->share[seat] += weight * one.share[seat];
            worth->money[seat] += weight * one.money[seat];
        }
        all += weight;
    }
    for (uint32_t seat = 0; seat < head_of(state)->seats; seat++) {
        worth->share[seat] /= all;
        worth->money[seat] /= all;
    }
    memcpy(worth->estimate, worth->share, sizeof worth->estimate);
}

static void judge_deep(reader *who, const void *state, const cn_determinization *sample,
                       uint32_t leaves, cn_worth *worth)
{
    const cn_value_ops *value = value_of(who->game);
    memset(worth, 0, sizeof *worth);
    if (node_of(state) == CN_OVER) {
        cn_settle(who->game, state, worth);
    } else if (cn_is_judged(who->game, state)) {
        read_and_judge(who, state, sample, worth);
    } else if (value->expect != NULL) {
        value->expect(who->judge, state, sample, who->viewer, worth);
    } else {
        sum_up(who, state, sample, leaves, worth);
    }
}

void cn_judge_node(const cn_game *game, const cn_judge *judge, const void *state,
                   const cn_determinization *sample, uint32_t viewer, cn_worth *worth)
{
    reader who = {.game = game, .judge = judge, .viewer = viewer};
    judge_deep(&who, state, sample, LEAVES_MAX, worth);
}

void cn_judge_luck(const cn_game *game, const cn_judge *judge, const void *state,
                   const cn_determinization *sample, uint32_t viewer, cn_worth *worth)
{
    reader who = {.game = game, .judge = judge, .viewer = viewer};
    bool opens = node_of(state) == CN_REVEAL;
    sum_up(&who, state, sample, opens ? OPENINGS_MAX : LEAVES_MAX, worth);
}

static uint32_t moves_of(const cn_game *game, const cn_judge *judge, const void *state,
                         const cn_determinization *sample, uint32_t viewer, cn_move *moves)
{
    cn_candidate list[CN_CANDIDATES_MAX];
    const cn_value_ops *value = value_of(game);
    if (value->moves != NULL) return value->moves(judge, state, sample, viewer, moves);
    uint32_t count = game->search->candidates(state, sample, judge->tables, list);
    for (uint32_t k = 0; k < count; k++) moves[k] = list[k].move;
    return count;
}

uint32_t cn_judge_moves(const cn_game *game, const cn_judge *judge, const void *state,
                        const cn_determinization *sample, uint32_t viewer, cn_candidate *list,
                        cn_worth *worths)
{
    reader who = {.game = game, .judge = judge, .viewer = viewer};
    cn_move moves[CN_CANDIDATES_MAX];
    uint32_t count = moves_of(game, judge, state, sample, viewer, moves);
    uint32_t seat = head_of(state)->seat;
    assert(count >= 1 && count <= CN_CANDIDATES_MAX);
    for (uint32_t k = 0; k < count; k++) {
        cn_worth one;
        judge_next(&who, state, sample, moves[k], LEAVES_MAX, &one);
        uint32_t at = k;
        for (; at > 0 && list[at - 1].guess < one.share[seat]; at--) {
            list[at] = list[at - 1];
            if (worths != NULL) worths[at] = worths[at - 1];
        }
        list[at] = (cn_candidate){moves[k], 0, one.share[seat]};
        if (worths != NULL) worths[at] = one;
    }
    float sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        list[k].prior = cn_exp((list[k].guess - list[0].guess) / value_of(game)->spread);
        sum += list[k].prior;
    }
    for (uint32_t k = 0; k < count; k++) list[k].prior /= sum;
    return count;
}

/* --- for outside callers ---------------------------------------------------------------------- */

uint32_t cn_value_inputs(uint8_t number)
{
    const cn_value_ops *value = value_of(cn_game_at(number));
    return value == NULL ? 0 : value->inputs;
}

uint32_t cn_value_version(uint8_t number)
{
    const cn_value_ops *value = value_of(cn_game_at(number));
    return value == NULL ? 0 : value->version;
}

uint32_t cn_value_memo_bytes(uint8_t number)
{
    const cn_value_ops *value = value_of(cn_game_at(number));
    return value == NULL ? 0 : value->memo_bytes;
}

int cn_value_read(const uint8_t *state, uint8_t seat, const char *faces, uint32_t length,
                  const void *tables, const void *belief, void *memo, float *rows, uint8_t *alive)
{
    const cn_game *game = cn_game_at(state[0]);
    const cn_value_ops *value = value_of(game);
    cn_determinization sample = {{0}};
    uint64_t seed = 0;
    if (value == NULL || node_of(state) == CN_OVER || !cn_is_judged(game, state)) return 0;
    if (length >= CN_TEXT_MAX || (seat >= state[1] && seat != CN_NOBODY)) return 0;
    if (!game->search->determinize(state, seat, faces, length, tables, belief, &seed, &sample)) return 0;
    cn_judge judge = {.tables = tables, .belief = belief, .memo = memo};
    memset(rows, 0, state[1] * value->inputs * sizeof *rows);
    *alive = (uint8_t)value->read(&judge, state, &sample, length != 0 ? seat : CN_NOBODY, rows);
    return 1;
}

uint32_t cn_value_outcomes(const uint8_t *state, const void *tables, const void *belief,
                           const void *network, void *memo, cn_value_outcome *list)
{
    const cn_game *game = cn_game_at(state[0]);
    cn_judge judge = {.tables = tables, .network = network, .belief = belief, .memo = memo};
    reader who = {.game = game, .judge = &judge, .viewer = CN_NOBODY};
    cn_candidate found[CN_CANDIDATES_MAX];
    cn_determinization sample = {{0}};
    double all = 0;
    if (!cn_can_judge(game, &judge) || node_of(state) != CN_CHANCE) return 0;
    game->search->determinize(state, CN_NOBODY, NULL, 0, tables, belief, &who.seed, &sample);
    uint32_t count = cn_list_outcomes(game, &judge, state, &sample, CN_NOBODY, found);
    for (uint32_t k = 0; k < count; k++) {
        cn_worth worth;
        judge_next(&who, state, &sample, found[k].move, LEAVES_MAX / count, &worth);
        list[k] = (cn_value_outcome){.chance = (double)found[k].prior};
        uint32_t length = game->format(found[k].move, list[k].text);
        assert(length < sizeof list[k].text);
        for (uint32_t seat = 0; seat < state[1]; seat++) list[k].share[seat] = (double)worth.share[seat];
        all += list[k].chance;
    }
    for (uint32_t k = 0; k < count; k++) list[k].chance /= all;
    return count;
}

uint32_t cn_value_start(uint8_t number)
{
    const cn_value_ops *value = value_of(cn_game_at(number));
    return value == NULL ? 0 : value->start;
}

static const cn_belief_ops *belief_of(uint8_t number)
{
    const cn_game *game = cn_game_at(number);
    return game == NULL || game->search == NULL ? NULL : game->search->belief;
}

uint32_t cn_belief_bytes(uint8_t number)
{
    const cn_belief_ops *belief = belief_of(number);
    return belief == NULL ? 0 : belief->bytes;
}

void cn_belief_begin(const uint8_t *state, const void *tables, void *belief)
{
    const cn_belief_ops *ops = belief_of(state[0]);
    if (ops != NULL) ops->begin(state, tables, belief);
}

uint32_t cn_belief_follow(uint8_t *state, const char *text, uint32_t length, const void *tables,
                          void *belief)
{
    const cn_game *game = cn_game_at(state[0]);
    const cn_belief_ops *ops = belief_of(state[0]);
    uint32_t fitted = 0;
    for (const char *end = text + length; text < end; fitted++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (stop == NULL) return fitted;
        uint32_t size = (uint32_t)(stop - text);
        cn_move move;
        if (cn_check(state, text, size) != CN_OK || !game->parse(text, size, &move)) return fitted;
        if (ops != NULL && belief != NULL) ops->observe(state, move, tables, belief);
        game->play(state, move, NULL);
        text = stop + 1;
    }
    return fitted;
}
