/* search.c: information-set Monte-Carlo tree search over a game's search operations (search_ops.h).
 *
 * One tree holds the public steps: decisions, luck and openings, in their order. Each iteration
 * fills in the information that the seat lacks and walks down: at a decision by PUCT (the seat's
 * average reward, and the prior of moves with few visits), at luck and openings by the outcome of
 * this world. Each seat plays for itself. A node with enough visits opens its moves; at the first
 * node without moves the game's own playout continues.
 *
 * In judged games the searching seat judges everything, by what it knows. A judgement is made once
 * and stands for all samples that come this way, so it may depend on the way alone: where another
 * seat's hidden hand changes its moves, each kind of hand has moves of its own. */
#include "judge.h"

#define DEPTH_MAX 256     /* of the tree; a playout continues beyond it */
#define OPEN_AT 4         /* visits after which a node opens its moves, by default */
#define UNTRIED_LOSS 0.05 /* an untried move counts this much less than its node */
#define OPEN_JUDGED_AT 1  /* OPEN_AT in games whose positions are judged */
#define STRATA_MAX 32     /* outcomes of a chance node that are taken in turn */

/* A node, and the move that leads to it. Outcomes, openings and the hands at a decision form a
 * chain; the moves of a hand lie side by side. */
typedef struct search_node {
    cn_move move;
    uint32_t first; /* its first child; 0 without children */
    uint32_t count; /* of a hand: number of its open moves */
    uint32_t next;  /* in a chain: the next of the same node; 0 for the last */
    uint32_t visits;
    float prior;
    /* In judged games, shares by seat: the expectation of the move that leads here, and the
     * judgement of a decision before its moves. */
    float guess[CN_SEATS_MAX], before[CN_SEATS_MAX];
    double reward, share, money; /* sums for the seat that moved; for luck those of seat 0 */
    double estimate; /* the same by the estimates of playouts */
} search_node;

/* The front of the caller's memory; the game's root cache and the nodes follow. Node 0 is the
 * root. */
typedef struct search {
    const cn_search_ops *search;
    const cn_game *game;
    cn_judge judge;
    bool judges; /* by a network, instead of playing on */
    uint64_t seed;
    cn_objective objective;
    uint32_t room, used, iterations;
    uint32_t faces_length;
    char faces[CN_TEXT_MAX];
    uint8_t seat;
    uint8_t state[CN_STATE_MAX];
    double share[CN_SEATS_MAX], money[CN_SEATS_MAX];
    cn_worth luck; /* the judgement of a waiting root */
} search;

/* The way down: nodes, and the seat that moved to each. */
typedef struct search_path {
    uint32_t length;
    uint32_t node[DEPTH_MAX + 1];
    uint8_t seat[DEPTH_MAX + 1];
    bool decided[DEPTH_MAX + 1]; /* by that seat, not by luck; never the root */
    uint32_t first; /* of a waiting root: the place of the first decision's move; 0: no decision, */
    cn_worth judged; /* and the judgement of that decision */
} search_path;

static uint64_t root_cache_at(void) { return (sizeof(search) + 7) / 8 * 8; }

static uint64_t head_bytes(void) { return root_cache_at() + CN_ROOT_CACHE_MAX; }

static search_node *nodes_of(search *s) { return (search_node *)((uint8_t *)s + head_bytes()); }

/* True in a judged game if luck or an opening comes before the first decision. */
static bool waits(const search *s)
{
    return s->judges && s->state[offsetof(cn_head, node)] != CN_DECIDE;
}

static const cn_game *searchable(uint8_t number)
{
    const cn_game *game = cn_game_at(number);
    return game == NULL || game->search == NULL ? NULL : game;
}

uint64_t cn_tables_bytes(uint8_t number)
{
    const cn_game *game = searchable(number);
    return game == NULL || game->search->tables_bytes == NULL ? 0 : game->search->tables_bytes();
}

void cn_tables_build(uint8_t number, void *memory)
{
    const cn_game *game = searchable(number);
    if (game != NULL && game->search->build_tables != NULL) game->search->build_tables(memory);
}

uint64_t cn_search_bytes(uint32_t nodes)
{
    return head_bytes() + (uint64_t)nodes * sizeof(search_node);
}

/* The game if a seat with these faces can search it from here, else null; tries one
 * determinization. */
