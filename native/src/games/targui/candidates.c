/* targui/candidates.c: the moves that the search of targui tries. Each is made on the board and
 * evaluated (evaluation.c), attacks by the outcome of the battle; a better one has a larger
 * prior. */
#include "evaluation.h"

#define KEPT_MAX 1024    /* tried moves; later ones are ignored */
#define HALF_LIFE 0.010f /* a move that gives away so much of the chance to win is half as likely */
#define LEAST 0.001f     /* of the likelihood, for a move that looks hopeless */

typedef struct trial {
    cn_move move;
    float share;
} trial;

typedef struct trials {
    targui_board board; /* the board before any of them */
    uint32_t seat, count;
    bool all_numbers; /* else only a few are tried, and no walks among own cells far from others */
    trial list[KEPT_MAX];
} trials;

/* --- changing a board ------------------------------------------------------------------------- */

/* The parts of a board that a trial may change. */
typedef struct before {
    uint64_t owned[SEATS_MAX], loaded, active;
    uint32_t places[2];
    uint16_t camels[2];
} before;

static before remember(const targui_board *board, uint32_t one, uint32_t other)
{
    before was = {.loaded = board->loaded, .active = board->active, .places = {one, other},
                  .camels = {board->camels[one], board->camels[other]}};
    memcpy(was.owned, board->owned, sizeof was.owned);
    return was;
}

static void take_back(targui_board *board, const before *was)
{
    memcpy(board->owned, was->owned, sizeof was->owned);
    board->loaded = was->loaded;
    board->active = was->active;
    for (uint32_t i = 0; i < 2; i++) board->camels[was->places[i]] = was->camels[i];
}

static void put(targui_board *board, uint32_t seat, uint32_t place, uint32_t camels)
{
    uint64_t bit = (uint64_t)1 << place;
    board->camels[place] = (uint16_t)camels;
    board->loaded = camels > 0 ? board->loaded | bit : board->loaded & ~bit;
    if (board->owned[seat] & bit) return;
    bool active = (board->active & board->owned[seat]) != 0;
    for (uint32_t other = 0; other < board->seats; other++) board->owned[other] &= ~bit;
    board->owned[seat] |= bit;
    board->active = active ? board->active | bit : board->active & ~bit;
}

static float share_of(const targui_board *board, uint32_t seat)
{
    targui_chances chances;
    targui_judge(board, &chances);
    return chances.share[seat];
}

/* Some numbers of camels from 1 to `most` that are worth trying, ascending. */
static uint32_t numbers_to(uint32_t most, uint32_t numbers[5])
{
    uint32_t wanted[5] = {1, most / 4, most / 2, most - 1, most}, count = 0;
    for (uint32_t i = 0; i < 5; i++) {
        if (wanted[i] < 1 || wanted[i] > most) continue;
        if (count == 0 || wanted[i] > numbers[count - 1]) numbers[count++] = wanted[i];
    }
    return count;
}

/* --- battles ---------------------------------------------------------------------------------- */

typedef struct field {
    uint32_t seat, from, to; /* places */
} field;

/* The chances of all after so many have won, with their best division. */
static void judge_occupied(targui_board *board, field at, uint32_t camels, targui_chances *chances)
{
    uint32_t numbers[3] = {camels, camels / 2, 1};
    float best = -1;
    before was = remember(board, at.from, at.to);
    for (uint32_t i = 0; i < 3; i++) {
        targui_chances found;
        if (numbers[i] == 0 || (i == 2 && camels == 1)) continue;
        put(board, at.seat, at.from, camels - numbers[i]);
        put(board, at.seat, at.to, numbers[i]);
        targui_judge(board, &found);
        take_back(board, &was);
        if (found.share[at.seat] <= best) continue;
        best = found.share[at.seat];
        *chances = found;
    }
}

static uint32_t whole(float camels, uint32_t most)
{
    uint32_t number = camels < 1 ? 1 : (uint32_t)(camels + 0.5f);
    return number > most ? most : number;
}

/* The chances of all when a battle is fought to its end. The dead go to the box, from which the
 * attacker buys next. */
