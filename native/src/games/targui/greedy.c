/* targui/greedy.c: the simple player of targui, in integers only, so that every peer finds the same
 * move for an absent seat. It gives every seat's position a worth, tries its possible moves, and
 * takes the best one for itself against the strongest other seat; the first wins a tie. It rates
 * battles by their exact odds (battle.c), threats to a cell by a rough rule. */
#include "rules.h"

/* The weights come from matches between players with different ones. */
#define SURE 1000         /* chances of keeping something are thousandths */
#define SILVER 100        /* the worth of a silver piece a round */
#define CAMEL 100         /* of a camel, anywhere: it is more than the silver that buys it */
#define MONEY 70
#define HOME 3000         /* of the own camp, besides all that it lets the tribe earn */
#define BARE_KEPT 800     /* of SURE: nobody has to walk onto a cell without guards */
#define FORESIGHT 8       /* rounds: later events are too far off to count */
#define WALKS 4           /* cells from which a herd is feared */
#define RICH 1000000      /* silver; more is worth no more */
#define WON ((int64_t)1 << 32)

/* --- the rating of a position ----------------------------------------------------------------- */

/* Facts read once for all seats. */
typedef struct view {
    const cn_targui *s;
    uint64_t owned[SEATS_MAX], loaded, chott;
    uint64_t active; /* the herds that can still move before the last tribute */
    uint32_t rounds; /* the value of a silver piece of tribute */
} view;

uint32_t targui_tributes_left(const cn_targui *s)
{
    uint32_t deck = cn_count_bits(targui_load16(s->deck));
    bool coming = s->pile[DESTINY_IN_PILE] != 0 || s->step == CN_TARGUI_ROLL ||
                  s->step == CN_TARGUI_TURN_UP;
    return deck + !coming;
}

/* True if a seat has no more turn before the last tribute is paid. */
static bool is_done(const cn_targui *s, uint32_t seat)
{
    bool more = s->pile[seat] > 0 || (s->head.seat == seat && s->turns_left > 1);
    return !more && s->die != 0 && targui_tributes_left(s) == 1;
}

static view look(const cn_targui *s)
{
    view v = {.s = s, .loaded = targui_load_set(s->loaded), .chott = targui_load_set(s->chott)};
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        v.owned[seat] = targui_owned(s, seat);
        if (!is_done(s, seat)) v.active |= v.owned[seat] & v.loaded;
    }
    uint32_t left = targui_tributes_left(s);
    v.rounds = left > FORESIGHT ? FORESIGHT : left;
    if (left <= 2) v.rounds = left == 2 ? 4 : 7; /* the last tribute decides the game */
    return v;
}

/* The cells around a set, without it. */
static uint64_t around(uint64_t cells)
{
    uint64_t found = 0;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        found |= targui_neighbours[targui_lowest(left)];
    }
    return found & ~cells;
}

/* Roughly the chance that so many camels take a cell: each side kills (3 + bonus) / 2 in a roll on
 * average, so a side's weight is its camels times that. */
static uint32_t rough_chance(uint32_t attackers, uint32_t attack_bonus, uint32_t defenders,
                             uint32_t parry_bonus)
{
    uint32_t attack = 2 * attackers * (3 + attack_bonus), parry = 2 * defenders * (3 + parry_bonus);
    uint32_t low = parry * 2 / 3, high = parry * 4 / 3 + 3;
    if (attack <= low) return 0;
    return attack >= high ? SURE : SURE * (attack - low) / (high - low);
}

/* The chance that a cell without a camp stays its owner's for a while: herds next to it may walk
 * onto it, or have to fight. */
static uint32_t cell_kept(const view *v, uint32_t seat, uint32_t cell)
{
    uint64_t near = targui_neighbours[cell] & v->active & ~v->owned[seat];
    if (near == 0) return SURE;
    uint32_t guards = targui_camels(v->s, cell);
    if (guards == 0) return BARE_KEPT;
    uint32_t worst = 0, bonus = targui_bonus(v->s, cell);
    for (; near != 0; near &= near - 1) {
        uint32_t from = targui_lowest(near);
        uint32_t chance =
            rough_chance(targui_camels(v->s, from), targui_bonus(v->s, from), guards, bonus);
        if (chance > worst) worst = chance;
    }
    return SURE - worst * 2 / 5;
}

/* The chance that a seat keeps its camp: it fears the others' strongest herds within some cells,
 * those far away less, and a little the camels that they might still buy. */
