// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "VictimShims.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct small_work {
    void (*function)(void);
    pthread_barrier_t all;
};

static void *run_small(void *context) {
    struct small_work *work = context;
    work->function();
    pthread_barrier_wait(&work->all);
    return NULL;
}

int victim_run_on_small_stacks(int count, size_t bytes, void (*function)(void)) {
    struct small_work work = {.function = function};
    pthread_t *threads = calloc((size_t)count, sizeof(*threads));
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, bytes) != 0) return 0;
    pthread_barrier_init(&work.all, NULL, (unsigned)count);
    for (int index = 0; index < count; index++) {
        if (pthread_create(&threads[index], &attributes, run_small, &work) != 0) _exit(94);
    }
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
    free(threads);
    return count;
}

static void (*handled)(void);

static void handle(int number) {
    (void)number;
    handled();
}

void victim_raise(void (*function)(void)) {
    handled = function;
    signal(SIGUSR1, handle);
    // What a parent blocked stays so.
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
    raise(SIGUSR1);
}

void victim_limit_descriptors(uint64_t more) {
    // The lowest free one: all below it are taken.
    int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(next);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = (rlim_t)next + more;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// Leaves some room in the heap, as a host that has run for a while has it: what Swift cannot allocate ends
/// the process. Threads that have no heap of their own yet share this one, since they would get none.
static void leave_room_in_heap(void) {
    mallopt(M_ARENA_MAX, 1);
    enum { count = 32, size = 100 << 10 };
    void *blocks[count];
    for (int index = 0; index < count; index++) blocks[index] = malloc(size);
    // The last one stays, so that the others are not given back to the system.
    for (int index = 0; index < count - 1; index++) free(blocks[index]);
}

void victim_limit_memory(uint64_t more) {
    leave_room_in_heap();
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL || fscanf(file, "%lu", &pages) != 1) _exit(93);
    fclose(file);
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
    setrlimit(RLIMIT_AS, &limit);
}