static const cn_game *accepts(const uint8_t *state, uint8_t seat, const char *faces,
                              uint32_t length, const void *tables, const void *belief)
{
    const cn_game *game = searchable(state[0]);
    uint64_t seed = 0;
    cn_determinization sample = {{0}};
    if (game == NULL || state[offsetof(cn_head, node)] == CN_OVER) return NULL;
    if (length >= CN_TEXT_MAX || (seat >= state[1] && seat != CN_NOBODY)) return NULL;
    return game->search->determinize(state, seat, faces, length, tables, belief, &seed, &sample) ?
        game : NULL;
}

/* A sample in the view of the searching seat. */
static cn_determinization sample_of(const search *s, uint64_t *seed)
{
    cn_determinization sample = {{0}};
    bool filled = s->search->determinize(s->state, s->seat, s->faces, s->faces_length,
                                         s->judge.tables, s->judge.belief, seed, &sample);
    assert(filled);
    return sample;
}

int cn_search_begin(void *memory, uint32_t nodes, const uint8_t *state, uint8_t seat,
                    const char *faces, uint32_t length, const void *tables, const void *belief,
                    const void *network, void *memo, uint64_t seed, cn_objective objective)
{
    const cn_game *game = accepts(state, seat, faces, length, tables, belief);
    cn_judge judge = {.tables = tables, .network = network, .belief = belief, .memo = memo};
    if (game == NULL || nodes < 1) return 0;
    if (network != NULL && !cn_can_judge(game, &judge)) return 0;
    search *s = memory;
    memset(s, 0, sizeof *s);
    s->search = game->search;
    s->game = game;
    s->judge = judge;
    s->judges = network != NULL;
    s->seed = seed;
    s->objective = objective;
    s->room = nodes;
    s->faces_length = length;
    if (length > 0) memcpy(s->faces, faces, length);
    s->seat = seat;
    memcpy(s->state, state, game->size);
    s->used = 1;
    memset(nodes_of(s), 0, sizeof(search_node));
    if (game->search->build_root_cache != NULL && !s->judges) {
        assert(game->search->root_cache_bytes <= CN_ROOT_CACHE_MAX);
        game->search->build_root_cache(s->state, tables, (uint8_t *)s + root_cache_at());
    }
    if (waits(s)) {
        cn_determinization sample = sample_of(s, &seed);
        cn_judge_luck(game, &s->judge, state, &sample, seat, &s->luck);
    }
    return 1;
}

static uint32_t new_nodes(search *s, uint32_t count)
{
    if (s->room - s->used < count) return 0;
    uint32_t first = s->used;
    s->used += count;
    memset(&nodes_of(s)[first], 0, count * sizeof(search_node));
    return first;
}

/* Open the moves of a hand at a decision, unless there is no room left for them. */
static void open_moves(search *s, uint32_t at, uint32_t hand, const uint8_t *state,
                       const cn_determinization *sample)
{
    cn_candidate list[CN_CANDIDATES_MAX];
    cn_worth worths[CN_CANDIDATES_MAX], before;
    uint32_t count = s->judges ?
        cn_judge_moves(s->game, &s->judge, state, sample, s->seat, list, worths) :
        s->search->candidates(state, sample, s->judge.tables, list);
    assert(count >= 1 && count <= CN_CANDIDATES_MAX);
    uint32_t first = new_nodes(s, count);
    if (first == 0) return;
    search_node *nodes = nodes_of(s);
    for (uint32_t k = 0; k < count; k++) {
        nodes[first + k].move = list[k].move;
        nodes[first + k].prior = list[k].prior;
        if (s->judges) memcpy(nodes[first + k].guess, worths[k].share, sizeof worths[k].share);
    }
    nodes[hand].first = first;
    nodes[hand].count = count;
    if (!s->judges) return;
    if (cn_is_judged(s->game, state)) {
        cn_judge_node(s->game, &s->judge, state, sample, s->seat, &before);
    } else {
        before = worths[0];
    }
    memcpy(nodes[at].before, before.share, sizeof before.share);
}

/* A square root to a few digits, without a library: the search needs one at each node. */
static double root_of(double value)
{
    double estimate = 1;
    while (estimate * estimate < value) estimate *= 2;
    for (uint32_t i = 0; i < 5; i++) estimate = (estimate + value / estimate) / 2;
    return estimate;
}

/* The value of a visited node: its average reward, mixed with the guess while it has few visits. */
static double value_of(const search *s, const search_node *node, uint32_t seat)
{
    double visits = (double)node->visits, average = node->reward / visits;
    if (s->judges) {
        double guess = (double)node->guess[seat];
        double guesses = (double)s->search->value->guess_visits;
        return (node->reward + guess * guesses) / (visits + guesses);
    }
    double guess_visits = (double)s->search->estimate_visits;
    return average + (node->estimate / visits - average) * guess_visits / (guess_visits + visits);
}

