/* camelup/rules.c: Camel Up, the base game of 2014. The rules, with their names (S1, A3, M4, ...),
 * are in docs/rules.md. audit.c checks for possible positions, greedy.c has the simple player. */
#include "search_ops.h"
#include "rules.h"


_Static_assert(sizeof(cn_camelup) == 143, "no padding: every byte is part of the position");
_Static_assert(_Alignof(cn_camelup) == 1, "a position may lie anywhere in memory");
_Static_assert(sizeof(cn_camelup) <= CN_STATE_MAX, "positions fit the engine's buffers");

static const char camel_letters[] = "bgowy";
static const uint8_t leg_values[3] = {5, 3, 2};
static const uint8_t card_values[5] = {8, 5, 3, 2, 1};

/* --- small readings of the position ----------------------------------------------------------- */

uint32_t camelup_money(const cn_camelup *s, uint32_t seat) { return cn_load32(s->money[seat]); }

/* Money stops at CN_CAMELUP_MONEY_MAX, far beyond what a game can earn, instead of wrapping. */
static void set_money(cn_camelup *s, uint32_t seat, int64_t money)
{
    if (money < 0) money = 0;
    if (money > CN_CAMELUP_MONEY_MAX) money = CN_CAMELUP_MONEY_MAX;
    cn_store32(s->money[seat], (uint32_t)money);
}

static uint8_t seat_after(const cn_camelup *s, uint32_t seat)
{
    return (uint8_t)(seat + 1 == s->head.seats ? 0 : seat + 1);
}

bool camelup_setting_up(const cn_camelup *s) { return cn_load32(s->leg) == 0; }

/* The number of this camel's leg tiles taken, which is the index of the top one. */
uint32_t camelup_tiles_gone(const cn_camelup *s, uint32_t camel)
{
    const uint8_t *taken = &s->taken[3 * camel];
    return (uint32_t)((taken[0] != 0) + (taken[1] != 0) + (taken[2] != 0));
}

static uint32_t tiles_held(const cn_camelup *s, uint32_t seat)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 15; i++) count += s->taken[i] >> 4 == seat + 1;
    return count;
}

uint32_t camelup_all_tiles_gone(const cn_camelup *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 15; i++) count += s->taken[i] != 0;
    return count;
}

/* The k-th card of a deck from the first laid. */
static uint8_t card_at(const cn_camelup *s, bool lose, uint32_t k)
{
    return s->card[lose ? 39 - k : k];
}

/* The lowest seat from `seat` on with a card in a deck, or `seats` if there is none. */
static uint8_t opener_from(const cn_camelup *s, uint8_t seat)
{
    while (seat < s->head.seats && s->laid[seat] == 0) seat++;
    return seat;
}

/* --- permutations of the five camels as numbers 0-119, in alphabetical order ------------------ */

uint8_t camelup_permutation_number(const uint8_t faces[5])
{
    static const uint8_t factorials[5] = {24, 6, 2, 1, 1};
    uint32_t index = 0;
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < 5; j++) smaller += faces[j] < faces[i];
        index += smaller * factorials[i];
    }
    return (uint8_t)index;
}

void camelup_permutation(uint32_t number, uint8_t faces[5])
{
    const uint32_t places[5] = {number / 24, number / 6 % 4, number / 2 % 3, number % 2, 0};
    uint32_t rest = 0x43210; /* a camel in four bits */
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t at = 4 * places[i], below = rest & ((1u << at) - 1);
        faces[i] = (uint8_t)(rest >> at & 15);
        rest = below | rest >> at >> 4 << at;
    }
}

/* --- movement (M) ----------------------------------------------------------------------------- */

void camelup_board(const cn_camelup *s, uint8_t board[CAMELUP_BOARD])
{
    memset(board, 0, CAMELUP_BOARD);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (s->tile[seat] != 0) board[s->tile[seat] >> 1] = (uint8_t)(1 + (s->tile[seat] & 1));
    }
}

