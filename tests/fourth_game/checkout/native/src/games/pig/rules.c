/* pig/rules.c: Pig, the dice game. The rules, with their names (S1, R1, ...), are in
 * docs/rules-pig.md. */
#include "notation.h"
#include "games/pig.h"

#define SEATS_MAX 8
#define ENOUGH 20 /* at so much the simple player holds */

_Static_assert(sizeof(cn_pig) == 16, "no padding");

enum { FIRST, DIE, ROLL, HOLD };

extern const struct cn_search_ops cn_pig_search_ops;
extern const struct cn_codec cn_pig_codec;

static uint32_t goal(const cn_pig *s) { return s->short_game ? 50 : 100; }

static bool setup(void *state, const uint32_t *options)
{
    cn_pig *s = state;
    if (options[0] > 1) return false;
    s->short_game = (uint8_t)options[0];
    s->head.node = CN_CHANCE;
    return true;
}

/* A winner's last turn ends at the goal or up to 5 beyond it. */
static uint8_t audit_scores(const cn_pig *s)
{
    uint32_t won = 0;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        if (s->score[seat] > (seat < s->head.seats && s->begun ? goal(s) + 5 : 0)) {
            return CN_PIG_F_SCORE;
        }
        won += s->score[seat] >= goal(s);
    }
    return won != (s->head.node == CN_OVER) ? CN_PIG_F_SCORE : 0;
}

static uint8_t audit(const void *state)
{
    const cn_pig *s = state;
    uint8_t node = s->head.node, seats = s->head.seats;
    if (s->short_game > 1) return CN_PIG_F_OPTIONS;
    if (node == CN_REVEAL || s->head.seat >= seats || s->rolling > seats) return CN_PIG_F_TURN;
    if (s->begun > 1 || (!s->begun && node != CN_CHANCE)) return CN_PIG_F_TURN;
    if (node != CN_DECIDE && s->head.seat != 0) return CN_PIG_F_TURN;
    if ((s->rolling != 0) != (node == CN_CHANCE && s->begun)) return CN_PIG_F_TURN;
    uint8_t wrong = audit_scores(s);
    if (wrong != 0) return wrong;
    if (!s->begun || node == CN_OVER) return s->total != 0 ? CN_PIG_F_TOTAL : 0;
    uint8_t seat = s->rolling != 0 ? (uint8_t)(s->rolling - 1) : s->head.seat;
    return s->score[seat] + s->total >= goal(s) ? CN_PIG_F_TOTAL : 0;
}

static cn_node node_of(cn_move move)
{
    return cn_verb(move) == FIRST || cn_verb(move) == DIE ? CN_CHANCE : CN_DECIDE;
}

static cn_status check(const void *state, cn_move move)
{
    const cn_pig *s = state;
    switch (cn_verb(move)) {
    case FIRST:
        if (s->begun) return CN_E_OUTCOME;
        return cn_arg_a(move) < s->head.seats ? CN_OK : (cn_status)CN_PIG_S1_SEAT;
    case DIE: return s->begun ? CN_OK : CN_E_OUTCOME;
    case HOLD: return s->total > 0 ? CN_OK : (cn_status)CN_PIG_H1_NOTHING;
    default: return CN_OK;
    }
}

static uint32_t ways(const void *state)
{
    const cn_pig *s = state;
    if (!s->begun) return s->head.seats;
    if (s->head.node == CN_CHANCE) return 6;
    return s->total > 0 ? 2 : 1;
}

static cn_move nth(const void *state, uint32_t k)
{
    const cn_pig *s = state;
    if (!s->begun) return cn_move_of(FIRST, k, 0);
    if (s->head.node == CN_CHANCE) return cn_move_of(DIE, 1 + k, 0);
    return cn_move_of(k == 0 ? ROLL : HOLD, 0, 0);
}

static void scores(const void *state, int32_t *scores)
{
    const cn_pig *s = state;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) scores[seat] = s->score[seat];
}

static uint8_t winners(const void *state)
{
    const cn_pig *s = state;
    uint32_t seat = 0;
    while (s->score[seat] < goal(s)) seat++;
    return (uint8_t)(1u << seat);
}

