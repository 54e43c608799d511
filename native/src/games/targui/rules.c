/* targui/rules.c: Targui, the desert tribes' war game of 1988. The rules, with their names (S1, T5,
 * D3, ...), are in docs/rules-targui.md. Destiny and tribute are in round.c, the odds of a battle
 * in battle.c, the check for possible positions in audit.c, the notation in notation.c, the simple
 * player in greedy.c, the search operations in search_ops.c. */
#include "rules.h"

_Static_assert(sizeof(cn_targui) == 250, "no padding: every byte is part of the position");
_Static_assert(_Alignof(cn_targui) == 1, "a position may lie anywhere in memory");
_Static_assert(sizeof(cn_targui) <= CN_STATE_MAX, "positions fit the engine's buffers");

const uint8_t cn_targui_cards[9] = {0, 4, 1, 6, 12, 12, 8, 6, 4};
const uint8_t cn_targui_economic[9] = {0, 4, 5, 3, 2, 1, 0, 0, 0};
const uint8_t cn_targui_strategic[9] = {0, 4, 5, 3, 0, 0, 2, 1, 0};

const uint8_t cn_targui_sector[4][8] = {{20, 21, 22, 41, 42, 43, 44, 45},
                                        {10, 24, 25, 26, 27, 47, 48, 49},
                                        {16, 17, 18, 35, 36, 37, 38, 39},
                                        {12, 13, 14, 29, 30, 31, 32, 33}};
const uint8_t cn_targui_triple[3][3] = {{47, 48, 49}, {31, 32, 33}, {39, 40, 41}};

/* By cell, its neighbours, eight at most. */
const uint64_t targui_neighbours[CELLS + 1] = {
    0x00000000000000, 0x000000000003FC, 0x00000000001F1A, 0x0000000000F816, 0x0000000001C06E,
    0x000000000F8052, 0x000000001C01B2, 0x00000000F80142, 0x00000001C002C6, 0x00000003800D06,
    0x0000001F000A04, 0x0000003800160C, 0x0000007000680C, 0x000003E0005008, 0x0000070000B018,
    0x00000E00014038, 0x00001C00068030, 0x0000F800050020, 0x0001C0000B0060, 0x000380001400E0,
    0x000700006800C0, 0x003E0000500080, 0x00700000B00180, 0x00E00001400380, 0x01C00002800700,
    0x0380000D000600, 0x0300000A000400, 0x00000016000C00, 0x00000028001C00, 0x00000050003800,
    0x000001A0003000, 0x00000140002000, 0x000002C0006000, 0x0000050000E000, 0x00000A0001C000,
    0x00001400038000, 0x00006800030000, 0x00005000020000, 0x0000B000060000, 0x000140000E0000,
    0x000280001C0000, 0x00050000380000, 0x001A0000300000, 0x00140000200000, 0x002C0000600000,
    0x00500000E00000, 0x00A00001C00000, 0x01400003800000, 0x02800007000000, 0x01000006000000,
};

/* --- the position in detail ------------------------------------------------------------------- */

uint32_t targui_herd(const cn_targui *s, uint32_t seat)
{
    uint32_t camels = 0;
    uint64_t cells = targui_owned(s, seat) & targui_load_set(s->loaded);
    for (; cells != 0; cells &= cells - 1) camels += targui_camels(s, targui_lowest(cells));
    return camels;
}

void targui_set_camels(cn_targui *s, uint32_t cell, uint32_t camels)
{
    uint8_t bit = (uint8_t)(1u << cell % 8);
    targui_store16(s->camels[cell - 1], camels);
    s->loaded[cell / 8] = (uint8_t)(camels == 0 ? s->loaded[cell / 8] & ~bit
                                                : s->loaded[cell / 8] | bit);
}

/* Money stops at CN_TARGUI_MONEY_MAX, far beyond what a game can pay, instead of wrapping. */
void targui_set_money(cn_targui *s, uint32_t seat, uint64_t money)
{
    cn_store32(s->money[seat],
               money > CN_TARGUI_MONEY_MAX ? CN_TARGUI_MONEY_MAX : (uint32_t)money);
}

static void set_node(cn_targui *s, cn_targui_step step, cn_node node, uint32_t seat)
{
    s->step = (uint8_t)step;
    s->head.node = (uint8_t)node;
    s->head.seat = (uint8_t)seat;
}

uint32_t targui_chosen(const uint8_t choices[4])
{
    return (uint32_t)((choices[0] != 0) + (choices[1] != 0) + (choices[2] != 0) +
                      (choices[3] != 0));
}