camelup_path camelup_move(uint8_t order[5], uint8_t space[5], const uint8_t board[CAMELUP_BOARD],
                          uint32_t camel, uint32_t steps)
{
    camel_unit unit = camels_unit(order, space, camel); /* M1 */
    uint32_t landing = unit.start + steps;              /* M2 */
    if (landing > CN_CAMELUP_BEYOND) landing = CN_CAMELUP_BEYOND;
    uint32_t end = landing;
    bool under = false;
    if (board[landing] == OASIS) {
        end = landing + 1; /* M4 */
    } else if (board[landing] == MIRAGE) {
        end = landing - 1;
        under = true;
    }
    camel_place place = camels_move(order, space, unit, end, under);
    return (camelup_path){unit.first, unit.size, unit.start, landing, end, place.first,
                          place.covered};
}

/* --- legality --------------------------------------------------------------------------------- */

/* Spaces on which tiles may not go, as bits by space. */
typedef struct no_tile {
    uint32_t camels, others, beside_others;
} no_tile;

static no_tile where_no_tile(const cn_camelup *s)
{
    no_tile no = {0, 0, 0};
    for (uint32_t i = 0; i < 5; i++) no.camels |= 1u << s->space[i];
    /* A tile that is not on the track sets bit 0, which is no space: no branch is needed. */
    uint32_t own = s->tile[s->head.seat] >> 1;
    for (uint32_t seat = 0; seat < 8; seat++) no.others |= 1u << (s->tile[seat] >> 1);
    no.others &= ~(1u << own | 1u);
    no.beside_others = no.others << 1 | no.others >> 1;
    return no;
}

static cn_status check_tile(const cn_camelup *s, uint32_t space, uint32_t side)
{
    if (space < 2 || space > 16) return (cn_status)CN_CAMELUP_A3_SPACE;
    no_tile no = where_no_tile(s);
    if (no.camels >> space & 1) return (cn_status)CN_CAMELUP_A3_CAMEL;
    if (no.others >> space & 1) return (cn_status)CN_CAMELUP_A3_TILE;
    if (no.beside_others >> space & 1) return (cn_status)CN_CAMELUP_A3_NEXT;
    uint8_t own = s->tile[s->head.seat];
    if (own >> 1 != space) return CN_OK;
    if ((s->options & FLIP_IN_PLACE) == 0) return (cn_status)CN_CAMELUP_A3_SAME;
    return (own & 1) == side ? (cn_status)CN_CAMELUP_O2_SIDE : CN_OK;
}

bool camelup_tile_fits(const cn_camelup *s, uint32_t space, uint32_t side)
{
    return check_tile(s, space, side) == CN_OK;
}

static bool is_placed(const cn_camelup *s, uint32_t camel)
{
    for (uint32_t i = 0; i < 5; i++) {
        if (s->order[i] == camel) return s->space[i] != 0;
    }
    return false;
}

static cn_status check(const void *state, cn_move move)
{
    const cn_camelup *s = state;
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move);
    switch ((camelup_verb)cn_verb(move)) {
    case FIRST:
        if (s->starter != 0) return CN_E_OUTCOME;
        return a < s->head.seats ? CN_OK : (cn_status)CN_CAMELUP_S1_SEAT;
    case START:
        if (s->starter == 0 || !camelup_setting_up(s)) return CN_E_OUTCOME;
        return is_placed(s, a) ? (cn_status)CN_CAMELUP_S2_PLACED : CN_OK;
    case DIE:
        if (s->rolling == 0) return CN_E_OUTCOME;
        return s->dice >> a & 1 ? CN_OK : (cn_status)CN_CAMELUP_A1_DIE;
    case ROLL: return CN_OK;
    case LEG:
        return camelup_tiles_gone(s, a) < 3 ? CN_OK : (cn_status)CN_CAMELUP_A2_NONE_LEFT;
    case TILE: return check_tile(s, a, b);
    case WIN:
    case LOSE:
        if (a > 4) return (cn_status)CN_CAMELUP_A4_SLOT;
        return s->laid[s->head.seat] >> a & 1 ? (cn_status)CN_CAMELUP_A4_LAID : CN_OK;
    case OPEN:
        if (a != s->head.seat) return (cn_status)CN_CAMELUP_E2_SEAT;
        return b == NO_PERMUTATION ? (cn_status)CN_CAMELUP_E2_FACES : CN_OK;
    }
    assert(false);
    return CN_E_NOTATION;
}

