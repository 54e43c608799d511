/* targui/rules.h: definitions that the files of targui share. Private to native/src. */
#ifndef CAMELNET_TARGUI_RULES_H
#define CAMELNET_TARGUI_RULES_H

#include "game.h"
#include "notation.h"
#include "games/targui.h"

#define CELLS CN_TARGUI_CELLS
#define SEATS_MAX 4
#define CAMP_CAMELS 10
#define DESTINY_IN_PILE 4 /* the place of the destiny card in `pile`, after the seats */
#define NO_SEAT 255
#define EFFECT_ERGS 13    /* ergs have strategic value 3 */
#define EFFECT_MOUNTAINS 16 /* mountains pay 3 */

/* A move: the verb, two cells (or instead a seat, a land, a number) and a count. */
#define CELL_MAX 63
#define COUNT_MAX 16383
typedef enum targui_verb {
    FIRST,   /* seat */
    SECTOR,  /* sector */
    LAND,    /* land */
    CAMP,    /* cell */
    DIE,     /* pips */
    DRAW,    /* seat or DESTINY_IN_PILE */
    DESTINY, /* card */
    HIT,     /* pips */
    MOVE,    /* from, to, count */
    ATTACK,  /* from, to */
    PASS,
    BUY,     /* cell, -, count */
    OCCUPY,  /* -, -, count */
    AGAIN,
    STOP
} targui_verb;

static inline cn_move targui_move_of(targui_verb verb, uint32_t from, uint32_t to, uint32_t count)
{
    assert(from <= CELL_MAX && to <= CELL_MAX && count <= COUNT_MAX);
    return (uint32_t)verb << 26 | from << 20 | to << 14 | count;
}

static inline targui_verb targui_verb_of(cn_move move) { return (targui_verb)(move >> 26); }
static inline uint32_t targui_from(cn_move move) { return move >> 20 & CELL_MAX; }
static inline uint32_t targui_to(cn_move move) { return move >> 14 & CELL_MAX; }
static inline uint32_t targui_count(cn_move move) { return move & COUNT_MAX; }

/* --- numbers of more than one byte ------------------------------------------------------------ */

static inline uint32_t targui_load16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static inline void targui_store16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

/* --- sets of cells: bit c is cell c ----------------------------------------------------------- */

static inline uint64_t targui_load_set(const uint8_t *bytes)
{
    return (uint64_t)cn_load32(bytes) | (uint64_t)cn_load32(bytes + 4) << 32;
}

static inline void targui_store_set(uint8_t *bytes, uint64_t set)
{
    cn_store32(bytes, (uint32_t)set);
    cn_store32(bytes + 4, (uint32_t)(set >> 32));
}

static inline uint64_t targui_bit(uint32_t cell) { return (uint64_t)1 << cell; }

