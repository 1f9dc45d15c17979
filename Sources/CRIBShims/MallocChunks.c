// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__LP64__)

#include <unistd.h>

// Each heap of glibc's malloc is a row of chunks without gaps. A chunk has its size, with three flags, in its
// second word, and the allocation begins behind that. When malloc merges freed chunks, it leaves their sizes
// where they were. The layouts are those of malloc.c and arena.c.

/// The heaps of threads begin at multiples of this size, and have no more bytes.
enum { HEAP_BYTES = 64 << 20 };
/// A larger main heap is not listed.
static const uint64_t most_bytes = 4ull << 30;
/// The bytes of `malloc_state`, which the first heap of an arena has behind its own header.
enum { ARENA_BYTES = 2200 };
/// The bytes of a chunk before its allocation.
enum { HEADER = 16 };
/// How often to read a heap while others allocate in it, and how many chunks to go back to see whether a
/// chunk is new.
enum { TRIES = 3, CHUNKS_BACK = 32, MOST_STEPS = 4096, MOST_HEAPS = 256 };

struct heap {
    uint64_t first, end;
    /// One bit for each 16 bytes.
    uint64_t *begins;
    size_t bytes;
};

struct ribleak_chunks {
    struct heap *heaps;
    size_t count;
    const struct heap *main;
    /// How memory is read, as of `ribleak_memory_open`.
    int way;
};

/// A copy of a piece of a heap.
struct window {
    int way;
    uint64_t start, end;
    uint64_t words[2048];
};

/// The size of the chunk at an address below `end`; 0 when it cannot be one.
static uint64_t size_at(struct window *window, uint64_t chunk, uint64_t end) {
    if (end - chunk < HEADER) return 0;
    if (chunk < window->start || chunk + HEADER > window->end) {
        size_t bytes = end - chunk < sizeof window->words ? end - chunk : sizeof window->words;
        window->start = window->end = 0;
        if (ribleak_memory_copy(window->way, chunk, window->words, bytes) != bytes) return 0;
        window->start = chunk, window->end = chunk + bytes;
    }
    uint64_t size = window->words[(chunk - window->start) / 8 + 1] & ~7ull;
    return size < HEADER || size & 15 || size > end - chunk ? 0 : size;
}

static int is_marked(const struct heap *heap, uint64_t index) {
    return heap->begins[index / 64] >> (index % 64) & 1;
}

/// Marks the chunks of a heap. Returns whether they lead exactly to its end.
static int mark(struct heap *heap, struct window *window) {
    uint64_t chunk = heap->first;
    window->end = 0;
    while (chunk < heap->end) {
        uint64_t size = size_at(window, chunk, heap->end);
        uint64_t index = (chunk - heap->first) / 16;
        // A heap whose arena goes on in another one ends with a header alone.
        if (size == 0) return heap->end - chunk == HEADER && chunk > heap->first;
        heap->begins[index / 64] |= 1ull << (index % 64);
        chunk += size;
    }
    return 1;
}

/// Adds a heap if its chunks lead to its end.
static int add(struct ribleak_chunks *chunks, uint64_t first, uint64_t end, struct window *window) {
    struct heap heap = {first, end, NULL, (end - first) / 128 + 8};
    for (int tries = 0; tries < TRIES && chunks->count < MOST_HEAPS; tries++) {
        heap.begins = ribleak_memory_map(heap.bytes);
        if (!heap.begins) return 0;
        if (mark(&heap, window)) {
            chunks->heaps[chunks->count++] = heap;
            return 1;
        }
        ribleak_memory_unmap(heap.begins, heap.bytes);
    }
    return 0;
}

/// Adds the heap of threads that begins at an address, if one does.
static void add_of_threads(struct ribleak_chunks *chunks, uint64_t start, struct window *window) {
    // Its arena, the heap before it, and its size.
    uint64_t words[3];
    if (ribleak_memory_copy(chunks->way, start, words, sizeof words) != sizeof words) return;
    uint64_t arena = words[0], size = words[2], header = arena & (HEAP_BYTES - 1);
    // It may have grown since its region was read.
    if (size > HEAP_BYTES || size & 4095 || header < sizeof words || header > 256) return;
    uint64_t first = arena == start + header ? arena + ARENA_BYTES : start + header;
    first = (first + 15) & ~15ull;
    if (first < start + size) add(chunks, first, start + size, window);
}

