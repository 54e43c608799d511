/* targui/evaluation.c: the static evaluation: each tribe's chance to win. It counts some features
 * of every seat (its income, its safety, its strength); their weighted sum is the seat's score, and
 * the chances are as the exponentials of the scores. The weights were fitted to the results of
 * games (docs/lab.md). */
#include "evaluation.h"

const uint8_t targui_place[CELLS + 1] = {
    0, 27, 28, 36, 35, 34, 26, 18, 19, 20, 21, 29, 37, 45, 44, 43, 42,
    41, 33, 25, 17, 9, 10, 11, 12, 13, 14, 22, 30, 38, 46, 54, 53, 52,
    51, 50, 49, 48, 40, 32, 24, 16, 8, 0, 1, 2, 3, 4, 5, 6,
};

/* Rounds to the last tribute at which there are weights; between them the weights are mixed. */
static const float knots[KNOTS] = {0, 0.5f, 1, 2, 4, 8, 16};

#define TURNS_A_ROUND 2.7f

static uint64_t places_of(uint64_t cells)
{
    uint64_t places = 0;
    for (; cells != 0; cells &= cells - 1) {
        places |= (uint64_t)1 << targui_place[targui_first(cells)];
    }
    return places;
}

/* The number of rounds left, the part of this one included. */
static float time_left(const cn_targui *s, uint32_t tributes)
{
    if (s->die == 0) return (float)tributes;
    uint32_t left = 0, alive = targui_alive(s);
    for (uint32_t card = 0; card < 5; card++) left += s->pile[card];
    float all = (float)(alive * (s->die == 6 ? 1u : s->die) + 1);
    return (float)tributes - 1 + ((float)left + (s->turns_left > 0 ? 0.5f : 0)) / all;
}

static void mix_weights(targui_board *board, float time)
{
    uint32_t k = 0;
    while (k + 2 < KNOTS && time > knots[k + 1]) k++;
    float part = (time - knots[k]) / (knots[k + 1] - knots[k]);
    if (part > 1) part = 1;
    for (uint32_t few = 0; few < 2; few++) {
        const float *low = targui_feature_weights[few][k], *high =
            targui_feature_weights[few][k + 1];
        for (uint32_t i = 0; i < FEATURES; i++) {
            board->weights[few][i] = low[i] + part * (high[i] - low[i]);
        }
    }
}

void targui_unpack(const cn_targui *s, targui_board *board)
{
    uint32_t tributes = targui_tributes_left(s);
    memset(board, 0, sizeof *board);
    board->seats = s->head.seats;
    board->loaded = places_of(targui_load_set(s->loaded));
    board->open = 0x007F7F7F7F7F7F7Fu & ~places_of(targui_load_set(s->chott));
    board->mover = NO_SEAT;
    if (s->attacker != 0) {
        board->mover = s->attacker - 1u;
    } else if (s->head.node == CN_DECIDE) {
        board->mover = s->head.seat;
        board->acts = s->step == CN_TARGUI_ACT;
    }
    for (uint32_t seat = 0; seat < s->head.seats; seat++) {
        board->owned[seat] = places_of(targui_owned(s, seat));
        board->home[seat] = targui_place[s->camp[seat]];
        uint32_t money = targui_money(s, seat);
        board->money[seat] = (float)(money < 1000 ? money : 1000);
        float turns = s->die == 6 ? 2 : 1;
        turns = s->die == 0 ? TURNS_A_ROUND : turns * (float)s->pile[seat];
        if (seat == board->mover) turns += (float)s->turns_left - (board->acts ? 0 : 0.7f);
        board->turns[seat] = turns;
        if (tributes > 1 || turns >= 1) board->active |= board->owned[seat];
    }
    for (uint32_t cell = 1; cell <= CELLS; cell++) {
        uint32_t place = targui_place[cell], camels = targui_camels(s, cell), pay;
        pay = tributes == 1 ? targui_pay(s, cell) : cn_targui_economic[s->land[cell - 1]];
        board->camels[place] = (uint16_t)camels;
        board->bonus[place] = (uint8_t)targui_bonus(s, cell);
        board->land[place] = s->land[cell - 1];
        board->pay[place] = (uint8_t)pay;
        for (uint32_t digit = 0; digit < 3; digit++) {
            board->pays[digit] |= (uint64_t)(pay >> digit & 1) << place;
        }
    }
    if (tributes > 1 && s->effect == EFFECT_MOUNTAINS) {
        for (uint32_t seat = 0; seat < s->head.seats; seat++) {
            for (uint64_t own = board->owned[seat]; own != 0; own &= own - 1) {
                board->extra[seat] += board->land[targui_first(own)] == CN_TARGUI_MOUNT ? 3 : 0;
            }
        }
    }
    board->tributes = tributes;
    board->deck = targui_load16(s->deck) << 1;
    board->box = targui_box(s);
    board->destiny = s->pile[DESTINY_IN_PILE] != 0 || s->step == CN_TARGUI_ROLL ||
                     s->step == CN_TARGUI_TURN_UP;
    board->time = time_left(s, tributes);
    mix_weights(board, board->time);
}

