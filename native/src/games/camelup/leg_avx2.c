/* camelup/leg_avx2.c: the count of a leg in lanes of AVX2, 32 ways at a time. Only the functions of
 * this file are compiled for such processors; leg.c checks before it calls them. */
#include "leg.h"

#ifdef LEG_AVX2
#include <immintrin.h>

#define LANES 32
#define LANES_TARGET __attribute__((target("avx2,bmi2")))
#define LANES_CODE static inline __attribute__((always_inline)) LANES_TARGET
#define LANES_HELD 112 /* so that an index of 16 and more has its highest bit set: finds zero */

typedef __m256i lanes;

/* Sums of 16 bits, for camels above none, one, two, three others. */
typedef struct lane_places {
    lanes sum[4];
} lane_places;

LANES_CODE lanes lanes_load(const void *bytes) { return _mm256_loadu_si256(bytes); }
LANES_CODE void lanes_store(void *bytes, lanes a) { _mm256_storeu_si256(bytes, a); }
LANES_CODE lanes lanes_all(uint8_t n) { return _mm256_set1_epi8((char)n); }
LANES_CODE lanes lanes_and(lanes a, lanes b) { return _mm256_and_si256(a, b); }
LANES_CODE lanes lanes_or(lanes a, lanes b) { return _mm256_or_si256(a, b); }
LANES_CODE lanes lanes_without(lanes a, lanes b) { return _mm256_andnot_si256(b, a); }
LANES_CODE bool lanes_any(lanes a) { return !_mm256_testz_si256(a, a); }
LANES_CODE lanes lanes_add(lanes a, lanes b) { return _mm256_add_epi8(a, b); }
LANES_CODE lanes lanes_sub(lanes a, lanes b) { return _mm256_sub_epi8(a, b); }
LANES_CODE lanes lanes_count(lanes a, lanes mask) { return _mm256_sub_epi8(a, mask); }
LANES_CODE lanes lanes_same(lanes a, lanes b) { return _mm256_cmpeq_epi8(a, b); }
LANES_CODE lanes lanes_above(lanes a, lanes b) { return _mm256_cmpgt_epi8(a, b); }

LANES_CODE lanes lanes_flag(lanes a, uint8_t flag)
{
    return lanes_same(lanes_and(a, lanes_all(flag)), lanes_all(flag));
}

/* A difference of 0 to 4 becomes one of 123 to 127, which are the greatest signed bytes. */
LANES_CODE lanes lanes_stack_at(lanes a) { return lanes_sub(a, lanes_all(123)); }
LANES_CODE lanes lanes_stack(lanes a, lanes at)
{
    return lanes_above(lanes_sub(a, at), lanes_all(122));
}

/* A key out of the way, above all others, in lanes whose mask is set. */
LANES_CODE lanes lanes_aside(lanes a, lanes mask)
{
    return lanes_or(a, lanes_and(mask, lanes_all(127)));
}

/* The height of a camel above another, 0 if it does not ride on it. */
LANES_CODE lanes lanes_ride(lanes a, lanes at, lanes above)
{
    return lanes_sub(lanes_and(a, above), lanes_and(at, above));
}

LANES_CODE lanes lanes_shift(lanes a, lanes mask, lanes from, lanes to)
{
    return lanes_add(a, lanes_and(mask, lanes_sub(to, from)));
}

LANES_CODE lanes lanes_eighth(lanes a)
{
    return lanes_and(_mm256_srli_epi16(a, 3), lanes_all(15));
}

LANES_CODE lanes lanes_find(const uint8_t table[16], lanes a)
{
    __m128i found = _mm_loadu_si128((const __m128i *)table);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(found), a);
}

/* There are no shifts of bytes by bytes: we multiply, even and odd bytes apart. */
LANES_CODE lanes lanes_raise(lanes a, lanes by)
{
    static const uint8_t table[16] = {0, 4, 16, 64};
    lanes factor = lanes_find(table, by), low = _mm256_set1_epi16(255);
    lanes even = _mm256_mullo_epi16(lanes_and(a, low), factor);
    lanes odd = _mm256_mullo_epi16(_mm256_srli_epi16(a, 8), lanes_without(factor, low));
    return lanes_or(lanes_and(even, low), odd);
}

