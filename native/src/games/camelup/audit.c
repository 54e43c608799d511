/* camelup/audit.c: checks whether bytes from outside are a possible camelup position, and names the
 * wrong field if they are not. Everything that could lie on a table passes; nobody asks whether
 * play could lead there. Bytes without a meaning are zero, so that equal positions have equal
 * bytes. */
#include "rules.h"

static uint32_t placed(const cn_camelup *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 5; i++) count += s->space[i] != 0;
    return count;
}

static bool seats_are_empty(const cn_camelup *s, const uint8_t *by_seat)
{
    uint32_t sum = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) sum += by_seat[seat];
    return sum == 0;
}

/* Bytes of missing seats are zero: otherwise equal positions would differ. */
static uint8_t audit_absent_seats(const cn_camelup *s)
{
    for (uint32_t seat = s->head.seats; seat < 8; seat++) {
        if (s->tile[seat] != 0) return CN_CAMELUP_F_TILES;
        if (camelup_money(s, seat) != 0) return CN_CAMELUP_F_MONEY;
        if (s->pyramid[seat] != 0) return CN_CAMELUP_F_HELD;
        if (s->laid[seat] != 0) return CN_CAMELUP_F_WIN;
        if (s->faces[seat] != 0) return CN_CAMELUP_F_SLOTS;
    }
    return 0;
}

/* The five camels once each, in order; unplaced ones first, alphabetically. */
static uint8_t audit_camels(const cn_camelup *s)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 5; i++) {
        if (s->order[i] > 4 || s->space[i] > CN_CAMELUP_BEYOND) return CN_CAMELUP_F_TRACK;
        seen |= 1u << s->order[i];
        if (i == 0) continue;
        if (s->space[i] < s->space[i - 1]) return CN_CAMELUP_F_TRACK;
        if (s->space[i] == 0 && s->order[i] < s->order[i - 1]) return CN_CAMELUP_F_TRACK;
    }
    if (seen != ALL_DICE) return CN_CAMELUP_F_TRACK;
    if (!camelup_setting_up(s)) return s->space[0] == 0 ? CN_CAMELUP_F_TRACK : 0;
    if (s->space[4] == CN_CAMELUP_BEYOND) return CN_CAMELUP_F_CROSSED;
    if (s->space[4] > 3) return CN_CAMELUP_F_TRACK;              /* S2 */
    if (s->starter == 0 && placed(s) > 0) return CN_CAMELUP_F_TRACK; /* S1 comes first */
    return placed(s) == 5 ? CN_CAMELUP_F_LEG : 0;                /* then leg 1 has begun */
}

static uint8_t audit_tiles(const cn_camelup *s)
{
    uint32_t camels = 0, tiles = 0;
    for (uint32_t i = 0; i < 5; i++) camels |= 1u << s->space[i];
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t space = s->tile[seat] >> 1;
        if (s->tile[seat] == 0) continue;
        if (space < 2 || space > 16) return CN_CAMELUP_F_TILES;
        if ((camels | tiles | tiles << 1 | tiles >> 1) >> space & 1) return CN_CAMELUP_F_TILES;
        tiles |= 1u << space;
    }
    return 0;
}

/* Leg tiles are taken from the top; a seat's are numbered in the order in which it took them. */
static uint8_t audit_leg_tiles(const cn_camelup *s)
{
    uint32_t numbers[8] = {0};
    for (uint32_t i = 0; i < 15; i++) {
        uint32_t owner = (uint32_t)(s->taken[i] >> 4) - 1, number = s->taken[i] & 15;
        if (s->taken[i] == 0) continue;
        if (s->taken[i] < 16 || owner >= s->head.seats) return CN_CAMELUP_F_HELD;
        if (i % 3 > 0 && s->taken[i - 1] == 0) return CN_CAMELUP_F_LEG_TILES;
        /* A seat's tiles of one camel: the larger value was on top. */
        for (uint32_t above = i - i % 3; above < i; above++) {
            if (s->taken[above] >> 4 == owner + 1 && (s->taken[above] & 15) > number) {
                return CN_CAMELUP_F_HELD;
            }
        }
        if (numbers[owner] >> number & 1) return CN_CAMELUP_F_HELD;
        numbers[owner] |= 1u << number;
    }
    for (uint32_t seat = 0; seat < 8; seat++) {
        if ((numbers[seat] & (numbers[seat] + 1)) != 0) return CN_CAMELUP_F_HELD; /* a gap */
    }
    if ((s->options & LEG_ENDS_WITHOUT_TILES) != 0 && camelup_all_tiles_gone(s) == 15) {
        return CN_CAMELUP_F_LEG_TILES;
    }
    return 0;
}

static uint8_t audit_dice(const cn_camelup *s)
{
    uint32_t out = s->rolling != 0, held = 0;
    for (uint32_t camel = 0; camel < 5; camel++) out += (s->dice >> camel & 1) == 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (s->pyramid[seat] > 5) return CN_CAMELUP_F_HELD;
        held += s->pyramid[seat];
    }
    if (s->rolling != 0 && s->pyramid[s->rolling - 1] == 0) return CN_CAMELUP_F_ROLLING;
    if (s->dice == 0 || s->dice > ALL_DICE) return CN_CAMELUP_F_DICE; /* the fifth ends the leg */
    return held == out ? 0 : CN_CAMELUP_F_HELD;
}

