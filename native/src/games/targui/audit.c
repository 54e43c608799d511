/* targui/audit.c: checks whether bytes from outside are a possible targui position. `cn_audit`
 * brings anything that a peer may send, and `from_dict` anything that a person may write. The
 * question is whether the material adds up and lies in possible places, not whether play could lead
 * there. */
#include "rules.h"

/* The node of a step. */
static cn_node node_of_step(uint32_t step)
{
    switch ((cn_targui_step)step) {
    case CN_TARGUI_CHOOSE_SECTOR:
    case CN_TARGUI_PLACE_CAMP:
    case CN_TARGUI_ACT:
    case CN_TARGUI_BUY:
    case CN_TARGUI_AFTER:
    case CN_TARGUI_OCCUPY: return CN_DECIDE;
    case CN_TARGUI_END: return CN_OVER;
    default: return CN_CHANCE;
    }
}

static bool setting_up(const cn_targui *s) { return s->step <= CN_TARGUI_PLACE_CAMP; }

static bool in_battle(const cn_targui *s)
{
    return s->step == CN_TARGUI_HIT || s->step == CN_TARGUI_PARRY ||
           s->step == CN_TARGUI_AFTER || s->step == CN_TARGUI_OCCUPY;
}

/* The seat whose card is up, or NO_SEAT. */
static uint32_t acting(const cn_targui *s)
{
    if (s->step == CN_TARGUI_HIT || s->step == CN_TARGUI_PARRY) return s->attacker - 1u;
    bool turn = s->step == CN_TARGUI_ACT || s->step == CN_TARGUI_BUY || in_battle(s);
    return turn ? s->head.seat : NO_SEAT;
}

static bool all_zero(const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (bytes[i] != 0) return false;
    }
    return true;
}

static uint8_t audit_head(const cn_targui *s)
{
    uint32_t herd = targui_load16(s->herd);
    if ((targui_load16(s->in_play) & 1) == 0) return CN_TARGUI_F_OPTIONS;
    if (herd < CN_TARGUI_HERD_MIN || herd > CN_TARGUI_HERD_MAX) return CN_TARGUI_F_OPTIONS;
    if (s->step < CN_TARGUI_FIRST || s->step > CN_TARGUI_END) return CN_TARGUI_F_STEP;
    if (node_of_step(s->step) != (cn_node)s->head.node) return CN_TARGUI_F_TURN;
    if (s->head.seat >= (s->head.node == CN_DECIDE ? s->head.seats : 1)) return CN_TARGUI_F_TURN;
    if (s->first > s->head.seats) return CN_TARGUI_F_FIRST;
    return (s->first == 0) == (s->step == CN_TARGUI_FIRST) ? 0 : CN_TARGUI_F_FIRST;
}

static uint8_t audit_absent_seats(const cn_targui *s)
{
    if (s->out >> s->head.seats != 0) return CN_TARGUI_F_OUT;
    for (uint32_t seat = s->head.seats; seat < SEATS_MAX; seat++) {
        if (s->sector[seat] != 0) return CN_TARGUI_F_SECTORS;
        if (s->camp[seat] != 0) return CN_TARGUI_F_CAMP;
        if (s->pile[seat] != 0) return CN_TARGUI_F_PILE;
        if (s->tribute[seat] != 0) return CN_TARGUI_F_TRIBUTE;
        if (targui_money(s, seat) != 0) return CN_TARGUI_F_MONEY;
        if (targui_owned(s, seat) != 0) return CN_TARGUI_F_OWNER;
    }
    return 0;
}

/* True if `choices` fits the position: none before `step`, one of every seat after it; at `step`
 * exactly the first seats by S1 have chosen, and the next one is on turn. */
static bool choices_fit(const cn_targui *s, const uint8_t choices[4], cn_targui_step step)
{
    uint32_t done = targui_chosen(choices);
    if (s->step < step) return done == 0;
    if (s->step > step) return done == s->head.seats;
    if (done >= s->head.seats || s->head.seat != targui_chooser(s, done)) return false;
    for (uint32_t k = 0; k < done; k++) {
        if (choices[targui_chooser(s, k)] == 0) return false;
    }
    return true;
}

