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

_Thread_local struct ribleak_thread_slot ribleak_thread_slot_current;

int ribleak_fork_state;

static void note_fork(void) { __atomic_store_n(&ribleak_fork_state, 1, __ATOMIC_RELAXED); }

void ribleak_fork_watch(void) { pthread_atfork(NULL, NULL, note_fork); }
