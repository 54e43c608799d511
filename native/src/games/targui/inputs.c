/* targui/inputs.c: the inputs of the network for a board, a row for each seat: the features of the
 * static evaluation and its score, the time, the destiny cards to come, the land in reach, the
 * dangers to the camps by exact odds, and the seat's standing against its best rival. */
#include "evaluation.h"

enum {
    SCORE = FEATURES, SCORE_LEAD, SHARE, TIME, /* TIME and six more: how near each moment is */
    LIVING = TIME + 7, /* and two more: by the number of tribes left */
    DEALT = LIVING + 3, DESTINY_NOW, LOSS_NOW, LOSS_LEFT, GAIN_NOW, GAIN_LEFT, GUARDS_LOST, OWN_CARD,
    MONEY_LOST, MONEY_COMING, MOUNTS, BUYS, BUYS_MONEY, BOX,
    FIRST_THERE, /* and two more: by distance */
    ALSO_THERE = FIRST_THERE + 3, BEST_STEP, SECOND_STEP, STEAL, HERDS, FRONT, SECOND_HERD,
    CAMP_GUARDS, CAMP_ODDS, CAMP_FOES, /* CAMP_FOES and two more: by distance */
    CAMP_HELP = CAMP_FOES + 3, RAM_ODDS, RAM_NEAR, CAMPS_HELD,
    INCOME_LEAD, INCOME_MEAN, HERD_LEAD, MONEY_LEAD, WINS_NOW, WINS_LATE, LEAD_LATE,
    RIVAL, /* and ten more: his features */
    STEAL_RIVAL = RIVAL + 11, STOLEN_BY_RIVAL, RAM_RIVAL, RAMMED_BY_RIVAL, OTHERS_TURNS,
    STEP_TURNS, BARE_TURNS, PAY_LATE, USED
};

_Static_assert(USED == INPUTS, "a row holds what is read");

static const float knots[7] = {0, 0.5f, 1, 2, 4, 8, 16};

/* Features of evaluation.c that a rival's row supplies. */
enum { INCOME = 0, EXPOSED = 1, BARE_NEAR = 2, CAMP_RISK = 4, HERD = 9, MONEY = 11, PROSPECTS = 13,
       CHANCES = 16, CAMP_CHANCE = 17, TURNS = 18, NO_CAMP = 22 };
static const uint8_t lent[11] = {INCOME, EXPOSED, BARE_NEAR, CAMP_RISK, CAMP_RISK + 1, HERD, MONEY,
                                 PROSPECTS, TURNS, NO_CAMP, CHANCES};

/* Facts computed once for all seats. */
typedef struct scene {
    const targui_board *b;
    uint64_t near[SEATS_MAX][4]; /* by walks: possible places of herds that may still move */
    float income[SEATS_MAX], herd[SEATS_MAX], score[SEATS_MAX], turns;
    uint32_t alive, living, rival[SEATS_MAX];
} scene;

static float least(float one, float other) { return one < other ? one : other; }

static float most(float one, float other) { return one > other ? one : other; }

static bool has_camp(const targui_board *b, uint32_t seat)
{
    return b->owned[seat] >> b->home[seat] & 1;
}

/* The chance that a herd takes a place, fought to the end. */
static float odds(const targui_board *b, uint32_t from, uint32_t to)
{
    if (b->camels[to] == 0) return 1;
    targui_battle battle = {b->camels[from], b->bonus[from], b->camels[to], b->bonus[to], false};
    return targui_ending_of(b->tables, battle).chance;
}

/* The best chance of a seat to take a place at once. */
static float best_odds(const targui_board *b, uint32_t seat, uint32_t to)
{
    float best = 0;
    uint64_t herds = targui_spread((uint64_t)1 << to) & b->owned[seat] & b->loaded & b->active;
    for (; herds != 0; herds &= herds - 1) best = most(best, odds(b, targui_first(herds), to));
    return best;
}

/* --- the whole board -------------------------------------------------------------------------- */

