/* camelup/rules.h: definitions that the files of camelup share. Private to native/src. */
#ifndef CAMELNET_CAMELUP_RULES_H
#define CAMELNET_CAMELUP_RULES_H

#include "game.h"
#include "notation.h"
#include "games/camels.h"
#include "games/camelup.h"

#define ALL_DICE 31u
#define LEG_ENDS_WITHOUT_TILES 1 /* O1 */
#define FLIP_IN_PLACE 2          /* O2 */
#define FACES_NEVER 1
#define FACES_OPEN 2
#define NO_PERMUTATION 255

/* The verbs of a move, and the contents of a and b. */
typedef enum camelup_verb {
    FIRST, /* seat */
    START, /* camel, space */
    DIE,   /* camel, pips */
    ROLL,
    LEG,   /* camel */
    TILE,  /* space, 0 oasis or 1 mirage */
    WIN,   /* slot */
    LOSE,  /* slot */
    OPEN   /* seat, 0 for "-" or 1 + index of the permutation */
} camelup_verb;

/* Desert tiles by space, with room for a landing beyond the line. */
#define CAMELUP_BOARD 18
enum { OASIS = 1, MIRAGE = 2 };

/* A move of a unit: `size` camels from order[first] at `start` landed, then ended, and
 * now begin at order[place]. `covered`: others stand on them after a mirage. */
typedef struct camelup_path {
    uint32_t first, size, start, landing, end, place; /* a load of seven bytes waits for each */
    bool covered;
} camelup_path;

void camelup_board(const cn_camelup *s, uint8_t board[CAMELUP_BOARD]);
camelup_path camelup_move(uint8_t order[5], uint8_t space[5], const uint8_t board[CAMELUP_BOARD],
                          uint32_t camel, uint32_t steps);
uint32_t camelup_money(const cn_camelup *s, uint32_t seat);
uint32_t camelup_tiles_gone(const cn_camelup *s, uint32_t camel);
uint32_t camelup_all_tiles_gone(const cn_camelup *s);
bool camelup_setting_up(const cn_camelup *s);
bool camelup_tile_fits(const cn_camelup *s, uint32_t space, uint32_t side);
uint8_t camelup_permutation_number(const uint8_t faces[5]);
void camelup_permutation(uint32_t number, uint8_t faces[5]);
bool camelup_read_faces(cn_reader *reader, uint8_t faces[5]);
uint8_t camelup_audit(const void *state);
bool camelup_greedy(const void *state, const char *faces, uint32_t length, cn_move *move);

#endif