/* PUCT: the move with the best sum of its average and a bonus for its prior, which visits use
 * up. */
static uint32_t select_move(search *s, uint32_t hand, uint32_t seat)
{
    const search_node *nodes = nodes_of(s), *node = &nodes[hand];
    double reward = 0, best = -1e300;
    uint32_t visits = 0, chosen = node->first;
    for (uint32_t k = node->first; k < node->first + node->count; k++) {
        visits += nodes[k].visits;
        if (nodes[k].visits > 0) reward += value_of(s, &nodes[k], seat) * nodes[k].visits;
    }
    double untried = visits == 0 ? 0 : reward / visits - UNTRIED_LOSS;
    float explore = s->judges ? s->search->value->explore : s->search->explore;
    double bonus = (double)explore * root_of((double)visits + 1);
    for (uint32_t k = node->first; k < node->first + node->count; k++) {
        double tried = (double)nodes[k].visits;
        double value = nodes[k].visits > 0 ? value_of(s, &nodes[k], seat)
                       : s->judges ? (double)nodes[k].guess[seat] : untried;
        value += bonus * (double)nodes[k].prior / (1 + tried);
        if (value > best) {
            best = value;
            chosen = k;
        }
    }
    return chosen;
}

/* The rarest outcome for its weight: of n visits to a chance node each outcome gets its part, plus
 * or minus one, so luck adds less noise than random draws. Of luck that lies in the sample, the
 * rarest that it holds, which then comes next there. */
static cn_move next_outcome(search *s, uint32_t at, const uint8_t *state, cn_determinization *sample)
{
    const search_node *nodes = nodes_of(s);
    cn_candidate list[CN_CANDIDATES_MAX];
    uint32_t ways = cn_list_outcomes(s->game, &s->judge, state, sample, s->seat, list);
    uint32_t begin = cn_random_below(&s->seed, ways), best = ways;
    double all = 0, most = -1e300;
    assert(ways >= 1 && ways <= STRATA_MAX);
    for (uint32_t k = 0; k < ways; k++) all += (double)list[k].prior;
    for (uint32_t i = 0; i < ways; i++) {
        const cn_candidate *one = &list[(begin + i) % ways];
        double visits = 0;
        for (uint32_t k = nodes[at].first; k != 0; k = nodes[k].next) {
            if (nodes[k].move == one->move) visits = nodes[k].visits;
        }
        double owed = (double)one->prior * ((double)nodes[at].visits + 1) / all - visits;
        if (owed <= most) continue;
        if (s->search->draw != NULL && !s->search->draw(state, one->move, sample)) continue;
        most = owed;
        best = (begin + i) % ways;
    }
    assert(best < ways);
    return list[best].move;
}

/* The child for an outcome, an opening or a hand, created when it comes for the first time. 0 if
 * there is no room for it. */
static uint32_t chained_node(search *s, uint32_t at, cn_move move)
{
    search_node *nodes = nodes_of(s);
    for (uint32_t k = nodes[at].first; k != 0; k = nodes[k].next) {
        if (nodes[k].move == move) return k;
    }
    uint32_t made = new_nodes(s, 1);
    if (made == 0) return 0;
    nodes[made].move = move;
    nodes[made].next = nodes[at].first;
    nodes[at].first = made;
    return made;
}

/* One step down: the child, with `seat` set to the seat that moved there; 0 at a leaf. */
static uint32_t step_down(search *s, uint32_t at, const uint8_t *state,
                          cn_determinization *sample, uint8_t *seat)
{
    const cn_value_ops *value = s->search->value;
    const search_node *node = &nodes_of(s)[at];
    uint32_t hand, open_at = s->search->expansion_visits != 0 ? s->search->expansion_visits : OPEN_AT;
    if (s->judges) open_at = OPEN_JUDGED_AT;
    if (at != 0 && node->first == 0 && node->visits < open_at) return 0;
    *seat = 0;
    switch ((cn_node)state[offsetof(cn_head, node)]) {
    case CN_DECIDE:
        hand = chained_node(s, at, s->judges && value->hand != NULL ? value->hand(state, sample) : 0);
        if (hand == 0) return 0;
        if (nodes_of(s)[hand].count == 0) open_moves(s, at, hand, state, sample);
        if (nodes_of(s)[hand].count == 0) return 0;
        *seat = state[offsetof(cn_head, seat)];
        return select_move(s, hand, *seat);
    case CN_CHANCE:
        if (s->judges && s->game->ways(state) <= STRATA_MAX) {
            return chained_node(s, at, next_outcome(s, at, state, sample));
        }
        return chained_node(s, at, s->search->luck(state, sample, &s->seed));
    case CN_REVEAL: return chained_node(s, at, s->search->opening(state, sample));
    case CN_OVER: break;
    }
    return 0;
}

