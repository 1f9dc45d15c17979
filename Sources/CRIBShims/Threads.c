#define _GNU_SOURCE
#include "CRIBShims.h"

#include <pthread.h>
#include <sched.h>
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

// Asked once a thread: each of these numbers is a system call.
int ribleak_is_main_thread(void) {
#if defined(__APPLE__)
    return pthread_main_np();
#else
    enum { unknown, other, main_thread };
    static _Thread_local int kind;
    if (kind == unknown) kind = ribleak_thread_number() == (uint32_t)getpid() ? main_thread : other;
    return kind == main_thread;
#endif
}

_Thread_local struct ribleak_thread_slot ribleak_thread_slot_current;

int ribleak_fork_state;

static void note_fork(void) { __atomic_store_n(&ribleak_fork_state, 1, __ATOMIC_RELAXED); }

void ribleak_fork_watch(void) {
    static int is_watching;
    if (__atomic_exchange_n(&is_watching, 1, __ATOMIC_ACQ_REL)) return;
    pthread_atfork(NULL, NULL, note_fork);
}

int ribleak_mutex_lock_for_now(pthread_mutex_t *mutex) {
    enum { most_tries = 1000 };
    for (int tries = 0; tries < most_tries; tries++) {
        if (pthread_mutex_trylock(mutex) == 0) return 1;
        sched_yield();
    }
    return 0;
}

uint64_t ribleak_thread_block(void) { return (uint64_t)(uintptr_t)pthread_self(); }