static uint8_t audit_choices(const cn_targui *s)
{
    uint32_t taken = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t sector = s->sector[seat];
        if (sector > 4 || (sector != 0 && (taken >> sector & 1) != 0)) {
            return CN_TARGUI_F_SECTORS;
        }
        taken |= 1u << sector;
    }
    if (s->head.seats == 3) {
        if (!all_zero(s->sector, 4) || s->step == CN_TARGUI_CHOOSE_SECTOR) {
            return CN_TARGUI_F_SECTORS;
        }
    } else if (!choices_fit(s, s->sector, CN_TARGUI_CHOOSE_SECTOR)) {
        return CN_TARGUI_F_SECTORS;
    }
    if (!choices_fit(s, s->camp, CN_TARGUI_PLACE_CAMP)) return CN_TARGUI_F_CAMP;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t cell = s->camp[seat];
        if (cell > CELLS) return CN_TARGUI_F_CAMP;
        if (cell != 0 && (targui_camp_places(s, seat) & targui_bit(cell)) == 0) {
            return CN_TARGUI_F_CAMP;
        }
    }
    return 0;
}

/* Cells are laid in order (S3); camps lie on their seats' places, and each took a card out. */
static uint8_t audit_land(const cn_targui *s)
{
    uint8_t count[9] = {0};
    uint32_t laid = 0;
    uint64_t chott = 0;
    while (laid < CELLS && s->land[laid] != 0) laid++;
    if (!all_zero(s->land + laid, CELLS - laid)) return CN_TARGUI_F_LAND;
    uint32_t least = s->step > CN_TARGUI_LAY ? CELLS : 1;
    uint32_t most = s->step > CN_TARGUI_LAY ? CELLS : s->step == CN_TARGUI_LAY ? CELLS - 1 : 1;
    if (laid < least || laid > most) return CN_TARGUI_F_LAND;
    for (uint32_t cell = 1; cell <= laid; cell++) {
        uint8_t land = s->land[cell - 1];
        if (land > CN_TARGUI_CHOTT) return CN_TARGUI_F_LAND;
        count[land]++;
        if (land == CN_TARGUI_CHOTT) chott |= targui_bit(cell);
    }
    if (s->land[0] != CN_TARGUI_SALINE || chott != targui_load_set(s->chott)) {
        return CN_TARGUI_F_LAND;
    }
    for (uint32_t land = CN_TARGUI_SALINE; land <= CN_TARGUI_CHOTT; land++) {
        if (count[land] > cn_targui_cards[land]) return CN_TARGUI_F_LAND;
    }
    if (count[CN_TARGUI_CAMP] != targui_chosen(s->camp)) return CN_TARGUI_F_LAND;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t cell = s->camp[seat];
        if (cell != 0 && s->land[cell - 1] != CN_TARGUI_CAMP) return CN_TARGUI_F_CAMP;
    }
    return 0;
}

/* Nobody owns a chott or a cell twice, camels stand on owned cells, and none are missing (T6). */
static uint8_t audit_herds(const cn_targui *s)
{
    uint64_t owned = 0, loaded = 0;
    uint32_t camels = targui_box(s), herd = targui_load16(s->herd);
    if (camels > herd) return CN_TARGUI_F_BOX;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint64_t own = targui_owned(s, seat);
        if ((own & owned) != 0 || (own & 1) != 0 || own >> (CELLS + 1) != 0) {
            return CN_TARGUI_F_OWNER;
        }
        owned |= own;
    }
    if ((owned & targui_load_set(s->chott)) != 0) return CN_TARGUI_F_OWNER;
    for (uint32_t cell = 1; cell <= CELLS; cell++) {
        uint32_t here = targui_camels(s, cell);
        if (here > herd) return CN_TARGUI_F_CAMELS;
        if (here > 0) loaded |= targui_bit(cell);
        camels += here;
    }
    if (loaded != targui_load_set(s->loaded) || (loaded & ~owned) != 0) return CN_TARGUI_F_CAMELS;
    return camels == herd ? 0 : CN_TARGUI_F_BOX;
}