uint32_t targui_chooser(const cn_targui *s, uint32_t k)
{
    return (s->first - 1u + k) % s->head.seats;
}

uint64_t targui_camp_places(const cn_targui *s, uint32_t seat)
{
    uint64_t cells = 0;
    if (s->head.seats == 3) {
        uint32_t k = (seat + 4u - s->first) % 3;
        for (uint32_t i = 0; i < 3; i++) cells |= targui_bit(cn_targui_triple[k][i]);
    } else {
        for (uint32_t i = 0; i < 8; i++) {
            cells |= targui_bit(cn_targui_sector[s->sector[seat] - 1][i]);
        }
    }
    return cells;
}

void targui_lands_left(const cn_targui *s, uint8_t left[9])
{
    memcpy(left, cn_targui_cards, 9);
    left[CN_TARGUI_CAMP] = 0;
    left[CN_TARGUI_SALINE] = 0;
    for (uint32_t i = 1; i < CELLS && s->land[i] != 0; i++) left[s->land[i]]--;
}

static uint32_t pile_size(const cn_targui *s)
{
    return (uint32_t)s->pile[0] + s->pile[1] + s->pile[2] + s->pile[3] + s->pile[4];
}

/* The greatest number of camels that the seat on turn can buy. */
static uint32_t purse(const cn_targui *s)
{
    uint32_t money = targui_money(s, s->head.seat), box = targui_box(s);
    return money < box ? money : box;
}

/* --- legality --------------------------------------------------------------------------------- */

/* The refusal, at this decision, of a verb that belongs to another step. */
static cn_status other_step(const cn_targui *s)
{
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_CHOOSE_SECTOR: return (cn_status)CN_TARGUI_S2_NOW;
    case CN_TARGUI_PLACE_CAMP: return (cn_status)CN_TARGUI_S4_NOW;
    case CN_TARGUI_ACT: return (cn_status)CN_TARGUI_T_NOW;
    case CN_TARGUI_BUY: return (cn_status)CN_TARGUI_T4_NOW;
    case CN_TARGUI_AFTER: return (cn_status)CN_TARGUI_T5_NOW_AFTER;
    case CN_TARGUI_OCCUPY: return (cn_status)CN_TARGUI_T5_NOW_OCCUPY;
    default: return CN_E_OUTCOME;
    }
}

static bool is_cell(uint32_t cell) { return cell >= 1 && cell <= CELLS; }

static cn_status check_move(const cn_targui *s, uint32_t from, uint32_t to, uint32_t count)
{
    if (!is_cell(from) || !is_cell(to)) return (cn_status)CN_TARGUI_T1_CELL;
    uint32_t seat = s->head.seat;
    if (targui_owner(s, from) != seat) return (cn_status)CN_TARGUI_T1_OWN;
    if (count == 0 || count > targui_camels(s, from)) return (cn_status)CN_TARGUI_T1_CAMELS;
    if ((targui_neighbours[from] & targui_bit(to)) == 0) return (cn_status)CN_TARGUI_T1_NEXT;
    if (s->land[to - 1] == CN_TARGUI_CHOTT) return (cn_status)CN_TARGUI_T1_CHOTT;
    bool open = (targui_reach_of(s, seat, from).open & targui_bit(to)) != 0;
    return open ? CN_OK : (cn_status)CN_TARGUI_T1_HELD;
}

static cn_status check_attack(const cn_targui *s, uint32_t from, uint32_t to)
{
    if (!is_cell(from) || !is_cell(to)) return (cn_status)CN_TARGUI_T2_CELL;
    uint32_t seat = s->head.seat;
    if (targui_owner(s, from) != seat) return (cn_status)CN_TARGUI_T2_OWN;
    if (targui_camels(s, from) == 0) return (cn_status)CN_TARGUI_T2_CAMELS;
    if ((targui_neighbours[from] & targui_bit(to)) == 0) return (cn_status)CN_TARGUI_T2_NEXT;
    bool enemy = (targui_reach_of(s, seat, from).enemy & targui_bit(to)) != 0;
    return enemy ? CN_OK : (cn_status)CN_TARGUI_T2_NOBODY;
}

static cn_status check_buy(const cn_targui *s, uint32_t cell, uint32_t count)
{
    if (!is_cell(cell) || targui_owner(s, cell) != s->head.seat) {
        return (cn_status)CN_TARGUI_T4_OWN;
    }
    if (count == 0) return (cn_status)CN_TARGUI_T4_COUNT;
    if (count > targui_money(s, s->head.seat)) return (cn_status)CN_TARGUI_T4_MONEY;
    return count > targui_box(s) ? (cn_status)CN_TARGUI_T4_BOX : CN_OK;
}