static void look(scene *v, float features[SEATS_MAX][FEATURES])
{
    const targui_board *b = v->b;
    v->alive = targui_scores(b, features, v->score);
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        uint64_t foes = b->loaded & ~b->owned[seat], ring = b->owned[seat] & b->loaded & b->active;
        v->near[seat][0] = ring;
        for (uint32_t walk = 1; walk < 4; walk++) {
            ring |= targui_spread(ring) & b->open & ~foes;
            v->near[seat][walk] = ring;
        }
        if (b->owned[seat] == 0) continue;
        v->living |= 1u << seat;
        v->turns += b->turns[seat];
        v->herd[seat] = features[seat][HERD] * 50;
        if (!has_camp(b, seat)) continue;
        v->income[seat] = targui_pay_of(b, b->owned[seat]);
        if (b->tributes > 1) v->income[seat] += b->extra[seat];
    }
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        float best = -1e30f;
        v->rival[seat] = seat;
        for (uint32_t other = 0; other < b->seats; other++) {
            if (other == seat || b->owned[other] == 0 || v->score[other] <= best) continue;
            best = v->score[other];
            v->rival[seat] = other;
        }
    }
}

/* --- one seat --------------------------------------------------------------------------------- */

static void read_time(const scene *v, float *row)
{
    const targui_board *b = v->b;
    uint32_t k = 0;
    while (k + 2 < 7 && b->time > knots[k + 1]) k++;
    float part = least((b->time - knots[k]) / (knots[k + 1] - knots[k]), 1);
    row[TIME + k] = 1 - part;
    row[TIME + k + 1] = part;
    row[LIVING + (v->alive <= 2 ? 0 : v->alive - 2)] = 1;
    row[BOX] = least((float)b->box, 100) / 100;
}

/* The camels that destiny cards still in the deck take from a herd. */
static float loss_of(const targui_board *b, uint32_t land, float camels)
{
    uint32_t deck = b->deck;
    float loss = (deck >> 10 & 1) != 0 ? 1.0f : 0.0f;
    switch (land) {
    case CN_TARGUI_SALINE: loss += deck >> 1 & 1 ? camels : 0; break;
    case CN_TARGUI_ERG: loss += deck >> 6 & 1 ? least(camels, 3) : 0; break;
    case CN_TARGUI_GUELTA:
        loss += deck >> 7 & 1 ? most(camels - 15, 0) : 0;
        loss += deck >> 14 & 1 ? least(camels, 10) : 0;
        break;
    case CN_TARGUI_CAMP: loss += deck >> 9 & 1 ? camels / 2 : 0; break;
    case CN_TARGUI_REG: loss += deck >> 11 & 1 ? least(camels, 5) : 0; break;
    default: break;
    }
    return loss;
}

/* `now`: the chance of each card of the deck to come up in this round. */
static void read_destiny(const scene *v, uint32_t seat, float *row)
{
    const targui_board *b = v->b;
    uint64_t own = b->owned[seat];
    uint32_t cards = cn_count_bits(b->deck), mounts = 0, gueltas = 0;
    float now = b->destiny && cards > 0 ? 1 / (float)cards : 0, loss = 0, gain = 0;
    float largest = 0, second = 0, front = 0, herds = 0, guards = 0;
    uint64_t feared = targui_spread(b->loaded & ~own & b->active);
    for (uint64_t left = own & b->loaded; left != 0; left &= left - 1) {
        uint32_t place = targui_first(left);
        float camels = (float)b->camels[place], lost = loss_of(b, b->land[place], camels);
        loss += lost;
        if (place == b->home[seat]) guards = lost;
        if (camels > largest) {
            second = largest;
            largest = camels;
        } else if (camels > second) {
            second = camels;
        }
        if (feared >> place & 1) front += camels;
        herds += 1;
    }
    for (uint64_t left = own & ~((uint64_t)1 << b->home[seat]); left != 0; left &= left - 1) {
        uint32_t land = b->land[targui_first(left)];
        mounts += land == CN_TARGUI_MOUNT;
        gueltas += land == CN_TARGUI_GUELTA;
    }
    bool camp = has_camp(b, seat);
    if (b->deck >> 12 & 1) gain += 5 * (float)gueltas;
    if (camp && (b->deck >> (2 + seat) & 1)) gain += 10;
    row[DEALT] = b->destiny ? 1 : 0;
    row[DESTINY_NOW] = now;
    row[LOSS_NOW] = now * loss / 5;
    row[LOSS_LEFT] = loss / 20;
    row[GAIN_NOW] = now * gain / 5;
    row[GAIN_LEFT] = gain / 20;
    row[GUARDS_LOST] = now * guards / 3;
    row[OWN_CARD] = camp && (b->deck >> (2 + seat) & 1) ? 1 : 0;
    row[MONEY_LOST] = camp && (b->deck >> 15 & 1) ? now * b->money[seat] / 10 : 0;
    row[MONEY_COMING] = camp && (b->deck >> 8 & 1) ? 1 : 0;
    row[MOUNTS] = b->deck >> 16 & 1 ? now * (float)mounts * 3 / 10 : 0;
    row[HERDS] = herds / 10;
    row[FRONT] = front / 30;
    row[SECOND_HERD] = second / 20;
    if (seat == b->mover && !b->acts) {
        row[BUYS] = 1;
        row[BUYS_MONEY] = least(b->money[seat], (float)b->box) / 20;
    }
}

