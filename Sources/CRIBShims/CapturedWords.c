// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

// What the compiler says of objects in memory of Objective-C and of blocks. It is the same on all
// platforms, but only Apple's runtimes are given it.

size_t ribleak_strong_words(
    const uint8_t *layout, size_t first, uint32_t *words, size_t most) {
    size_t word = first, count = 0;
    // Each byte says how many words to leave out, and how many then are strong references.
    for (; layout != NULL && *layout != 0; layout++) {
        word += *layout >> 4;
        for (int left = *layout & 15; left > 0; left--, word++) {
            if (count == most) return count;
            words[count++] = (uint32_t)word;
        }
    }
    return count;
}

/// A block begins with its class, flags and a number, function and description. What it captures follows.
enum { CAPTURES = 32, WORD = 8 };
static const uint32_t has_copy_functions = 1u << 25, has_signature = 1u << 30, has_layout = 1u << 31;

uint64_t ribleak_end_of_captures(
    uint64_t layout, const uint8_t *text, size_t count, uint64_t size) {
    enum { MOST_OF_NUMBER = 0x1000 };
    // What the upper half of a byte says of as many words as its lower half, and one.
    enum { END, BYTES, NO_OBJECTS, STRONG, SHARED, WEAK, UNRETAINED };
    uint64_t place = CAPTURES, end = CAPTURES;
    if (layout < MOST_OF_NUMBER) {
        // Three numbers: of strong references, of shared variables, and of weak references.
        end += ((layout >> 8 & 15) + (layout >> 4 & 15)) * WORD;
        return end < size ? end : size;
    }
    for (size_t index = 0; index < count; index++) {
        int kind = text[index] >> 4;
        if (kind == END) return end < size ? end : size;
        if (kind > UNRETAINED) break;
        place += ((uint64_t)(text[index] & 15) + 1) * (kind == BYTES ? 1 : WORD);
        if (kind == STRONG || kind == SHARED) end = place;
    }
    // It ends elsewhere, or says something new.
    return size;
}

uint64_t ribleak_block_bytes(int way, uint64_t block) {
    struct { uint64_t type; uint32_t flags, number; uint64_t function, description; } head;
    uint64_t description[2], layout;
    uint8_t text[64];
    if (ribleak_memory_copy(way, block, &head, sizeof head) != sizeof head) return 0;
    size_t size = sizeof description;
    if (ribleak_memory_copy(way, head.description, description, size) != size) return 0;
    if (description[1] < CAPTURES) return 0;
    if (!(head.flags & has_layout) || !(head.flags & has_signature)) return description[1];
    // The functions that copy and free it come before its signature.
    uint64_t place = head.description + 24 + (head.flags & has_copy_functions ? 16 : 0);
    if (ribleak_memory_copy(way, place, &layout, WORD) != WORD) return description[1];
    size_t count = 0;
    // The text may end just before missing memory.
    while (layout >> 12 != 0 && count < sizeof text &&
           ribleak_memory_copy(way, layout + count, &text[count], 1) == 1) {
        if (text[count++] == 0) break;
    }
    return ribleak_end_of_captures(layout, text, count, description[1]);
}
