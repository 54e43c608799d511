/* camelup/leg_neon.c: the count of a leg in lanes of NEON, 16 ways at a time. Every system on
 * 64-bit ARM requires NEON and compilers take it for granted, so nobody checks before a call.
 * leg_avx2.c explains the functions for leg_lanes.h. */
#include "leg.h"

#ifdef LEG_NEON
#include <arm_neon.h>

#define LANES 16
#define LANES_CODE static inline __attribute__((always_inline))
#define LANES_HELD 0 /* an index of 16 and more finds zero */

typedef uint8x16_t lanes;

/* Sums of 16 bits, for camels above none, one, two, three others. */
typedef struct lane_places {
    uint16x8_t sum[4];
} lane_places;

LANES_CODE lanes lanes_load(const uint8_t *bytes) { return vld1q_u8(bytes); }
LANES_CODE void lanes_store(uint8_t *bytes, lanes a) { vst1q_u8(bytes, a); }
LANES_CODE lanes lanes_all(uint8_t n) { return vdupq_n_u8(n); }
LANES_CODE lanes lanes_and(lanes a, lanes b) { return vandq_u8(a, b); }
LANES_CODE lanes lanes_or(lanes a, lanes b) { return vorrq_u8(a, b); }
LANES_CODE lanes lanes_without(lanes a, lanes b) { return vbicq_u8(a, b); }
LANES_CODE bool lanes_any(lanes a) { return vmaxvq_u8(a) != 0; }
LANES_CODE lanes lanes_add(lanes a, lanes b) { return vaddq_u8(a, b); }
LANES_CODE lanes lanes_sub(lanes a, lanes b) { return vsubq_u8(a, b); }
LANES_CODE lanes lanes_count(lanes a, lanes mask) { return vsubq_u8(a, mask); }
LANES_CODE lanes lanes_same(lanes a, lanes b) { return vceqq_u8(a, b); }
LANES_CODE lanes lanes_above(lanes a, lanes b) { return vcgtq_u8(a, b); }
LANES_CODE lanes lanes_flag(lanes a, uint8_t flag) { return vtstq_u8(a, vdupq_n_u8(flag)); }
LANES_CODE lanes lanes_stack_at(lanes a) { return a; }
LANES_CODE lanes lanes_stack(lanes a, lanes at) { return vcltq_u8(vsubq_u8(a, at), vdupq_n_u8(5)); }
LANES_CODE lanes lanes_aside(lanes a, lanes mask) { return vorrq_u8(a, mask); }
LANES_CODE lanes lanes_eighth(lanes a) { return vshrq_n_u8(a, 3); }

LANES_CODE lanes lanes_shift(lanes a, lanes mask, lanes from, lanes to)
{
    return vmlsq_u8(a, mask, vsubq_u8(to, from)); /* a mask is -1 */
}

LANES_CODE lanes lanes_find(const uint8_t table[16], lanes a)
{
    return vqtbl1q_u8(vld1q_u8(table), a);
}

/* If a camel does not ride, its difference has no factor. */
LANES_CODE lanes lanes_ride(lanes a, lanes at, lanes above)
{
    (void)above;
    return vsubq_u8(a, at);
}

LANES_CODE lanes lanes_raise(lanes a, lanes by)
{
    static const uint8_t table[16] = {0, 4, 16, 64};
    return vmulq_u8(a, lanes_find(table, by));
}

/* --- packed rows ------------------------------------------------------------------------------ */

/* The lanes whose bits are set in a byte, from the lowest on, as eight bytes. */
#define BIT(byte, lane) ((uint64_t)((byte) >> (lane) & 1))
#define PUT(byte, lane) ((lane)*BIT(byte, lane) << 8 * BITS_BELOW_##lane(byte))
#define BITS_BELOW_1(byte) BIT(byte, 0)
#define BITS_BELOW_2(byte) (BITS_BELOW_1(byte) + BIT(byte, 1))
#define BITS_BELOW_3(byte) (BITS_BELOW_2(byte) + BIT(byte, 2))
#define BITS_BELOW_4(byte) (BITS_BELOW_3(byte) + BIT(byte, 3))
#define BITS_BELOW_5(byte) (BITS_BELOW_4(byte) + BIT(byte, 4))
#define BITS_BELOW_6(byte) (BITS_BELOW_5(byte) + BIT(byte, 5))
#define BITS_BELOW_7(byte) (BITS_BELOW_6(byte) + BIT(byte, 6))
#define KEPT(byte)                                                                              \
    (PUT(byte, 1) | PUT(byte, 2) | PUT(byte, 3) | PUT(byte, 4) | PUT(byte, 5) | PUT(byte, 6) | \
     PUT(byte, 7))
#define KEPT_4(byte) KEPT(byte), KEPT((byte) + 1), KEPT((byte) + 2), KEPT((byte) + 3)
#define KEPT_16(byte) KEPT_4(byte), KEPT_4((byte) + 4), KEPT_4((byte) + 8), KEPT_4((byte) + 12)
#define KEPT_64(byte) \
    KEPT_16(byte), KEPT_16((byte) + 16), KEPT_16((byte) + 32), KEPT_16((byte) + 48)
static const uint64_t lanes_kept[256] = {KEPT_64(0), KEPT_64(64), KEPT_64(128), KEPT_64(192)};