struct ribleak_chunks *ribleak_list_chunks(uint64_t main, const struct ribleak_ranges *regions) {
    struct ribleak_chunks *chunks = calloc(1, sizeof *chunks);
    if (chunks) chunks->way = RIBLEAK_MEMORY_NONE;
    struct window *window = ribleak_memory_map(sizeof *window);
    if (chunks && window) {
        chunks->way = window->way = ribleak_memory_open(0);
        chunks->heaps = calloc(MOST_HEAPS, sizeof *chunks->heaps);
        for (size_t index = 0; chunks->heaps && index < regions->count; index++) {
            uint64_t start = regions->starts[index], end = regions->ends[index];
            if (start == main) {
                uint64_t now = (uint64_t)(uintptr_t)sbrk(0);
                if (now > end && now - end < HEAP_BYTES) end = now;
                if (end - start <= most_bytes && add(chunks, start, end, window)) {
                    chunks->main = &chunks->heaps[chunks->count - 1];
                }
                continue;
            }
            // The system shows memory before and behind a heap as one with it.
            start = (start + HEAP_BYTES - 1) & ~(uint64_t)(HEAP_BYTES - 1);
            for (; start < end; start += HEAP_BYTES) add_of_threads(chunks, start, window);
        }
    }
    if (window) ribleak_memory_unmap(window, sizeof *window);
    return chunks;
}

void ribleak_forget_chunks(struct ribleak_chunks *chunks) {
    if (!chunks) return;
    for (size_t index = 0; index < chunks->count; index++) {
        ribleak_memory_unmap(chunks->heaps[index].begins, chunks->heaps[index].bytes);
    }
    ribleak_memory_close(chunks->way);
    free(chunks->heaps);
    free(chunks);
}

/// Whether chunks lead to an address now, beginning a few before it. 1 also where they lead to nothing.
static int is_new(const struct heap *heap, uint64_t chunk, int way) {
    uint64_t index = (chunk - heap->first) / 16;
    for (int back = 0; index > 0 && back < CHUNKS_BACK;) {
        if (index % 64 == 0 && !heap->begins[index / 64 - 1]) {
            index -= 64;
        } else {
            back += is_marked(heap, --index);
        }
    }
    struct window window;
    window.way = way, window.start = window.end = 0;
    uint64_t next = heap->first + index * 16;
    for (int steps = 0; next < chunk && steps < MOST_STEPS; steps++) {
        uint64_t size = size_at(&window, next, heap->end);
        if (size == 0) return 1;
        next += size;
    }
    return next <= chunk;
}

int ribleak_may_be_chunk(const struct ribleak_chunks *chunks, uint64_t address) {
    uint64_t chunk = address - HEADER;
    size_t low = 0, high = chunks ? chunks->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (chunks->heaps[middle].end <= chunk) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (!chunks || low == chunks->count) return 1;
    const struct heap *heap = &chunks->heaps[low];
    if (chunk < heap->first || chunk & 15) return 1;
    return is_marked(heap, (chunk - heap->first) / 16) || is_new(heap, chunk, chunks->way);
}

uint64_t ribleak_next_chunk(const struct ribleak_chunks *chunks, uint64_t address) {
    const struct heap *heap = chunks ? chunks->main : NULL;
    if (!heap) return 0;
    uint64_t index = address < HEADER + heap->first ? 0 : (address - HEADER - heap->first) / 16 + 1;
    uint64_t count = (heap->end - heap->first) / 16;
    while (index < count && !is_marked(heap, index)) {
        index = heap->begins[index / 64] >> (index % 64) ? index + 1 : (index / 64 + 1) * 64;
    }
    return index < count ? heap->first + index * 16 + HEADER : 0;
}

#elif !defined(__APPLE__)

struct ribleak_chunks *ribleak_list_chunks(uint64_t main, const struct ribleak_ranges *regions) {
    (void)main, (void)regions;
    return NULL;
}

void ribleak_forget_chunks(struct ribleak_chunks *chunks) { (void)chunks; }

int ribleak_may_be_chunk(const struct ribleak_chunks *chunks, uint64_t address) {
    (void)chunks, (void)address;
    return 1;
}

uint64_t ribleak_next_chunk(const struct ribleak_chunks *chunks, uint64_t address) {
    (void)chunks, (void)address;
    return 0;
}

#endif