static void play_on(const cn_game *game, uint8_t *state, cn_determinization *sample,
                    const void *tables,
                    uint64_t *seed, cn_worth *worth)
{
    memset(worth, 0, sizeof *worth);
    if (state[offsetof(cn_head, node)] == CN_OVER) {
        cn_settle(game, state, worth);
    } else {
        game->search->playout(state, sample, tables, seed, worth);
    }
}

/* The reward of a seat, between about 0 and 1. Money counts against the average of the table. */
static double reward_of(const search *s, double share, const cn_worth *worth, uint32_t seat)
{
    double mean = 0;
    if (s->objective == CN_FOR_VICTORY) return share;
    for (uint32_t other = 0; other < s->state[1]; other++) mean += (double)worth->money[other];
    mean /= s->state[1];
    double lead = 0.5 + ((double)worth->money[seat] - mean) / (4 * (double)s->search->money_scale);
    if (s->objective == CN_FOR_MONEY) return lead;
    return (share + lead) / 2;
}

/* Counts a visit to a node on the way down. */
static void learn_node(search *s, const search_path *path, uint32_t i, const cn_worth *worth)
{
    search_node *node = &nodes_of(s)[path->node[i]];
    uint32_t seat = path->seat[i];
    node->visits++;
    node->reward += reward_of(s, (double)worth->share[seat], worth, seat);
    node->estimate += reward_of(s, (double)worth->estimate[seat], worth, seat);
    node->share += (double)worth->share[seat];
    node->money += (double)worth->money[seat];
}

/* Learn from the end, on the way up. In judged games the worth of a decision is its expectation,
 * corrected by the changes that later decisions of this way made to the judgement of their
 * positions; the worth of luck at the root likewise. Neither contains the luck in between, so one
 * visit tells almost as much as their mean. */
static void learn(search *s, const search_path *path, cn_worth *worth)
{
    float correction[CN_SEATS_MAX] = {0};
    for (uint32_t i = path->length; i-- > 0;) {
        if (s->judges && path->decided[i]) {
            const search_node *node = &nodes_of(s)[path->node[i]];
            const search_node *above = &nodes_of(s)[path->node[i - 1]];
            for (uint32_t seat = 0; seat < s->state[1]; seat++) {
                worth->share[seat] = node->guess[seat] + correction[seat];
                correction[seat] = worth->share[seat] - above->before[seat];
            }
        }
        learn_node(s, path, i, worth);
    }
    for (uint32_t seat = 0; seat < s->state[1]; seat++) {
        float share = worth->share[seat];
        if (waits(s)) share = path->first == 0 ? 0 : share - path->judged.share[seat];
        s->share[seat] += (double)(s->luck.share[seat] + share);
        s->money[seat] += (double)worth->money[seat];
    }
    s->iterations++;
}

static void iterate(search *s)
{
    uint8_t state[CN_STATE_MAX], seat = 0;
    cn_determinization sample = sample_of(s, &s->seed);
    cn_worth worth;
    search_path path = {.length = 1}; /* the root */
    memcpy(state, s->state, s->game->size);
    if (s->search->adopt_root != NULL && !s->judges) s->search->adopt_root(&sample, (const uint8_t *)s +
                                                             root_cache_at());
    uint32_t at = 0;
    while (path.length <= DEPTH_MAX && (at = step_down(s, at, state, &sample, &seat)) != 0) {
        path.decided[path.length] = state[offsetof(cn_head, node)] == CN_DECIDE;
        if (path.decided[path.length] && path.first == 0 && waits(s)) {
            cn_judge_node(s->game, &s->judge, state, &sample, s->seat, &path.judged);
            path.first = path.length;
        }
        cn_advance(s->game, state, &sample, nodes_of(s)[at].move);
        path.node[path.length] = at;
        path.seat[path.length++] = seat;
    }
    if (s->judges) {
        cn_to_judged(s->game, state, &sample, &s->seed);
        cn_judge_node(s->game, &s->judge, state, &sample, s->seat, &worth);
    } else {
        play_on(s->game, state, &sample, s->judge.tables, &s->seed, &worth);
    }
    learn(s, &path, &worth);
}

void cn_search_run(void *memory, uint32_t iterations)
{
    for (uint32_t i = 0; i < iterations; i++) iterate(memory);
}

