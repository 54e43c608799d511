/* cards/rules.h: definitions that the files of cards share. Private to native/src. */
#ifndef CAMELNET_CARDS_RULES_H
#define CAMELNET_CARDS_RULES_H

#include "game.h"
#include "notation.h"
#include "games/camels.h"
#include "games/cards.h"

#define TROPHIES 1
#define BET_OPTIONAL 2
#define MIN_MONEY 4

#define CARDS_SEATS_MAX 6
#define CARDS_TROPHIES 6
#define CARDS_ONES 5  /* race cards of value 1 per camel; of value 2 there is one */
#define CARDS_ALL 30

enum { DID_NOTHING, DID_RACE, DID_BET };
enum { LEAD_BET, MID_BET, WIN_BET, LOSE_BET }; /* places in `pool` */
enum { PALM, FENNEC };

/* The verbs of a move, and the contents of a and b. */
typedef enum cards_verb {
    FIRST,  /* seat */
    CARD,   /* camel, value */
    TOKEN,  /* PALM or FENNEC, space */
    REVEAL,
    HAND,
    BET,    /* LEAD_BET to LOSE_BET, camel */
    PASS
} cards_verb;

/* A move of a unit: `size` camels landed, met up to two tokens, and now begin at order[first].
 * Token met[i] sent them to `stop[i]`. A space beyond the last is the finish. */
typedef struct cards_path {
    uint8_t first, size, start, landing, end;
    bool covered, crossed;
    uint8_t tokens, met[2], stop[2];
} cards_path;

/* Move the unit of `camel` (M); tokens that it meets go home. Inline, since playouts spend their
 * time here. */
static inline cards_path cards_move(uint8_t order[CAMELS], uint8_t space[CAMELS],
                                    uint8_t token_space[2], uint32_t last, uint32_t camel,
                                    uint32_t steps)
{
    camel_unit unit = camels_unit(order, space, camel);
    uint32_t end = unit.start + steps; /* M2 */
    if (end > last) end = last + 1;
    cards_path path = {.size = (uint8_t)unit.size,
                       .start = (uint8_t)unit.start,
                       .landing = (uint8_t)end};
    bool under = false;
    while (end == token_space[PALM] || end == token_space[FENNEC]) { /* M4, M5 */
        uint8_t met = end == token_space[PALM] ? PALM : FENNEC;
        under = met == FENNEC;
        end = under ? end - 1 : end + 1;
        token_space[met] = 0;
        path.met[path.tokens] = met;
        path.stop[path.tokens++] = (uint8_t)end;
    }
    path.crossed = end > last;
    path.end = (uint8_t)end;
    camel_place place = camels_move(order, space, unit, path.crossed ? CN_CARDS_BEYOND : end, under);
    path.first = (uint8_t)place.first;
    path.covered = place.covered;
    return path;
}

/* The simple player's ratings of the moves that it considers, in parts of CARDS_COIN. Among equals
 * it takes the first. */
#define CARDS_COIN 65536
#define CARDS_EVALUATIONS_MAX 32
typedef struct cards_evaluation {
    cn_move move;
    int64_t worth;
} cards_evaluation;

typedef struct cards_evaluations {
    uint32_t count;
    cards_evaluation list[CARDS_EVALUATIONS_MAX];
} cards_evaluations;

/* A card is one number, its face: the camel, or CAMELS + the camel when its value is 2. */
#define CARDS_NO_FACE 255

uint32_t cards_money(const cn_cards *s, uint32_t seat);
uint32_t cards_deck_size(uint32_t seats);
uint32_t cards_first_last(uint32_t seats);
uint32_t cards_track_cards(uint32_t seats);
uint32_t cards_wide_at_first(uint32_t seats);
uint32_t cards_wide(const cn_cards *s);
uint32_t cards_free(const cn_cards *s);
uint32_t cards_seen(const cn_cards *s);
bool cards_setting_up(const cn_cards *s);
bool cards_can_bet(const cn_cards *s);
uint32_t cards_leaders_taken(const cn_cards *s, uint32_t camel);
int32_t cards_lead_coins(uint32_t k, uint32_t rank);
int32_t cards_mid_coins(uint32_t rank);
int32_t cards_final_coins(bool lose, uint32_t rank);
/* L4: bare cards of two spaces between the last and the first camel lose one. Renumbers `space` and
 * `last`; returns the set of cards that are still wide. */
uint32_t cards_storm(uint8_t space[CAMELS], uint32_t cards, uint32_t wide, uint8_t *last);
uint8_t cards_audit(const void *state);
/* The face of a seat's hand card from text; CARDS_NO_FACE for none. False if it is impossible. */
bool cards_read_hand(const cn_cards *s, uint32_t seat, const char *faces, uint32_t length,
                     uint32_t *face);
void cards_weigh(const cn_cards *s, uint32_t face, cards_evaluations *evaluations);
bool cards_greedy(const void *state, const char *faces, uint32_t length, cn_move *move);
extern const struct cn_search_ops cn_cards_search_ops;

#endif