/* The possible camels for luck now, as bits. */
static uint32_t awaited(const cn_camelup *s)
{
    if (s->rolling != 0) return s->dice;
    uint32_t camels = ALL_DICE;
    for (uint32_t i = 0; i < 5; i++) camels &= ~(uint32_t)((s->space[i] != 0) << s->order[i]);
    return camels;
}

/* The seat's choices by verb, in the order of `nth`. */
typedef struct menu {
    uint32_t legs;  /* camels with a leg tile left, as bits */
    uint32_t tiles; /* possible spaces for the tile with either side up, as bits */
    uint32_t flip;  /* 1 if it may be turned over in its place */
    uint32_t hand;  /* slots of the cards in hand, as bits */
    uint32_t leg_ways, tile_ways, ways;
} menu;

static inline menu menu_of(const cn_camelup *s)
{
    menu can = {.hand = ALL_DICE & ~(uint32_t)s->laid[s->head.seat]};
    for (uint32_t camel = 0; camel < 5; camel++) {
        uint32_t left = s->taken[3 * camel + 2] == 0;
        can.legs |= left << camel;
        can.leg_ways += left;
    }
    no_tile no = where_no_tile(s);
    uint32_t own = s->tile[s->head.seat] >> 1;
    can.tiles = 0x1FFFC & ~(no.camels | no.others | no.beside_others | 1u << own);
    can.flip = own != 0 && (s->options & FLIP_IN_PLACE) != 0;
    can.tile_ways = 2 * cn_count_bits(can.tiles);
    can.ways = 1 + can.leg_ways + can.tile_ways + can.flip + 2 * cn_count_bits(can.hand);
    return can;
}

static uint32_t outcome_ways(const cn_camelup *s)
{
    return s->starter == 0 ? s->head.seats : 3 * cn_count_bits(awaited(s));
}

static cn_move nth_outcome(const cn_camelup *s, uint32_t k)
{
    if (s->starter == 0) return cn_move_of(FIRST, k, 0);
    return cn_move_of(s->rolling != 0 ? DIE : START, cn_nth_bit(awaited(s), k / 3), 1 + k % 3);
}

static inline cn_move nth_choice(const cn_camelup *s, const menu *can, uint32_t k)
{
    if (k == 0) return cn_move_of(ROLL, 0, 0);
    k -= 1;
    if (k < can->tile_ways) return cn_move_of(TILE, cn_nth_bit(can->tiles, k / 2), k % 2);
    k -= can->tile_ways;
    if (k < can->leg_ways) return cn_move_of(LEG, cn_nth_bit(can->legs, k), 0);
    k -= can->leg_ways;
    if (k < can->flip) {
        uint32_t own = s->tile[s->head.seat];
        return cn_move_of(TILE, own >> 1, !(own & 1));
    }
    k -= can->flip;
    return cn_move_of(k % 2 == 0 ? WIN : LOSE, cn_nth_bit(can->hand, k / 2), 0);
}

static uint32_t ways(const void *state)
{
    const cn_camelup *s = state;
    if (s->head.node == CN_CHANCE) return outcome_ways(s);
    return menu_of(s).ways;
}

static cn_move nth(const void *state, uint32_t k)
{
    const cn_camelup *s = state;
    if (s->head.node == CN_CHANCE) return nth_outcome(s, k);
    menu can = menu_of(s);
    return nth_choice(s, &can, k);
}

static cn_move any(const void *state, uint64_t *seed)
{
    const cn_camelup *s = state;
    if (s->head.node == CN_CHANCE) {
        return nth_outcome(s, cn_random_below(seed, outcome_ways(s)));
    }
    menu can = menu_of(s);
    return nth_choice(s, &can, cn_random_below(seed, can.ways));
}

/* --- scoring (L, E) --------------------------------------------------------------------------- */

static void tell_ranking(const cn_camelup *s, cn_event *event)
{
    if (event == NULL) return;
    for (uint32_t i = 0; i < 5; i++) event->arg[i] = s->order[4 - i];
}

