/* notation.h: a reader and a writer of notations, for the games. Private to native/src.
 *
 * A notation is lower-case ASCII, tokens separated by one space, numbers decimal without sign or
 * leading zero. A reader goes bad at the first error and stays bad; ask at the end with
 * `cn_read_done`. */
#ifndef CAMELNET_NOTATION_H
#define CAMELNET_NOTATION_H

#include "game.h"

typedef struct cn_reader {
    const char *at, *end;
    bool bad;
} cn_reader;

/* True, and moves past it, if the text continues with exactly `word`; else changes nothing. */
static inline bool cn_read_word(cn_reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (reader->bad || (size_t)(reader->end - reader->at) < length) return false;
    if (memcmp(reader->at, word, length) != 0) return false;
    reader->at += length;
    return true;
}

/* The place in `letters` of the next character. They are few, and known when this is inlined:
 * comparing with all of them takes no branch, which random letters would mispredict. */
static inline uint32_t cn_read_letter(cn_reader *reader, const char *letters)
{
    if (!reader->bad && reader->at < reader->end) {
        uint32_t place = 0, found = 0, count = (uint32_t)strlen(letters);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t same = *reader->at == letters[i];
            place += i * same;
            found += same;
        }
        reader->at += found;
        if (found == 1) return place;
    }
    reader->bad = true;
    return 0;
}

/* True if a digit comes next. */
static inline bool cn_reads_digit(const cn_reader *reader)
{
    return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

/* A number of at most `digits` digits (nine or fewer). */
static inline uint32_t cn_read_digits(cn_reader *reader, uint32_t digits)
{
    if (!cn_reads_digit(reader)) {
        reader->bad = true;
        return 0;
    }
    uint32_t value = (uint32_t)(*reader->at++ - '0');
    while (--digits > 0 && cn_reads_digit(reader)) {
        if (value == 0) reader->bad = true;
        value = value * 10 + (uint32_t)(*reader->at++ - '0');
    }
    return value;
}

/* A number of at most two digits. */
static inline uint32_t cn_read_number(cn_reader *reader) { return cn_read_digits(reader, 2); }

static inline bool cn_read_done(const cn_reader *reader)
{
    return !reader->bad && reader->at == reader->end;
}

static inline char *cn_write_word(char *at, const char *word)
{
    while (*word != '\0') *at++ = *word++;
    return at;
}

/* A number below 100,000. */
static inline char *cn_write_number(char *at, uint32_t value)
{
    assert(value < 100000);
    uint32_t unit = 1;
    while (value / unit >= 10) unit *= 10;
    for (; unit > 0; unit /= 10) *at++ = (char)('0' + value / unit % 10);
    return at;
}

#endif