static uint32_t camp_kept(const view *v, uint32_t seat)
{
    static const uint16_t fear[WALKS + 1] = {0, 700, 450, 250, 120};
    uint32_t camp = v->s->camp[seat], guards = targui_camels(v->s, camp), worst = 0;
    uint64_t seen = targui_bit(camp), ring = seen;
    for (uint32_t walk = 1; walk <= WALKS && ring != 0; walk++) {
        ring = around(ring) & ~seen & ~v->chott;
        seen |= ring;
        for (uint64_t near = ring & v->active & ~v->owned[seat]; near != 0; near &= near - 1) {
            uint32_t from = targui_lowest(near), owner = targui_owner(v->s, from);
            uint32_t herd = targui_camels(v->s, from) + targui_money(v->s, owner) / 2;
            uint32_t bonus = walk == 1 ? targui_bonus(v->s, from) : 0;
            uint32_t chance = rough_chance(herd, bonus, guards, 4) * fear[walk] / SURE;
            if (chance > worst) worst = chance;
        }
        /* Herds do not walk through those of others. */
        ring &= ~(v->loaded & v->owned[seat]);
    }
    return SURE - worst;
}

/* Income from cells that a seat's herds could still take without a fight; less from distant
 * ones. */
static uint32_t prospects(const view *v, uint32_t seat)
{
    static const uint8_t share[3] = {8, 4, 2}; /* hundredths of SILVER */
    uint64_t ring = v->loaded & v->owned[seat], seen = ring, blocked = v->chott;
    blocked |= v->loaded & ~v->owned[seat];
    uint32_t worth = 0;
    for (uint32_t walk = 0; walk < 3 && ring != 0; walk++) {
        ring = around(ring) & ~seen & ~blocked;
        seen |= ring;
        for (uint64_t free = ring & ~v->owned[seat]; free != 0; free &= free - 1) {
            uint32_t pay = targui_pay(v->s, targui_lowest(free));
            worth += pay * share[walk];
        }
    }
    return worth * v->rounds;
}

static int64_t worth_of(const view *v, uint32_t seat)
{
    const cn_targui *s = v->s;
    if (targui_out(s, seat)) return 0;
    bool camp = targui_has_camp(s, seat);
    uint32_t camels = 0;
    int64_t income = 0;
    for (uint64_t own = v->owned[seat]; own != 0; own &= own - 1) {
        uint32_t cell = targui_lowest(own), pay = targui_pay(s, cell) * SILVER;
        camels += targui_camels(s, cell);
        pay += 20 + targui_bonus(s, cell) * 4;
        income += (int64_t)pay * (cell == s->camp[seat] ? SURE : cell_kept(v, seat, cell)) / SURE;
    }
    income *= v->rounds;
    income += prospects(v, seat);
    if (camp) {
        income = (income + HOME) * camp_kept(v, seat) / SURE;
    } else {
        income /= 4; /* worth something if the camp comes back */
    }
    int64_t money = targui_money(s, seat) < RICH ? targui_money(s, seat) : RICH;
    return income + (int64_t)camels * CAMEL + money * MONEY;
}

/* Rates the position for a seat: its worth against the strongest rival's. The rival's worth counts
 * in full only while two are left; with more, a rival's loss helps the others as well. */
static int64_t judge(const cn_targui *s, uint32_t seat)
{
    view v = look(s);
    int64_t strongest = 0;
    uint32_t rivals = targui_alive(s) - 1;
    if (rivals == 0) return WON;
    for (uint32_t other = 0; other < s->head.seats; other++) {
        if (other == seat) continue;
        int64_t worth = worth_of(&v, other);
        if (worth > strongest) strongest = worth;
    }
    return 3 * worth_of(&v, seat) - (rivals == 1 ? 3 : 1) * strongest;
}

/* --- the choice ------------------------------------------------------------------------------- */

typedef struct choice {
    cn_move move;
    int64_t worth;
} choice;

static void consider(choice *best, cn_move move, int64_t worth)
{
    if (worth > best->worth) *best = (choice){move, worth};
}