/* During setup there are only lands, and ten camels on each camp. */
static uint8_t audit_setup(const cn_targui *s)
{
    uint32_t camps = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        uint32_t cell = s->camp[seat];
        if (targui_owned(s, seat) != (cell == 0 ? 0 : targui_bit(cell))) return CN_TARGUI_F_OWNER;
        if (cell != 0 && targui_camels(s, cell) != CAMP_CAMELS) return CN_TARGUI_F_CAMELS;
        if (targui_money(s, seat) != 10) return CN_TARGUI_F_MONEY;
        camps += cell != 0;
    }
    if (targui_size(targui_load_set(s->loaded)) != camps) return CN_TARGUI_F_CAMELS;
    if (s->out != 0) return CN_TARGUI_F_OUT;
    if (s->round != 0) return CN_TARGUI_F_ROUND;
    if (s->die != 0) return CN_TARGUI_F_DIE;
    if (!all_zero(s->pile, 5)) return CN_TARGUI_F_PILE;
    if (memcmp(s->deck, s->in_play, 2) != 0) return CN_TARGUI_F_DESTINY;
    if (s->effect != 0) return CN_TARGUI_F_EFFECT;
    return all_zero(s->tribute, 4) ? 0 : CN_TARGUI_F_TRIBUTE;
}

/* A seat is out if it owns nothing, and has no turns; with one seat left the game is over on the
 * spot (T7), in the middle of a round. */
static uint8_t audit_living(const cn_targui *s)
{
    for (uint32_t i = 0; i < s->head.seats; i++) {
        if (targui_out(s, i) != (targui_owned(s, i) == 0)) return CN_TARGUI_F_OUT;
    }
    if (targui_alive(s) == 0) return CN_TARGUI_F_OUT;
    uint32_t seat = acting(s);
    if (seat != NO_SEAT && targui_out(s, seat)) return CN_TARGUI_F_TURN;
    bool over = s->step == CN_TARGUI_END;
    if (targui_alive(s) == 1) return over && s->die != 0 ? 0 : CN_TARGUI_F_TURN;
    if (over && (s->die != 0 || targui_load16(s->deck) != 0)) return CN_TARGUI_F_TURN;
    return 0;
}

/* The die and the pile that followed from it (D1, D2). */
static uint8_t audit_pile(const cn_targui *s)
{
    uint32_t most = s->die == 6 ? 1 : s->die, cards = 0, seat = acting(s);
    bool over = s->step == CN_TARGUI_END, rolled = s->die != 0;
    if (s->die > 6) return CN_TARGUI_F_DIE;
    if (!over && rolled == (s->step == CN_TARGUI_ROLL)) return CN_TARGUI_F_DIE;
    if (s->pile[DESTINY_IN_PILE] > rolled) return CN_TARGUI_F_PILE;
    for (uint32_t i = 0; i < SEATS_MAX; i++) {
        bool last = over && rolled && i < s->head.seats && !targui_out(s, i);
        uint32_t up = i == seat || last; /* the card that is up has left the pile */
        if (s->pile[i] + up > most) return CN_TARGUI_F_PILE;
        cards += s->pile[i];
    }
    cards += s->pile[DESTINY_IN_PILE];
    if (s->step == CN_TARGUI_DRAW && cards == 0) return CN_TARGUI_F_PILE;
    if (s->step == CN_TARGUI_TURN_UP && s->pile[DESTINY_IN_PILE] != 0) return CN_TARGUI_F_PILE;
    uint32_t turns = seat == NO_SEAT ? 0 : s->die == 6 ? 2 : 1;
    if (s->turns_left > turns || (turns > 0 && s->turns_left == 0)) return CN_TARGUI_F_TURNS_LEFT;
    return 0;
}

