#include "CRIBShims.h"

#include <pthread.h>
#include <string.h>

static uint32_t table[256];
static pthread_once_t table_is_filled = PTHREAD_ONCE_INIT;

static void fill_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t remainder = byte;
        for (int bit = 0; bit < 8; bit++) {
            remainder = (remainder >> 1) ^ (remainder & 1 ? 0x82F63B78u : 0);
        }
        table[byte] = remainder;
    }
}

static uint32_t continue_by_table(uint32_t crc, const uint8_t *next, size_t count) {
    pthread_once(&table_is_filled, fill_table);
    while (count-- > 0) crc = table[(crc ^ *next++) & 0xFF] ^ (crc >> 8);
    return crc;
}

#if defined(__x86_64__)

// The instruction of SSE4.2 computes this very polynomial, eight bytes at a time.
__attribute__((target("sse4.2")))
static uint32_t continue_by_instruction(uint32_t crc, const uint8_t *next, size_t count) {
    uint64_t wide = crc;
    for (; count >= 8; count -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    crc = (uint32_t)wide;
    while (count-- > 0) crc = __builtin_ia32_crc32qi(crc, *next++);
    return crc;
}

uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count) {
    crc = ~crc;
    crc = __builtin_cpu_supports("sse4.2") ? continue_by_instruction(crc, bytes, count)
                                           : continue_by_table(crc, bytes, count);
    return ~crc;
}

#else

uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count) {
    return ~continue_by_table(~crc, bytes, count);
}

#endif
