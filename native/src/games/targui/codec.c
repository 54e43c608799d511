/* targui/codec.c: Targui as numbers, in the order of camelnet/lab/env/targui.py.
 *
 * Of the k camels that can go an action names one of six amounts: one, a quarter, half, three
 * quarters (rounded up), all but one, all. An amount equal to an earlier one does not count. */
#include "codec.h"
#include "rules.h"

#define AMOUNTS 6
#define PAIRS 312 /* pairs of a cell and its neighbour, by cell and then by neighbour */

enum {
    PASSES = 0,
    AGAINS = 1,
    STOPS = 2,
    SECTORS = 3,
    CAMPS = 7,
    OCCUPIES = 56,
    BUYS = OCCUPIES + AMOUNTS,
    ATTACKS = BUYS + CELLS * AMOUNTS,
    MOVES = ATTACKS + PAIRS,
    ACTIONS = MOVES + PAIRS * AMOUNTS
};

static uint32_t numbers(uint32_t seats) { return 27 + 7 * seats + 3 * CELLS; }

static uint32_t purse(const cn_targui *s)
{
    uint32_t money = targui_money(s, s->head.seat), box = targui_box(s);
    return money < box ? money : box;
}

/* The six amounts of `count`; 0 for one that does not count. */
static void amounts_of(uint32_t count, uint32_t amounts[AMOUNTS])
{
    const uint32_t all[AMOUNTS] = {1, (count + 3) / 4, (count + 1) / 2, (3 * count + 3) / 4,
                                   count - (count > 0), count};
    for (uint32_t k = 0; k < AMOUNTS; k++) {
        amounts[k] = count == 0 ? 0 : all[k];
        for (uint32_t before = 0; before < k; before++) {
            if (all[before] == all[k]) amounts[k] = 0;
        }
    }
}

static void offer_amounts(uint32_t count, uint8_t *mask)
{
    uint32_t amounts[AMOUNTS];
    amounts_of(count, amounts);
    for (uint32_t k = 0; k < AMOUNTS; k++) mask[k] = amounts[k] > 0;
}

static cn_move counted(targui_verb verb, uint32_t from, uint32_t to, uint32_t count, uint32_t k)
{
    uint32_t amounts[AMOUNTS];
    amounts_of(count, amounts);
    return amounts[k] == 0 ? CN_NO_MOVE : targui_move_of(verb, from, to, amounts[k]);
}

static cn_move move(const void *state, uint32_t action)
{
    const cn_targui *s = state;
    switch (action) {
    case PASSES: return targui_move_of(PASS, 0, 0, 0);
    case AGAINS: return targui_move_of(AGAIN, 0, 0, 0);
    case STOPS: return targui_move_of(STOP, 0, 0, 0);
    default: break;
    }
    if (action < CAMPS) return targui_move_of(SECTOR, action - SECTORS, 0, 0);
    if (action < OCCUPIES) return targui_move_of(CAMP, 1 + action - CAMPS, 0, 0);
    if (action < BUYS) {
        uint32_t here = s->from == 0 ? 0 : targui_camels(s, s->from);
        return counted(OCCUPY, 0, 0, here, action - OCCUPIES);
    }
    if (action < ATTACKS) {
        uint32_t cell = 1 + (action - BUYS) / AMOUNTS;
        return counted(BUY, cell, 0, purse(s), (action - BUYS) % AMOUNTS);
    }
    uint32_t pair = action < MOVES ? action - ATTACKS : (action - MOVES) / AMOUNTS, from = 1;
    for (; pair >= targui_size(targui_neighbours[from]); from++) {
        pair -= targui_size(targui_neighbours[from]);
    }
    uint32_t to = targui_nth(targui_neighbours[from], pair);
    if (action < MOVES) return targui_move_of(ATTACK, from, to, 0);
    return counted(MOVE, from, to, targui_camels(s, from), (action - MOVES) % AMOUNTS);
}

