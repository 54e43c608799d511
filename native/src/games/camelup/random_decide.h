/* camelup/random_decide.h: decisions at random until one is a roll, counted through as `nth` of
 * rules.c does; returns how many. Included by random.c for each kind of processor, with
 * DECIDE, and COUNT and NTH for sets of 15 bits (NTH: the k-th bit alone). No guard: it is meant to
 * be included more than once. */
static uint32_t DECIDE(random_state *g, uint64_t *seed)
{
    uint32_t flips = (g->options & FLIP_IN_PLACE) != 0, tiles = g->tiles, seat = g->seat;
    uint32_t camels = g->camels, plies = 0;
    uint64_t before = *seed, luck = before, drawn = cn_random(&luck);
    for (;;) {
        assert(plies < PLIES_MAX);
        uint32_t own = g->tile_bit[seat], others = tiles & ~own;
        uint32_t set = ~(camels | others | others << 1 | others >> 1 | own) >> 2 & 0x7FFF;
        uint32_t tile_ways = 2 * COUNT(set), else_ways = 1;
        else_ways += fast_count[g->legs] + 2u * fast_count[g->hand[seat]];
        else_ways += own != 0 ? flips : 0;
        uint64_t ways = else_ways + tile_ways;
        uint32_t k = (uint32_t)((drawn >> 32) * ways >> 32) - 1; /* a roll is 0, and wraps */
        before = luck;
        drawn = cn_random(&luck); /* for the next one, while this one is worked out */
        plies++;
        if (k < tile_ways) {
            uint32_t put = NTH(set, k / 2) << 2;
            tiles = others | put;
            g->tile_bit[seat] = put;
            g->mirage[seat] = (uint8_t)(k & 1);
            seat = seat + 1 == g->seats ? 0 : seat + 1;
            continue;
        }
        g->seat = seat;
        g->tiles = tiles;
        if (k == UINT32_MAX) break;
        decide_otherwise(g, k - tile_ways);
        seat = g->seat;
        tiles = g->tiles;
    }
    *seed = before;
    return plies;
}
