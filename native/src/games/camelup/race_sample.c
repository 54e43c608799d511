/* camelup/race_sample.c: the race played many times at random, to check the exact odds against.
 *
 * LANES races are played side by side, one byte of each in an array; every step is the same plain
 * arithmetic for all of them, without a branch, so compilers make vectors of it. A camel is one
 * byte, 8 * space + its height in the stack. Those above it in its stack are then the next few
 * numbers, those on a space are eight of them in a row, and who is ahead has the larger number.
 *
 * The functions are compiled twice, once for any processor and once with AVX2; for NEON a leg is
 * written by hand. All do the same to whole numbers, so they come to the same counts. */
#include "leg.h"
#include "games/camelup/race.h"

#define LANES 32
#define WORDS (LANES / 4) /* 32-bit numbers in the bytes of all lanes */
#define LINE (8 * CN_CAMELUP_BEYOND)
#define LEGS_MAX 20 /* every leg takes the first camel a space on, so a race has 17 at most */

#if defined(__GNUC__)
#define EVERYWHERE static inline __attribute__((always_inline))
#else
#define EVERYWHERE static inline
#endif

/* Camels are shifted about, so that those whose dice are left come first. */
typedef struct lanes {
    uint8_t camel[CAMELS][LANES], name[CAMELS][LANES];
    uint8_t at[LANES], to[LANES]; /* the camel that was drawn, the bottom of the space it goes to */
    uint8_t under[LANES];         /* 255: it goes below those there (M4), else 0 */
    uint8_t racing[LANES];        /* 255 until a camel has crossed the line, then 0 */
    uint32_t chance[4][WORDS];    /* of 28 bits: what is drawn next, as a fraction */
    uint32_t random[4][4][WORDS]; /* the states of as many generators */
} lanes;

static void seed_lanes(lanes *all, uint64_t seed)
{
    for (uint32_t part = 0; part < 4; part++) {
        for (uint32_t word = 0; word < WORDS; word++) {
            uint64_t low = cn_random(&seed), high = cn_random(&seed);
            all->random[0][part][word] = (uint32_t)low;
            all->random[1][part][word] = (uint32_t)(low >> 32);
            all->random[2][part][word] = (uint32_t)high;
            all->random[3][part][word] = (uint32_t)(high >> 32);
        }
    }
}

/* A new fraction for every lane: xoshiro128+ by Blackman and Vigna, whose high bits are good. */
EVERYWHERE void draw_chances(lanes *all)
{
    for (uint32_t part = 0; part < 4; part++) {
        for (uint32_t word = 0; word < WORDS; word++) {
            uint32_t a = all->random[0][part][word], b = all->random[1][part][word];
            uint32_t c = all->random[2][part][word], d = all->random[3][part][word];
            uint32_t shifted = b << 9;
            all->chance[part][word] = (a + d) >> 4;
            c ^= a;
            d ^= b;
            all->random[0][part][word] = a ^ d;
            all->random[1][part][word] = b ^ c;
            all->random[2][part][word] = c ^ shifted;
            all->random[3][part][word] = d << 11 | d >> 21;
        }
    }
}

/* Draw one of the `left` first camels and its number: the lane's fraction, times the ways there
 * are, is the way drawn and a new fraction. The camel goes behind the others that are left. */
EVERYWHERE void draw_die(lanes *all, uint32_t left)
{
    uint32_t words[WORDS] = {0};
    uint8_t ways[LANES];
    for (uint32_t part = 0; part < 4; part++) {
        for (uint32_t word = 0; word < WORDS; word++) {
            uint32_t product = all->chance[part][word] * (3 * left);
            words[word] |= product >> 28 << 8 * part;
            all->chance[part][word] = product & 0xFFFFFFF;
        }
    }
    memcpy(ways, words, sizeof ways);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint8_t camel[CAMELS], name[CAMELS];
        for (uint32_t i = 0; i < CAMELS; i++) {
            camel[i] = all->camel[i][lane];
            name[i] = all->name[i][lane];
        }
        uint8_t at = camel[0], who = name[0], pips = (uint8_t)(ways[lane] + 1);
        for (uint32_t i = 1; i < CAMELS; i++) {
            if (i >= left) continue;
            uint8_t later = (int8_t)ways[lane] > (int8_t)(3 * i - 1) ? 255 : 0;
            uint8_t camel_step = (uint8_t)((camel[i - 1] ^ camel[i]) & later);
            uint8_t name_step = (uint8_t)((name[i - 1] ^ name[i]) & later);
            at ^= camel_step;
            who ^= name_step;
            all->camel[i - 1][lane] = camel[i] ^ camel_step;
            all->name[i - 1][lane] = name[i] ^ name_step;
            pips = (uint8_t)(pips - (later & 3));
        }
        all->camel[left - 1][lane] = at;
        all->name[left - 1][lane] = who;
        pips = (uint8_t)(pips + pips); /* times 8: there is no shift of bytes */
        pips = (uint8_t)(pips + pips);
        pips = (uint8_t)(pips + pips);
        all->at[lane] = at;
        all->to[lane] = (uint8_t)((at & 0xF8) + pips); /* M2 */
    }
}

