/* blake2b.h: BLAKE2b (RFC 7693) of messages of one block, with key and personalization. Private to
 * native/src. */
#ifndef CAMELNET_BLAKE2B_H
#define CAMELNET_BLAKE2B_H

#include <stdint.h>

#define CN_BLAKE2B_BLOCK 128
#define CN_BLAKE2B_DIGEST 64
#define CN_BLAKE2B_PERSON 16

/* The digest of `size` bytes, at most a block, `digest_size` bytes long (1 to CN_BLAKE2B_DIGEST).
 * The key has `key_size` bytes, at most a digest; 0 for none. `person` may be null. */
void cn_blake2b(const uint8_t *message, uint32_t size, const uint8_t *key, uint32_t key_size,
                const char *person, uint8_t *digest, uint32_t digest_size);

#endif