static void offer_moves(const cn_targui *s, uint8_t *mask)
{
    uint64_t own = targui_owned(s, s->head.seat) & targui_load_set(s->loaded);
    uint32_t pair = 0;
    mask[PASSES] = 1;
    for (uint32_t from = 1; from <= CELLS; from++) {
        uint64_t around = targui_neighbours[from];
        if ((own & targui_bit(from)) == 0) {
            pair += targui_size(around);
            continue;
        }
        targui_reach reach = targui_reach_of(s, s->head.seat, from);
        uint8_t going[AMOUNTS];
        offer_amounts(targui_camels(s, from), going);
        for (; around != 0; around &= around - 1, pair++) {
            uint64_t to = around & (0u - around);
            if ((reach.enemy & to) != 0) mask[ATTACKS + pair] = 1;
            if ((reach.open & to) != 0) memcpy(mask + MOVES + pair * AMOUNTS, going, AMOUNTS);
        }
    }
}

static void offer(const void *state, uint8_t *mask)
{
    const cn_targui *s = state;
    uint64_t taken = 0, cells;
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_CHOOSE_SECTOR:
        for (uint32_t seat = 0; seat < SEATS_MAX; seat++) taken |= (uint64_t)1 << s->sector[seat];
        for (uint32_t k = 0; k < 4; k++) mask[SECTORS + k] = !(taken >> (k + 1) & 1);
        break;
    case CN_TARGUI_PLACE_CAMP:
        cells = targui_camp_places(s, s->head.seat);
        for (uint32_t k = 0; k < CELLS; k++) mask[CAMPS + k] = (cells & targui_bit(k + 1)) != 0;
        break;
    case CN_TARGUI_ACT: offer_moves(s, mask); break;
    case CN_TARGUI_BUY:
        mask[PASSES] = 1;
        cells = targui_owned(s, s->head.seat);
        for (uint32_t k = 0; k < CELLS; k++) {
            if ((cells & targui_bit(k + 1)) != 0) offer_amounts(purse(s), mask + BUYS + k * AMOUNTS);
        }
        break;
    case CN_TARGUI_OCCUPY: offer_amounts(targui_camels(s, s->from), mask + OCCUPIES); break;
    case CN_TARGUI_AFTER: mask[AGAINS] = mask[STOPS] = 1; break;
    case CN_TARGUI_FIRST:
    case CN_TARGUI_LAY:
    case CN_TARGUI_ROLL:
    case CN_TARGUI_DRAW:
    case CN_TARGUI_TURN_UP:
    case CN_TARGUI_HIT:
    case CN_TARGUI_PARRY:
    case CN_TARGUI_END: assert(false); /* nobody decides there */
    }
}

static int16_t *view(const void *state, uint32_t me, const char *faces, int16_t *at)
{
    const cn_targui *s = state;
    (void)faces;
    uint32_t seats = s->head.seats;
    for (uint32_t seat = 0; seat < seats; seat++) *at++ = seat == me;
    *at++ = (int16_t)(s->step - CN_TARGUI_FIRST);
    *at++ = s->round;
    *at++ = s->die;
    *at++ = s->effect == EFFECT_ERGS ? 1 : s->effect == EFFECT_MOUNTAINS ? 2 : 0;
    *at++ = s->turns_left;
    *at++ = cn_near(s->attacker, me, seats);
    *at++ = s->attacker == 0 ? 0 : s->from;
    *at++ = s->attacker == 0 ? 0 : s->to;
    *at++ = cn_near(s->first, me, seats);
    for (uint32_t k = 0; k < seats; k++) {
        uint32_t seat = cn_seat_at(k, me, seats);
        at[k] = s->sector[seat];
        at[seats + k] = s->camp[seat];
        at[2 * seats + k] = targui_out(s, seat);
        at[3 * seats + k] = cn_counted(targui_money(s, seat));
        at[4 * seats + k] = s->tribute[seat];
        at[5 * seats + k] = s->pile[seat];
    }
    at += 6 * seats;
    *at++ = s->pile[DESTINY_IN_PILE];
    at = cn_view_bits(targui_load16(s->deck), CN_TARGUI_DESTINY, at);
    *at++ = cn_counted(targui_box(s));
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        uint32_t owner = targui_owner(s, cell + 1);
        at[cell] = s->land[cell];
        at[CELLS + cell] = owner == NO_SEAT ? 0 : cn_near(owner + 1, me, seats);
        at[2 * CELLS + cell] = cn_counted(targui_camels(s, cell + 1));
    }
    return at + 3 * CELLS;
}

const cn_codec cn_targui_codec = {
    .actions = ACTIONS,
    .numbers = numbers,
    .move = move,
    .offer = offer,
    .view = view,
};
