/* A program for tests: it reads operations of ristretto255, one a line, and prints what libsodium
 * answers, so that another compiler or processor can be compared without Python.
 *
 *     base SCALAR | mul SCALAR POINT | add POINT POINT | from_hash UNIFORM | valid POINT
 *     sum SCALAR SCALAR... POINT...
 *
 * All bytes in hex; the answer is 32 of them, or the number that libsodium returned. */

#include <stdio.h>
#include <string.h>

#define SODIUM_STATIC 1
#include "crypto_core_ristretto255.h"
#include "crypto_scalarmult_ristretto255.h"

enum { LONGEST = 64, PRODUCTS = 80, LINE = 64 * (2 * PRODUCTS + 2) + 256 };

int camelnet_sodium_public_sum(unsigned char *sum, const unsigned char *base,
                               const unsigned char *scalars, const unsigned char *points,
                               size_t count);

/* The bytes of a hex word of `size` bytes; 0 if it is none. */
static int read_hex(const char *word, unsigned char *bytes, size_t size) {
    if (word == NULL || strlen(word) != 2 * size)
        return 0;
    for (size_t i = 0; i < size; i++) {
        unsigned int byte;
        if (sscanf(word + 2 * i, "%2x", &byte) != 1)
            return 0;
        bytes[i] = (unsigned char)byte;
    }
    return 1;
}

/* The sum of products in the words that are left of a line, of which there are as many scalars as
 * points behind the first one, which counts the generator; 2 if these are none. */
static int sum_of_words(unsigned char *sum) {
    static unsigned char words[2 * PRODUCTS + 1][32];
    size_t count = 0;
    const char *word;
    while ((word = strtok(NULL, " \r\n")) != NULL) {
        if (count > 2 * PRODUCTS || !read_hex(word, words[count++], 32))
            return 2;
    }
    if (count % 2 == 0)
        return 2;
    const size_t products = count / 2;
    return camelnet_sodium_public_sum(sum, words[0], words[1], words[1 + products], products);
}

int main(void) {
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "sum ", 4) == 0) {
            unsigned char sum[32];
            strtok(line, " \r\n");
            const int answer = sum_of_words(sum);
            if (answer == 2)
                return 1;
            if (answer != 0)
                printf("%d", answer);
            for (size_t i = 0; i < sizeof sum && answer == 0; i++)
                printf("%02x", sum[i]);
            putchar('\n');
            continue;
        }
        const char *name = strtok(line, " \r\n"), *first = strtok(NULL, " \r\n"),
                   *second = strtok(NULL, " \r\n");
        unsigned char one[LONGEST], other[LONGEST], result[32] = {0};
        int code, valid = 0;
        if (name == NULL || !read_hex(first, one, strcmp(name, "from_hash") == 0 ? 64 : 32) ||
            (second != NULL && !read_hex(second, other, 32)))
            return 1;
        if (strcmp(name, "base") == 0)
            code = crypto_scalarmult_ristretto255_base(result, one);
        else if (strcmp(name, "from_hash") == 0)
            code = crypto_core_ristretto255_from_hash(result, one);
        else if (strcmp(name, "valid") == 0)
            code = crypto_core_ristretto255_is_valid_point(one), valid = 1;
        else if (strcmp(name, "mul") == 0 && second != NULL)
            code = crypto_scalarmult_ristretto255(result, one, other);
        else if (strcmp(name, "add") == 0 && second != NULL)
            code = crypto_core_ristretto255_add(result, one, other);
        else
            return 1;
        if (valid || code != 0)
            printf("%d", code);
        else
            for (size_t i = 0; i < sizeof result; i++)
                printf("%02x", result[i]);
        putchar('\n');
    }
    return 0;
}
