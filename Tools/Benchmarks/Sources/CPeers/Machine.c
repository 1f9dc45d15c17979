// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CPeers.h"

#include <link.h>
#include <malloc.h>
#include <time.h>

uint64_t peers_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t peers_processor_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

size_t peers_allocated_bytes(void) {
    struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

static int note_code(struct dl_phdr_info *info, size_t size, void *range) {
    (void)size;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
        ((uint64_t *)range)[0] = segment->p_vaddr;
        ((uint64_t *)range)[1] = segment->p_vaddr + segment->p_memsz;
        break;
    }
    return 1;  // the executable comes first
}

void peers_code_range(uint64_t *start, uint64_t *end) {
    uint64_t range[2] = {0, 0};
    dl_iterate_phdr(note_code, range);
    *start = range[0];
    *end = range[1];
}