/* L1: the earnings of a leg tile. */
static int32_t leg_pounds(const cn_camelup *s, uint32_t tile)
{
    uint32_t camel = tile / 3;
    return s->order[4] == camel ? leg_values[tile % 3] : s->order[3] == camel ? 1 : -1;
}

/* The lines of a seat's leg tiles, in the order taken. */
static void tell_leg_tiles(const cn_camelup *s, uint32_t seat, cn_events *events)
{
    uint8_t in_order[15] = {0};
    uint32_t count = 0;
    for (uint8_t tile = 0; tile < 15; tile++) {
        if (s->taken[tile] >> 4 == seat + 1) {
            in_order[s->taken[tile] & 15] = tile;
            count++;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint8_t camel = in_order[i] / 3;
        cn_event *event = cn_event_add(events, CN_CAMELUP_LINE_TILE);
        event->arg[0] = (uint8_t)seat;
        event->arg[1] = camel;
        event->arg[2] = leg_values[in_order[i] % 3];
        for (uint8_t rank = 0; rank < 5; rank++) {
            if (s->order[4 - rank] == camel) event->arg[3] = (uint8_t)(rank + 1);
        }
        event->number[0] = leg_pounds(s, in_order[i]);
    }
}

/* L2, one seat, whose leg tiles earn `sum`: everything that it took in this leg, applied once. */
static void score_seat(cn_camelup *s, uint32_t seat, int32_t sum, cn_events *events)
{
    if (events != NULL) tell_leg_tiles(s, seat, events);
    if (s->pyramid[seat] > 0) {
        sum += s->pyramid[seat];
        cn_event *event = cn_event_add(events, CN_CAMELUP_LINE_PYRAMID);
        if (event != NULL) {
            event->arg[0] = (uint8_t)seat;
            event->number[0] = s->pyramid[seat];
        }
    }
    uint32_t before = camelup_money(s, seat);
    set_money(s, seat, (int64_t)before + sum);
    cn_event *event = cn_event_add(events, CN_CAMELUP_LINE_TOTAL);
    if (event != NULL) {
        event->arg[0] = (uint8_t)seat;
        event->number[0] = (int32_t)before;
        event->number[1] = (int32_t)camelup_money(s, seat);
    }
}

/* L2, then everything goes home (L3). */
static void score_leg(cn_camelup *s, cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_CAMELUP_LEG_SCORED);
    if (event != NULL) event->number[0] = (int32_t)cn_load32(s->leg);
    tell_ranking(s, event);
    int32_t sums[16] = {0}; /* by owner + 1, as `taken` has it; 0 for tiles at home */
    for (uint32_t tile = 0; tile < 15; tile++) sums[s->taken[tile] >> 4] += leg_pounds(s, tile);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        score_seat(s, seat, sums[seat + 1], events);
    }
    memset(s->tile, 0, sizeof s->tile);
    memset(s->taken, 0, sizeof s->taken);
    memset(s->pyramid, 0, sizeof s->pyramid);
    s->dice = ALL_DICE;
}

static void begin_leg(cn_camelup *s, uint8_t starter, cn_events *events)
{
    uint32_t leg = cn_load32(s->leg);
    if (leg < CN_CAMELUP_LEG_MAX) leg++;
    cn_store32(s->leg, leg);
    s->starter = (uint8_t)(starter + 1);
    s->head.node = CN_DECIDE;
    s->head.seat = starter;
    cn_event *event = cn_event_add(events, CN_CAMELUP_LEG_BEGAN);
    if (event != NULL) {
        event->arg[0] = starter;
        event->number[0] = (int32_t)leg;
    }
}

/* The faces of all cards by seat and slot, 255 for cards never opened. */
static void read_all_faces(const cn_camelup *s, uint8_t all_faces[40])
{
    memset(all_faces, 255, 40);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (s->faces[seat] < FACES_OPEN) continue;
        camelup_permutation(s->faces[seat] - FACES_OPEN, &all_faces[5 * seat]);
    }
}