static inline uint32_t targui_size(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return (uint32_t)(((set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* The lowest cell of a nonempty set. */
static inline uint32_t targui_lowest(uint64_t set)
{
    return targui_size((set & (0u - set)) - 1);
}

/* The k-th cell of a set from the lowest on, counted from 0. There must be one. */
static inline uint32_t targui_nth(uint64_t set, uint32_t k)
{
    uint32_t low = cn_count_bits((uint32_t)set);
    return k < low ? cn_nth_bit((uint32_t)set, k) : 32 + cn_nth_bit((uint32_t)(set >> 32), k - low);
}

/* --- readings of the position ----------------------------------------------------------------- */

static inline uint32_t targui_camels(const cn_targui *s, uint32_t cell)
{
    return targui_load16(s->camels[cell - 1]);
}

static inline uint32_t targui_box(const cn_targui *s) { return targui_load16(s->box); }

static inline uint32_t targui_money(const cn_targui *s, uint32_t seat)
{
    return cn_load32(s->money[seat]);
}

static inline uint64_t targui_owned(const cn_targui *s, uint32_t seat)
{
    return targui_load_set(s->owned[seat]);
}

/* The seat that owns a cell, or NO_SEAT. */
static inline uint32_t targui_owner(const cn_targui *s, uint32_t cell)
{
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++) {
        if ((s->owned[seat][cell / 8] >> cell % 8 & 1) != 0) return seat;
    }
    return NO_SEAT;
}

static inline bool targui_out(const cn_targui *s, uint32_t seat) { return s->out >> seat & 1; }

/* Seats that are not out. */
static inline uint32_t targui_alive(const cn_targui *s)
{
    return s->head.seats - cn_count_bits(s->out);
}

/* True if a seat owns its own camp. */
static inline bool targui_has_camp(const cn_targui *s, uint32_t seat)
{
    uint32_t cell = s->camp[seat];
    return cell != 0 && (s->owned[seat][cell / 8] >> cell % 8 & 1) != 0;
}

/* The bonus that a cell adds to the dice of the camels on it. */
static inline uint32_t targui_bonus(const cn_targui *s, uint32_t cell)
{
    uint8_t land = s->land[cell - 1];
    return land == CN_TARGUI_ERG && s->effect == EFFECT_ERGS ? 3 : cn_targui_strategic[land];
}

/* The pay of a cell at this round's tribute. */
static inline uint32_t targui_pay(const cn_targui *s, uint32_t cell)
{
    uint8_t land = s->land[cell - 1];
    return land == CN_TARGUI_MOUNT && s->effect == EFFECT_MOUNTAINS ? 3 : cn_targui_economic[land];
}

/* The cells to which the camels on a cell may move, and those that they may attack. */
typedef struct targui_reach {
    uint64_t open, enemy;
} targui_reach;

extern const uint64_t targui_neighbours[CELLS + 1];

static inline targui_reach targui_reach_of(const cn_targui *s, uint32_t seat, uint32_t cell)
{
    uint64_t around = targui_neighbours[cell] & ~targui_load_set(s->chott);
    uint64_t enemy = targui_load_set(s->loaded) & ~targui_owned(s, seat);
    return (targui_reach){around & ~enemy, around & enemy};
}

/* The number of seats with a sector, or with a camp; the k-th seat to choose (S1); and the possible
 * cells of its camp (S4), as a set. */
uint32_t targui_chosen(const uint8_t choices[4]);
uint32_t targui_chooser(const cn_targui *s, uint32_t k);
uint64_t targui_camp_places(const cn_targui *s, uint32_t seat);
/* A battle to its end: camels and bonus of both sides, and the side that rolls next. */
typedef struct targui_battle {
    uint32_t attackers, attack_bonus, defenders, parry_bonus;
    bool parry_first;
} targui_battle;

/* The chance that the attackers win, and the camels that either side loses on average. */
#define TARGUI_CERTAIN (1u << 30)
typedef struct targui_outlook {
    uint32_t chance;                         /* of TARGUI_CERTAIN */
    uint32_t attackers_lost, defenders_lost; /* thousandths */
} targui_outlook;

targui_outlook targui_fight(targui_battle battle);
targui_battle targui_battle_of(const cn_targui *s, uint32_t from, uint32_t to);
/* The camels of a seat on the board. */
uint32_t targui_herd(const cn_targui *s, uint32_t seat);
void targui_set_camels(cn_targui *s, uint32_t cell, uint32_t camels);
void targui_set_money(cn_targui *s, uint32_t seat, uint64_t money);
/* Carry out a destiny card; its number has already left the deck. */
void targui_destiny(cn_targui *s, uint32_t card, cn_events *events);
/* D3: pay the seats and write `tribute`. */
void targui_tribute(cn_targui *s, cn_events *events);
/* The number of tributes still to come. */
uint32_t targui_tributes_left(const cn_targui *s);
/* The number of cards of each land that can still be laid (S3). */
void targui_lands_left(const cn_targui *s, uint8_t left[9]);
uint8_t targui_audit(const void *state);
bool targui_parse(const char *text, uint32_t length, cn_move *move);
uint32_t targui_format(cn_move move, char *text);
bool targui_greedy(const void *state, const char *faces, uint32_t length, cn_move *move);

#endif
