/* libsodium's ristretto255, compiled as it is: the macros that its ./configure would find out come
 * from the compiler here, and its files follow unmodified (native/libsodium, manifest.json). One
 * translation unit for every system, without a build system of its own. */

/* The compiling is deliberate, and nothing is exported or imported: the functions are ours alone. */
#define CONFIGURED 1
#define SODIUM_STATIC 1

#if defined(_MSC_VER) || defined(__LITTLE_ENDIAN__) || \
    (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define NATIVE_LITTLE_ENDIAN 1
#elif defined(__BIG_ENDIAN__) || \
    (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#define NATIVE_BIG_ENDIAN 1
#else
#error "the byte order of this processor is unknown"
#endif

/* Field elements of five limbs with 128-bit products, where libsodium's own check takes them; else
 * ten limbs with 64-bit products (MSVC, 32 bits, big-endian). Both give the same bytes.
 * SODIUM_TEN_LIMBS asks for the second path, for tests. */
#if defined(__SIZEOF_INT128__) && defined(NATIVE_LITTLE_ENDIAN) && !defined(SODIUM_TEN_LIMBS) && \
    (!defined(__clang__) || defined(__x86_64__) || defined(__aarch64__))
#define HAVE_TI_MODE 1
#endif

#if defined(__GNUC__) || defined(__clang__)
#define HAVE_INLINE_ASM 1
#define HAVE_GCC_MEMORY_FENCES 1
#if defined(__ELF__)
#define HAVE_WEAK_SYMBOLS 1
#endif
#endif

#include "../libsodium/crypto_core/ed25519/core_ed25519.c"
#include "../libsodium/crypto_core/ed25519/core_ristretto255.c"
#include "../libsodium/crypto_core/ed25519/ref10/ed25519_ref10.c"
#include "../libsodium/crypto_scalarmult/ristretto255/ref10/scalarmult_ristretto255_ref10.c"
#include "../libsodium/sodium/utils.c"

/* Two functions that these files name, and that no function bound to Python reaches: the library's
 * own random numbers (chance enters at our edge, from the system), and the end of a program that
 * breaks its rules. */
void randombytes_buf(void *const buffer, const size_t size) {
    (void)buffer;
    (void)size;
    abort();
}

void sodium_misuse(void) { abort(); }

/* --- sums of products ---------------------------------------------------------------------------
 *
 * Straus's way: one chain of doublings for all products of a sum, and signed windows. It takes the
 * time that its scalars ask for, as ge25519_double_scalarmult_vartime does, so it is for what
 * everybody may know. Field and group are libsodium's. */

enum { TOGETHER = 32, BITS = 256, ODD = 8 }; /* points in one chain; digits; multiples of each */

static const ge25519_precomp ODD_BASES[ODD] = {
#ifdef HAVE_TI_MODE
#include "../libsodium/crypto_core/ed25519/ref10/fe_51/base2.h"
#else
#include "../libsodium/crypto_core/ed25519/ref10/fe_25_5/base2.h"
#endif
};

/* The odd multiples of a point, as far as these digits ask for them. */
static void odd_multiples(ge25519_cached *odd, const ge25519_p3 *point, const signed char *digits) {
    ge25519_p1p1 next;
    ge25519_p3 twice, last;
    int largest = 0;
    for (int i = 0; i < BITS; i++) {
        const int size = digits[i] < 0 ? -digits[i] : digits[i];
        largest = size > largest ? size : largest;
    }
    ge25519_p3_to_cached(&odd[0], point);
    if (largest < 3)
        return;
    ge25519_p3_dbl(&next, point);
    ge25519_p1p1_to_p3(&twice, &next);
    for (int i = 1; i <= largest / 2; i++) {
        ge25519_add(&next, &twice, &odd[i - 1]);
        ge25519_p1p1_to_p3(&last, &next);
        ge25519_p3_to_cached(&odd[i], &last);
    }
}

/* base·G and the products of at most TOGETHER points; -1 if one of these is no element. */
static int some_products(ge25519_p3 *sum, const unsigned char *base, const unsigned char *scalars,
                         const unsigned char *points, size_t count) {
    ge25519_cached odd[TOGETHER][ODD];
    signed char digits[TOGETHER][BITS], base_digits[BITS];
    ge25519_p3 point;
    ge25519_p2 half;
    ge25519_p1p1 next;
    int first = BITS - 1, used = 0;
    slide_vartime(base_digits, base);
    for (size_t j = 0; j < count; j++) {
        if (ristretto255_frombytes(&point, points + 32 * j) != 0)
            return -1;
        slide_vartime(digits[j], scalars + 32 * j);
        odd_multiples(odd[j], &point, digits[j]);
    }
    for (; first > 0; first--) {
        used = base_digits[first];
        for (size_t j = 0; j < count && !used; j++)
            used = digits[j][first];
        if (used)
            break;
    }
    ge25519_p2_0(&half);
    for (int i = first; i >= 0; i--) {
        ge25519_p2_dbl(&next, &half);
        for (size_t j = 0; j < count; j++) {
            const int digit = digits[j][i];
            if (digit == 0)
                continue;
            ge25519_p1p1_to_p3(sum, &next);
            if (digit > 0)
                ge25519_add(&next, sum, &odd[j][digit / 2]);
            else
                ge25519_sub(&next, sum, &odd[j][-digit / 2]);
        }
        if (base_digits[i] != 0) {
            ge25519_p1p1_to_p3(sum, &next);
            if (base_digits[i] > 0)
                ge25519_madd(&next, sum, &ODD_BASES[base_digits[i] / 2]);
            else
                ge25519_msub(&next, sum, &ODD_BASES[-base_digits[i] / 2]);
        }
        if (i > 0)
            ge25519_p1p1_to_p2(&half, &next);
    }
    ge25519_p1p1_to_p3(sum, &next);
    return 0;
}

/* base·G + the sum of each scalar times its point, 32 bytes each, scalars reduced; -1 if a point is
 * no element of the group. */
int camelnet_sodium_public_sum(unsigned char *sum, const unsigned char *base,
                               const unsigned char *scalars, const unsigned char *points,
                               size_t count) {
    static const unsigned char zero[32] = {0};
    ge25519_p3 total, part;
    ge25519_cached other;
    ge25519_p1p1 both;
    for (size_t done = 0; done == 0 || done < count; done += TOGETHER) {
        const size_t left = count - done, now = left < TOGETHER ? left : TOGETHER;
        if (some_products(&part, done ? zero : base, scalars + 32 * done, points + 32 * done, now))
            return -1;
        if (done == 0) {
            total = part;
            continue;
        }
        ge25519_p3_to_cached(&other, &part);
        ge25519_add(&both, &total, &other);
        ge25519_p1p1_to_p3(&total, &both);
    }
    ristretto255_p3_tobytes(sum, &total);
    return 0;
}