static cn_status check_draw(const cn_targui *s, uint32_t card)
{
    if (card == DESTINY_IN_PILE) {
        return s->pile[card] > 0 ? CN_OK : (cn_status)CN_TARGUI_D2_DESTINY;
    }
    return card < s->head.seats && s->pile[card] > 0 ? CN_OK : (cn_status)CN_TARGUI_D2_SEAT;
}

static bool in_deck(const cn_targui *s, uint32_t card)
{
    return card >= 1 && card <= CN_TARGUI_DESTINY && (targui_load16(s->deck) >> (card - 1) & 1);
}

/* The step to which a verb belongs; moves, attacks and passes need further checks. */
static cn_targui_step step_of(const cn_targui *s, targui_verb verb)
{
    switch (verb) {
    case FIRST: return CN_TARGUI_FIRST;
    case SECTOR: return CN_TARGUI_CHOOSE_SECTOR;
    case LAND: return CN_TARGUI_LAY;
    case CAMP: return CN_TARGUI_PLACE_CAMP;
    case DIE: return CN_TARGUI_ROLL;
    case DRAW: return CN_TARGUI_DRAW;
    case DESTINY: return CN_TARGUI_TURN_UP;
    case HIT: return s->step == CN_TARGUI_PARRY ? CN_TARGUI_PARRY : CN_TARGUI_HIT;
    case MOVE:
    case ATTACK: return CN_TARGUI_ACT;
    case PASS: return s->step == CN_TARGUI_BUY ? CN_TARGUI_BUY : CN_TARGUI_ACT;
    case BUY: return CN_TARGUI_BUY;
    case OCCUPY: return CN_TARGUI_OCCUPY;
    case AGAIN:
    case STOP: return CN_TARGUI_AFTER;
    }
    assert(false);
    return CN_TARGUI_END;
}

static cn_status check(const void *state, cn_move move)
{
    const cn_targui *s = state;
    uint32_t from = targui_from(move), to = targui_to(move), count = targui_count(move);
    uint8_t left[9];
    targui_verb verb = targui_verb_of(move);
    if (step_of(s, verb) != (cn_targui_step)s->step) return other_step(s);
    switch (verb) {
    case FIRST: return from < s->head.seats ? CN_OK : (cn_status)CN_TARGUI_S1_SEAT;
    case SECTOR: return memchr(s->sector, (int)from + 1, 4) == NULL
                            ? CN_OK : (cn_status)CN_TARGUI_S2_TAKEN;
    case LAND:
        targui_lands_left(s, left);
        return left[from] > 0 ? CN_OK : (cn_status)CN_TARGUI_S3_LEFT;
    case CAMP: return (targui_camp_places(s, s->head.seat) & targui_bit(from)) != 0
                          ? CN_OK : (cn_status)CN_TARGUI_S4_PLACE;
    case DRAW: return check_draw(s, from);
    case DESTINY: return in_deck(s, from) ? CN_OK : (cn_status)CN_TARGUI_D2_GONE;
    case MOVE: return check_move(s, from, to, count);
    case ATTACK: return check_attack(s, from, to);
    case BUY: return check_buy(s, from, count);
    case OCCUPY: return count >= 1 && count <= targui_camels(s, s->from)
                            ? CN_OK : (cn_status)CN_TARGUI_T5_COUNT;
    case DIE:
    case HIT:
    case PASS:
    case AGAIN:
    case STOP: break;
    }
    return CN_OK;
}

/* --- the choices, counted and one by one ------------------------------------------------------ */

/* Moves open to the camels on one cell: `count` camels to each of `reach.open`, or an attack. */
typedef struct menu_line {
    targui_reach reach;
    uint32_t from, count, moves, ways;
} menu_line;

typedef struct menu {
    menu_line line[CELLS];
    uint32_t lines, ways;
} menu;

static void list_moves(const cn_targui *s, menu *can)
{
    uint32_t seat = s->head.seat;
    uint64_t own = targui_owned(s, seat), loaded = targui_load_set(s->loaded);
    uint64_t enemies = loaded & ~own, closed = enemies | targui_load_set(s->chott);
    can->lines = 0;
    can->ways = 1;
    for (uint64_t cells = own & loaded; cells != 0; cells &= cells - 1) {
        menu_line *line = &can->line[can->lines++];
        line->from = targui_lowest(cells);
        line->count = targui_camels(s, line->from);
        line->reach.open = targui_neighbours[line->from] & ~closed;
        line->reach.enemy = targui_neighbours[line->from] & enemies;
        line->moves = line->count * targui_size(line->reach.open);
        line->ways = line->moves + targui_size(line->reach.enemy);
        can->ways += line->ways;
    }
}

