/* targui/battle_table.c: a table of battle outcomes, for up to some dozens of camels a side,
 * computed once. battle.c computes the same exactly and for any size; but a search asks a million
 * times.
 *
 * The order of the arguments tells the side that rolls next, so one table holds both rolls: if a
 * roll does not decide, the same battle continues with the sides changed. */
#include "evaluation.h"

#define HERD_MAX 40 /* larger herds are scaled down together */
#define BONUSES 6   /* 0 to 5, the saline's */

/* For a side that rolls next: its chance to win, and the camels left of it and of the others,
 * counted in the cases in which they win. */
typedef struct ending {
    float won, left, left_others;
} ending;

typedef struct endings {
    ending of[BONUSES][BONUSES][HERD_MAX + 1][HERD_MAX + 1]; /* bonuses, camels: own, others' */
} endings;

uint64_t targui_endings_bytes(void) { return sizeof(endings); }

/* The average ending of one roll that kills some; `none` gets the chance that it kills nobody. */
static ending roll(const endings *all, uint32_t bonus, uint32_t other, uint32_t own, uint32_t there,
                   float *none)
{
    ending sum = {0, 0, 0};
    *none = 0;
    for (uint32_t die = 1; die <= 6; die++) {
        uint32_t kills = (die + bonus) / 2;
        if (kills == 0) {
            *none += 1.0f / 6;
        } else if (kills >= there) {
            sum.won += 1.0f / 6;
            sum.left += (float)own / 6;
        } else {
            const ending *then = &all->of[other][bonus][there - kills][own];
            sum.won += (1 - then->won) / 6;
            sum.left += then->left_others / 6;
            sum.left_others += then->left / 6;
        }
    }
    return sum;
}

/* A battle and the one with the sides changed need each other if a roll may kill nobody. */
static void solve(endings *all, uint32_t bonus, uint32_t other, uint32_t own, uint32_t there)
{
    float none, none_then;
    ending here = roll(all, bonus, other, own, there, &none);
    ending then = roll(all, other, bonus, there, own, &none_then);
    float scale = 1 / (1 - none * none_then);
    ending *found = &all->of[bonus][other][own][there];
    found->won = (here.won + none * (1 - none_then - then.won)) * scale;
    found->left = (here.left + none * then.left_others) * scale;
    found->left_others = (here.left_others + none * then.left) * scale;
}

void targui_endings_build(void *memory)
{
    endings *all = memory;
    memset(all, 0, sizeof *all);
    for (uint32_t sum = 2; sum <= 2 * HERD_MAX; sum++) {
        for (uint32_t own = 1; own < sum; own++) {
            uint32_t there = sum - own;
            if (own > HERD_MAX || there > HERD_MAX) continue;
            for (uint32_t pair = 0; pair < BONUSES * BONUSES; pair++) {
                solve(all, pair / BONUSES, pair % BONUSES, own, there);
            }
        }
    }
}

static targui_ending slow_ending(targui_battle battle)
{
    targui_outlook outlook = targui_fight(battle);
    float chance = (float)outlook.chance / (float)TARGUI_CERTAIN, miss = 1 - chance;
    float attackers = (float)battle.attackers, defenders = (float)battle.defenders;
    /* The loser loses every camel: the rest of the average loss is the winner's. */
    attackers -= (float)outlook.attackers_lost / 1000;
    defenders -= (float)outlook.defenders_lost / 1000;
    return (targui_ending){chance, chance > 0 ? attackers / chance : 1,
                           miss > 0 ? defenders / miss : 1};
}

targui_ending targui_ending_of(const void *tables, targui_battle battle)
{
    if (tables == NULL) return slow_ending(battle);
    const endings *all = tables;
    uint32_t most = battle.attackers > battle.defenders ? battle.attackers : battle.defenders;
    uint32_t by = most > HERD_MAX ? most : HERD_MAX;
    uint32_t attackers = battle.attackers * HERD_MAX / by;
    uint32_t defenders = battle.defenders * HERD_MAX / by;
    if (attackers == 0) attackers = 1;
    if (defenders == 0) defenders = 1;
    float scale = (float)by / HERD_MAX;
    ending at;
    if (battle.parry_first) {
        at = all->of[battle.parry_bonus][battle.attack_bonus][defenders][attackers];
        at = (ending){1 - at.won, at.left_others, at.left};
    } else {
        at = all->of[battle.attack_bonus][battle.parry_bonus][attackers][defenders];
    }
    float miss = 1 - at.won;
    return (targui_ending){at.won, at.won > 0 ? at.left * scale / at.won : scale,
                           miss > 0 ? at.left_others * scale / miss : scale};
}
