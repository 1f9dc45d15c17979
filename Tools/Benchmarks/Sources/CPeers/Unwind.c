// SPDX-License-Identifier: Apache-2.0

#include "CPeers.h"

#include <dlfcn.h>
#include <ucontext.h>

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
