/* games/targui.h: the public fields of a targui position, its events and refusals. The rules:
 * docs/rules-targui.md. Cells are numbered 1 to 49 in a spiral from the centre; a set of cells is
 * eight little-endian bytes with bit c for cell c. Seats are stored as seat + 1, 0 being nobody. */
#ifndef CAMELNET_TARGUI_H
#define CAMELNET_TARGUI_H

#include "camelnet.h"

/* cffi begin */

#define CN_TARGUI_CELLS 49
#define CN_TARGUI_DESTINY 16 /* destiny cards, numbered from 1 */
#define CN_TARGUI_HERD_MIN 40 /* the option `camels` */
#define CN_TARGUI_HERD_MAX 9999
#define CN_TARGUI_MONEY_MAX 2000000000 /* money stops there, far beyond any game */

/* Lands. A cell without a land holds 0. */
typedef enum cn_targui_land {
    CN_TARGUI_CAMP = 1,
    CN_TARGUI_SALINE,
    CN_TARGUI_GUELTA,
    CN_TARGUI_REG,
    CN_TARGUI_ERG,
    CN_TARGUI_FECHE,
    CN_TARGUI_MOUNT,
    CN_TARGUI_CHOTT
} cn_targui_land;

/* By land: its number of cards, the pay of a cell, its bonus to a die. */
extern const uint8_t cn_targui_cards[9], cn_targui_economic[9], cn_targui_strategic[9];

/* Sectors in the order nw, ne, sw, se: their cells, and with three seats the cells by order. */
extern const uint8_t cn_targui_sector[4][8], cn_targui_triple[3][3];

/* The question that a node asks. */
typedef enum cn_targui_step {
    CN_TARGUI_FIRST = 1,
    CN_TARGUI_CHOOSE_SECTOR,
    CN_TARGUI_LAY,
    CN_TARGUI_PLACE_CAMP,
    CN_TARGUI_ROLL,
    CN_TARGUI_DRAW,
    CN_TARGUI_TURN_UP,
    CN_TARGUI_ACT,
    CN_TARGUI_BUY,
    CN_TARGUI_HIT,
    CN_TARGUI_PARRY,
    CN_TARGUI_AFTER,
    CN_TARGUI_OCCUPY,
    CN_TARGUI_END
} cn_targui_step;

typedef struct cn_targui {
    cn_head head;
    uint8_t step;          /* cn_targui_step */
    uint8_t in_play[2];    /* the option `destiny`: bit n - 1 is card n; little-endian like all */
    uint8_t herd[2];       /* the option `camels` */
    uint8_t first;         /* seat + 1 that chooses first; 0 before `first` */
    uint8_t sector[4];     /* by seat: sector + 1; 0 before its choice and with three seats */
    uint8_t camp[4];       /* by seat: the cell of its own camp; 0 before */
    uint8_t out;           /* bit s: seat s owned land and owns none now */
    uint8_t round;         /* 0 in setup */
    uint8_t die;           /* of this round; 0 from its end to the next roll, and in setup */
    uint8_t pile[5];       /* cards in the pile: tribe cards by seat, the destiny card */
    uint8_t deck[2];       /* destiny cards left, the one in the pile included */
    uint8_t effect;        /* 13 or 16 while that card rules the round; else 0 */
    uint8_t turns_left;    /* of the card turned up, this one included */
    uint8_t attacker;      /* seat + 1 of an attack that is going on; 0 otherwise */
    uint8_t from, to;      /* its cells */
    uint8_t tribute[4];    /* at the last tribute, by seat */
    uint8_t box[2];        /* camels */
    uint8_t money[4][4];   /* silver, by seat */
    uint8_t owned[4][8];   /* the cells of each seat */
    uint8_t loaded[8];     /* the cells on which camels stand */
    uint8_t chott[8];      /* the cells that nobody enters */
    uint8_t land[49];      /* cell 1 first */
    uint8_t camels[49][2];
} cn_targui;

/* Refusals, each under the rule that it breaks. */
typedef enum cn_targui_status {
    CN_TARGUI_S1_SEAT = 16,   /* first: no such seat */
    CN_TARGUI_S2_NOW,         /* a sector is chosen now */
    CN_TARGUI_S2_TAKEN,       /* sector: taken already */
    CN_TARGUI_S3_LEFT,        /* land: no card of it is left */
    CN_TARGUI_S4_NOW,         /* a camp is placed now */
    CN_TARGUI_S4_PLACE,       /* camp: not in the seat's own part of the board */
    CN_TARGUI_D2_SEAT,        /* draw: no card of that tribe is in the pile */
    CN_TARGUI_D2_DESTINY,     /* draw: the destiny card is not in the pile */
    CN_TARGUI_D2_GONE,        /* destiny: that card is not in the deck */
    CN_TARGUI_T_NOW,          /* a move or an attack comes first */
    CN_TARGUI_T1_CELL,        /* move: no such cell */
    CN_TARGUI_T1_OWN,         /* move: the cell is not the seat's own */
    CN_TARGUI_T1_CAMELS,      /* move: not that many camels stand there, or none at all moves */
    CN_TARGUI_T1_NEXT,        /* move: no neighbour */
    CN_TARGUI_T1_CHOTT,       /* move: nobody enters a chott */
    CN_TARGUI_T1_HELD,        /* move: camels of another seat stand there */
    CN_TARGUI_T2_CELL,        /* attack: no such cell */
    CN_TARGUI_T2_OWN,         /* attack: the cell is not the seat's own */
    CN_TARGUI_T2_CAMELS,      /* attack: no camels stand there */
    CN_TARGUI_T2_NEXT,        /* attack: no neighbour */
    CN_TARGUI_T2_NOBODY,      /* attack: no camels of another seat stand there */
    CN_TARGUI_T4_NOW,         /* only buying is left in this turn */
    CN_TARGUI_T4_OWN,         /* buy: the cell is not the seat's own */
    CN_TARGUI_T4_COUNT,       /* buy: one camel at least */
    CN_TARGUI_T4_MONEY,       /* buy: more than the money allows */
    CN_TARGUI_T4_BOX,         /* buy: more than the box holds */
    CN_TARGUI_T5_NOW_AFTER,   /* attack again or stop */
    CN_TARGUI_T5_NOW_OCCUPY,  /* the emptied cell is occupied now */
    CN_TARGUI_T5_COUNT        /* occupy: from one camel to all on the source */
} cn_targui_status;

