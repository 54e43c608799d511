/* template/rules.c: the smallest game with everything that a game can have, for tests and to copy
 * from.
 *
 * S1 `first n`: the seat that starts.
 * A1 `toss`: two coins, chance `coins 0` to `coins 2` weighing 1, 2, 1; go on by as many steps.
 * A2 `lay 0` or `lay 1`: lay one of the own two cards, one low and one high, face down; once.
 * E1 Who reaches the goal ends the race. Seats that laid a card open it, lowest first: `open n l`,
 *    `open n h`, or `open n -`. A high card is worth 2 steps, a low one 1, one never opened none.
 * E2 Farthest wins; a tie is shared.
 * Option `goal` (6): 2 to 50. */
#include "notation.h"
#include "games/template.h"

_Static_assert(sizeof(cn_template) == 19, "no padding");

enum { FIRST, COINS, TOSS, LAY, OPEN };

static bool setup(void *state, const uint32_t *options)
{
    cn_template *s = state;
    if (options[0] < 2 || options[0] > 50) return false;
    s->goal = (uint8_t)options[0];
    s->head.node = CN_CHANCE;
    return true;
}

static bool raced(const cn_template *s)
{
    bool any = false;
    for (uint32_t seat = 0; seat < 4; seat++) any = any || s->place[seat] >= s->goal;
    return any;
}

static uint8_t audit(const void *state)
{
    const cn_template *s = state;
    uint8_t node = s->head.node, seats = s->head.seats;
    bool over = node == CN_REVEAL || node == CN_OVER;
    if (s->goal < 2 || s->goal > 50) return CN_TEMPLATE_F_OPTIONS;
    if (s->head.seat >= seats || s->rolling > seats || s->begun > 1) return CN_TEMPLATE_F_TURN;
    if ((node == CN_CHANCE || node == CN_OVER) && s->head.seat != 0) return CN_TEMPLATE_F_TURN;
    if ((node == CN_CHANCE && s->begun) != (s->rolling != 0)) return CN_TEMPLATE_F_TURN;
    if ((!s->begun && node != CN_CHANCE) || raced(s) != over) return CN_TEMPLATE_F_TURN;
    if (node == CN_REVEAL && s->laid[s->head.seat] == 0) return CN_TEMPLATE_F_TURN;
    for (uint32_t seat = 0; seat < 4; seat++) {
        if (s->place[seat] > s->goal + 1 || (!s->begun && s->place[seat] > 0)) {
            return CN_TEMPLATE_F_PLACE;
        }
        if (seat >= seats && s->place[seat] > 0) return CN_TEMPLATE_F_PLACE;
        if (s->laid[seat] > (s->begun && seat < seats ? 2 : 0)) return CN_TEMPLATE_F_LAID;
        bool due = s->laid[seat] != 0 && (node == CN_OVER || (over && seat < s->head.seat));
        if (s->face[seat] > 3 || (s->face[seat] != 0) != due) return CN_TEMPLATE_F_FACE;
    }
    return 0;
}

static cn_node node_of(cn_move move)
{
    switch (cn_verb(move)) {
    case FIRST:
    case COINS: return CN_CHANCE;
    case OPEN: return CN_REVEAL;
    default: return CN_DECIDE;
    }
}

static cn_status check(const void *state, cn_move move)
{
    const cn_template *s = state;
    uint8_t a = cn_arg_a(move);
    switch (cn_verb(move)) {
    case FIRST:
        if (s->begun) return CN_E_OUTCOME;
        return a < s->head.seats ? CN_OK : (cn_status)CN_TEMPLATE_S1_SEAT;
    case COINS: return s->begun ? CN_OK : CN_E_OUTCOME;
    case LAY: return s->laid[s->head.seat] == 0 ? CN_OK : (cn_status)CN_TEMPLATE_A2_LAID;
    case OPEN: return a == s->head.seat ? CN_OK : (cn_status)CN_TEMPLATE_E1_SEAT;
    default: return CN_OK;
    }
}

static uint32_t ways(const void *state)
{
    const cn_template *s = state;
    if (!s->begun) return s->head.seats;
    return s->head.node == CN_CHANCE || s->laid[s->head.seat] == 0 ? 3 : 1;
}

static cn_move nth(const void *state, uint32_t k)
{
    const cn_template *s = state;
    if (!s->begun) return cn_move_of(FIRST, k, 0);
    if (s->head.node == CN_CHANCE) return cn_move_of(COINS, k, 0);
    return k == 0 ? cn_move_of(TOSS, 0, 0) : cn_move_of(LAY, k - 1, 0);
}

static uint32_t weight(const void *state, cn_move move)
{
    (void)state;
    return cn_verb(move) == COINS && cn_arg_a(move) == 1 ? 2 : 1;
}

static cn_move opening(const void *state, uint64_t *seed)
{
    const cn_template *s = state;
    return cn_move_of(OPEN, s->head.seat, 1 + cn_random_below(seed, 2));
}

static void scores(const void *state, int32_t *scores)
{
    static const int32_t card_steps[4] = {0, 1, 2, 0};
    const cn_template *s = state;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        scores[seat] = s->place[seat] + card_steps[s->face[seat]];
    }
}

