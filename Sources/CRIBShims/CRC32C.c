// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#include <pthread.h>
#include <string.h>

static const uint32_t polynomial = 0x82F63B78u;
static uint32_t byte_table[256];

static void fill_byte_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t remainder = byte;
        for (int bit = 0; bit < 8; bit++) {
            remainder = (remainder >> 1) ^ (remainder & 1 ? polynomial : 0);
        }
        byte_table[byte] = remainder;
    }
}

static uint32_t continue_by_table(uint32_t crc, const uint8_t *next, size_t count) {
    while (count-- > 0) crc = byte_table[(crc ^ *next++) & 0xFF] ^ (crc >> 8);
    return crc;
}

#if defined(__x86_64__)

// The SSE4.2 instruction computes this polynomial, but each use waits three cycles for the previous
// one. So three blocks are computed side by side and then combined. Moving a checksum over the
// bytes of a block takes one look-up for each byte of the checksum, since it is a linear operation.
enum { block = 1024 };
static uint32_t block_table[4][256];

// Only single bits are moved over a block. A byte is the sum of its bits.
static void fill_block_table(void) {
    static const uint8_t zeros[block];
    for (uint32_t place = 0; place < 4; place++) {
        uint32_t *moved = block_table[place];
        for (uint32_t byte = 1; byte < 256; byte++) {
            uint32_t rest = byte & (byte - 1);
            moved[byte] = rest ? moved[rest] ^ moved[byte - rest]
                               : continue_by_table(byte << (8 * place), zeros, block);
        }
    }
}

static uint32_t over_block(uint32_t crc) {
    return block_table[0][crc & 0xFF] ^ block_table[1][crc >> 8 & 0xFF] ^
           block_table[2][crc >> 16 & 0xFF] ^ block_table[3][crc >> 24];
}

static uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof(word));
    return word;
}

__attribute__((target("sse4.2")))
static uint32_t continue_by_instruction(uint32_t crc, const uint8_t *next, size_t count) {
    for (; count >= 3 * block; count -= 3 * block, next += 3 * block) {
        uint64_t first = crc, second = 0, third = 0;
        for (size_t at = 0; at < block; at += 8) {
            first = __builtin_ia32_crc32di(first, word_at(next + at));
            second = __builtin_ia32_crc32di(second, word_at(next + block + at));
            third = __builtin_ia32_crc32di(third, word_at(next + 2 * block + at));
        }
        crc = over_block(over_block((uint32_t)first) ^ (uint32_t)second) ^ (uint32_t)third;
    }
    uint64_t wide = crc;
    for (; count >= 8; count -= 8, next += 8) wide = __builtin_ia32_crc32di(wide, word_at(next));
    crc = (uint32_t)wide;
    while (count-- > 0) crc = __builtin_ia32_crc32qi(crc, *next++);
    return crc;
}

static void fill_tables(void) {
    fill_byte_table();
    fill_block_table();
}

static uint32_t continue_crc(uint32_t crc, const uint8_t *next, size_t count) {
    return __builtin_cpu_supports("sse4.2") ? continue_by_instruction(crc, next, count)
                                            : continue_by_table(crc, next, count);
}

#else

static void fill_tables(void) { fill_byte_table(); }

static uint32_t continue_crc(uint32_t crc, const uint8_t *next, size_t count) {
    return continue_by_table(crc, next, count);
}

#endif

static pthread_once_t tables_are_filled = PTHREAD_ONCE_INIT;

uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count) {
    pthread_once(&tables_are_filled, fill_tables);
    return ~continue_crc(~crc, bytes, count);
}