/* E3 for one deck: `target` is the camel on which it bets. */
static void score_deck(cn_camelup *s, bool lose, uint8_t target, const uint8_t all_faces[40],
                       cn_events *events)
{
    uint32_t right = 0, count = lose ? s->lose_count : s->win_count;
    for (uint32_t k = 0; k < count; k++) {
        uint8_t card = card_at(s, lose, k), seat = card / 5;
        int32_t pounds = -1;
        if (all_faces[card] == target) pounds = card_values[right < 4 ? right++ : 4];
        set_money(s, seat, (int64_t)camelup_money(s, seat) + pounds);
        cn_event *event = cn_event_add(events, CN_CAMELUP_CARD_SCORED);
        if (event != NULL) {
            event->arg[0] = lose;
            event->arg[1] = (uint8_t)k;
            event->arg[2] = seat;
            event->arg[3] = card % 5;
            event->arg[4] = all_faces[card];
            event->number[0] = pounds;
            event->number[1] = (int32_t)camelup_money(s, seat);
        }
    }
}

static uint8_t winners(const void *state)
{
    const cn_camelup *s = state;
    uint32_t most = 0;
    uint8_t seats = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t money = camelup_money(s, seat);
        if (money > most) {
            most = money;
            seats = 0;
        }
        if (money == most) seats |= (uint8_t)(1u << seat);
    }
    return seats; /* E4 */
}

/* E3, after the last opening. */
static void end_game(cn_camelup *s, cn_events *events)
{
    uint8_t all_faces[40];
    read_all_faces(s, all_faces);
    score_deck(s, false, s->order[4], all_faces, events);
    score_deck(s, true, s->order[0], all_faces, events);
    s->head.node = CN_OVER;
    s->head.seat = 0;
    cn_event *event = cn_event_add(events, CN_CAMELUP_GAME_OVER);
    if (event != NULL) event->arg[0] = winners(s);
}

/* The next opening (E2) from `seat` on, or the end of the game. */
static void go_on_opening(cn_camelup *s, uint8_t seat, cn_events *events)
{
    seat = opener_from(s, seat);
    if (seat == s->head.seats) {
        end_game(s, events);
        return;
    }
    s->head.node = CN_REVEAL;
    s->head.seat = seat;
}

/* --- playing ---------------------------------------------------------------------------------- */

static void tell_path(const cn_camelup *s, camelup_path path, uint8_t side, uint8_t owner,
                      cn_events *events)
{
    cn_event *event = cn_event_add(events, CN_CAMELUP_MOVED);
    if (event == NULL) return;
    for (uint32_t i = 0; i < 5; i++) {
        event->arg[i] = i < path.size ? s->order[path.place + i] : 255;
    }
    event->arg[5] = (uint8_t)path.start;
    event->arg[6] = (uint8_t)path.landing;
    event->arg[7] = side == OASIS ? '+' : side == MIRAGE ? '-' : 0;
    event->arg[8] = owner;
    event->arg[9] = (uint8_t)path.end;
    event->arg[10] = path.covered;
}

static void play_start(cn_camelup *s, uint8_t camel, uint8_t space, cn_events *events)
{
    static const uint8_t bare[CAMELUP_BOARD] = {0};
    tell_path(s, camelup_move(s->order, s->space, bare, camel, space), 0, 0, events);
    if (s->space[0] != 0) begin_leg(s, (uint8_t)(s->starter - 1), events);
}

static void play_die(cn_camelup *s, uint8_t camel, uint8_t pips, cn_events *events)
{
    uint8_t board[CAMELUP_BOARD];
    camelup_board(s, board);
    uint8_t roller = (uint8_t)(s->rolling - 1), owner = 0;
    s->dice &= (uint8_t)~(1u << camel);
    s->rolling = 0;
    camelup_path path = camelup_move(s->order, s->space, board, camel, pips);
    uint8_t side = board[path.landing];
    while (side != 0 && s->tile[owner] >> 1 != path.landing) owner++;
    tell_path(s, path, side, owner, events);
    if (side != 0) {
        set_money(s, owner, (int64_t)camelup_money(s, owner) + 1);
        cn_event *event = cn_event_add(events, CN_CAMELUP_EARNED);
        if (event != NULL) {
            event->arg[0] = owner;
            event->number[0] = 1;
        }
    }
    if (path.end == CN_CAMELUP_BEYOND) { /* E1 */
        score_leg(s, events);
        tell_ranking(s, cn_event_add(events, CN_CAMELUP_RACE_ENDED));
        go_on_opening(s, 0, events);
    } else if (s->dice == 0) { /* L1 */
        score_leg(s, events);
        begin_leg(s, seat_after(s, roller), events);
    } else {
        s->head.node = CN_DECIDE;
        s->head.seat = seat_after(s, roller);
    }
}

