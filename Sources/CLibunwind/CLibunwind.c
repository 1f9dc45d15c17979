// SPDX-License-Identifier: Apache-2.0

#include "CLibunwind.h"

#include <stddef.h>

#if defined(__APPLE__)

#include <execinfo.h>

// Apple's libunwind has no unw_backtrace; its backtrace() walks the same frames.
int ribleak_libunwind_load(void) { return 1; }

int ribleak_libunwind_backtrace(void **frames, int capacity) {
    __attribute__((musttail)) return backtrace(frames, capacity);
}

#else

#include <dlfcn.h>

typedef int (*unw_backtrace_function)(void **, int);

static _Atomic(unw_backtrace_function) loaded_unw_backtrace;

int ribleak_libunwind_load(void) {
    if (loaded_unw_backtrace != NULL) return 1;
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    unw_backtrace_function found = (unw_backtrace_function)dlsym(library, "unw_backtrace");
    if (found == NULL) return 0;
    void *warm_up[1];
    found(warm_up, 1);  // fills libunwind's caches here, not in the host's first attach
    loaded_unw_backtrace = found;
    return 1;
}

int ribleak_libunwind_backtrace(void **frames, int capacity) {
    unw_backtrace_function capture = loaded_unw_backtrace;
    if (capture == NULL) return 0;
    __attribute__((musttail)) return capture(frames, capacity);
}

#endif
