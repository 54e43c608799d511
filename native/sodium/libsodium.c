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
