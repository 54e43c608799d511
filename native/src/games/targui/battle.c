/* targui/battle.c: the odds of a battle, exactly and in integers.
 *
 * The two sides' rolls are independent: the kills of the attacker after r rolls depend on these
 * rolls alone. So we need no table of all pairs of herds. Each herd gets a line, the chances of its
 * numbers of camels left after r rolls against it, and the attacker wins if its line reaches zero
 * later than the defender's. Chances are fixed-point numbers. */
#include "rules.h"

#define ONE ((uint64_t)1 << 40)
#define NEGLIGIBLE ((uint64_t)1 << 12)
#define HERD_MAX 400     /* larger herds are scaled down together: their battles hardly vary */
#define ROLLS_MAX 4000   /* a herd of 400 is gone after some 300 */
#define KILLS_MAX 6

/* One side: the chance of `left` camels, for left from `low` to `high`. */
typedef struct herd_line {
    uint64_t mass[HERD_MAX + 1 + KILLS_MAX];
    uint64_t alive;   /* the chance that any are left */
    uint64_t lost;    /* the camels lost on average, times ONE */
    uint32_t low, high, start;
    uint8_t ways[KILLS_MAX]; /* of six, by kills of a roll against it */
} herd_line;

static void begin_line(herd_line *line, uint32_t camels, uint32_t bonus)
{
    memset(line, 0, sizeof *line);
    line->mass[camels] = ONE;
    line->alive = ONE;
    line->low = line->high = line->start = camels;
    for (uint32_t die = 1; die <= 6; die++) line->ways[(die + bonus) / 2]++;
}

/* One more roll against this side. Returns the chance that it killed the last camel. */
static uint64_t roll_against(herd_line *line)
{
    uint64_t before = line->alive, alive = 0, left_sum = 0;
    uint32_t first = line->low > KILLS_MAX ? line->low - KILLS_MAX : 1;
    uint32_t low = 0, high = 0;
    for (uint32_t left = first; left <= line->high; left++) {
        uint64_t mass = 0;
        for (uint32_t kills = 0; kills < KILLS_MAX; kills++) {
            mass += line->ways[kills] * line->mass[left + kills];
        }
        mass /= 6;
        line->mass[left] = mass;
        if (mass == 0) continue;
        if (low == 0) low = left;
        high = left;
        alive += mass;
        left_sum += mass * left;
    }
    line->low = low;
    line->high = high;
    line->alive = alive;
    line->lost = line->start * ONE - left_sum;
    return before - alive;
}

/* A chance times an average of camels: thousandths of a camel, times 2^38. */
static uint64_t share(uint64_t chance, uint64_t lost)
{
    return (chance >> 12) * ((lost >> 10) * 1000 >> 20);
}

targui_outlook targui_fight(targui_battle battle)
{
    uint32_t most = battle.attackers > battle.defenders ? battle.attackers : battle.defenders;
    uint32_t by = most > HERD_MAX ? most : HERD_MAX;
    uint32_t attackers = battle.attackers * HERD_MAX / by;
    uint32_t defenders = battle.defenders * HERD_MAX / by;
    herd_line attack, defence;
    begin_line(&attack, attackers > 0 ? attackers : 1, battle.parry_bonus);
    begin_line(&defence, defenders > 0 ? defenders : 1, battle.attack_bonus);
    uint64_t won = 0, attackers_lost = 0, defenders_lost = 0;
    bool parry = battle.parry_first;
    for (uint32_t rolls = 0; attack.alive > NEGLIGIBLE && defence.alive > NEGLIGIBLE; rolls++) {
        assert(rolls < ROLLS_MAX);
        if (parry) {
            uint64_t ended = roll_against(&attack);
            defenders_lost += share(ended, defence.lost);
        } else {
            uint64_t ended = roll_against(&defence);
            won += (ended >> 10) * (attack.alive >> 10);
            attackers_lost += share(ended, attack.lost);
        }
        parry = !parry;
    }
    attackers_lost += share(defence.alive, attack.lost);
    defenders_lost += share(attack.alive, defence.lost);
    return (targui_outlook){
        .chance = (uint32_t)(won >> 30),
        .attackers_lost = (uint32_t)((attackers_lost >> 38) * by / HERD_MAX),
        .defenders_lost = (uint32_t)((defenders_lost >> 38) * by / HERD_MAX),
    };
}

targui_battle targui_battle_of(const cn_targui *s, uint32_t from, uint32_t to)
{
    return (targui_battle){
        .attackers = targui_camels(s, from),
        .attack_bonus = targui_bonus(s, from),
        .defenders = targui_camels(s, to),
        .parry_bonus = targui_bonus(s, to),
        .parry_first = s->step == CN_TARGUI_PARRY && s->from == from && s->to == to,
    };
}

int cn_targui_battle(const uint8_t *state, uint8_t from, uint8_t to, cn_targui_odds *odds)
{
    const cn_targui *s = (const cn_targui *)state;
    if (from < 1 || from > CELLS || to < 1 || to > CELLS) return 0;
    uint32_t seat = targui_owner(s, from);
    if (seat == NO_SEAT || targui_camels(s, from) == 0) return 0;
    if ((targui_reach_of(s, seat, from).enemy & targui_bit(to)) == 0) return 0;
    targui_outlook outlook = targui_fight(targui_battle_of(s, from, to));
    odds->taken = (uint32_t)(((uint64_t)outlook.chance * 1000 + TARGUI_CERTAIN / 2) >> 30);
    odds->attackers = outlook.attackers_lost;
    odds->defenders = outlook.defenders_lost;
    return 1;
}