float targui_pay_of(const targui_board *board, uint64_t set)
{
    /* Counts the digits side by side in eight bytes; all cells together pay less than 256. */
    uint64_t sum = 0;
    for (uint32_t digit = 0; digit < 3; digit++) {
        uint64_t bits = set & board->pays[digit];
        bits -= bits >> 1 & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
        sum += ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) << digit;
    }
    return (float)(sum * 0x0101010101010101u >> 56);
}

/* Roughly the chance of a herd to take a cell: a side's strength is its camels times their kills in
 * a roll (as in greedy.c). The defence's part is divided once for all attacks. */
typedef struct defence {
    float low, scale;
} defence;

static defence defence_of(float strength)
{
    float low = strength * 0.6667f;
    return (defence){low, 1 / (low + 6)};
}

static float risk_of(float attack, defence against)
{
    float risk = (attack - against.low) * against.scale;
    return risk < 0 ? 0 : risk > 1 ? 1 : risk;
}

/* A count with diminishing returns: 1/2 at `half`, 1 for very many. */
static float bent(float count, float half) { return count / (count + half); }

static float strength_of(const targui_board *board, uint32_t place)
{
    return 2 * (float)board->camels[place] * (float)(3 + board->bonus[place]);
}

enum {
    INCOME, EXPOSED, BARE_NEAR, BARE_FAR, CAMP_RISK, /* CAMP_RISK and four more: by distance */
    HERD = 9, HERD_BENT, MONEY, MONEY_BENT, PROSPECTS, /* and two more: by distance */
    CHANCES = 16, CAMP_CHANCE, TURNS, TURNS_PROSPECTS, ON_TURN, CELLS_OWNED, NO_CAMP, LOST_INCOME,
    RETAKE, GUARDS, LARGEST, BARE_FEARED, CAMP_FEARED, HERD_SHARE, INCOME_SHARE, EXTRA
};

/* The herds of one seat and the threats to them; `chances` gets, by seat, the cells that it might
 * take. */