static cn_move nth_move(const menu *can, uint32_t k)
{
    if (k == 0) return targui_move_of(PASS, 0, 0, 0);
    const menu_line *line = can->line;
    for (k -= 1; k >= line->ways; line++) k -= line->ways;
    if (k < line->moves) {
        uint32_t to = targui_nth(line->reach.open, k / line->count);
        return targui_move_of(MOVE, line->from, to, 1 + k % line->count);
    }
    return targui_move_of(ATTACK, line->from, targui_nth(line->reach.enemy, k - line->moves), 0);
}

static uint64_t sectors_free(const cn_targui *s)
{
    uint64_t taken = 0;
    for (uint32_t seat = 0; seat < 4; seat++) taken |= (uint64_t)1 << s->sector[seat];
    return 15u & ~(taken >> 1);
}

static uint32_t ways(const void *state)
{
    const cn_targui *s = state;
    menu can;
    uint8_t left[9];
    uint32_t count = 0;
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_FIRST: return s->head.seats;
    case CN_TARGUI_CHOOSE_SECTOR: return targui_size(sectors_free(s));
    case CN_TARGUI_LAY:
        targui_lands_left(s, left);
        for (uint32_t land = CN_TARGUI_GUELTA; land <= CN_TARGUI_CHOTT; land++) {
            count += left[land] > 0;
        }
        return count;
    case CN_TARGUI_PLACE_CAMP: return s->head.seats == 3 ? 3 : 8;
    case CN_TARGUI_DRAW:
        for (uint32_t card = 0; card < 5; card++) count += s->pile[card] > 0;
        return count;
    case CN_TARGUI_TURN_UP: return cn_count_bits(targui_load16(s->deck));
    case CN_TARGUI_ACT: list_moves(s, &can); return can.ways;
    case CN_TARGUI_BUY: return 1 + targui_size(targui_owned(s, s->head.seat)) * purse(s);
    case CN_TARGUI_OCCUPY: return targui_camels(s, s->from);
    case CN_TARGUI_AFTER: return 2;
    case CN_TARGUI_ROLL:
    case CN_TARGUI_HIT:
    case CN_TARGUI_PARRY: return 6;
    case CN_TARGUI_END: break;
    }
    assert(false);
    return 0;
}

static cn_move nth(const void *state, uint32_t k)
{
    const cn_targui *s = state;
    menu can;
    uint8_t left[9];
    uint32_t place = 0;
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_FIRST: return targui_move_of(FIRST, k, 0, 0);
    case CN_TARGUI_CHOOSE_SECTOR:
        return targui_move_of(SECTOR, targui_nth(sectors_free(s), k), 0, 0);
    case CN_TARGUI_LAY:
        targui_lands_left(s, left);
        for (place = CN_TARGUI_GUELTA; left[place] == 0 || k-- > 0;) place++;
        return targui_move_of(LAND, place, 0, 0);
    case CN_TARGUI_PLACE_CAMP:
        return targui_move_of(CAMP, targui_nth(targui_camp_places(s, s->head.seat), k), 0, 0);
    case CN_TARGUI_DRAW:
        for (; s->pile[place] == 0 || k-- > 0;) place++;
        return targui_move_of(DRAW, place, 0, 0);
    case CN_TARGUI_TURN_UP:
        return targui_move_of(DESTINY, 1 + cn_nth_bit(targui_load16(s->deck), k), 0, 0);
    case CN_TARGUI_ACT: list_moves(s, &can); return nth_move(&can, k);
    case CN_TARGUI_BUY:
        if (k == 0) return targui_move_of(PASS, 0, 0, 0);
        place = targui_nth(targui_owned(s, s->head.seat), (k - 1) / purse(s));
        return targui_move_of(BUY, place, 0, 1 + (k - 1) % purse(s));
    case CN_TARGUI_OCCUPY: return targui_move_of(OCCUPY, 0, 0, 1 + k);
    case CN_TARGUI_AFTER: return targui_move_of(k == 0 ? AGAIN : STOP, 0, 0, 0);
    case CN_TARGUI_ROLL: return targui_move_of(DIE, 1 + k, 0, 0);
    case CN_TARGUI_HIT:
    case CN_TARGUI_PARRY: return targui_move_of(HIT, 1 + k, 0, 0);
    case CN_TARGUI_END: break;
    }
    assert(false);
    return 0;
}