/* M4. Tiles are never neighbours, so none is met after another. */
EVERYWHERE void meet_tiles(lanes *all, const uint8_t tiles[CN_SEATS_MAX])
{
    memset(all->under, 0, sizeof all->under);
    for (uint32_t owner = 0; owner < CN_SEATS_MAX; owner++) {
        if (tiles[owner] == 0) continue;
        uint8_t space = (uint8_t)(tiles[owner] >> 1 << 3), mirage = tiles[owner] & 1 ? 255 : 0;
        uint8_t shift = mirage ? 0xF8 : 8;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint8_t met = all->to[lane] == space ? 255 : 0;
            all->to[lane] = (uint8_t)(all->to[lane] + (met & shift));
            all->under[lane] |= met & mirage;
        }
    }
}

/* The camel that was drawn and all above it (M1) go on top of those there (M3), or below. */
EVERYWHERE void move_units(lanes *all, bool tiles)
{
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint8_t at = all->at[lane], to = all->to[lane], racing = all->racing[lane];
        uint8_t under = tiles ? all->under[lane] : 0;
        uint8_t above = (uint8_t)(7 - (at & 7)), there = 0, size = 0;
        uint8_t unit[CAMELS], stands[CAMELS];
        for (uint32_t i = 0; i < CAMELS; i++) {
            uint8_t camel = all->camel[i][lane];
            unit[i] = (uint8_t)(camel - at) <= above ? 255 : 0;
            stands[i] = (camel & 0xF8) == to ? 255 : 0;
            there = (uint8_t)(there + (stands[i] & 1));
            size = (uint8_t)(size + (unit[i] & 1));
        }
        uint8_t step = (uint8_t)(to + (there & (uint8_t)~under) - at) & racing;
        uint8_t lift = size & under & racing;
        for (uint32_t i = 0; i < CAMELS; i++) {
            uint8_t lifted = lift & stands[i] & (uint8_t)~unit[i];
            all->camel[i][lane] = (uint8_t)(all->camel[i][lane] + (unit[i] & step) + lifted);
        }
        all->racing[lane] = racing & (to < LINE ? 255 : 0);
    }
}

/* The dice that are left, `left` of them, one after the other. */
EVERYWHERE void play_leg(lanes *all, uint32_t left, const uint8_t *tiles)
{
    for (uint32_t dice = left; dice > 0; dice--) {
        if (dice == left || dice == 2) draw_chances(all); /* enough for up to three dice */
        switch (dice) {
        case 5: draw_die(all, 5); break;
        case 4: draw_die(all, 4); break;
        case 3: draw_die(all, 3); break;
        case 2: draw_die(all, 2); break;
        default: draw_die(all, 1); break;
        }
        if (tiles != NULL) {
            meet_tiles(all, tiles);
            move_units(all, true);
        } else {
            move_units(all, false);
        }
    }
}

static bool any_racing(const lanes *all)
{
    static const uint8_t none[LANES] = {0};
    return memcmp(all->racing, none, LANES) != 0;
}

/* Count who is first and last in the first `races` lanes. */
EVERYWHERE void count_ends(const lanes *all, uint32_t races, uint64_t first[5], uint64_t last[5])
{
    uint8_t winner[LANES], loser[LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint8_t high = 0, low = 255, highest = 0, lowest = 0;
        for (uint32_t i = 0; i < CAMELS; i++) {
            uint8_t camel = all->camel[i][lane], name = all->name[i][lane];
            uint8_t ahead = camel >= high ? 255 : 0, behind = camel <= low ? 255 : 0;
            high = camel > high ? camel : high;
            low = camel < low ? camel : low;
            highest = (name & ahead) | (highest & (uint8_t)~ahead);
            lowest = (name & behind) | (lowest & (uint8_t)~behind);
        }
        winner[lane] = highest;
        loser[lane] = lowest;
    }
    for (uint32_t lane = races; lane < LANES; lane++) winner[lane] = loser[lane] = CAMELS;
    for (uint8_t name = 0; name < CAMELS; name++) {
        uint8_t wins = 0, losses = 0;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            wins = (uint8_t)(wins + (winner[lane] == name));
            losses = (uint8_t)(losses + (loser[lane] == name));
        }
        first[name] += wins;
        last[name] += losses;
    }
}