static void judge_battle(targui_board *board, field at, bool parry_first, targui_chances *chances)
{
    targui_battle battle = {board->camels[at.from], board->bonus[at.from], board->camels[at.to],
                            board->bonus[at.to], parry_first};
    targui_ending ending = targui_ending_of(board->tables, battle);
    targui_chances won = {{0}, {0}}, lost = {{0}, {0}};
    float chance = ending.chance;
    if (chance < 0.001f || chance > 0.999f) chance = chance < 0.5f ? 0 : 1;
    uint32_t box = board->box;
    if (chance > 0) {
        uint32_t left = whole(ending.attackers, battle.attackers);
        board->box = box + battle.defenders + battle.attackers - left;
        judge_occupied(board, at, left, &won);
    }
    if (chance < 1) {
        before was = remember(board, at.from, at.to);
        board->camels[at.from] = 0;
        board->loaded &= ~((uint64_t)1 << at.from);
        board->camels[at.to] = (uint16_t)whole(ending.defenders, battle.defenders);
        board->box = box + battle.attackers + battle.defenders - board->camels[at.to];
        targui_judge(board, &lost);
        take_back(board, &was);
    }
    board->box = box;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        chances->share[seat] = chance * won.share[seat] + (1 - chance) * lost.share[seat];
        chances->money[seat] = chance * won.money[seat] + (1 - chance) * lost.money[seat];
    }
}

void targui_outlooks(const cn_targui *s, const void *tables, const cn_network *network,
                     targui_chances *chances)
{
    targui_board board;
    targui_unpack(s, &board);
    board.tables = tables;
    board.network = network;
    if (s->attacker == 0) {
        targui_judge(&board, chances);
        return;
    }
    field at = {s->attacker - 1u, targui_place[s->from], targui_place[s->to]};
    if (s->step == CN_TARGUI_OCCUPY) {
        judge_occupied(&board, at, board.camels[at.from], chances);
    } else {
        judge_battle(&board, at, s->step == CN_TARGUI_PARRY, chances);
    }
}

/* --- trials ----------------------------------------------------------------------------------- */

static void add_trial(trials *all, cn_move move, float share)
{
    if (all->count == KEPT_MAX) return;
    all->list[all->count++] = (trial){move, share};
}

static void try_moves(trials *all, uint32_t from, uint64_t open)
{
    targui_board *board = &all->board;
    uint32_t seat = all->seat, source = targui_place[from], here = board->camels[source];
    uint32_t numbers[5], few[3] = {here, (here + 1) / 2, 1}, all_count = numbers_to(here, numbers);
    uint64_t near = targui_spread(board->loaded & ~board->owned[seat]);
    for (; open != 0; open &= open - 1) {
        uint32_t to = targui_first(open), target = targui_place[to];
        bool own = board->owned[seat] >> target & 1;
        if (!all->all_numbers && own && (near >> target & 1) == 0) continue;
        uint32_t count = all->all_numbers ? all_count : own || here == 1 ? 1 : here == 2 ? 2 : 3;
        before was = remember(board, source, target);
        for (uint32_t i = 0; i < count; i++) {
            if (!all->all_numbers) numbers[i] = few[i];
            put(board, seat, source, here - numbers[i]);
            put(board, seat, target, was.camels[1] + numbers[i]);
            add_trial(all, targui_move_of(MOVE, from, to, numbers[i]), share_of(board, seat));
            take_back(board, &was);
        }
    }
}

static void try_actions(trials *all, const cn_targui *s)
{
    targui_board *board = &all->board;
    uint32_t seat = all->seat;
    board->acts = false;
    board->turns[seat] -= 0.7f;
    add_trial(all, targui_move_of(PASS, 0, 0, 0), share_of(board, seat));
    uint64_t herds = targui_owned(s, seat) & targui_load_set(s->loaded);
    for (; herds != 0; herds &= herds - 1) {
        uint32_t from = targui_first(herds);
        targui_reach reach = targui_reach_of(s, seat, from);
        for (; reach.enemy != 0; reach.enemy &= reach.enemy - 1) {
            uint32_t to = targui_first(reach.enemy);
            field at = {seat, targui_place[from], targui_place[to]};
            targui_chances chances;
            judge_battle(board, at, false, &chances);
            add_trial(all, targui_move_of(ATTACK, from, to, 0), chances.share[seat]);
        }
        try_moves(all, from, reach.open);
    }
}

