// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CPeers.h"

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

// Clocks, memory and code of this process.

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

// Calls through foreign code.

static _Thread_local peers_callback pending;
static _Thread_local void *pending_context;

static int compare(const void *left, const void *right) {
    (void)left, (void)right;
    peers_callback callback = pending;
    pending = NULL;
    if (callback != NULL) callback(pending_context);
    return 0;
}

void peers_call_through_qsort(peers_callback callback, void *context) {
    int numbers[2] = {2, 1};
    pending = callback;
    pending_context = context;
    qsort(numbers, 2, sizeof(numbers[0]), compare);
}

void peers_keep_frame(void) {}

// libunwind, loaded when it is needed.

typedef int (*backtrace_function)(void **, int);
typedef int (*context_function)(void *);
typedef int (*init_function)(void *, void *);
typedef int (*step_function)(void *);
typedef int (*register_function)(void *, int, uintptr_t *);

static backtrace_function found_backtrace;
static context_function found_context;
static init_function found_init;
static step_function found_step;
static register_function found_register;

// The sizes and the register number that libunwind uses on this processor.
enum { cursor_words = 127, instruction_pointer = 16 };

int peers_unwind_load(void) {
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    found_backtrace = (backtrace_function)dlsym(library, "unw_backtrace");
#if defined(__x86_64__)
    found_context = (context_function)dlsym(library, "_Ux86_64_getcontext");
    found_init = (init_function)dlsym(library, "_ULx86_64_init_local");
    found_step = (step_function)dlsym(library, "_ULx86_64_step");
    found_register = (register_function)dlsym(library, "_ULx86_64_get_reg");
#endif
    return found_backtrace != NULL;
}

int peers_unwind_backtrace(void **frames, int capacity) {
    return found_backtrace(frames, capacity);
}

int peers_unwind_step(void **frames, int capacity) {
    ucontext_t context;
    uintptr_t cursor[cursor_words];
    if (!found_context || !found_init || !found_step || !found_register) return 0;
    if (found_context(&context) != 0 || found_init(cursor, &context) != 0) return 0;
    int count = 0;
    while (count < capacity && found_step(cursor) > 0) {
        uintptr_t address;
        if (found_register(cursor, instruction_pointer, &address) != 0 || address == 0) break;
        frames[count++] = (void *)address;
    }
    return count;
}