static uint32_t weight(const void *state, cn_move move)
{
    const cn_targui *s = state;
    uint8_t left[9];
    if (targui_verb_of(move) == DRAW) return s->pile[targui_from(move)];
    if (targui_verb_of(move) != LAND) return 1;
    targui_lands_left(s, left);
    return left[targui_from(move)];
}

/* The place at which a number below the sum of `weights` falls. */
static uint32_t weighed(const uint8_t *weights, uint32_t number)
{
    uint32_t place = 0;
    while (number >= weights[place]) number -= weights[place++];
    return place;
}

static cn_move any(const void *state, uint64_t *seed)
{
    const cn_targui *s = state;
    uint8_t left[9];
    menu can;
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_LAY: {
        uint32_t laid = 1;
        while (s->land[laid] != 0) laid++;
        targui_lands_left(s, left);
        return targui_move_of(LAND, weighed(left, cn_random_below(seed, CELLS - laid)), 0, 0);
    }
    case CN_TARGUI_DRAW:
        return targui_move_of(DRAW, weighed(s->pile, cn_random_below(seed, pile_size(s))), 0, 0);
    case CN_TARGUI_ACT:
        list_moves(s, &can);
        return nth_move(&can, cn_random_below(seed, can.ways));
    default: return nth(state, cn_random_below(seed, ways(state)));
    }
}

/* --- the end (E1) ----------------------------------------------------------------------------- */

/* Keep those of `seats` with the most of something. */
static uint32_t keep_most(uint32_t seats, const uint32_t amounts[4])
{
    uint32_t most = 0, kept = 0;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        if ((seats >> seat & 1) == 0) continue;
        if (amounts[seat] > most) {
            most = amounts[seat];
            kept = 0;
        }
        if (amounts[seat] == most) kept |= 1u << seat;
    }
    return kept;
}

/* Find the winners, as bits, and the criterion: CN_TARGUI_GAME_OVER has the codes. */
static uint32_t find_winners(const cn_targui *s, uint8_t *why)
{
    uint32_t living = 0, campers = 0, amounts[3][4] = {{0}};
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        living |= (uint32_t)!targui_out(s, seat) << seat;
        campers |= (uint32_t)targui_has_camp(s, seat) << seat;
        amounts[0][seat] = s->tribute[seat];
        amounts[1][seat] = targui_herd(s, seat);
        amounts[2][seat] = targui_money(s, seat);
    }
    *why = 0;
    if (cn_count_bits(living) == 1) return living;
    *why = 5;
    if (campers == 0) return living;
    uint32_t seats = campers;
    for (uint8_t k = 0; k < 3; k++) {
        seats = keep_most(seats, amounts[k]);
        *why = (uint8_t)(1 + k);
        if (cn_count_bits(seats) == 1) return seats;
    }
    *why = 4;
    return seats;
}

static uint8_t winners(const void *state)
{
    uint8_t why;
    return (uint8_t)find_winners(state, &why);
}

static void finish(cn_targui *s, cn_events *events)
{
    set_node(s, CN_TARGUI_END, CN_OVER, 0);
    s->turns_left = 0;
    s->attacker = s->from = s->to = 0;
    cn_event *event = cn_event_add(events, CN_TARGUI_GAME_OVER);
    if (event != NULL) event->arg[0] = (uint8_t)find_winners(s, &event->arg[1]);
}

/* --- a round (D) ------------------------------------------------------------------------------ */

static void begin_round(cn_targui *s, cn_events *events)
{
    s->round++;
    set_node(s, CN_TARGUI_ROLL, CN_CHANCE, 0);
    cn_event *event = cn_event_add(events, CN_TARGUI_ROUND_BEGAN);
    if (event != NULL) event->number[0] = s->round;
}

/* The next card of the pile, or the end of the round (D3). */
static void next_card(cn_targui *s, cn_events *events)
{
    if (pile_size(s) > 0) {
        set_node(s, CN_TARGUI_DRAW, CN_CHANCE, 0);
        return;
    }
    targui_tribute(s, events);
    s->die = 0;
    s->effect = 0;
    if (targui_load16(s->deck) == 0) {
        finish(s, events);
    } else {
        begin_round(s, events);
    }
}

static void play_die(cn_targui *s, uint32_t die, cn_events *events)
{
    s->die = (uint8_t)die;
    for (uint32_t seat = 0; seat < SEATS_MAX && seat < s->head.seats; seat++) {
        if (!targui_out(s, seat)) s->pile[seat] = (uint8_t)(die == 6 ? 1 : die);
    }
    s->pile[DESTINY_IN_PILE] = 1;
    cn_event *event = cn_event_add(events, CN_TARGUI_ROUND_ROLLED);
    if (event != NULL) {
        event->arg[0] = s->die;
        memcpy(&event->arg[1], s->pile, 4);
        event->arg[5] = die == 6 ? 2 : 1;
        event->number[0] = s->round;
    }
    set_node(s, CN_TARGUI_DRAW, CN_CHANCE, 0);
}

