// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"
#include "DispatchState.h"

#if defined(__linux__)

#include <dlfcn.h>

// Each thread has a list of the memory of work that it took, and only its variables say where it begins.
// The threads and their variables are found as a debugger finds them, through what glibc's nptl_db tells
// it.

/// How a debugger is told of a field: its size in bits, how many there are, and where it is.
struct field { uint32_t bits, count, offset; };

/// The lists of threads: those with a stack of glibc's own, and the others.
static const char *const lists[] = {
    "_thread_db_rtld_global__dl_stack_used", "_thread_db_rtld_global__dl_stack_user",
};

/// The most threads of a list, the most pieces of ended work of a thread, and of all.
enum { MOST_THREADS = 4096, MOST_OF_THREAD = 1024, MOST_ENDED = 16384 };
/// The words of a piece of work: its flags, which say that it was allocated, or its class if a queue
/// handed it on, then the number of pieces from it to the end, and the next one. As in libdispatch's
/// `inline_internal.h`.
enum { FLAGS, NUMBER, NEXT, WORDS };
/// Where libdispatch's variables of a thread have that list.
enum { LIST = 3 * sizeof(void *) };

static uintptr_t word_at(uintptr_t address) {
    uintptr_t word = 0;
    return ribleak_read_memory((const void *)address, &word, sizeof word) ? word : 0;
}

static const struct field *field(const char *name) { return dlsym(RTLD_DEFAULT, name); }

int ribleak_begins_work(uintptr_t first) {
    return first < 0x1000 ? (first & 0x100) != 0 : ribleak_is_of_dispatch(first);
}

/// Visits the list of one thread, and returns how many pieces it has.
static size_t visit_thread(
    uintptr_t variables, void (*visit)(void *, uintptr_t), void *context) {
    uintptr_t work = word_at(variables + LIST), words[WORDS];
    uint32_t left = 0;
    size_t count = 0;
    for (; work && count < MOST_OF_THREAD; work = words[NEXT], count++) {
        if (!ribleak_read_memory((const void *)work, words, sizeof words)) return count;
        if (!ribleak_begins_work(words[FLAGS])) return count;
        if (count > 0 && (uint32_t)words[NUMBER] != left) return count;
        left = (uint32_t)words[NUMBER] - 1;
        visit(context, work);
    }
    return count;
}

void ribleak_ended_work(void (*visit)(void *context, uintptr_t work), void *context) {
    size_t module, offset;
    uintptr_t globals = (uintptr_t)dlsym(RTLD_DEFAULT, "_rtld_global");
    const struct field *links = field("_thread_db_pthread_list");
    const struct field *vectors = field("_thread_db_pthread_dtvp"), *vector = field("_thread_db_dtv_dtv");
    if (!ribleak_dispatch_variables(&module, &offset) || !globals || !links || !vectors || !vector) return;
    size_t count = 0;
    for (size_t index = 0; index < sizeof lists / sizeof *lists; index++) {
        const struct field *list = field(lists[index]);
        if (!list) continue;
        uintptr_t head = globals + list->offset, link = word_at(head);
        for (int threads = 0; link && link != head && threads < MOST_THREADS; threads++) {
            uintptr_t vectors_at = link - links->offset + vectors->offset;
            uintptr_t block = word_at(word_at(vectors_at) + module * (vector->bits / 8));
            // A thread that has not used them yet has none.
            if (block && !(block & 1)) count += visit_thread(block + offset, visit, context);
            if (count > MOST_ENDED) return;
            link = word_at(link);
        }
    }
}

#else

void ribleak_ended_work(void (*visit)(void *context, uintptr_t work), void *context) {
    (void)visit, (void)context;
}

int ribleak_begins_work(uintptr_t first) {
    (void)first;
    return 0;
}

#endif
