#include "CRIBShims.h"

#include <pthread.h>

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

uint32_t ribleak_crc32c(uint32_t crc, const void *bytes, size_t count) {
    pthread_once(&table_is_filled, fill_table);
    const uint8_t *next = bytes;
    crc = ~crc;
    while (count-- > 0) crc = table[(crc ^ *next++) & 0xFF] ^ (crc >> 8);
    return ~crc;
}