static void count_cells(const targui_board *b, uint32_t seat, float *t, float chances[SEATS_MAX])
{
    uint64_t own = b->owned[seat], home = (uint64_t)1 << b->home[seat];
    uint64_t others = b->active & b->loaded & ~own;
    uint64_t near = targui_spread(others), far = targui_spread(near & b->open);
    uint64_t bare = own & ~b->loaded & ~home;
    float herd = 0, largest = 0, exposed = 0;
    for (uint64_t left = own & b->loaded; left != 0; left &= left - 1) {
        uint32_t place = targui_first(left);
        float camels = (float)b->camels[place];
        herd += camels;
        if (camels > largest) largest = camels;
        if (place == b->home[seat] || (near >> place & 1) == 0) continue;
        defence guards = defence_of(strength_of(b, place));
        float worst = 0;
        uint64_t feared = targui_spread((uint64_t)1 << place) & others;
        for (; feared != 0; feared &= feared - 1) {
            uint32_t from = targui_first(feared);
            float risk = risk_of(strength_of(b, from), guards);
            if (risk == 0) continue;
            for (uint32_t other = 0; other < b->seats; other++) {
                if (b->owned[other] >> from & 1) chances[other] += risk * (float)b->pay[place];
            }
            if (risk > worst) worst = risk;
        }
        exposed += worst * (float)b->pay[place];
    }
    t[EXPOSED] = exposed / 10;
    t[BARE_NEAR] = targui_pay_of(b, bare & near) / 10;
    t[BARE_FAR] = targui_pay_of(b, bare & far & ~near) / 10;
    t[HERD] = herd / 50;
    t[HERD_BENT] = bent(herd, 40);
    t[LARGEST] = largest / 20;
}

/* Count the threats to the seat's own camp (or, if it is lost, the means to take it back). */
static void count_camp(const targui_board *b, uint32_t seat, float *t, float *camp_chance)
{
    uint32_t camp = b->home[seat];
    uint64_t own = b->owned[seat], seen = (uint64_t)1 << camp, ring = seen;
    uint64_t others = b->active & b->loaded & ~own;
    defence guards = defence_of(strength_of(b, camp));
    if ((own & seen) == 0) {
        float best = 0;
        uint64_t herds = targui_spread(seen) & own & b->loaded & b->active;
        for (; herds != 0; herds &= herds - 1) {
            float risk = b->camels[camp] == 0 ? 1
                         : risk_of(strength_of(b, targui_first(herds)), guards);
            if (risk > best) best = risk;
        }
        t[RETAKE] = best;
        return;
    }
    for (uint32_t walk = 0; walk < 4; walk++) {
        ring = targui_spread(ring) & ~seen & b->open;
        seen |= ring;
        float worst = 0, rich = 0;
        for (uint64_t near = ring & others; near != 0; near &= near - 1) {
            uint32_t from = targui_first(near), owner = 0;
            while ((b->owned[owner] >> from & 1) == 0) owner++;
            float bonus = walk == 0 ? 3 + (float)b->bonus[from] : 3;
            float attack = 2 * (float)b->camels[from] * bonus;
            float risk = risk_of(attack, guards);
            float more = risk_of(attack + b->money[owner] * bonus, guards);
            if (walk == 0 && risk > camp_chance[owner]) camp_chance[owner] = risk;
            if (risk > worst) worst = risk;
            if (more > rich) rich = more;
        }
        if (walk == 0) t[CAMP_RISK] = worst;
        t[CAMP_RISK + 1 + walk] = rich;
        ring &= ~(b->loaded & own); /* herds do not walk through those of others */
    }
    t[GUARDS] = bent((float)b->camels[camp], 15);
}

static void count_prospects(const targui_board *b, uint32_t seat, float *t)
{
    uint64_t own = b->owned[seat], ring = own & b->loaded & b->active, seen = ring;
    uint64_t free = b->open & ~(b->loaded & ~own);
    for (uint32_t walk = 0; walk < 3 && ring != 0; walk++) {
        ring = targui_spread(ring) & ~seen & free;
        seen |= ring;
        t[PROSPECTS + walk] = targui_pay_of(b, ring & ~own) / 10;
    }
}