static void note(cn_events *events, uint8_t kind, uint32_t a, uint32_t b, uint32_t c)
{
    cn_event *event = cn_event_add(events, kind);
    if (event == NULL) return;
    event->arg[0] = (uint8_t)a;
    event->arg[1] = (uint8_t)b;
    event->arg[2] = (uint8_t)c;
}

static void bank(cn_pig *s, uint32_t seat, cn_events *events)
{
    s->score[seat] = (uint8_t)(s->score[seat] + s->total);
    note(events, CN_PIG_BANKED, seat, s->total, s->score[seat]);
    s->total = 0;
}

static void next_turn(cn_pig *s, uint32_t seat)
{
    s->head.node = CN_DECIDE;
    s->head.seat = (uint8_t)((seat + 1) % s->head.seats);
}

/* R2 and E1. */
static void play_die(cn_pig *s, uint8_t pips, cn_events *events)
{
    uint32_t seat = s->rolling - 1u;
    s->rolling = 0;
    s->total = pips == 1 ? 0 : (uint8_t)(s->total + pips);
    note(events, CN_PIG_ROLLED, seat, pips, s->total);
    if (pips == 1) {
        next_turn(s, seat);
    } else if (s->score[seat] + s->total >= goal(s)) {
        bank(s, seat, events);
        s->head.node = CN_OVER;
        note(events, CN_PIG_OVER, seat, 0, 0);
    } else {
        s->head.node = CN_DECIDE;
        s->head.seat = (uint8_t)seat;
    }
}

static void play(void *state, cn_move move, cn_events *events)
{
    cn_pig *s = state;
    uint8_t seat = s->head.seat;
    switch (cn_verb(move)) {
    case FIRST:
        s->begun = 1;
        s->head.node = CN_DECIDE;
        s->head.seat = cn_arg_a(move);
        break;
    case DIE: play_die(s, cn_arg_a(move), events); break;
    case ROLL:
        s->rolling = (uint8_t)(seat + 1);
        s->head.node = CN_CHANCE;
        s->head.seat = 0;
        break;
    case HOLD:
        bank(s, seat, events);
        next_turn(s, seat);
        break;
    }
}

static bool greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_pig *s = state;
    (void)faces;
    *move = cn_move_of(s->total >= ENOUGH ? HOLD : ROLL, 0, 0);
    return length == 0;
}

static bool parse(const char *text, uint32_t length, cn_move *move)
{
    cn_reader reader = {text, text + length, false};
    if (cn_read_word(&reader, "roll")) {
        *move = cn_move_of(ROLL, 0, 0);
    } else if (cn_read_word(&reader, "hold")) {
        *move = cn_move_of(HOLD, 0, 0);
    } else if (cn_read_word(&reader, "die ")) {
        *move = cn_move_of(DIE, 1 + cn_read_letter(&reader, "123456"), 0);
    } else if (cn_read_word(&reader, "first ")) {
        *move = cn_move_of(FIRST, cn_read_number(&reader), 0);
    } else {
        return false;
    }
    return cn_read_done(&reader);
}

static uint32_t format(cn_move move, char *text)
{
    static const char *const verbs[] = {"first ", "die ", "roll", "hold"};
    uint32_t verb = cn_verb(move);
    char *at = cn_write_word(text, verbs[verb]);
    if (verb == FIRST || verb == DIE) at = cn_write_number(at, cn_arg_a(move));
    return (uint32_t)(at - text);
}

const cn_game cn_pig_game = {
    .key = "pig",
    .seats_min = 2,
    .seats_max = SEATS_MAX,
    .size = sizeof(cn_pig),
    .setup = setup,
    .audit = audit,
    .node = node_of,
    .check = check,
    .play = play,
    .ways = ways,
    .nth = nth,
    .scores = scores,
    .winners = winners,
    .greedy = greedy,
    .parse = parse,
    .format = format,
    .search = &cn_pig_search_ops,
    .codec = &cn_pig_codec,
};
