/* camelup/random_decide.h: decisions at random until one is a roll; returns how many. Included by
 * random.c for each kind of processor, with DECIDE, and COUNT and NTH for sets of choices (NTH: the
 * k-th bit alone). No guard: it is meant to be included more than once.
 *
 * Which choice comes cannot be predicted, so each is carried out as if it were all of them, most
 * without effect: only a roll, and what few games have, is a branch. */
static uint32_t DECIDE(random_state *g, uint64_t *seed)
{
    uint64_t tiles = g->tiles, up = g->up, open = g->open, top = g->top;
    uint64_t before, luck = *seed, drawn = cn_random(&luck), choice;
    uint32_t cards = g->cards, plies = 0;
    random_seat *seat, *turn = g->turn;
    do {
        assert(plies < PLIES_MAX);
        seat = turn;
        uint64_t own = seat->ground, others = tiles & ~own, hand = seat->hand;
        uint64_t set = (open | hand) & ~(tiles | others << 2 | others >> 2);
        choice = NTH(set, (drawn >> 32) * COUNT(set) >> 32);
        before = luck;
        drawn = cn_random(&luck); /* for the next one, while this one is worked out */
        plies++;
        uint64_t both = ((choice | choice >> 1) & EITHER) * 3, tile = choice & TILES;
        uint64_t kept = 0 - ((tile - 1) >> 63); /* all bits when it is no tile */
        uint64_t ground = (both & TILES) | (own & kept);
        seat->ground = ground;
        seat->hand = hand & ~both;
        tiles = others | ground;
        up = (up & tiles) | tile;
        g->card[cards] = choice | seat->number;
        cards += choice >> CARD_AT != 0;
        uint64_t leg = choice & LEGS, taken = leg * 0x421 & top;
        seat->legs |= taken;
        open &= ~(leg & top); /* the last one of its camel */
        top = (top ^ taken) | taken >> 5;
        turn = seat->next;
        if (g->options != 0) {
            g->tiles = tiles;
            g->up = up;
            g->open = open;
            g->top = top;
            heed_options(g, seat, choice);
            tiles = g->tiles;
            up = g->up;
            open = g->open;
            top = g->top;
        }
    } while (choice != ROLL_CHOICE);
    g->tiles = tiles;
    g->up = up;
    g->open = open;
    g->top = top;
    g->cards = cards;
    g->turn = seat;
    *seed = before;
    return plies;
}