static void try_purchases(trials *all, const cn_targui *s)
{
    targui_board *board = &all->board;
    uint32_t seat = all->seat, money = targui_money(s, seat), box = targui_box(s), numbers[5];
    uint32_t most = money < box ? money : box, count = numbers_to(most, numbers);
    board->turns[seat] -= 0.3f;
    board->mover = NO_SEAT;
    add_trial(all, targui_move_of(PASS, 0, 0, 0), share_of(board, seat));
    for (uint64_t own = targui_owned(s, seat); own != 0 && most > 0; own &= own - 1) {
        uint32_t cell = targui_first(own), place = targui_place[cell];
        before was = remember(board, place, place);
        float purse = board->money[seat];
        for (uint32_t i = 0; i < count; i++) {
            put(board, seat, place, was.camels[0] + numbers[i]);
            board->money[seat] = purse - (float)numbers[i];
            add_trial(all, targui_move_of(BUY, cell, 0, numbers[i]), share_of(board, seat));
        }
        board->money[seat] = purse;
        take_back(board, &was);
    }
}

static void try_occupations(trials *all, const cn_targui *s)
{
    targui_board *board = &all->board;
    uint32_t from = targui_place[s->from], to = targui_place[s->to], numbers[5];
    uint32_t here = board->camels[from], count = numbers_to(here, numbers);
    before was = remember(board, from, to);
    for (uint32_t i = 0; i < count; i++) {
        put(board, all->seat, from, here - numbers[i]);
        put(board, all->seat, to, numbers[i]);
        add_trial(all, targui_move_of(OCCUPY, 0, 0, numbers[i]), share_of(board, all->seat));
        take_back(board, &was);
    }
}

static void try_after(trials *all, const cn_targui *s)
{
    field at = {all->seat, targui_place[s->from], targui_place[s->to]};
    targui_chances chances;
    judge_battle(&all->board, at, false, &chances);
    add_trial(all, targui_move_of(AGAIN, 0, 0, 0), chances.share[all->seat]);
    add_trial(all, targui_move_of(STOP, 0, 0, 0), share_of(&all->board, all->seat));
}

/* In setup nothing is judged: list every possible move. */
static void list_all(trials *all, const cn_targui *s)
{
    uint32_t ways = cn_targui_game.ways(s);
    for (uint32_t k = 0; k < ways; k++) add_trial(all, cn_targui_game.nth(s, k), 0);
}

/* --- the list --------------------------------------------------------------------------------- */

static void swap(trial *one, trial *other)
{
    trial kept = *one;
    *one = *other;
    *other = kept;
}

/* The `wanted` best to the front, in order. */
static void sort_best(trials *all, uint32_t wanted)
{
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t best = i;
        for (uint32_t k = i + 1; k < all->count; k++) {
            if (all->list[k].share > all->list[best].share) best = k;
        }
        swap(&all->list[i], &all->list[best]);
    }
}

/* Put a move among the first `wanted`; one that was not tried counts as fairly good. */
static void make_sure(trials *all, cn_move move, uint32_t wanted)
{
    trial kept = {move, all->list[0].share - HALF_LIFE};
    for (uint32_t k = 0; k < all->count; k++) {
        if (all->list[k].move != move) continue;
        if (k < wanted) return;
        kept.share = all->list[k].share;
    }
    all->list[wanted - 1] = kept;
}

uint32_t targui_candidates(const cn_targui *s, const void *tables, const cn_network *network,
                           bool root, uint32_t most, cn_candidate *list)
{
    trials all;
    all.seat = s->head.seat;
    all.count = 0;
    all.all_numbers = root;
    targui_unpack(s, &all.board);
    all.board.tables = tables;
    all.board.network = network;
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_ACT: try_actions(&all, s); break;
    case CN_TARGUI_BUY: try_purchases(&all, s); break;
    case CN_TARGUI_OCCUPY: try_occupations(&all, s); break;
    case CN_TARGUI_AFTER: try_after(&all, s); break;
    default: list_all(&all, s); break;
    }
    uint32_t count = all.count < most ? all.count : most;
    sort_best(&all, count);
    if (root) {
        cn_move simple;
        bool found = targui_greedy(s, NULL, 0, &simple);
        assert(found);
        make_sure(&all, simple, count);
    }
    float sum = 0, top = all.list[0].share;
    for (uint32_t k = 0; k < count; k++) {
        float behind = (top - all.list[k].share) / HALF_LIFE;
        list[k] = (cn_candidate){all.list[k].move, LEAST + 1 / (1 + behind * behind), 0};
        sum += list[k].prior;
    }
    for (uint32_t k = 0; k < count; k++) list[k].prior /= sum;
    return count;
}