/* The pay of the best place of a set; removes the place from it. */
static float best_pay(const targui_board *b, uint64_t *set)
{
    uint64_t best = *set;
    for (uint32_t digit = 3; digit-- > 0;) {
        if (best & b->pays[digit]) best &= b->pays[digit];
    }
    if (best == 0) return 0;
    *set &= ~(best & (0u - best));
    return (float)b->pay[targui_first(best)];
}

static void read_land(const scene *v, uint32_t seat, float *row)
{
    const targui_board *b = v->b;
    uint64_t own = b->owned[seat], before = own, taken = 0;
    for (uint32_t walk = 1; walk < 4; walk++) {
        uint64_t others = 0, sooner = 0, mine = v->near[seat][walk] & ~v->near[seat][walk - 1] & ~before;
        for (uint32_t other = 0; other < b->seats; other++) {
            if (other == seat) continue;
            others |= v->near[other][walk];
            sooner |= v->near[other][walk - 1];
        }
        row[FIRST_THERE + walk - 1] = targui_pay_of(b, mine & ~others) / 10;
        taken |= mine & others & ~sooner;
    }
    row[ALSO_THERE] = targui_pay_of(b, taken) / 10;
    uint64_t step = v->near[seat][1] & ~own;
    uint64_t owned = 0;
    for (uint32_t other = 0; other < b->seats; other++) owned |= b->owned[other];
    row[STEAL] = targui_pay_of(b, step & owned) / 10;
    row[BEST_STEP] = best_pay(b, &step) / 5;
    row[SECOND_STEP] = best_pay(b, &step) / 5;
    row[STEP_TURNS] = row[BEST_STEP] * least(b->turns[seat], 3) / 3;
}

static void read_camp(const scene *v, uint32_t seat, float *row)
{
    const targui_board *b = v->b;
    uint32_t camp = b->home[seat];
    uint64_t own = b->owned[seat], ring = (uint64_t)1 << camp, seen = ring;
    float guards = (float)b->camels[camp] * (float)(3 + b->bonus[camp]) + 10, foes = 0;
    for (uint32_t other = 0; other < b->seats; other++) {
        if (other == seat || b->owned[other] == 0) continue;
        row[CAMPS_HELD] += has_camp(b, other) ? 0.33f : 0;
        uint32_t target = b->home[other];
        if ((b->owned[other] >> target & 1) == 0) continue;
        float ram = best_odds(b, seat, target);
        row[RAM_ODDS] = most(row[RAM_ODDS], ram);
        if (other == v->rival[seat]) row[RAM_RIVAL] = ram;
        uint64_t near = targui_spread((uint64_t)1 << target);
        near = targui_spread(near) & own & b->loaded & b->active;
        float strength = (float)b->camels[target] * 7 + 10;
        for (; near != 0; near &= near - 1) {
            float ratio = (float)b->camels[targui_first(near)] * 3 / strength;
            row[RAM_NEAR] = most(row[RAM_NEAR], least(ratio, 3));
        }
    }
    if ((own >> camp & 1) == 0) return;
    row[CAMP_GUARDS] = (float)b->camels[camp] / 20;
    for (uint32_t other = 0; other < b->seats; other++) {
        if (other == seat || b->owned[other] == 0) continue;
        float feared = best_odds(b, other, camp);
        row[CAMP_ODDS] = most(row[CAMP_ODDS], feared);
        if (other == v->rival[seat]) row[RAMMED_BY_RIVAL] = feared;
    }
    for (uint32_t walk = 0; walk < 3; walk++) {
        ring = targui_spread(ring) & ~seen & b->open;
        seen |= ring;
        for (uint64_t near = ring & b->loaded & b->active & ~own; near != 0; near &= near - 1) {
            foes += (float)b->camels[targui_first(near)] * 3;
        }
        row[CAMP_FOES + walk] = least(foes / guards, 3);
        if (walk > 0) continue;
        for (uint64_t near = ring & b->loaded & own; near != 0; near &= near - 1) {
            row[CAMP_HELP] += (float)b->camels[targui_first(near)] / 20;
        }
    }
}