static void play_draw(cn_targui *s, uint32_t card, cn_events *events)
{
    s->pile[card]--;
    bool destiny = card == DESTINY_IN_PILE;
    bool turn = !destiny && !targui_out(s, card);
    uint8_t turns = !turn ? 0 : s->die == 6 ? 2 : 1;
    cn_event *event = cn_event_add(events, CN_TARGUI_CARD_DRAWN);
    if (event != NULL) {
        event->arg[0] = (uint8_t)(destiny ? NO_SEAT : card);
        event->arg[1] = turns;
    }
    if (destiny) {
        set_node(s, CN_TARGUI_TURN_UP, CN_CHANCE, 0);
    } else if (turn) {
        s->turns_left = turns;
        set_node(s, CN_TARGUI_ACT, CN_DECIDE, card);
    } else {
        next_card(s, events);
    }
}

static void play_destiny(cn_targui *s, uint32_t card, cn_events *events)
{
    targui_store16(s->deck, targui_load16(s->deck) & ~(1u << (card - 1)));
    targui_destiny(s, card, events);
    next_card(s, events);
}

/* --- a turn (T) ------------------------------------------------------------------------------- */

static void tell(cn_events *events, cn_targui_event kind, uint32_t a, uint32_t b, uint32_t c,
                 uint32_t d)
{
    cn_event *event = cn_event_add(events, (uint8_t)kind);
    if (event == NULL) return;
    event->arg[0] = (uint8_t)a;
    event->arg[1] = (uint8_t)b;
    event->arg[2] = (uint8_t)c;
    event->arg[3] = (uint8_t)d;
}

/* The ways in which an attack ends, in the order of CN_TARGUI_ATTACK_ENDED's codes. */
typedef enum attack_end { OCCUPIED, BEATEN, STOPPED, LAST } attack_end;

static void end_attack(cn_targui *s, attack_end how, cn_events *events)
{
    uint32_t seat = s->attacker - 1u;
    tell(events, CN_TARGUI_ATTACK_ENDED, seat, s->from, s->to, how);
    s->attacker = s->from = s->to = 0;
    set_node(s, CN_TARGUI_BUY, CN_DECIDE, seat);
}

static void lose_cell(cn_targui *s, uint32_t owner, uint32_t cell, uint32_t by, cn_events *events)
{
    s->owned[owner][cell / 8] &= (uint8_t)~(1u << cell % 8);
    if (targui_owned(s, owner) != 0) return;
    s->out |= (uint8_t)(1u << owner); /* T7 */
    s->tribute[owner] = 0;
    tell(events, CN_TARGUI_SEAT_OUT, owner, by, 0, 0);
}

static void gain_cell(cn_targui *s, uint32_t seat, uint32_t cell)
{
    s->owned[seat][cell / 8] |= (uint8_t)(1u << cell % 8);
}

static void end_turn(cn_targui *s, cn_events *events)
{
    if (--s->turns_left > 0) {
        s->step = CN_TARGUI_ACT;
    } else {
        next_card(s, events);
    }
}

static void tell_camels(cn_event *event, uint32_t camels, uint32_t left)
{
    if (event == NULL) return;
    event->number[0] = (int32_t)camels;
    event->number[1] = (int32_t)left;
}

static void play_move(cn_targui *s, uint32_t from, uint32_t to, uint32_t count, cn_events *events)
{
    uint32_t seat = s->head.seat, owner = targui_owner(s, to);
    uint32_t left = targui_camels(s, from) - count;
    targui_set_camels(s, from, left);
    targui_set_camels(s, to, targui_camels(s, to) + count);
    if (events != NULL) {
        tell(events, CN_TARGUI_MOVED, seat, from, to, owner != seat);
        cn_event *event = &events->list[events->count - 1];
        event->arg[4] = (uint8_t)(owner == seat ? NO_SEAT : owner);
        tell_camels(event, count, left);
    }
    s->step = CN_TARGUI_BUY;
    if (owner == seat) return;
    gain_cell(s, seat, to);
    if (owner == NO_SEAT) return;
    lose_cell(s, owner, to, seat, events);
    if (targui_alive(s) == 1) finish(s, events);
}