/* Put a herd on a cell as `seat`'s, without the events and the end of a real move. */
static void put(cn_targui *s, uint32_t seat, uint32_t cell, uint32_t camels)
{
    uint32_t owner = targui_owner(s, cell);
    targui_set_camels(s, cell, camels);
    if (owner == seat) return;
    uint64_t bit = targui_bit(cell);
    targui_store_set(s->owned[seat], targui_owned(s, seat) | bit);
    if (owner == NO_SEAT) return;
    targui_store_set(s->owned[owner], targui_owned(s, owner) & ~bit);
    if (targui_owned(s, owner) == 0) s->out |= (uint8_t)(1u << owner);
}

/* Some numbers of camels from 1 to `most` that are worth trying, ascending. */
static uint32_t trials(uint32_t most, uint32_t numbers[8])
{
    uint32_t wanted[8] = {1, 2, 3, most / 4, most / 2, most - most / 4, most - 1, most}, count = 0;
    for (uint32_t i = 0; i < 8; i++) {
        if (wanted[i] < 1 || wanted[i] > most) continue;
        if (count == 0 || wanted[i] > numbers[count - 1]) numbers[count++] = wanted[i];
    }
    return count;
}

static void consider_moves(const cn_targui *s, uint32_t from, uint64_t open, choice *best)
{
    uint32_t seat = s->head.seat, here = targui_camels(s, from), numbers[8];
    uint32_t count = trials(here, numbers);
    for (; open != 0; open &= open - 1) {
        uint32_t to = targui_lowest(open);
        for (uint32_t i = 0; i < count; i++) {
            cn_targui then = *s;
            targui_set_camels(&then, from, here - numbers[i]);
            put(&then, seat, to, targui_camels(s, to) + numbers[i]);
            consider(best, targui_move_of(MOVE, from, to, numbers[i]), judge(&then, seat));
        }
    }
}

/* The best number of camels to move onto an emptied cell. */
static choice best_occupation(const cn_targui *s, uint32_t seat, uint32_t from, uint32_t to,
                              uint32_t camels)
{
    choice best = {0, INT64_MIN};
    uint32_t numbers[8], count = trials(camels, numbers);
    for (uint32_t i = 0; i < count; i++) {
        cn_targui then = *s;
        targui_set_camels(&then, from, camels - numbers[i]);
        put(&then, seat, to, numbers[i]);
        consider(&best, targui_move_of(OCCUPY, 0, 0, numbers[i]), judge(&then, seat));
    }
    return best;
}

/* The worth of fighting to the end: a win with the camels left then, or the loss of the herd. */
static int64_t battle_worth(const cn_targui *s, uint32_t seat, uint32_t from, uint32_t to)
{
    targui_battle battle = targui_battle_of(s, from, to);
    targui_outlook outlook = targui_fight(battle);
    int64_t chance = outlook.chance, miss = (int64_t)TARGUI_CERTAIN - chance;
    /* The loser loses every camel; the winner's average loss is the rest of the total. */
    int64_t lost = outlook.attackers_lost, killed = outlook.defenders_lost;
    int64_t attackers = (int64_t)battle.attackers * 1000;
    int64_t defenders = (int64_t)battle.defenders * 1000;
    int64_t worth = 0;
    if (chance > 0) {
        int64_t winner_lost = lost - attackers * miss / TARGUI_CERTAIN;
        winner_lost = winner_lost > 0 ? winner_lost * TARGUI_CERTAIN / chance : 0;
        int64_t left = (attackers - winner_lost + 500) / 1000;
        if (left < 1) left = 1;
        if (left > battle.attackers) left = battle.attackers;
        worth += best_occupation(s, seat, from, to, (uint32_t)left).worth * chance;
    }
    if (miss > 0) {
        int64_t loser_killed = killed - defenders * chance / TARGUI_CERTAIN;
        loser_killed = loser_killed > 0 ? loser_killed * TARGUI_CERTAIN / miss : 0;
        int64_t left = (defenders - loser_killed + 500) / 1000;
        if (left < 1) left = 1;
        if (left > battle.defenders) left = battle.defenders;
        cn_targui then = *s;
        targui_set_camels(&then, from, 0);
        targui_set_camels(&then, to, (uint32_t)left);
        worth += judge(&then, seat) * miss;
    }
    return worth / TARGUI_CERTAIN;
}

