/* network.c: the forward pass of the network (network.h).
 *
 * A layer adds its inputs one after the other to units side by side; inputs that are 0 cost
 * nothing. The same code is compiled for plain processors and for those with AVX2; both sum in the
 * same order, so they give the same numbers. */
#include "network.h"
#include "value.h"

#define LEAK 0.05f /* the slope of a unit below 0 */

static uint32_t padded(uint32_t units)
{
    return (units + CN_NETWORK_LANES - 1) / CN_NETWORK_LANES * CN_NETWORK_LANES;
}

/* The places of the parts among the weights. Each matrix is by input, with padded columns. */
typedef struct layout {
    uint32_t first, first_bias, second, second_bias, straight, last, last_bias, all;
} layout;

static layout layout_of(uint32_t inputs, uint32_t first, uint32_t second)
{
    layout at = {.first = 0};
    uint32_t top = second != 0 ? second : first;
    at.first_bias = at.first + inputs * padded(first);
    at.second = at.first_bias + padded(first);
    at.second_bias = at.second + (second != 0 ? first * padded(second) : 0);
    at.straight = at.second_bias + padded(second);
    at.last = at.straight + 2 * padded(inputs);
    at.last_bias = at.last + 2 * padded(top);
    at.all = at.last_bias + CN_NETWORK_LANES;
    return at;
}

float cn_exp(float x)
{
    if (x < -80) return 0;
    if (x > 80) x = 80;
    float turns = x * 1.44269504f; /* x / ln 2 */
    int32_t whole = (int32_t)(turns < 0 ? turns - 0.5f : turns + 0.5f);
    float rest = (x - (float)whole * 0.693359375f) + (float)whole * 2.12194440e-4f;
    float power = 1 + rest * (1 + rest * (0.5f + rest * (1 / 6.0f + rest *
                      (1 / 24.0f + rest * (1 / 120.0f + rest * (1 / 720.0f))))));
    union { float number; uint32_t bits; } two = {.bits = (uint32_t)(whole + 127) << 23};
    return power * two.number;
}

#define NETWORK_CODE static inline __attribute__((always_inline))
#if defined(_MSC_VER)
#undef NETWORK_CODE
#define NETWORK_CODE static inline
#endif

#define BLOCK 4 /* lanes of units whose sums stay in registers while all inputs are added */

#if defined(__GNUC__)
#if defined(__aarch64__)
#define VECTOR 4 /* numbers in a register of NEON; compilers make poor code of longer vectors */
#define ALL(x) {x, x, x, x}
#else
#define VECTOR 8
#define ALL(x) {x, x, x, x, x, x, x, x} /* a plain x has more digits if floats are computed wider */
#endif
#define VECTORS (CN_NETWORK_LANES / VECTOR)
typedef float vector __attribute__((vector_size(VECTOR * sizeof(float)), aligned(4), may_alias));

/* `blocks` lanes of a layer: sums = bias + weights by input. */
NETWORK_CODE void add_inputs(float *sums, const float *bias, const float *weights,
                             const float *inputs, uint32_t count, uint32_t wide, uint32_t blocks)
{
    vector sum[BLOCK * VECTORS];
    for (uint32_t v = 0; v < blocks * VECTORS; v++) sum[v] = *(const vector *)(bias + v * VECTOR);
    for (uint32_t i = 0; i < count; i++, weights += wide) {
        float x = inputs[i];
        if (x == 0) continue;
        const vector all = ALL(x);
        for (uint32_t v = 0; v < blocks * VECTORS; v++) {
            sum[v] += *(const vector *)(weights + v * VECTOR) * all;
        }
    }
    for (uint32_t v = 0; v < blocks * VECTORS; v++) *(vector *)(sums + v * VECTOR) = sum[v];
}
#else
NETWORK_CODE void add_inputs(float *sums, const float *bias, const float *weights,
                             const float *inputs, uint32_t count, uint32_t wide, uint32_t blocks)
{
    uint32_t units = blocks * CN_NETWORK_LANES;
    memcpy(sums, bias, units * sizeof *sums);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < units; k++) sums[k] += weights[i * wide + k] * inputs[i];
    }
}
#endif

/* A hidden layer of `wide` units (whole lanes), with its activation. */
NETWORK_CODE void layer(float *sums, const float *bias, const float *weights, const float *inputs,
                        uint32_t count, uint32_t wide)
{
    uint32_t k = 0;
    for (; k + BLOCK * CN_NETWORK_LANES <= wide; k += BLOCK * CN_NETWORK_LANES) {
        add_inputs(sums + k, bias + k, weights + k, inputs, count, wide, BLOCK);
    }
    for (; k < wide; k += CN_NETWORK_LANES) {
        add_inputs(sums + k, bias + k, weights + k, inputs, count, wide, 1);
    }
    for (k = 0; k < wide; k++) {
        float low = sums[k] * LEAK;
        sums[k] = sums[k] > low ? sums[k] : low;
    }
}

NETWORK_CODE float weigh(const float *weights, const float *numbers, uint32_t count)
{
    float lane[CN_NETWORK_LANES] = {0};
    for (uint32_t i = 0; i < count; i += CN_NETWORK_LANES) {
        for (uint32_t k = 0; k < CN_NETWORK_LANES; k++) {
            lane[k] += weights[i + k] * numbers[i + k];
        }
    }
    return ((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]));
}