static void play_attack(cn_targui *s, uint32_t from, uint32_t to, cn_events *events)
{
    tell(events, CN_TARGUI_ATTACK_BEGAN, s->head.seat, from, to, targui_owner(s, to));
    s->attacker = (uint8_t)(s->head.seat + 1);
    s->from = (uint8_t)from;
    s->to = (uint8_t)to;
    set_node(s, CN_TARGUI_HIT, CN_CHANCE, 0);
}

/* One roll of a battle from cell `by` against cell `on`. Returns the number left there. */
static uint32_t roll_battle(cn_targui *s, uint32_t die, uint32_t by, uint32_t on,
                            cn_events *events)
{
    uint32_t bonus = targui_bonus(s, by), there = targui_camels(s, on);
    uint32_t kills = (die + bonus) / 2;
    if (kills > there) kills = there;
    targui_set_camels(s, on, there - kills);
    targui_store16(s->box, targui_box(s) + kills); /* T6 */
    if (events != NULL) {
        tell(events, CN_TARGUI_BATTLE_ROLLED, targui_owner(s, by), by == s->to, die, bonus);
        cn_event *event = &events->list[events->count - 1];
        event->arg[4] = (uint8_t)on;
        tell_camels(event, kills, there - kills);
    }
    return there - kills;
}

static void play_hit(cn_targui *s, uint32_t die, cn_events *events)
{
    uint32_t seat = s->attacker - 1u, defender = targui_owner(s, s->to);
    if (roll_battle(s, die, s->from, s->to, events) > 0) {
        s->step = CN_TARGUI_PARRY;
        return;
    }
    tell(events, CN_TARGUI_CELL_EMPTIED, s->to, defender, 0, 0);
    lose_cell(s, defender, s->to, seat, events);
    if (targui_alive(s) > 1) {
        set_node(s, CN_TARGUI_OCCUPY, CN_DECIDE, seat);
        return;
    }
    end_attack(s, LAST, events);
    finish(s, events);
}

static void play_parry(cn_targui *s, uint32_t die, cn_events *events)
{
    if (roll_battle(s, die, s->to, s->from, events) > 0) {
        set_node(s, CN_TARGUI_AFTER, CN_DECIDE, s->attacker - 1u);
    } else {
        end_attack(s, BEATEN, events);
    }
}

static void play_occupy(cn_targui *s, uint32_t count, cn_events *events)
{
    uint32_t left = targui_camels(s, s->from) - count;
    targui_set_camels(s, s->from, left);
    targui_set_camels(s, s->to, count);
    gain_cell(s, s->head.seat, s->to);
    if (events != NULL) {
        tell(events, CN_TARGUI_OCCUPIED, s->head.seat, s->from, s->to, 0);
        tell_camels(&events->list[events->count - 1], count, left);
    }
    end_attack(s, OCCUPIED, events);
}

static void play_buy(cn_targui *s, uint32_t cell, uint32_t count, cn_events *events)
{
    uint32_t seat = s->head.seat, money = targui_money(s, seat) - count;
    targui_set_money(s, seat, money);
    targui_store16(s->box, targui_box(s) - count);
    targui_set_camels(s, cell, targui_camels(s, cell) + count);
    if (events != NULL) {
        tell(events, CN_TARGUI_BOUGHT, seat, cell, 0, 0);
        tell_camels(&events->list[events->count - 1], count, money);
    }
    end_turn(s, events);
}

/* --- setup (S) -------------------------------------------------------------------------------- */

static void play_first(cn_targui *s, uint32_t seat, cn_events *events)
{
    s->first = (uint8_t)(seat + 1);
    tell(events, CN_TARGUI_FIRST_CHOSEN, seat, 0, 0, 0);
    if (s->head.seats == 3) {
        set_node(s, CN_TARGUI_LAY, CN_CHANCE, 0);
    } else {
        set_node(s, CN_TARGUI_CHOOSE_SECTOR, CN_DECIDE, seat);
    }
}

static void play_sector(cn_targui *s, uint32_t sector, cn_events *events)
{
    tell(events, CN_TARGUI_SECTOR_TAKEN, s->head.seat, sector, 0, 0);
    s->sector[s->head.seat] = (uint8_t)(sector + 1);
    uint32_t done = targui_chosen(s->sector);
    if (done == s->head.seats) {
        set_node(s, CN_TARGUI_LAY, CN_CHANCE, 0);
    } else {
        s->head.seat = (uint8_t)targui_chooser(s, done);
    }
}

