// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#include "CLibunwind.h"

#include <string.h>

#if defined(__GLIBC__)
#include <execinfo.h>
#endif

// libunwind caches, for each thread, how to walk on from an address, and then takes a tenth of the
// time of glibc's backtrace. But a thread's first capture with libunwind costs as much as twenty
// with backtrace. It maps and fills a quarter of a MiB, and looks up each address of the stack with
// some system calls. So a thread switches to libunwind once it has captured often enough to pay for
// that. The thread that starts recording, in most hosts the main thread, switches at once.
enum { most_early_captures = 20 };

#if defined(__GLIBC__)
static _Thread_local int early_captures;
#endif

// The most frames of this file that glibc's backtrace walks.
enum { most_own_frames = RIBLEAK_STACKS_SPARE };

// 1 once both ways to walk were tried. The first time, they load libraries and allocate memory.
static int is_prepared;

void ribleak_stacks_warm_up(void) {
#if defined(__GLIBC__)
    void *frames[64];
    backtrace(frames, 64);
#endif
}

int ribleak_stacks_prepare(void) {
    if (!ribleak_libunwind_load()) return 0;
#if defined(__GLIBC__)
    ribleak_stacks_warm_up();
    void *frames[64];
    ribleak_libunwind_backtrace(frames, 64);
    early_captures = most_early_captures;
    __atomic_store_n(&is_prepared, 1, __ATOMIC_RELEASE);
#endif
    return 1;
}

#if defined(__GLIBC__)

static int is_early(void) {
    return early_captures != most_early_captures && __atomic_load_n(&is_prepared, __ATOMIC_ACQUIRE);
}

// As with libunwind, a stack begins with the caller, so that equal stacks have equal addresses.
static int without_own_frames(void **frames, int count, void *caller) {
    int own = 0;
    while (own < count && own < most_own_frames && frames[own] != caller) own++;
    if (own == count || frames[own] != caller) return count;
    memmove(frames, frames + own, (size_t)(count - own) * sizeof(void *));
    return count - own;
}

__attribute__((noinline)) static int capture_early(void **frames, int capacity, void *caller) {
    early_captures++;
    return without_own_frames(frames, backtrace(frames, capacity), caller);
}

#endif

__attribute__((noinline)) int ribleak_stacks_capture(void **frames, int capacity) {
#if defined(__GLIBC__)
    if (__builtin_expect(is_early(), 0)) {
        int count = capture_early(frames, capacity, __builtin_return_address(0));
        if (count > 0) return count;
    }
#endif
    // Leaves no frame of this function, which libunwind would have to walk each time.
    __attribute__((musttail)) return ribleak_libunwind_backtrace(
        frames, capacity - RIBLEAK_STACKS_SPARE);
}

int ribleak_stacks_capture_deeper(
    void *const *known, int known_count, void **frames, int capacity) {
    int count = ribleak_stacks_capture(frames, capacity);
    // The frames between the two captures differ, and so does the line from which they were made.
    int own = 0;
    while (own < count && own < RIBLEAK_STACKS_BETWEEN && frames[own] != known[1]) own++;
    if (known_count < 2 || own == 0 || own == count || frames[own] != known[1]) return 0;
    memmove(frames + 1, frames + own, (size_t)(count - own) * sizeof(void *));
    frames[0] = known[0];
    return count - own + 1;
}

#if defined(__GLIBC__)

// glibc's backtrace asks libgcc, which looks up every address in the images loaded now.
int ribleak_stacks_mend(void **frames, int count, int doubtful, int capacity) {
    enum { most = 1024 + 64 };
    void *walked[most];
    // The frames of this function and its callers come first.
    int depth = backtrace(walked, most);
    int at = 0;
    while (at < depth && walked[at] != frames[doubtful]) at++;
    if (at == depth) return count;
    int rest = depth - at - 1;
    if (rest > capacity - doubtful - 1) rest = capacity - doubtful - 1;
    memcpy(frames + doubtful + 1, walked + at + 1, (size_t)rest * sizeof(void *));
    return doubtful + 1 + rest;
}

#else

int ribleak_stacks_mend(void **frames, int count, int doubtful, int capacity) {
    (void)frames, (void)doubtful, (void)capacity;
    return count;
}

#endif
