// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#if defined(__APPLE__)

#include <dlfcn.h>
#include <mach/mach.h>
#include <malloc/malloc.h>
#include <stdlib.h>

// malloc's zones tell tools like `heap` and `leaks` what is allocated. Asking about one address, with
// `malloc_size`, would read memory that another thread may free meanwhile. So a zone is asked for all at
// once, under its own lock, as a fork takes it. All that is done under the lock is to read, by the kernel,
// and to write into memory that was mapped before: nothing allocates, so nothing can wait for the lock.

/// The most allocations to list, and pieces of memory that a zone reads of itself.
enum { MOST_CHUNKS = 1 << 22, MOST_COPIES = 1 << 17 };

struct ribleak_chunks {
    vm_range_t *ranges;
    size_t count;
};

/// The copies that a zone reads, which it needs until it is done.
struct copies {
    vm_range_t *ranges;
    size_t count;
};

/// A zone passes nothing on to who reads for it.
static _Thread_local struct copies copies;

static kern_return_t read_copy(
    task_t task, vm_address_t address, vm_size_t size, void **copy) {
    vm_offset_t start = 0;
    mach_msg_type_number_t count = 0;
    if (copies.count == MOST_COPIES) return KERN_RESOURCE_SHORTAGE;
    // Shares pages with the original until someone writes to them.
    kern_return_t result = vm_read(task, address, size, &start, &count);
    if (result != KERN_SUCCESS) return result;
    copies.ranges[copies.count++] = (vm_range_t){start, count};
    *copy = (void *)start;
    return KERN_SUCCESS;
}

static void release_copies(size_t first) {
    while (copies.count > first) {
        vm_range_t range = copies.ranges[--copies.count];
        vm_deallocate(mach_task_self(), range.address, range.size);
    }
}

static void record(
    task_t task, void *context, unsigned type, vm_range_t *ranges, unsigned count) {
    struct ribleak_chunks *chunks = context;
    (void)task, (void)type;
    for (unsigned index = 0; index < count && chunks->count < MOST_CHUNKS; index++) {
        chunks->ranges[chunks->count++] = ranges[index];
    }
}

/// Whether functions of a zone are the system's. Those of libraries may not stand to be called here.
static int is_of_system(const void *function) {
    Dl_info own, other;
    return dladdr((const void *)malloc, &own) && dladdr(function, &other) &&
           own.dli_fbase == other.dli_fbase;
}

static void list_zone(vm_address_t address, struct ribleak_chunks *chunks) {
    malloc_zone_t zone;
    size_t size = sizeof zone, first = copies.count;
    if (ribleak_memory_copy(RIBLEAK_MEMORY_BY_CALL, address, &zone, size) != size) return;
    const struct malloc_introspection_t *functions = zone.introspect;
    if (!functions || !functions->enumerator || !functions->force_lock) return;
    if (!functions->force_unlock || !is_of_system((const void *)functions->enumerator)) return;
    functions->force_lock((malloc_zone_t *)address);
    functions->enumerator(
        mach_task_self(), chunks, MALLOC_PTR_IN_USE_RANGE_TYPE, address, read_copy, record);
    functions->force_unlock((malloc_zone_t *)address);
    release_copies(first);
}

static int compare_ranges(const void *left, const void *right) {
    vm_address_t first = ((const vm_range_t *)left)->address;
    vm_address_t second = ((const vm_range_t *)right)->address;
    return first < second ? -1 : first > second;
}

struct ribleak_chunks *ribleak_list_chunks(uint64_t main, const struct ribleak_ranges *regions) {
    struct ribleak_chunks *chunks = calloc(1, sizeof *chunks);
    vm_address_t *zones = NULL;
    unsigned zone_count = 0;
    (void)main, (void)regions;
    if (!chunks) return NULL;
    chunks->ranges = ribleak_memory_map(MOST_CHUNKS * sizeof *chunks->ranges);
    // The thread's own variable is made here, before there is a lock.
    copies.ranges = ribleak_memory_map(MOST_COPIES * sizeof *copies.ranges);
    copies.count = 0;
    if (chunks->ranges && copies.ranges &&
        malloc_get_all_zones(mach_task_self(), read_copy, &zones, &zone_count) == KERN_SUCCESS) {
        for (unsigned index = 0; index < zone_count; index++) list_zone(zones[index], chunks);
        qsort(chunks->ranges, chunks->count, sizeof *chunks->ranges, compare_ranges);
    }
    release_copies(0);
    if (copies.ranges) ribleak_memory_unmap(copies.ranges, MOST_COPIES * sizeof *copies.ranges);
    return chunks;
}

void ribleak_forget_chunks(struct ribleak_chunks *chunks) {
    if (!chunks) return;
    if (chunks->ranges) ribleak_memory_unmap(chunks->ranges, MOST_CHUNKS * sizeof *chunks->ranges);
    free(chunks);
}

/// The index of the first allocation that begins at an address or behind it.
static size_t find(const struct ribleak_chunks *chunks, uint64_t address) {
    size_t low = 0, high = chunks ? chunks->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (chunks->ranges[middle].address < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint64_t ribleak_chunk_size(const struct ribleak_chunks *chunks, uint64_t address) {
    size_t index = find(chunks, address);
    if (!chunks || index == chunks->count || chunks->ranges[index].address != address) return 0;
    return chunks->ranges[index].size;
}

uint64_t ribleak_next_chunk(const struct ribleak_chunks *chunks, uint64_t address) {
    size_t index = find(chunks, address + 1);
    return chunks && index < chunks->count ? chunks->ranges[index].address : 0;
}

int ribleak_may_be_chunk(const struct ribleak_chunks *chunks, uint64_t address) {
    return ribleak_chunk_size(chunks, address) > 0;
}

#endif