static cn_move choose_action(const cn_targui *s)
{
    uint32_t seat = s->head.seat;
    choice best = {targui_move_of(PASS, 0, 0, 0), judge(s, seat)};
    uint64_t herds = targui_owned(s, seat) & targui_load_set(s->loaded);
    for (; herds != 0; herds &= herds - 1) {
        uint32_t from = targui_lowest(herds);
        targui_reach reach = targui_reach_of(s, seat, from);
        consider_moves(s, from, reach.open, &best);
        for (; reach.enemy != 0; reach.enemy &= reach.enemy - 1) {
            uint32_t to = targui_lowest(reach.enemy);
            cn_move attack = targui_move_of(ATTACK, from, to, 0);
            consider(&best, attack, battle_worth(s, seat, from, to));
        }
    }
    return best.move;
}

static cn_move choose_purchase(const cn_targui *s)
{
    uint32_t seat = s->head.seat, money = targui_money(s, seat), box = targui_box(s), numbers[8];
    uint32_t count = trials(money < box ? money : box, numbers);
    choice best = {targui_move_of(PASS, 0, 0, 0), judge(s, seat)};
    for (uint64_t own = targui_owned(s, seat); own != 0 && count > 0; own &= own - 1) {
        uint32_t cell = targui_lowest(own);
        for (uint32_t i = count; i-- > 0;) {
            cn_targui then = *s;
            targui_set_camels(&then, cell, targui_camels(s, cell) + numbers[i]);
            targui_set_money(&then, seat, money - numbers[i]);
            consider(&best, targui_move_of(BUY, cell, 0, numbers[i]), judge(&then, seat));
        }
    }
    return best.move;
}

static cn_move choose_after(const cn_targui *s)
{
    uint32_t seat = s->head.seat;
    bool on = battle_worth(s, seat, s->from, s->to) > judge(s, seat);
    return targui_move_of(on ? AGAIN : STOP, 0, 0, 0);
}

/* --- setup ------------------------------------------------------------------------------------ */

/* Far from the others: the sector across (nw and se, ne and sw), else the first free one. */
static cn_move choose_sector(const cn_targui *s)
{
    uint32_t taken = 0;
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) taken |= 1u << s->sector[seat];
    taken >>= 1;
    for (uint32_t sector = 0; sector < 4; sector++) {
        if ((taken >> sector & 1) == 0 && (taken >> (3 - sector) & 1) != 0) {
            return targui_move_of(SECTOR, sector, 0, 0);
        }
    }
    return targui_move_of(SECTOR, cn_nth_bit(15u & ~taken, 0), 0, 0);
}

/* Rates a cell for a camp: best with rich land around, few ways in, and the others' camps far. */
static int64_t camp_worth(const cn_targui *s, uint32_t cell)
{
    static const uint8_t share[3] = {30, 18, 8};
    uint64_t seen = targui_bit(cell), ring = seen, chott = targui_load_set(s->chott) & ~seen;
    uint64_t camps = targui_load_set(s->loaded);
    int64_t worth = -30 * (int64_t)cn_targui_economic[s->land[cell - 1]];
    for (uint32_t walk = 0; walk < 3; walk++) {
        ring = around(ring) & ~seen & ~chott;
        seen |= ring;
        if (walk == 0) worth -= 12 * (int64_t)targui_size(ring);
        for (uint64_t left = ring; left != 0; left &= left - 1) {
            worth += share[walk] * cn_targui_economic[s->land[targui_lowest(left) - 1]];
        }
        worth -= (3 - walk) * 60 * (int64_t)targui_size(ring & camps);
    }
    return worth;
}

static cn_move choose_camp(const cn_targui *s)
{
    choice best = {0, INT64_MIN};
    for (uint64_t places = targui_camp_places(s, s->head.seat); places != 0; places &= places - 1) {
        uint32_t cell = targui_lowest(places);
        consider(&best, targui_move_of(CAMP, cell, 0, 0), camp_worth(s, cell));
    }
    return best.move;
}

bool targui_greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_targui *s = state;
    (void)faces;
    if (length != 0) return false; /* nothing is hidden in this game */
    switch ((cn_targui_step)s->step) {
    case CN_TARGUI_CHOOSE_SECTOR: *move = choose_sector(s); break;
    case CN_TARGUI_PLACE_CAMP: *move = choose_camp(s); break;
    case CN_TARGUI_ACT: *move = choose_action(s); break;
    case CN_TARGUI_BUY: *move = choose_purchase(s); break;
    case CN_TARGUI_AFTER: *move = choose_after(s); break;
    default:
        *move = best_occupation(s, s->head.seat, s->from, s->to, targui_camels(s, s->from)).move;
        break;
    }
    return true;
}
