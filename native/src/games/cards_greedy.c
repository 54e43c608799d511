/* cards_greedy.c: what a simple cards player would do, in integers only, so that every peer finds
 * the same move for an absent seat. */
#include "cards_rules.h"

bool cards_greedy(const void *state, const char *faces, uint32_t length, cn_move *move)
{
    const cn_cards *s = state;
    (void)faces;
    (void)length;
    uint32_t bets = s->pool[LEAD_BET];
    if (s->did != DID_RACE) {
        *move = cn_move_of(REVEAL, 0, 0);
    } else if (bets != 0) {
        *move = cn_move_of(BET, LEAD_BET, cn_nth_bit(bets, 0));
    } else {
        uint32_t bet = s->pool[MID_BET] ? MID_BET : s->pool[WIN_BET] ? WIN_BET : LOSE_BET;
        *move = cn_move_of(BET, bet, cn_nth_bit(s->pool[bet], 0));
    }
    return true;
}