static void play_land(cn_targui *s, uint32_t land, cn_events *events)
{
    uint32_t i = 1;
    while (s->land[i] != 0) i++;
    s->land[i] = (uint8_t)land;
    uint32_t cell = i + 1;
    if (land == CN_TARGUI_CHOTT) s->chott[cell / 8] |= (uint8_t)(1u << cell % 8);
    tell(events, CN_TARGUI_LAND_LAID, cell, land, 0, 0);
    if (cell == CELLS) set_node(s, CN_TARGUI_PLACE_CAMP, CN_DECIDE, s->first - 1u);
}

static void play_camp(cn_targui *s, uint32_t cell, cn_events *events)
{
    uint32_t seat = s->head.seat;
    tell(events, CN_TARGUI_CAMP_FOUNDED, seat, cell, s->land[cell - 1], 0);
    if (events != NULL) events->list[events->count - 1].number[0] = CAMP_CAMELS;
    s->land[cell - 1] = CN_TARGUI_CAMP;
    s->chott[cell / 8] &= (uint8_t)~(1u << cell % 8);
    s->camp[seat] = (uint8_t)cell;
    gain_cell(s, seat, cell);
    targui_set_camels(s, cell, CAMP_CAMELS);
    targui_store16(s->box, targui_box(s) - CAMP_CAMELS);
    uint32_t done = targui_chosen(s->camp);
    if (done == s->head.seats) {
        begin_round(s, events);
    } else {
        s->head.seat = (uint8_t)targui_chooser(s, done);
    }
}

static bool setup(void *state, const uint32_t *options)
{
    cn_targui *s = state;
    if ((options[0] & 2) == 0 || (options[0] & ~0x1FFFEu) != 0) return false;
    if (options[1] < CN_TARGUI_HERD_MIN || options[1] > CN_TARGUI_HERD_MAX) return false;
    targui_store16(s->in_play, options[0] >> 1);
    targui_store16(s->deck, options[0] >> 1);
    targui_store16(s->herd, options[1]);
    targui_store16(s->box, options[1]);
    s->land[0] = CN_TARGUI_SALINE;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) targui_set_money(s, seat, 10);
    set_node(s, CN_TARGUI_FIRST, CN_CHANCE, 0);
    return true;
}

/* --- playing ---------------------------------------------------------------------------------- */

static void play(void *state, cn_move move, cn_events *events)
{
    cn_targui *s = state;
    uint32_t from = targui_from(move), count = targui_count(move);
    switch (targui_verb_of(move)) {
    case FIRST: play_first(s, from, events); return;
    case SECTOR: play_sector(s, from, events); return;
    case LAND: play_land(s, from, events); return;
    case CAMP: play_camp(s, from, events); return;
    case DIE: play_die(s, from, events); return;
    case DRAW: play_draw(s, from, events); return;
    case DESTINY: play_destiny(s, from, events); return;
    case HIT:
        if (s->step == CN_TARGUI_HIT) {
            play_hit(s, from, events);
        } else {
            play_parry(s, from, events);
        }
        return;
    case MOVE: play_move(s, from, targui_to(move), count, events); return;
    case ATTACK: play_attack(s, from, targui_to(move), events); return;
    case PASS:
        if (s->step == CN_TARGUI_ACT) {
            s->step = CN_TARGUI_BUY;
        } else {
            end_turn(s, events);
        }
        return;
    case BUY: play_buy(s, from, count, events); return;
    case OCCUPY: play_occupy(s, count, events); return;
    case AGAIN: set_node(s, CN_TARGUI_HIT, CN_CHANCE, 0); return;
    case STOP: end_attack(s, STOPPED, events); return;
    }
}

static cn_node node_of(cn_move move)
{
    switch (targui_verb_of(move)) {
    case FIRST:
    case LAND:
    case DIE:
    case DRAW:
    case DESTINY:
    case HIT: return CN_CHANCE;
    default: return CN_DECIDE;
    }
}

static void scores(const void *state, int32_t *scores)
{
    const cn_targui *s = state;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) scores[seat] = s->tribute[seat];
}

extern const struct cn_search_ops cn_targui_search_ops;

extern const struct cn_codec cn_targui_codec;

const cn_game cn_targui_game = {
    .key = "targui",
    .seats_min = 2,
    .seats_max = 4,
    .size = sizeof(cn_targui),
    .setup = setup,
    .audit = targui_audit,
    .node = node_of,
    .check = check,
    .play = play,
    .ways = ways,
    .nth = nth,
    .any = any,
    .weight = weight,
    .opening = NULL,
    .pack = NULL,
    .scores = scores,
    .winners = winners,
    .greedy = targui_greedy,
    .parse = targui_parse,
    .format = targui_format,
    .search = &cn_targui_search_ops,
    .codec = &cn_targui_codec,
};
