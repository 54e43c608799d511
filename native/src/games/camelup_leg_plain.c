/* camelup_leg_plain.c: the ways of a leg on any processor: lanes are the eight bytes of a 64-bit
 * number. Which lane is which does not matter, so neither does the order of bytes in memory. */
#include "camelup_leg.h"

#define LANES 8
#define LANES_CODE static inline
#define LANES_HELD 0
#define ONES 0x0101010101010101u
#define HIGHS 0x8080808080808080u

typedef uint64_t lanes;

/* Four sums of 16 bits, for camels that stand above none, one, two, three; they stay below
 * CN_CAMELUP_SEQUENCES. */
typedef struct lane_places {
    uint64_t sums;
} lane_places;

LANES_CODE lanes lanes_load(const void *bytes)
{
    lanes a;
    memcpy(&a, bytes, sizeof a);
    return a;
}

LANES_CODE void lanes_store(void *bytes, lanes a) { memcpy(bytes, &a, sizeof a); }
LANES_CODE lanes lanes_all(uint8_t n) { return n * ONES; }
LANES_CODE lanes lanes_and(lanes a, lanes b) { return a & b; }
LANES_CODE lanes lanes_or(lanes a, lanes b) { return a | b; }
LANES_CODE lanes lanes_without(lanes a, lanes b) { return a & ~b; }
LANES_CODE bool lanes_any(lanes a) { return a != 0; }

/* No lane runs over or under where these are used. */
LANES_CODE lanes lanes_add(lanes a, lanes b) { return a + b; }
LANES_CODE lanes lanes_sub(lanes a, lanes b) { return a - b; }
LANES_CODE lanes lanes_count(lanes a, lanes mask) { return a + (mask & ONES); }
LANES_CODE lanes lanes_shift(lanes a, lanes mask, lanes from, lanes to)
{
    return a - (mask & from) + (mask & to);
}

/* A mask from the lowest bit, or from the highest bit, of each lane. */
LANES_CODE lanes mask_of(lanes a) { return (a & ONES) * 255; }
LANES_CODE lanes mask_of_high(lanes a) { return (a >> 7 & ONES) * 255; }

LANES_CODE lanes lanes_flag(lanes a, uint8_t flag) { return mask_of(a / flag); }

LANES_CODE lanes lanes_same(lanes a, lanes b)
{
    lanes differ = a ^ b;
    return mask_of_high(~(((differ & ~HIGHS) + ~HIGHS) | differ));
}

LANES_CODE lanes lanes_above(lanes a, lanes b) { return mask_of_high((a | HIGHS) - b - ONES); }

LANES_CODE lanes lanes_stack_at(lanes a) { return a; }
LANES_CODE lanes lanes_stack(lanes a, lanes at)
{
    return mask_of_high(((a | HIGHS) - at) & (((at + 4 * ONES) | HIGHS) - a));
}

LANES_CODE lanes lanes_eighth(lanes a) { return a >> 3 & 15 * ONES; }

LANES_CODE lanes lanes_find(const uint8_t table[16], lanes a)
{
    lanes found = 0;
    for (uint32_t i = 0; i < 64; i += 8) found |= (lanes)table[a >> i & 15] << i;
    return found;
}

/* a << 2 where the lowest bit of `by` is set, then << 4 where the next one is. */
LANES_CODE lanes raise_by_two_bits(lanes a, lanes by)
{
    lanes two = mask_of(by), four = mask_of(by >> 1);
    a = (a & ~two) | (a << 2 & 0xFC * ONES & two);
    return (a & ~four) | (a << 4 & 0xF0 * ONES & four);
}

LANES_CODE lanes lanes_hot(lanes place) { return raise_by_two_bits(ONES & ~(place >> 2), place); }

LANES_CODE lanes lanes_held(lanes index)
{
    return raise_by_two_bits(index & 3 * ONES & ~mask_of(index >> 4 | index >> 5), index >> 2);
}

LANES_CODE lanes lanes_raise(lanes a, lanes by)
{
    return raise_by_two_bits(a & mask_of(by | by >> 1), by);
}

LANES_CODE uint64_t bytes_squeeze(uint64_t bytes, uint64_t mask)
{
    uint8_t from[8], keep[8], to[8] = {0};
    uint32_t count = 0;
    memcpy(from, &bytes, 8);
    memcpy(keep, &mask, 8);
    for (uint32_t i = 0; i < 8; i++) {
        to[count] = from[i];
        count += keep[i] & 1;
    }
    memcpy(&bytes, to, 8);
    return bytes;
}

LANES_CODE void count_places(lane_places *places, const uint8_t *held, const uint8_t *weights,
                             uint32_t count)
{
    const uint64_t spread = 1 | (uint64_t)1 << 14 | (uint64_t)1 << 28 | (uint64_t)1 << 42;
    uint64_t sums = places->sums;
    for (uint32_t i = 0; i < count; i++) {
        sums += (held[i] * spread & 0x0003000300030003) * weights[i];
    }
    places->sums = sums;
}

LANES_CODE void lane_places_add(lane_places *places, lanes held, lanes weight)
{
    uint8_t bytes[8], weights[8];
    lanes_store(bytes, held);
    lanes_store(weights, weight);
    count_places(places, bytes, weights, 8);
}

LANES_CODE void lane_places_read(const lane_places *places, uint32_t four[4])
{
    for (uint32_t i = 0; i < 4; i++) four[i] = (uint32_t)(places->sums >> 16 * i & 0xFFFF);
}

LANES_CODE void count_starts(uint32_t starts[16], const uint8_t *keys, const uint8_t *weights,
                             uint32_t count, uint32_t lowest)
{
    (void)lowest; /* matters only where spaces are counted one after the other */
    for (uint32_t i = 0; i < count; i++) starts[keys[i] >> 3] += weights[i];
}

#include "camelup_leg_lanes.h"

void camelup_leg_plain(const leg_start *leg, cn_camelup_odds *odds) { count_leg(leg, odds); }