static void lay_card(cn_camelup *s, bool lose, uint8_t slot)
{
    uint8_t seat = s->head.seat;
    uint8_t place = lose ? (uint8_t)(39 - s->lose_count++) : s->win_count++;
    s->card[place] = (uint8_t)(5 * seat + slot);
    s->laid[seat] |= (uint8_t)(1u << slot);
}

static void play(void *state, cn_move move, cn_events *events)
{
    cn_camelup *s = state;
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move), seat = s->head.seat;
    switch ((camelup_verb)cn_verb(move)) {
    case FIRST: s->starter = (uint8_t)(a + 1); return;
    case START: play_start(s, a, b, events); return;
    case DIE: play_die(s, a, b, events); return;
    case OPEN:
        s->faces[a] = (uint8_t)(b + 1);
        go_on_opening(s, (uint8_t)(a + 1), events);
        return;
    case ROLL:
        s->pyramid[seat]++;
        s->rolling = (uint8_t)(seat + 1);
        s->head.node = CN_CHANCE;
        s->head.seat = 0;
        return;
    case LEG:
        s->taken[3 * a + camelup_tiles_gone(s, a)] =
            (uint8_t)((seat + 1u) << 4 | tiles_held(s, seat));
        /* O1 */
        if ((s->options & LEG_ENDS_WITHOUT_TILES) != 0 && camelup_all_tiles_gone(s) == 15) {
            score_leg(s, events);
            begin_leg(s, seat_after(s, seat), events);
            return;
        }
        break;
    case TILE: s->tile[seat] = (uint8_t)(2 * a + b); break;
    case WIN: lay_card(s, false, a); break;
    case LOSE: lay_card(s, true, a); break;
    }
    s->head.seat = seat_after(s, seat);
}

static bool setup(void *state, const uint32_t *options)
{
    cn_camelup *s = state;
    if (options[0] > 1 || options[1] > 1) return false;
    s->options = (uint8_t)(options[0] | options[1] << 1);
    s->head.node = CN_CHANCE;
    s->dice = ALL_DICE;
    for (uint8_t i = 0; i < 5; i++) s->order[i] = i;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) set_money(s, seat, 3);
    return true;
}

static cn_node node_of(cn_move move)
{
    switch ((camelup_verb)cn_verb(move)) {
    case FIRST:
    case START:
    case DIE: return CN_CHANCE;
    case OPEN: return CN_REVEAL;
    case ROLL:
    case LEG:
    case TILE:
    case WIN:
    case LOSE: break;
    }
    return CN_DECIDE;
}

static cn_move opening(const void *state, uint64_t *seed)
{
    const cn_camelup *s = state;
    return cn_move_of(OPEN, s->head.seat, 1 + cn_random_below(seed, 120));
}

static void scores(const void *state, int32_t *scores)
{
    const cn_camelup *s = state;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        scores[seat] = (int32_t)camelup_money(s, seat);
    }
}

/* --- notation --------------------------------------------------------------------------------- */

bool camelup_read_faces(cn_reader *reader, uint8_t faces[5])
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 5; i++) {
        faces[i] = (uint8_t)cn_read_letter(reader, camel_letters);
        seen |= 1u << faces[i];
    }
    return seen == ALL_DICE;
}

static uint32_t read_pips(cn_reader *reader) { return 1 + cn_read_letter(reader, "123"); }