/* The average of a share. Playouts take luck off, which may carry it a little beyond its bounds. */
static double share_of(double sum, uint32_t count)
{
    double share = sum / count;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* What the search found out about a move, an outcome or an opening of the root. */
typedef struct finding {
    cn_move move;
    uint32_t visits;
    double share, money; /* sums over visits */
    double hands, prior, guess; /* sums over the visits of the hands that have this move */
} finding;

/* Put the moves of all hands together into `found`; returns their number. */
static uint32_t gather_moves(const search *s, const search_node *nodes, finding *found)
{
    uint32_t count = 0, seat = s->state[offsetof(cn_head, seat)];
    for (uint32_t hand = nodes[0].first; hand != 0; hand = nodes[hand].next) {
        const search_node *move = &nodes[nodes[hand].first], *end = move + nodes[hand].count;
        double visits = 0;
        for (const search_node *node = move; node < end; node++) visits += node->visits;
        for (const search_node *node = move; node < end; node++) {
            uint32_t at = 0;
            while (at < count && found[at].move != node->move) at++;
            if (at == CN_SEARCH_LINES_MAX) continue;
            if (at == count) found[count++] = (finding){.move = node->move};
            found[at].visits += node->visits;
            found[at].share += node->share;
            found[at].money += node->money;
            found[at].hands += visits;
            found[at].prior += visits * (double)node->prior;
            found[at].guess += visits * (double)node->guess[seat];
        }
    }
    return count;
}

/* Insert a line by its visits; rarely visited ones fall off the end of a full list. */
static void insert_line(const search *s, const finding *found, cn_search_result *result)
{
    uint32_t place = result->count;
    while (place > 0 && result->line[place - 1].visits < found->visits) place--;
    if (place == CN_SEARCH_LINES_MAX) return;
    if (result->count < CN_SEARCH_LINES_MAX) result->count++;
    for (uint32_t k = result->count - 1; k > place; k--) result->line[k] = result->line[k - 1];
    cn_search_line *line = &result->line[place];
    memset(line, 0, sizeof *line);
    uint32_t length = s->game->format(found->move, line->text);
    assert(length < CN_TEXT_MAX);
    line->visits = found->visits;
    if (found->hands > 0) line->prior = (float)(found->prior / s->iterations);
    if (found->visits > 0) {
        line->share = share_of(found->share, found->visits);
        line->money = found->money / found->visits;
    } else {
        line->share = found->guess / found->hands;
    }
}

void cn_search_read(const void *memory, cn_search_result *result)
{
    const search *s = memory;
    const search_node *nodes = (const search_node *)((const uint8_t *)s + head_bytes());
    memset(result, 0, sizeof *result);
    result->iterations = s->iterations;
    result->nodes = s->used;
    if (s->state[offsetof(cn_head, node)] == CN_DECIDE) {
        finding found[CN_SEARCH_LINES_MAX];
        uint32_t count = gather_moves(s, nodes, found);
        for (uint32_t k = 0; k < count; k++) insert_line(s, &found[k], result);
    } else {
        for (uint32_t k = nodes[0].first; k != 0; k = nodes[k].next) {
            finding found = {.move = nodes[k].move, .visits = nodes[k].visits,
                             .share = nodes[k].share, .money = nodes[k].money};
            insert_line(s, &found, result);
        }
    }
    double all = 0; /* of the shares: more than 1 if one was below its bounds */
    for (uint32_t seat = 0; seat < s->state[1] && s->iterations > 0; seat++) {
        all += result->share[seat] = share_of(s->share[seat], s->iterations);
        result->money[seat] = s->money[seat] / s->iterations;
    }
    for (uint32_t seat = 0; seat < s->state[1] && all > 0; seat++) result->share[seat] /= all;
}

int cn_search_playouts(const uint8_t *state, uint8_t seat, const char *faces, uint32_t length,
                       const void *tables, uint64_t seed, uint32_t count, double *share,
                       double *money)
{
    const cn_game *game = accepts(state, seat, faces, length, tables, NULL);
    if (game == NULL) return 0;
    memset(share, 0, CN_SEATS_MAX * sizeof *share);
    memset(money, 0, CN_SEATS_MAX * sizeof *money);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t copy[CN_STATE_MAX];
        cn_determinization sample = {{0}};
        cn_worth worth;
        memcpy(copy, state, game->size);
        bool filled = game->search->determinize(copy, seat, faces, length, tables, NULL, &seed,
                                                &sample);
        assert(filled);
        play_on(game, copy, &sample, tables, &seed, &worth);
        for (uint32_t k = 0; k < state[1]; k++) {
            share[k] += (double)worth.share[k];
            money[k] += (double)worth.money[k];
        }
    }
    return 1;
}
