// SPDX-License-Identifier: Apache-2.0

#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#endif

#include "CRIBShims.h"

#include <stdlib.h>
#include <string.h>

size_t ribleak_memory_find(const void *copy, size_t count, size_t start, uint64_t word) {
    const char *bytes = copy;
    for (size_t place = (start + 15) & ~(size_t)15; place + 8 <= count; place += 16) {
        uint64_t found;
        memcpy(&found, bytes + place, sizeof found);
        if (found == word) { return place; }
    }
    return count;
}

static int compare_symbols(const void *left, const void *right) {
    const struct ribleak_symbol *first = left, *second = right;
    if (first->address != second->address) { return first->address < second->address ? -1 : 1; }
    return first->size < second->size ? -1 : first->size > second->size;
}

size_t ribleak_symbols_of_kind(
    const void *table, size_t bytes, int kind, struct ribleak_symbol *symbols) {
    enum { entry_size = 24, kind_mask = 15 };
    size_t count = 0;
    for (size_t start = 0; start + entry_size <= bytes; start += entry_size) {
        const uint8_t *entry = (const uint8_t *)table + start;
        struct ribleak_symbol symbol;
        uint16_t section;
        // Skip symbols outside of this image and symbols without a size.
        if ((entry[4] & kind_mask) != kind) { continue; }
        memcpy(&symbol.name, entry, sizeof symbol.name);
        memcpy(&section, entry + 6, sizeof section);
        memcpy(&symbol.address, entry + 8, sizeof symbol.address);
        memcpy(&symbol.size, entry + 16, sizeof symbol.size);
        if (section == 0 || symbol.size == 0 || symbol.size >= 1u << 30) { continue; }
        if (symbol.address >> 47 != 0) { continue; }
        if (symbols != NULL) { symbols[count] = symbol; }
        count++;
    }
    if (symbols != NULL) { qsort(symbols, count, sizeof *symbols, compare_symbols); }
    return count;
}

static int is_within(const struct ribleak_ranges *ranges, uint64_t address) {
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges->ends[middle] <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < ranges->count && address >= ranges->starts[low];
}

size_t ribleak_memory_addresses(
    const void *copy, size_t words, uint64_t mask, const struct ribleak_ranges *ranges,
    int counts_too, uint32_t *found) {
    // The count of an immortal object: all bits of the low half are set, and there is no side
    // table.
    const uint64_t immortal = 0x80000000FFFFFFFFu, immortal_mask = 0xC0000000FFFFFFFFu;
    const uint64_t *next = copy;
    size_t count = 0;
    if (ranges->count == 0 && !counts_too) { return 0; }
    uint64_t least = ranges->count == 0 ? 1 : ranges->starts[0];
    uint64_t most = ranges->count == 0 ? 0 : ranges->ends[ranges->count - 1];
    uint64_t last_start = 1, last_end = 0;
    for (size_t index = 0; index < words; index++) {
        uint64_t word = next[index];
        if (word == 0) { continue; }
        uint64_t address = word & mask;
        if (address >= least && address < most) {
            // Most addresses lie in the same range as the one before.
            if (address >= last_start && address < last_end) {
                found[count++] = (uint32_t)index;
            } else if (is_within(ranges, address)) {
                found[count++] = (uint32_t)index;
                last_start = address & ~(uint64_t)4095;
                last_end = last_start + 4096;
            }
        } else if (counts_too && (word & immortal_mask) == immortal) {
            found[count++] = (uint32_t)index;
        }
    }
    return count;
}

#if defined(__linux__)

/// The number of bytes copied, from the first on, or -1 with `errno`.
static ssize_t copy(int way, uint64_t address, void *buffer, size_t count) {
    // A signal must not make a page look missing.
    ssize_t copied;
    do {
        if (way == RIBLEAK_MEMORY_BY_CALL) {
            struct iovec local = {buffer, count};
            struct iovec remote = {(void *)(uintptr_t)address, count};
            copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
        } else {
            copied = pread(way, buffer, count, (off_t)address);
        }
    } while (copied < 0 && errno == EINTR);
    return copied;
}

int ribleak_memory_open(int by_file) {
    static const char probe = 42;
    char found = 0;
    if (!by_file && copy(RIBLEAK_MEMORY_BY_CALL, (uint64_t)(uintptr_t)&probe, &found, 1) == 1) {
        return RIBLEAK_MEMORY_BY_CALL;
    }
    int file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    if (file < 0) { return RIBLEAK_MEMORY_NONE; }
    found = 0;
    if (copy(file, (uint64_t)(uintptr_t)&probe, &found, 1) == 1 && found == probe) { return file; }
    close(file);
    return RIBLEAK_MEMORY_NONE;
}

void ribleak_memory_close(int way) {
    if (way >= 0) { close(way); }
}

size_t ribleak_memory_copy(int way, uint64_t address, void *buffer, size_t count) {
    if (way == RIBLEAK_MEMORY_NONE) { return 0; }
    ssize_t copied = copy(way, address, buffer, count);
    return copied < 0 ? 0 : (size_t)copied;
}

void ribleak_memory_gather(
    int way, struct ribleak_memory_piece *pieces, size_t count, size_t size) {
    size_t next = 0;
    while (next < count && way == RIBLEAK_MEMORY_BY_CALL) {
        struct iovec local[RIBLEAK_MEMORY_PIECES], remote[RIBLEAK_MEMORY_PIECES];
        size_t together = count - next;
        if (together > RIBLEAK_MEMORY_PIECES) { together = RIBLEAK_MEMORY_PIECES; }
        for (size_t index = 0; index < together; index++) {
            struct ribleak_memory_piece *piece = &pieces[next + index];
            local[index] = (struct iovec){piece->buffer, size};
            remote[index] = (struct iovec){(void *)(uintptr_t)piece->address, size};
            piece->is_there = 0;
        }
        ssize_t copied = process_vm_readv(getpid(), local, together, remote, together, 0);
        if (copied < 0 && errno == EINTR) { continue; }
        size_t whole = copied < 0 ? 0 : (size_t)copied / size;
        for (size_t index = 0; index < whole; index++) { pieces[next + index].is_there = 1; }
        // The call ends at the first missing piece.
        next += whole < together ? whole + 1 : whole;
    }
    for (; next < count; next++) {
        pieces[next].is_there =
            ribleak_memory_copy(way, pieces[next].address, pieces[next].buffer, size) == size;
    }
}

void *ribleak_memory_map(size_t count) {
    void *start = mmap(
        NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

void ribleak_memory_unmap(void *start, size_t count) { munmap(start, count); }

void ribleak_memory_enlarge_pages(void *start, size_t count) {
#ifdef MADV_HUGEPAGE
    int before = errno;
    madvise(start, count, MADV_HUGEPAGE);
    errno = before;
#endif
}

size_t ribleak_list_regions(struct ribleak_region *regions, size_t most) {
    (void)regions, (void)most;
    return 0;
}

size_t ribleak_list_threads(struct ribleak_thread *threads, size_t most) {
    (void)threads, (void)most;
    return 0;
}

#endif
