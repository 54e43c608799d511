/* camelup/race_neon.h: a leg of the races that are played side by side, by NEON. Private to
 * native/src: included by race_sample.c, whose steps it takes, half of the lanes in registers. */
#include <arm_neon.h>

typedef struct neon_lanes {
    uint8x16_t camel[CAMELS], name[CAMELS], racing;
    uint32x4_t chance[4];
} neon_lanes;

EVERYWHERE void draw_chances_neon(lanes *all, uint32_t half, neon_lanes *now)
{
    for (uint32_t part = 0; part < 4; part++) {
        uint32_t *at[4];
        for (uint32_t i = 0; i < 4; i++) at[i] = &all->random[i][part][half * WORDS / 2];
        uint32x4_t a = vld1q_u32(at[0]), b = vld1q_u32(at[1]), c = vld1q_u32(at[2]);
        uint32x4_t d = vld1q_u32(at[3]), shifted = vshlq_n_u32(b, 9);
        now->chance[part] = vshrq_n_u32(vaddq_u32(a, d), 4);
        c = veorq_u32(c, a);
        d = veorq_u32(d, b);
        vst1q_u32(at[0], veorq_u32(a, d));
        vst1q_u32(at[1], veorq_u32(b, c));
        vst1q_u32(at[2], veorq_u32(c, shifted));
        vst1q_u32(at[3], vsriq_n_u32(vshlq_n_u32(d, 11), d, 21));
    }
}

/* Which of the ways there are each lane draws, a byte each. */
EVERYWHERE uint8x16_t draw_ways_neon(neon_lanes *now, uint32_t ways)
{
    uint32x4_t high[4];
    for (uint32_t part = 0; part < 4; part++) {
        uint32x4_t product = vmulq_n_u32(now->chance[part], ways);
        high[part] = vshrq_n_u32(product, 28);
        now->chance[part] = vbicq_u32(product, vdupq_n_u32(0xF0000000));
    }
    uint32x4_t low = vsliq_n_u32(high[0], high[1], 8);
    return vreinterpretq_u8_u32(vsliq_n_u32(low, vsliq_n_u32(high[2], high[3], 8), 16));
}

/* M4: where the unit goes; `under` becomes 255 where it goes below those there. */
EVERYWHERE uint8x16_t meet_tiles_neon(uint8x16_t to, const uint8_t tiles[CN_SEATS_MAX],
                                      uint8x16_t *under)
{
    for (uint32_t owner = 0; owner < CN_SEATS_MAX; owner++) {
        if (tiles[owner] == 0) continue;
        uint8_t space = (uint8_t)(tiles[owner] >> 1 << 3), mirage = tiles[owner] & 1 ? 255 : 0;
        uint8x16_t met = vceqq_u8(to, vdupq_n_u8(space));
        to = vaddq_u8(to, vandq_u8(met, vdupq_n_u8(mirage ? 0xF8 : 8)));
        *under = vorrq_u8(*under, vandq_u8(met, vdupq_n_u8(mirage)));
    }
    return to;
}

EVERYWHERE void move_units_neon(neon_lanes *now, uint8x16_t at, uint8x16_t to, uint8x16_t under,
                                bool tiles)
{
    uint8x16_t bottom = vdupq_n_u8(0xF8), above = vbicq_u8(vdupq_n_u8(7), at);
    uint8x16_t unit[CAMELS], stands[CAMELS], there = vdupq_n_u8(0), size = vdupq_n_u8(0);
    for (uint32_t i = 0; i < CAMELS; i++) {
        unit[i] = vcleq_u8(vsubq_u8(now->camel[i], at), above);
        stands[i] = vceqq_u8(vandq_u8(now->camel[i], bottom), to);
        there = vsubq_u8(there, stands[i]); /* a mask is -1 */
        if (tiles) size = vsubq_u8(size, unit[i]);
    }
    if (tiles) there = vbicq_u8(there, under);
    uint8x16_t step = vandq_u8(vsubq_u8(vaddq_u8(to, there), at), now->racing);
    uint8x16_t lift = vandq_u8(vandq_u8(size, under), now->racing);
    for (uint32_t i = 0; i < CAMELS; i++) {
        now->camel[i] = vmlsq_u8(now->camel[i], unit[i], step);
        if (!tiles) continue;
        uint8x16_t lifted = vbicq_u8(stands[i], unit[i]);
        now->camel[i] = vaddq_u8(now->camel[i], vandq_u8(lifted, lift));
    }
    now->racing = vandq_u8(now->racing, vcltq_u8(to, vdupq_n_u8(LINE)));
}

/* Draw one of the `left` first camels and its number, and move it. */
EVERYWHERE void roll_neon(neon_lanes *now, uint32_t left, const uint8_t *tiles)
{
    uint8x16_t ways = draw_ways_neon(now, 3 * left), under = vdupq_n_u8(0);
    uint8x16_t at = now->camel[0], who = now->name[0], pips = vaddq_u8(ways, vdupq_n_u8(1));
    for (uint8_t i = 1; i < left; i++) {
        uint8x16_t later = vcgeq_u8(ways, vdupq_n_u8((uint8_t)(3 * i)));
        uint8x16_t camel = now->camel[i], name = now->name[i];
        now->camel[i - 1] = vbslq_u8(later, now->camel[i - 1], camel);
        now->name[i - 1] = vbslq_u8(later, now->name[i - 1], name);
        at = vbslq_u8(later, camel, at);
        who = vbslq_u8(later, name, who);
        pips = vmlaq_u8(pips, later, vdupq_n_u8(3));
    }
    now->camel[left - 1] = at;
    now->name[left - 1] = who;
    uint8x16_t to = vaddq_u8(vandq_u8(at, vdupq_n_u8(0xF8)), vshlq_n_u8(pips, 3)); /* M2 */
    if (tiles != NULL) to = meet_tiles_neon(to, tiles, &under);
    move_units_neon(now, at, to, under, tiles != NULL);
}

EVERYWHERE void play_half_neon(lanes *all, uint32_t half, uint32_t left, const uint8_t *tiles)
{
    neon_lanes now;
    uint32_t from = half * LANES / 2;
    for (uint32_t i = 0; i < CAMELS; i++) {
        now.camel[i] = vld1q_u8(all->camel[i] + from);
        now.name[i] = vld1q_u8(all->name[i] + from);
    }
    now.racing = vld1q_u8(all->racing + from);
    draw_chances_neon(all, half, &now); /* enough for up to three dice */
    if (left >= 5) roll_neon(&now, 5, tiles);
    if (left >= 4) roll_neon(&now, 4, tiles);
    if (left >= 3) roll_neon(&now, 3, tiles);
    if (left >= 3) draw_chances_neon(all, half, &now);
    if (left >= 2) roll_neon(&now, 2, tiles);
    roll_neon(&now, 1, tiles);
    for (uint32_t i = 0; i < CAMELS; i++) {
        vst1q_u8(all->camel[i] + from, now.camel[i]);
        vst1q_u8(all->name[i] + from, now.name[i]);
    }
    vst1q_u8(all->racing + from, now.racing);
}

/* As play_leg. */
EVERYWHERE void play_leg_neon(lanes *all, uint32_t left, const uint8_t *tiles)
{
    for (uint32_t half = 0; half < 2; half++) {
        if (tiles != NULL) {
            play_half_neon(all, half, left, tiles);
        } else {
            play_half_neon(all, half, left, NULL);
        }
    }
}