static cn_move parse_opening(cn_reader *reader)
{
    uint32_t seat = cn_read_number(reader);
    uint8_t faces[5];
    if (!cn_read_word(reader, " ")) reader->bad = true;
    if (cn_read_word(reader, "-")) return cn_move_of(OPEN, seat, 0);
    if (!camelup_read_faces(reader, faces)) return cn_move_of(OPEN, seat, NO_PERMUTATION);
    return cn_move_of(OPEN, seat, 1u + camelup_permutation_number(faces));
}

static bool parse(const char *text, uint32_t length, cn_move *move)
{
    cn_reader reader = {text, text + length, false};
    uint32_t a;
    if (cn_read_word(&reader, "roll")) {
        *move = cn_move_of(ROLL, 0, 0);
    } else if (cn_read_word(&reader, "die ")) {
        a = cn_read_letter(&reader, camel_letters);
        *move = cn_move_of(DIE, a, read_pips(&reader));
    } else if (cn_read_word(&reader, "leg ")) {
        *move = cn_move_of(LEG, cn_read_letter(&reader, camel_letters), 0);
    } else if (cn_read_word(&reader, "tile ")) {
        a = cn_read_number(&reader);
        *move = cn_move_of(TILE, a, cn_read_letter(&reader, "+-"));
    } else if (cn_read_word(&reader, "win ")) {
        *move = cn_move_of(WIN, cn_read_number(&reader), 0);
    } else if (cn_read_word(&reader, "lose ")) {
        *move = cn_move_of(LOSE, cn_read_number(&reader), 0);
    } else if (cn_read_word(&reader, "open ")) {
        *move = parse_opening(&reader);
    } else if (cn_read_word(&reader, "start ")) {
        a = cn_read_letter(&reader, camel_letters);
        *move = cn_move_of(START, a, read_pips(&reader));
    } else if (cn_read_word(&reader, "first ")) {
        *move = cn_move_of(FIRST, cn_read_number(&reader), 0);
    } else {
        return false;
    }
    return cn_read_done(&reader);
}

static char *write_camel_and_pips(char *at, const char *verb, cn_move move)
{
    at = cn_write_word(at, verb);
    *at++ = camel_letters[cn_arg_a(move)];
    return cn_write_number(at, cn_arg_b(move));
}

static uint32_t format(cn_move move, char *text)
{
    char *at = text;
    uint8_t a = cn_arg_a(move), b = cn_arg_b(move), faces[5];
    switch ((camelup_verb)cn_verb(move)) {
    case FIRST: at = cn_write_number(cn_write_word(at, "first "), a); break;
    case START: at = write_camel_and_pips(at, "start ", move); break;
    case DIE: at = write_camel_and_pips(at, "die ", move); break;
    case ROLL: at = cn_write_word(at, "roll"); break;
    case LEG:
        at = cn_write_word(at, "leg ");
        *at++ = camel_letters[a];
        break;
    case TILE:
        at = cn_write_number(cn_write_word(at, "tile "), a);
        *at++ = b == 0 ? '+' : '-';
        break;
    case WIN: at = cn_write_number(cn_write_word(at, "win "), a); break;
    case LOSE: at = cn_write_number(cn_write_word(at, "lose "), a); break;
    case OPEN:
        at = cn_write_word(cn_write_number(cn_write_word(at, "open "), a), " ");
        if (b == 0) {
            *at++ = '-';
        } else {
            camelup_permutation(b - 1u, faces);
            for (uint32_t i = 0; i < 5; i++) *at++ = camel_letters[faces[i]];
        }
        break;
    }
    return (uint32_t)(at - text);
}

extern const cn_search_ops cn_camelup_search_ops; /* search_ops.c */

extern const struct cn_codec cn_camelup_codec;

const cn_game cn_camelup_game = {
    .key = "camelup",
    .seats_min = 2,
    .seats_max = 8,
    .size = sizeof(cn_camelup),
    .setup = setup,
    .audit = camelup_audit,
    .node = node_of,
    .check = check,
    .play = play,
    .ways = ways,
    .nth = nth,
    .any = any,
    .weight = NULL,
    .opening = opening,
    .pack = NULL,
    .scores = scores,
    .winners = winners,
    .greedy = camelup_greedy,
    .parse = parse,
    .format = format,
    .search = &cn_camelup_search_ops,
    .codec = &cn_camelup_codec,
};