LANES_CODE uint32_t lanes_squeeze(const lanes from[6], lanes mask, uint8_t *const to[6])
{
    static const uint8_t bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint8x8_t bits = vld1_u8(bit);
    uint32_t low = vaddv_u8(vand_u8(vget_low_u8(mask), bits)), count = cn_count_bits(low);
    uint32_t high = vaddv_u8(vand_u8(vget_high_u8(mask), bits));
    uint8x8_t kept_low = vcreate_u8(lanes_kept[low]), kept_high = vcreate_u8(lanes_kept[high]);
    for (uint32_t i = 0; i < 6; i++) {
        vst1_u8(to[i], vtbl1_u8(vget_low_u8(from[i]), kept_low));
        vst1_u8(to[i] + count, vtbl1_u8(vget_high_u8(from[i]), kept_high));
    }
    return count + cn_count_bits(high);
}

/* --- sums ------------------------------------------------------------------------------------- */

LANES_CODE void lane_places_add(lane_places *places, lanes held, lanes weight)
{
    lanes three = vdupq_n_u8(3);
    lanes second = vandq_u8(vshrq_n_u8(held, 2), three);
    lanes third = vandq_u8(vshrq_n_u8(held, 4), three), fourth = vshrq_n_u8(held, 6);
    places->sum[0] = vpadalq_u8(places->sum[0], vmulq_u8(vandq_u8(held, three), weight));
    places->sum[1] = vpadalq_u8(places->sum[1], vmulq_u8(second, weight));
    places->sum[2] = vpadalq_u8(places->sum[2], vmulq_u8(third, weight));
    places->sum[3] = vpadalq_u8(places->sum[3], vmulq_u8(fourth, weight));
}

LANES_CODE void lane_places_read(const lane_places *places, uint32_t four[4])
{
    for (uint32_t i = 0; i < 4; i++) four[i] = vaddlvq_u16(places->sum[i]);
}

/* In bytes, since no place of HELD_ROWS exceeds one. Each number is added together with those above
 * it, which are subtracted at the end: modulo 256, so nothing is lost. */
LANES_CODE void count_places(lane_places places[COUNTED], const uint8_t *const held[COUNTED],
                             const uint8_t *weights, uint32_t count)
{
    lanes sum[COUNTED][4];
    for (uint32_t i = 0; i < 4 * COUNTED; i++) sum[i / 4][i % 4] = vdupq_n_u8(0);
    for (uint32_t at = 0; at < count; at += LANES) {
        lanes weight = vld1q_u8(weights + at);
        for (uint32_t camel = 0; camel < COUNTED; camel++) {
            lanes four = vld1q_u8(held[camel] + at);
            sum[camel][0] = vmlaq_u8(sum[camel][0], four, weight);
            sum[camel][1] = vmlaq_u8(sum[camel][1], vshrq_n_u8(four, 2), weight);
            sum[camel][2] = vmlaq_u8(sum[camel][2], vshrq_n_u8(four, 4), weight);
            sum[camel][3] = vmlaq_u8(sum[camel][3], vshrq_n_u8(four, 6), weight);
        }
    }
    for (uint32_t camel = 0; camel < COUNTED; camel++) {
        for (uint32_t i = 0; i < 4; i++) {
            lanes one = sum[camel][i];
            if (i < 3) one = vsubq_u8(one, vshlq_n_u8(sum[camel][i + 1], 2));
            places[camel].sum[i] = vpadalq_u8(places[camel].sum[i], one);
        }
    }
}

#define STARTS_ROWS (42 * LANES) /* 42 * ORDERS is a byte */

/* Four spaces at a time from the lowest on; often there are no more. */
LANES_CODE void count_starts(uint32_t starts[16], const uint8_t *keys, const uint8_t *weights,
                             uint32_t count, uint32_t lowest)
{
    for (bool more = true; more && lowest < 16; lowest += 4) {
        lanes base = vdupq_n_u8((uint8_t)lowest);
        int8x16_t farthest = vdupq_n_s8(0);
        for (uint32_t at = 0; at < count;) {
            lanes sums[4];
            uint32_t end = count - at < STARTS_ROWS ? count : at + STARTS_ROWS;
            for (uint32_t i = 0; i < 4; i++) sums[i] = vdupq_n_u8(0);
            for (; at < end; at += LANES) {
                lanes space = vsubq_u8(vshrq_n_u8(vld1q_u8(keys + at), 3), base);
                lanes weight = vld1q_u8(weights + at);
                farthest = vmaxq_s8(farthest, vreinterpretq_s8_u8(space));
                for (uint8_t i = 0; i < 4; i++) {
                    sums[i] = vmlsq_u8(sums[i], weight, vceqq_u8(space, vdupq_n_u8(i)));
                }
            }
            for (uint32_t i = 0; i < 4 && lowest + i < 16; i++) {
                starts[lowest + i] += vaddlvq_u8(sums[i]);
            }
        }
        more = vmaxvq_s8(farthest) > 3;
    }
}

#include "leg_lanes.h"

void camelup_leg_neon(const leg_start *leg, cn_camelup_odds *odds)
{
    if (leg->mirages) {
        count_leg(leg, true, odds);
    } else {
        count_leg(leg, false, odds); /* need not ask who goes underneath */
    }
}
#else
typedef int camelup_leg_neon_is_not_here; /* a file must declare something */
#endif