void targui_features(const targui_board *b, float features[SEATS_MAX][FEATURES])
{
    float chances[SEATS_MAX] = {0}, camp_chance[SEATS_MAX] = {0};
    float herds = 0, incomes = 0, turns = 0, alive = 0;
    memset(features, 0, sizeof(float) * SEATS_MAX * FEATURES);
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        if (b->owned[seat] == 0) continue;
        float *t = features[seat], income = targui_pay_of(b, b->owned[seat]);
        bool camp = b->owned[seat] >> b->home[seat] & 1;
        count_cells(b, seat, t, chances);
        count_camp(b, seat, t, camp_chance);
        count_prospects(b, seat, t);
        t[camp ? INCOME : LOST_INCOME] = income / 10;
        t[NO_CAMP] = camp ? 0 : 1;
        t[MONEY] = b->money[seat] / 30;
        t[MONEY_BENT] = bent(b->money[seat], 20);
        t[TURNS] = b->turns[seat] / 3;
        t[TURNS_PROSPECTS] = t[TURNS] * t[PROSPECTS];
        t[ON_TURN] = seat == b->mover && b->acts ? 1 : 0;
        t[CELLS_OWNED] = (float)targui_size(b->owned[seat]) / 10;
        t[EXTRA] = b->extra[seat] / 10;
        t[INCOME_SHARE] = income;
        herds += t[HERD] * 50;
        incomes += income;
        turns += b->turns[seat];
        alive += 1;
    }
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        if (b->owned[seat] == 0) continue;
        float *t = features[seat], feared = (turns - b->turns[seat]) / (3 * alive);
        t[CHANCES] = chances[seat] / 10;
        t[CAMP_CHANCE] = camp_chance[seat];
        t[BARE_FEARED] = feared * t[BARE_NEAR];
        t[CAMP_FEARED] = feared * t[CAMP_RISK];
        t[HERD_SHARE] = t[HERD] * 50 * alive / (herds + 1);
        t[INCOME_SHARE] = t[INCOME_SHARE] * alive / (incomes + 1);
    }
}

/* e to a power of at most 0, to three digits: without a library, so that it is the same everywhere.
 * It is the limit of (1 + x / n)^n. */
static float power(float x)
{
    if (x < -30) return 0;
    float part = 1 + x / 1024;
    for (uint32_t i = 0; i < 10; i++) part *= part;
    return part;
}

/* The weighted sum, in lanes that a compiler can add side by side. */
static float weigh(const float weights[FEATURES], const float features[FEATURES])
{
    float lane[8] = {0};
    for (uint32_t i = 0; i < FEATURES; i += 8) {
        for (uint32_t k = 0; k < 8; k++) lane[k] += weights[i + k] * features[i + k];
    }
    return (lane[0] + lane[4]) + (lane[1] + lane[5]) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

uint32_t targui_scores(const targui_board *b, float features[SEATS_MAX][FEATURES],
                       float scores[SEATS_MAX])
{
    uint32_t alive = 0;
    targui_features(b, features);
    for (uint32_t seat = 0; seat < b->seats; seat++) alive += b->owned[seat] != 0;
    const float *weights = b->weights[alive <= 2];
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        scores[seat] = b->owned[seat] == 0 ? 0 : weigh(weights, features[seat]);
    }
    return alive;
}

void targui_judge(const targui_board *b, targui_chances *chances)
{
    float features[SEATS_MAX][FEATURES], scores[SEATS_MAX], best = -1e30f, sum = 0;
    memset(chances, 0, sizeof *chances);
    if (b->network != NULL) {
        float rows[SEATS_MAX * INPUTS] = {0};
        uint32_t living = targui_inputs(b, rows);
        cn_network_judge(b->network, rows, b->seats, living, chances->share, chances->money);
        return;
    }
    targui_scores(b, features, scores);
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        if (b->owned[seat] != 0 && scores[seat] > best) best = scores[seat];
    }
    float *shares = chances->share;
    for (uint32_t seat = 0; seat < b->seats; seat++) {
        shares[seat] = b->owned[seat] == 0 ? 0 : power(scores[seat] - best);
        sum += shares[seat];
    }
    for (uint32_t seat = 0; seat < b->seats; seat++) shares[seat] /= sum;
}