/* Pack the bytes of the lanes whose mask is set, from each of six to its place, and return their
 * number; eight more may be written. Eight lanes at a time. */
LANES_CODE uint32_t lanes_squeeze(const lanes from[6], lanes mask, uint8_t *const to[6])
{
    uint64_t eights[6][LANES / 8], masks[LANES / 8];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 6; i++) lanes_store(eights[i], from[i]);
    lanes_store(masks, mask);
    for (uint32_t e = 0; e < LANES / 8; e++) {
        for (uint32_t i = 0; i < 6; i++) {
            uint64_t kept = _pext_u64(eights[i][e], masks[e]);
            memcpy(to[i] + count, &kept, 8);
        }
        count += (uint32_t)((masks[e] & 0x0101010101010101) * 0x0101010101010101 >> 56);
    }
    return count;
}

LANES_CODE uint32_t sum_of_pairs(lanes a)
{
    lanes fours = _mm256_madd_epi16(a, _mm256_set1_epi16(1));
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return (uint32_t)_mm_cvtsi128_si32(sum);
}

LANES_CODE void lane_places_add(lane_places *places, lanes held, lanes weight)
{
    lanes three = lanes_all(3), *sum = places->sum;
    lanes second = _mm256_srli_epi16(held, 2), third = _mm256_srli_epi16(held, 4);
    lanes fourth = _mm256_srli_epi16(held, 6);
    sum[0] = _mm256_add_epi16(sum[0], _mm256_maddubs_epi16(lanes_and(held, three), weight));
    sum[1] = _mm256_add_epi16(sum[1], _mm256_maddubs_epi16(lanes_and(second, three), weight));
    sum[2] = _mm256_add_epi16(sum[2], _mm256_maddubs_epi16(lanes_and(third, three), weight));
    sum[3] = _mm256_add_epi16(sum[3], _mm256_maddubs_epi16(lanes_and(fourth, three), weight));
}

LANES_CODE void lane_places_read(const lane_places *places, uint32_t four[4])
{
    for (uint32_t i = 0; i < 4; i++) four[i] = sum_of_pairs(places->sum[i]);
}

LANES_CODE void count_places(lane_places places[COUNTED], const uint8_t *const held[COUNTED],
                             const uint8_t *weights, uint32_t count)
{
    for (uint32_t camel = 0; camel < COUNTED; camel++) {
        lane_places sums = places[camel]; /* in registers meanwhile */
        for (uint32_t at = 0; at < count; at += LANES) {
            lane_places_add(&sums, lanes_load(held[camel] + at), lanes_load(weights + at));
        }
        places[camel] = sums;
    }
}

/* Eight spaces at a time from the lowest on; most often there are no more. */
LANES_CODE void count_starts(uint32_t starts[16], const uint8_t *keys, const uint8_t *weights,
                             uint32_t count, uint32_t lowest)
{
    for (bool more = true; more && lowest < 16; lowest += 8) {
        lanes sums[8], farthest = lanes_all(0), base = lanes_all((uint8_t)lowest);
        for (uint32_t i = 0; i < 8; i++) sums[i] = lanes_all(0);
        for (uint32_t at = 0; at < count; at += LANES) {
            lanes space = lanes_sub(lanes_eighth(lanes_load(keys + at)), base);
            lanes weight = lanes_load(weights + at);
            farthest = _mm256_max_epi8(farthest, space);
            for (uint32_t i = 0; i < 8; i++) {
                lanes here = lanes_same(space, lanes_all((uint8_t)i));
                sums[i] = _mm256_sub_epi16(sums[i], _mm256_maddubs_epi16(weight, here));
            }
        }
        for (uint32_t i = 0; i < 8 && lowest + i < 16; i++) {
            starts[lowest + i] += sum_of_pairs(sums[i]);
        }
        more = lanes_any(lanes_above(farthest, lanes_all(7)));
    }
}

#include "leg_lanes.h"

LANES_TARGET void camelup_leg_avx2(const leg_start *leg, cn_camelup_odds *odds)
{
    if (leg->mirages) {
        count_leg(leg, true, odds);
    } else {
        count_leg(leg, false, odds); /* need not ask who goes underneath */
    }
}
#else
typedef int camelup_leg_avx2_is_not_here; /* a file must declare something */
#endif