/* --- against the others ----------------------------------------------------------------------- */

/* True if a seat would win if this were the end (E1); so would a seat that equals it in
 * everything. */
static bool wins_now(const scene *v, uint32_t seat)
{
    const targui_board *b = v->b;
    if (!has_camp(b, seat)) return false;
    for (uint32_t other = 0; other < b->seats; other++) {
        if (other == seat || b->owned[other] == 0 || !has_camp(b, other)) continue;
        float more = v->income[other] - v->income[seat];
        if (more == 0) more = v->herd[other] - v->herd[seat];
        if (more == 0) more = b->money[other] - b->money[seat];
        if (more > 0) return false;
    }
    return true;
}

static void read_rivals(const scene *v, uint32_t seat, float features[SEATS_MAX][FEATURES], float *row)
{
    const targui_board *b = v->b;
    float best_income = 0, best_herd = 0, best_money = 0, incomes = 0, mean = 0, others = 0;
    for (uint32_t other = 0; other < b->seats; other++) {
        if (b->owned[other] == 0) continue;
        mean += v->score[other];
        if (other == seat) continue;
        best_income = most(best_income, v->income[other]);
        best_herd = most(best_herd, v->herd[other]);
        best_money = most(best_money, b->money[other]);
        incomes += v->income[other];
        others += 1;
    }
    if (others == 0) return;
    uint32_t rival = v->rival[seat];
    float late = 1 - least(b->time, 1), lead = v->income[seat] - best_income;
    row[SCORE] = v->score[seat] - mean / (others + 1);
    row[SCORE_LEAD] = (v->score[seat] - v->score[rival]) / 3;
    row[INCOME_LEAD] = lead / 10;
    row[INCOME_MEAN] = (v->income[seat] - incomes / others) / 10;
    row[HERD_LEAD] = (v->herd[seat] - best_herd) / 50;
    row[MONEY_LEAD] = least((b->money[seat] - best_money) / 20, 3);
    row[WINS_NOW] = wins_now(v, seat) ? 1 : 0;
    row[WINS_LATE] = row[WINS_NOW] * late;
    row[LEAD_LATE] = late * most(least(lead / 3, 3), -3);
    row[PAY_LATE] = late * v->income[seat] / 10;
    for (uint32_t i = 0; i < 11; i++) row[RIVAL + i] = features[rival][lent[i]];
    uint64_t step = v->near[seat][1] & ~v->near[seat][0], his = v->near[rival][1] & ~v->near[rival][0];
    row[STEAL_RIVAL] = targui_pay_of(b, step & b->owned[rival]) / 10;
    row[STOLEN_BY_RIVAL] = targui_pay_of(b, his & b->owned[seat]) / 10;
    row[OTHERS_TURNS] = (v->turns - b->turns[seat]) / (3 * others);
    row[BARE_TURNS] = row[STOLEN_BY_RIVAL] * least(b->turns[rival], 3) / 3;
}

uint32_t targui_inputs(const targui_board *b, float *rows)
{
    float features[SEATS_MAX][FEATURES], best = -1e30f, sum = 0;
    scene v = {.b = b};
    look(&v, features);
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        if (b->owned[seat] == 0) continue;
        float *row = rows + seat * INPUTS;
        memcpy(row, features[seat], sizeof features[seat]);
        read_time(&v, row);
        read_destiny(&v, seat, row);
        read_land(&v, seat, row);
        read_camp(&v, seat, row);
        read_rivals(&v, seat, features, row);
        best = most(best, row[SCORE]);
    }
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        float *row = rows + seat * INPUTS;
        if (b->owned[seat] != 0) sum += row[SHARE] = cn_exp(row[SCORE] - best);
    }
    for (uint32_t seat = 0; seat < b->seats; seat++) rows[seat * INPUTS + SHARE] /= sum;
    return v.living;
}