/* The fields that `cn_audit` names. */
typedef enum cn_targui_field {
    CN_TARGUI_F_OPTIONS = 1,
    CN_TARGUI_F_TURN,
    CN_TARGUI_F_FIRST,
    CN_TARGUI_F_SECTORS,
    CN_TARGUI_F_LAND,
    CN_TARGUI_F_OWNER,
    CN_TARGUI_F_CAMELS,
    CN_TARGUI_F_BOX,
    CN_TARGUI_F_MONEY,
    CN_TARGUI_F_CAMP,
    CN_TARGUI_F_OUT,
    CN_TARGUI_F_ROUND,
    CN_TARGUI_F_DIE,
    CN_TARGUI_F_PILE,
    CN_TARGUI_F_DESTINY,
    CN_TARGUI_F_EFFECT,
    CN_TARGUI_F_STEP,
    CN_TARGUI_F_TURNS_LEFT,
    CN_TARGUI_F_ATTACK,
    CN_TARGUI_F_TRIBUTE
} cn_targui_field;

/* Events and their contents. */
typedef enum cn_targui_event {
    CN_TARGUI_FIRST_CHOSEN = 1, /* arg: seat */
    CN_TARGUI_SECTOR_TAKEN,     /* arg: seat, sector */
    CN_TARGUI_LAND_LAID,        /* arg: cell, land */
    CN_TARGUI_CAMP_FOUNDED,     /* arg: seat, cell, land replaced; number: camels */
    CN_TARGUI_ROUND_BEGAN,      /* number: round */
    CN_TARGUI_ROUND_ROLLED,     /* arg: die, tribe cards by seat (4), turns of each;
                                   number: round */
    CN_TARGUI_CARD_DRAWN,       /* arg: seat (255 destiny), turns */
    CN_TARGUI_DESTINY_TURNED,   /* arg: card, cards left. Then what it changed: */
    CN_TARGUI_CELL_CHANGED,     /* arg: cell, owner; number: camels before, after */
    CN_TARGUI_MONEY_CHANGED,    /* arg: seat; number: silver before, after */
    CN_TARGUI_MOVED,            /* arg: seat, from, to, taken, owner before (255 nobody or own);
                                   number: camels, left on `from` */
    CN_TARGUI_ATTACK_BEGAN,     /* arg: seat, from, to, defender */
    CN_TARGUI_BATTLE_ROLLED,    /* arg: seat, 1 for a parry, die, bonus, cell;
                                   number: kills, left */
    CN_TARGUI_CELL_EMPTIED,     /* arg: cell, owner */
    CN_TARGUI_OCCUPIED,         /* arg: seat, from, to; number: camels, left on `from` */
    CN_TARGUI_ATTACK_ENDED,     /* arg: seat, from, to, how (0 occupied, 1 beaten,
                                   2 stopped, 3 last) */
    CN_TARGUI_BOUGHT,           /* arg: seat, cell; number: camels, silver after */
    CN_TARGUI_SEAT_OUT,         /* arg: seat, by */
    CN_TARGUI_TRIBUTE_PAID,     /* number: round. Then a line per living seat: */
    CN_TARGUI_TRIBUTE_LINE,     /* arg: seat, owns its camp, cells that pay by land
                                   (camp to mount, 7); number: silver, silver after,
                                   what a mountain pays */
    CN_TARGUI_GAME_OVER         /* arg: winners as bits, why (0 last, 1 tribute, 2 camels, 3 money,
                                   4 shared, 5 campless) */
} cn_targui_event;

/* The outcome of an attack fought to its end, in thousandths. */
typedef struct cn_targui_odds {
    uint32_t taken;                /* the chance that the defenders all fall before the attackers */
    uint32_t attackers, defenders; /* camels that each side loses on average */
} cn_targui_odds;

/* The odds of attacking `to` from `from` at this position; of a battle in progress from its next
 * roll. Returns 0, and writes nothing, if the seat that owns `from` cannot attack like that. */
int cn_targui_battle(const uint8_t *state, uint8_t from, uint8_t to, cn_targui_odds *odds);

/* cffi end */

#endif