static uint8_t winners(const void *state)
{
    const cn_template *s = state;
    int32_t all[4], most = 0;
    uint8_t seats = 0;
    scores(state, all);
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (all[seat] > most) {
            most = all[seat];
            seats = 0;
        }
        if (all[seat] == most) seats |= (uint8_t)(1u << seat);
    }
    return seats;
}

static void go_on_opening(cn_template *s, uint8_t seat, cn_events *events)
{
    while (seat < s->head.seats && s->laid[seat] == 0) seat++;
    bool open = seat < s->head.seats;
    s->head.node = open ? CN_REVEAL : CN_OVER;
    s->head.seat = open ? seat : 0;
    if (open) return;
    cn_event *event = cn_event_add(events, CN_TEMPLATE_OVER);
    if (event != NULL) event->arg[0] = winners(s);
}

static void play_coins(cn_template *s, uint8_t heads, cn_events *events)
{
    uint8_t seat = (uint8_t)(s->rolling - 1);
    cn_event *event = cn_event_add(events, CN_TEMPLATE_STEPPED);
    if (event != NULL) {
        event->arg[0] = seat;
        event->arg[1] = s->place[seat];
        event->arg[2] = (uint8_t)(s->place[seat] + heads);
    }
    s->place[seat] = (uint8_t)(s->place[seat] + heads);
    s->rolling = 0;
    if (s->place[seat] >= s->goal) {
        go_on_opening(s, 0, events);
    } else {
        s->head.node = CN_DECIDE;
        s->head.seat = (uint8_t)((seat + 1) % s->head.seats);
    }
}

static void play(void *state, cn_move move, cn_events *events)
{
    cn_template *s = state;
    uint8_t a = cn_arg_a(move), seat = s->head.seat;
    switch (cn_verb(move)) {
    case FIRST:
        s->begun = 1;
        s->head.node = CN_DECIDE;
        s->head.seat = a;
        break;
    case COINS: play_coins(s, a, events); break;
    case TOSS:
        s->rolling = (uint8_t)(seat + 1);
        s->head.node = CN_CHANCE;
        s->head.seat = 0;
        break;
    case LAY:
        s->laid[seat] = (uint8_t)(a + 1);
        s->head.seat = (uint8_t)((seat + 1) % s->head.seats);
        break;
    case OPEN:
        s->face[a] = cn_arg_b(move);
        go_on_opening(s, (uint8_t)(a + 1), events);
        break;
    }
}

/* A simple player lays its high card at once; a ghost does not know its slot. */
static bool greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_template *s = state;
    if (length != 0 && (length != 2 || (memcmp(faces, "lh", 2) && memcmp(faces, "hl", 2)))) {
        return false;
    }
    *move = cn_move_of(TOSS, 0, 0);
    if (length != 0 && s->laid[s->head.seat] == 0) *move = cn_move_of(LAY, faces[1] == 'h', 0);
    return true;
}

static bool parse(const char *text, uint32_t length, cn_move *move)
{
    cn_reader reader = {text, text + length, false};
    if (cn_read_word(&reader, "toss")) {
        *move = cn_move_of(TOSS, 0, 0);
    } else if (cn_read_word(&reader, "coins ")) {
        *move = cn_move_of(COINS, cn_read_letter(&reader, "012"), 0);
    } else if (cn_read_word(&reader, "lay ")) {
        *move = cn_move_of(LAY, cn_read_letter(&reader, "01"), 0);
    } else if (cn_read_word(&reader, "first ")) {
        *move = cn_move_of(FIRST, cn_read_number(&reader), 0);
    } else if (cn_read_word(&reader, "open ")) {
        uint32_t seat = cn_read_number(&reader);
        if (!cn_read_word(&reader, " ")) return false;
        *move = cn_move_of(OPEN, seat, 1 + cn_read_letter(&reader, "lh-"));
    } else {
        return false;
    }
    return cn_read_done(&reader);
}

static uint32_t format(cn_move move, char *text)
{
    static const char *const verbs[] = {"first ", "coins ", "toss", "lay ", "open "};
    uint32_t verb = cn_verb(move);
    char *at = cn_write_word(text, verbs[verb]);
    if (verb != TOSS) at = cn_write_number(at, cn_arg_a(move));
    if (verb == OPEN) {
        *at++ = ' ';
        *at++ = "?lh-"[cn_arg_b(move)];
    }
    return (uint32_t)(at - text);
}

extern const struct cn_search_ops cn_template_search_ops;

const cn_game cn_template_game = {
    .key = "template",
    .seats_min = 2,
    .seats_max = 4,
    .size = sizeof(cn_template),
    .setup = setup,
    .audit = audit,
    .node = node_of,
    .check = check,
    .play = play,
    .ways = ways,
    .nth = nth,
    .any = NULL,
    .weight = weight,
    .opening = opening,
    .pack = NULL, /* no shuffled deck: see games/cards/rules.c */
    .scores = scores,
    .winners = winners,
    .greedy = greedy,
    .parse = parse,
    .format = format,
    .search = &cn_template_search_ops,
    .codec = NULL, /* nobody learns it: see games/camelup/codec.c */
};