/* The position from which all sampled races begin. */
typedef struct start_line {
    uint8_t camel[CAMELS], name[CAMELS]; /* those whose dice are left come first */
    uint32_t left;
    const uint8_t *tiles; /* null when there are none */
} start_line;

static start_line line_up(const cn_camelup *s)
{
    static const uint8_t none[CN_SEATS_MAX] = {0};
    start_line start = {.left = cn_count_bits(s->dice)};
    uint32_t next = 0, moved = start.left, height = 0;
    for (uint32_t rank = 0; rank < CAMELS; rank++) {
        uint32_t name = s->order[rank];
        height = rank > 0 && s->space[rank] == s->space[rank - 1] ? height + 1 : 0;
        uint32_t i = s->dice >> name & 1 ? next++ : moved++;
        start.camel[i] = (uint8_t)(8 * s->space[rank] + height);
        start.name[i] = (uint8_t)name;
    }
    start.tiles = memcmp(s->tile, none, sizeof none) == 0 ? NULL : s->tile;
    return start;
}

typedef void leg_player(lanes *all, uint32_t left, const uint8_t *tiles);

EVERYWHERE void sample(const start_line *start, uint64_t seed, uint64_t count, uint64_t first[5],
                       uint64_t last[5], leg_player *play)
{
    lanes all;
    seed_lanes(&all, seed);
    for (uint64_t done = 0; done < count; done += LANES) {
        for (uint32_t i = 0; i < CAMELS; i++) {
            memset(all.camel[i], start->camel[i], LANES);
            memset(all.name[i], start->name[i], LANES);
        }
        memset(all.racing, 255, LANES);
        play(&all, start->left, start->tiles);
        for (uint32_t leg = 0; any_racing(&all); leg++) {
            assert(leg < LEGS_MAX);
            play(&all, CAMELS, NULL);
        }
        count_ends(&all, count - done < LANES ? (uint32_t)(count - done) : LANES, first, last);
    }
}

static void sample_plain(const start_line *start, uint64_t seed, uint64_t count, uint64_t first[5],
                         uint64_t last[5])
{
    sample(start, seed, count, first, last, play_leg);
}

#ifdef LEG_AVX2
__attribute__((target("avx2"))) static void sample_avx2(const start_line *start, uint64_t seed,
                                                        uint64_t count, uint64_t first[5],
                                                        uint64_t last[5])
{
    sample(start, seed, count, first, last, play_leg);
}
#endif

#ifdef LEG_NEON
#include "race_neon.h"

static void sample_neon(const start_line *start, uint64_t seed, uint64_t count, uint64_t first[5],
                        uint64_t last[5])
{
    sample(start, seed, count, first, last, play_leg_neon);
}
#endif

int cn_camelup_race_sample_by(uint32_t path, const uint8_t *state, uint64_t seed, uint64_t count,
                              uint64_t first[5], uint64_t last[5])
{
    const cn_camelup *s = (const cn_camelup *)state;
    assert(s->space[0] != 0 && s->space[4] < CN_CAMELUP_BEYOND && s->dice != 0);
    path &= cn_camelup_paths();
    if (path == 0) return 0;
    start_line start = line_up(s);
    memset(first, 0, CAMELS * sizeof *first);
    memset(last, 0, CAMELS * sizeof *last);
#ifdef LEG_AVX2
    if ((path & CN_CAMELUP_PATH_AVX2) != 0) {
        sample_avx2(&start, seed, count, first, last);
        return 1;
    }
#endif
#ifdef LEG_NEON
    if ((path & CN_CAMELUP_PATH_NEON) != 0) {
        sample_neon(&start, seed, count, first, last);
        return 1;
    }
#endif
    sample_plain(&start, seed, count, first, last);
    return 1;
}

void cn_camelup_race_sample(const uint8_t *state, uint64_t seed, uint64_t count, uint64_t first[5],
                            uint64_t last[5])
{
    cn_camelup_race_sample_by(cn_camelup_paths(), state, seed, count, first, last);
}