static uint8_t audit_decks(const cn_camelup *s)
{
    uint8_t laid[8] = {0};
    if (s->win_count > 40) return CN_CAMELUP_F_WIN;
    if (s->lose_count > 40 - s->win_count) return CN_CAMELUP_F_LOSE;
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t seat = s->card[i] / 5, slot = s->card[i] % 5;
        uint8_t field = i < s->win_count ? CN_CAMELUP_F_WIN : CN_CAMELUP_F_LOSE;
        if (i >= s->win_count && i < 40u - s->lose_count) {
            if (s->card[i] != 0) return CN_CAMELUP_F_WIN;
            continue;
        }
        if (seat >= s->head.seats || (laid[seat] >> slot & 1) != 0) return field;
        laid[seat] |= (uint8_t)(1u << slot);
    }
    return memcmp(laid, s->laid, sizeof laid) == 0 ? 0 : CN_CAMELUP_F_WIN;
}

/* During setup nothing has left its place yet. */
static uint8_t audit_setup(const cn_camelup *s)
{
    if (s->head.node != CN_CHANCE) return CN_CAMELUP_F_TURN;
    if (s->rolling != 0) return CN_CAMELUP_F_ROLLING;
    if (s->dice != ALL_DICE) return CN_CAMELUP_F_DICE;
    if (!seats_are_empty(s, s->tile)) return CN_CAMELUP_F_TILES;
    if (camelup_all_tiles_gone(s) > 0) return CN_CAMELUP_F_LEG_TILES;
    if (!seats_are_empty(s, s->faces)) return CN_CAMELUP_F_SLOTS;
    if (s->win_count > 0) return CN_CAMELUP_F_WIN;
    return s->lose_count > 0 ? CN_CAMELUP_F_LOSE : 0;
}

static uint8_t audit_leg(const cn_camelup *s)
{
    if (s->head.node == CN_REVEAL || s->head.node == CN_OVER) return CN_CAMELUP_F_TURN;
    if ((s->head.node == CN_CHANCE) != (s->rolling != 0)) return CN_CAMELUP_F_ROLLING;
    return seats_are_empty(s, s->faces) ? 0 : CN_CAMELUP_F_SLOTS;
}

/* After the race everything is home but the cards; seats that laid some open them, the lowest
 * first. */
static uint8_t audit_race_over(const cn_camelup *s)
{
    if (s->head.node != CN_REVEAL && s->head.node != CN_OVER) return CN_CAMELUP_F_TURN;
    if (s->rolling != 0) return CN_CAMELUP_F_ROLLING;
    if (s->dice != ALL_DICE) return CN_CAMELUP_F_DICE;
    if (!seats_are_empty(s, s->tile)) return CN_CAMELUP_F_TILES;
    if (camelup_all_tiles_gone(s) > 0) return CN_CAMELUP_F_LEG_TILES;
    uint8_t opener = s->head.node == CN_REVEAL ? s->head.seat : s->head.seats;
    if (s->head.node == CN_REVEAL && s->laid[opener] == 0) return CN_CAMELUP_F_TURN;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        bool opened = s->faces[seat] != 0;
        if (opened && s->laid[seat] == 0) return CN_CAMELUP_F_SLOTS;
        if (s->laid[seat] != 0 && opened != (seat < opener)) return CN_CAMELUP_F_SLOTS;
    }
    return 0;
}

uint8_t camelup_audit(const void *state)
{
    const cn_camelup *s = state;
    uint8_t seats = s->head.seats, node = s->head.node, field;
    if (s->options > (LEG_ENDS_WITHOUT_TILES | FLIP_IN_PLACE)) return CN_CAMELUP_F_OPTIONS;
    if (s->head.seat >= seats) return CN_CAMELUP_F_TURN;
    if ((node == CN_CHANCE || node == CN_OVER) && s->head.seat != 0) return CN_CAMELUP_F_TURN;
    if (s->starter > seats) return CN_CAMELUP_F_STARTER;
    if (s->starter == 0 && !camelup_setting_up(s)) return CN_CAMELUP_F_STARTER;
    if (cn_load32(s->leg) > CN_CAMELUP_LEG_MAX) return CN_CAMELUP_F_LEG;
    if (s->rolling > seats) return CN_CAMELUP_F_ROLLING;
    for (uint32_t seat = 0; seat < 8; seat++) {
        if (camelup_money(s, seat) > CN_CAMELUP_MONEY_MAX) return CN_CAMELUP_F_MONEY;
        if (s->faces[seat] >= FACES_OPEN + 120) return CN_CAMELUP_F_SLOTS;
    }
    if ((field = audit_absent_seats(s)) != 0) return field;
    if ((field = audit_camels(s)) != 0) return field;
    if ((field = audit_tiles(s)) != 0) return field;
    if ((field = audit_leg_tiles(s)) != 0) return field;
    if ((field = audit_decks(s)) != 0) return field;
    if (camelup_setting_up(s)) {
        field = audit_setup(s);
    } else if (s->space[4] == CN_CAMELUP_BEYOND) {
        field = audit_race_over(s);
    } else {
        field = audit_leg(s);
    }
    return field != 0 ? field : audit_dice(s);
}