/* One destiny card goes each round, so the deck counts the rounds. */
static uint8_t audit_destiny(const cn_targui *s)
{
    uint32_t in_play = targui_load16(s->in_play), deck = targui_load16(s->deck);
    if ((deck & ~in_play) != 0) return CN_TARGUI_F_DESTINY;
    bool coming = s->step == CN_TARGUI_ROLL || s->step == CN_TARGUI_TURN_UP ||
                  s->pile[DESTINY_IN_PILE] != 0;
    if (coming && deck == 0) return CN_TARGUI_F_DESTINY;
    if (s->round != cn_count_bits(in_play & ~deck) + coming) return CN_TARGUI_F_ROUND;
    if (s->round == 0) return CN_TARGUI_F_ROUND;
    if (s->effect == 0) return 0;
    if (s->effect != EFFECT_ERGS && s->effect != EFFECT_MOUNTAINS) return CN_TARGUI_F_EFFECT;
    bool gone = ((in_play & ~deck) >> (s->effect - 1) & 1) != 0;
    return gone && !coming && s->die != 0 ? 0 : CN_TARGUI_F_EFFECT;
}

/* The tributes of a round come from different cells, so their sum has a bound. */
static uint8_t audit_tribute(const cn_targui *s)
{
    bool paid = s->round > 1 || (s->step == CN_TARGUI_END && s->die == 0);
    bool mountains = ((targui_load16(s->in_play) & ~targui_load16(s->deck)) >> 15 & 1) != 0;
    uint32_t sum = 0, most = 0;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (targui_out(s, seat) && s->tribute[seat] != 0) return CN_TARGUI_F_TRIBUTE;
        sum += s->tribute[seat];
    }
    for (uint32_t i = 0; i < CELLS; i++) {
        most += cn_targui_economic[s->land[i]];
        most += s->land[i] == CN_TARGUI_MOUNT && mountains ? 3 : 0;
    }
    return sum <= (paid ? most : 0) ? 0 : CN_TARGUI_F_TRIBUTE;
}

static uint8_t audit_attack(const cn_targui *s)
{
    uint32_t from = s->from, to = s->to, seat = s->attacker - 1u;
    if (!in_battle(s)) {
        return s->attacker == 0 && from == 0 && to == 0 ? 0 : CN_TARGUI_F_ATTACK;
    }
    if (seat >= s->head.seats || from < 1 || from > CELLS || to < 1 || to > CELLS) {
        return CN_TARGUI_F_ATTACK;
    }
    if (s->head.node == CN_DECIDE && s->head.seat != seat) return CN_TARGUI_F_ATTACK;
    if ((targui_neighbours[from] & targui_bit(to)) == 0) return CN_TARGUI_F_ATTACK;
    if (targui_owner(s, from) != seat || targui_camels(s, from) == 0) return CN_TARGUI_F_ATTACK;
    uint32_t owner = targui_owner(s, to);
    if (s->step == CN_TARGUI_OCCUPY) {
        bool empty = owner == NO_SEAT && s->land[to - 1] != CN_TARGUI_CHOTT;
        return empty ? 0 : CN_TARGUI_F_ATTACK;
    }
    bool held = owner != NO_SEAT && owner != seat && targui_camels(s, to) > 0;
    return held ? 0 : CN_TARGUI_F_ATTACK;
}

uint8_t targui_audit(const void *state)
{
    const cn_targui *s = state;
    uint8_t field;
    if ((field = audit_head(s)) != 0) return field;
    if ((field = audit_absent_seats(s)) != 0) return field;
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        if (targui_money(s, seat) > CN_TARGUI_MONEY_MAX) return CN_TARGUI_F_MONEY;
    }
    if ((field = audit_choices(s)) != 0) return field;
    if ((field = audit_land(s)) != 0) return field;
    if ((field = audit_herds(s)) != 0) return field;
    if ((field = audit_attack(s)) != 0) return field;
    if (setting_up(s)) {
        if ((field = audit_setup(s)) != 0) return field;
        return s->turns_left == 0 ? 0 : CN_TARGUI_F_TURNS_LEFT;
    }
    if ((field = audit_living(s)) != 0) return field;
    if ((field = audit_pile(s)) != 0) return field;
    if ((field = audit_destiny(s)) != 0) return field;
    return audit_tribute(s);
}
