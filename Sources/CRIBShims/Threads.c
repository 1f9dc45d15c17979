#define _GNU_SOURCE
#include "CRIBShims.h"

#include <pthread.h>
#include <unistd.h>

#if defined(__APPLE__)

uint32_t ribleak_thread_number(void) {
    uint64_t number = 0;
    pthread_threadid_np(NULL, &number);
    return (uint32_t)number;
}

#else

#include <sys/syscall.h>

uint32_t ribleak_thread_number(void) { return (uint32_t)syscall(SYS_gettid); }

#endif

static int is_forked_child;

static void note_fork(void) { __atomic_store_n(&is_forked_child, 1, __ATOMIC_RELAXED); }

void ribleak_fork_watch(void) { pthread_atfork(NULL, NULL, note_fork); }

int ribleak_fork_is_child(void) { return __atomic_load_n(&is_forked_child, __ATOMIC_RELAXED); }