/* The two outputs of a seat. */
NETWORK_CODE void forward(const cn_network *n, const layout *at, const float *row, float out[2])
{
    const float *w = n->weight;
    float inputs[CN_NETWORK_INPUTS_MAX + CN_NETWORK_LANES];
    float first[CN_NETWORK_HIDDEN_MAX], second[CN_NETWORK_HIDDEN_MAX];
    uint32_t wide = padded(n->first), top = wide, straight = padded(n->inputs);
    const float *upper = first;
    memset(inputs + n->inputs, 0, (straight - n->inputs) * sizeof *inputs);
    memcpy(inputs, row, n->inputs * sizeof *inputs);
    layer(first, w + at->first_bias, w + at->first, row, n->inputs, wide);
    if (n->second != 0) {
        top = padded(n->second);
        layer(second, w + at->second_bias, w + at->second, first, n->first, top);
        upper = second;
    }
    for (uint32_t k = 0; k < 2; k++) {
        out[k] = w[at->last_bias + k] + weigh(w + at->straight + k * straight, inputs, straight) +
            weigh(w + at->last + k * top, upper, top);
    }
}

NETWORK_CODE void forward_all(const cn_network *n, const float *rows, uint32_t seats, float (*out)[2])
{
    layout at = layout_of(n->inputs, n->first, n->second);
    for (uint32_t seat = 0; seat < seats; seat++) {
        forward(n, &at, rows + seat * n->inputs, out[seat]);
    }
}

static void forward_plain(const cn_network *n, const float *rows, uint32_t seats, float (*out)[2])
{
    forward_all(n, rows, seats, out);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(CN_PLAIN)
__attribute__((target("avx2")))
static void forward_avx2(const cn_network *n, const float *rows, uint32_t seats, float (*out)[2])
{
    forward_all(n, rows, seats, out);
}

static void forward_here(const cn_network *n, const float *rows, uint32_t seats, float (*out)[2])
{
    if (__builtin_cpu_supports("avx2")) {
        forward_avx2(n, rows, seats, out);
    } else {
        forward_plain(n, rows, seats, out);
    }
}
#else
static void forward_here(const cn_network *n, const float *rows, uint32_t seats, float (*out)[2])
{
    forward_plain(n, rows, seats, out);
}
#endif

void cn_network_judge(const cn_network *network, const float *rows, uint32_t seats, uint32_t alive,
                      float *share, float *money)
{
    float out[CN_SEATS_MAX][2], best = -1e30f, sum = 0;
    forward_here(network, rows, seats, out);
    for (uint32_t seat = 0; seat < seats; seat++) {
        money[seat] = out[seat][1] * CN_NETWORK_MONEY;
        if ((alive >> seat & 1) != 0 && out[seat][0] > best) best = out[seat][0];
    }
    for (uint32_t seat = 0; seat < seats; seat++) {
        share[seat] = alive >> seat & 1 ? cn_exp(out[seat][0] - best) : 0;
        sum += share[seat];
    }
    for (uint32_t seat = 0; seat < seats; seat++) share[seat] /= sum;
}

/* --- from weights ----------------------------------------------------------------------------- */

static bool shape_fits(uint32_t inputs, uint32_t first, uint32_t second)
{
    return inputs >= 1 && inputs <= CN_NETWORK_INPUTS_MAX && first >= 1 &&
           first <= CN_NETWORK_HIDDEN_MAX && second <= CN_NETWORK_HIDDEN_MAX;
}

uint32_t cn_network_weights(uint32_t inputs, uint32_t first, uint32_t second)
{
    if (!shape_fits(inputs, first, second)) return 0;
    uint32_t top = second != 0 ? second : first;
    return inputs * first + first + first * second + second + 2 * inputs + 2 * top + 2;
}

uint64_t cn_network_bytes(uint32_t inputs, uint32_t first, uint32_t second)
{
    if (!shape_fits(inputs, first, second)) return 0;
    return sizeof(cn_network) + (uint64_t)layout_of(inputs, first, second).all * sizeof(float);
}

/* Copy rows of `columns` numbers into rows padded to whole lanes. */
static const float *spread_rows(float *to, const float *from, uint32_t rows, uint32_t columns)
{
    for (uint32_t row = 0; row < rows; row++) {
        memcpy(to + row * padded(columns), from, columns * sizeof *from);
        from += columns;
    }
    return from;
}

static bool finite(float number) { return number > -1e6f && number < 1e6f; }

int cn_network_make(void *memory, uint32_t inputs, uint32_t first, uint32_t second,
                    const float *weights)
{
    uint32_t count = cn_network_weights(inputs, first, second);
    if (count == 0) return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!finite(weights[i])) return 0;
    }
    cn_network *network = memory;
    layout at = layout_of(inputs, first, second);
    memset(memory, 0, (size_t)cn_network_bytes(inputs, first, second));
    network->inputs = inputs;
    network->first = first;
    network->second = second;
    float *w = network->weight;
    weights = spread_rows(w + at.first, weights, inputs, first);
    weights = spread_rows(w + at.first_bias, weights, 1, first);
    if (second != 0) {
        weights = spread_rows(w + at.second, weights, first, second);
        weights = spread_rows(w + at.second_bias, weights, 1, second);
    }
    weights = spread_rows(w + at.straight, weights, 2, inputs);
    weights = spread_rows(w + at.last, weights, 2, second != 0 ? second : first);
    spread_rows(w + at.last_bias, weights, 1, 2);
    return 1;
}

void cn_network_run(const void *memory, const float *rows, uint8_t seats, uint8_t alive,
                    float *share, float *money)
{
    cn_network_judge(memory, rows, seats, alive, share, money);
}
