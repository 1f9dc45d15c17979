// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
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

// Called once per thread, because each of these numbers takes a system call.
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

static void *run(void *work) {
    // Else it has the name of whoever started it.
#if defined(__APPLE__)
    pthread_setname_np("ribleak");
#else
    pthread_setname_np(pthread_self(), "ribleak");
#endif
    ((void (*)(void))work)();
    return NULL;
}

static int start(void (*work)(void), size_t stack_size) {
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return 0;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack_size > 0) pthread_attr_setstacksize(&attributes, stack_size);
    // The host's handlers run on its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, &attributes, run, (void *)work);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return error == 0;
}

int ribleak_thread_start(void (*work)(void)) { return start(work, 512 << 10); }

static void do_nothing(void) {}

int ribleak_thread_can_start(void) { return start(do_nothing, 0); }

static void (*exit_work)(void);
static pthread_t exit_thread;
static int is_exit_begun, is_exit_done;

static void wait_for_exit(void) {
    if (ribleak_fork_is_child()) return;
    // The next thread to exit finds this again: each entry of the system's list runs once.
    if (!__atomic_load_n(&is_exit_done, __ATOMIC_ACQUIRE)) atexit(wait_for_exit);
    for (int waited = 0; waited < 10000; waited++) {
        if (__atomic_load_n(&is_exit_done, __ATOMIC_ACQUIRE)) return;
        int is_begun = __atomic_load_n(&is_exit_begun, __ATOMIC_ACQUIRE);
        if (is_begun && pthread_equal(exit_thread, pthread_self())) return;
        // A process exits once: looking each millisecond needs no lock that a fork might copy.
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

static void exits(void) {
    atexit(wait_for_exit);
    exit_thread = pthread_self();
    __atomic_store_n(&is_exit_begun, 1, __ATOMIC_RELEASE);
    exit_work();
    __atomic_store_n(&is_exit_done, 1, __ATOMIC_RELEASE);
}

void ribleak_at_exit(void (*work)(void)) {
    exit_work = work;
    // Last in, first out. Two, for the threads that come before `exits` has added its own.
    atexit(wait_for_exit);
    atexit(wait_for_exit);
    atexit(exits);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
void __asan_unpoison_memory_region(const volatile void *address, size_t size);
/// More than destructors of thread keys take, in bytes.
static const size_t largest_stack = 256 << 10;
// Not __asan_handle_no_return: it asks the system for a signal stack, in a frame on poisoned memory.
#define forget_stack() \
    __asan_unpoison_memory_region( \
        (char *)__builtin_frame_address(0) - largest_stack, largest_stack)
#endif
#endif
#ifndef forget_stack
#define forget_stack() ((void)0)
#endif

__attribute__((no_sanitize("address"))) void ribleak_thread_ends(void) { forget_stack(); }

_Thread_local struct ribleak_thread_slot ribleak_thread_slot_current;

int ribleak_fork_state;

void *ribleak_shared_recorder_place;

static void note_fork(void) { __atomic_store_n(&ribleak_fork_state, 1, __ATOMIC_RELAXED); }

void ribleak_fork_watch(void) {
    static int is_watching;
    if (__atomic_exchange_n(&is_watching, 1, __ATOMIC_ACQ_REL)) return;
    pthread_atfork(NULL, NULL, note_fork);
}

/// In nanoseconds. A number of tries would not do: on a busy machine each may take milliseconds.
static const uint64_t longest_wait = 20000000;

int ribleak_lock_take_for_now(struct ribleak_lock *lock) {
    struct timespec time;
    uint64_t began = 0, now = 0;
    do {
        if (ribleak_lock_take_if_free(lock)) return 1;
        sched_yield();
        clock_gettime(CLOCK_MONOTONIC, &time);
        now = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
        if (began == 0) began = now;
    } while (now - began < longest_wait);
    return 0;
}

uint64_t ribleak_thread_block(void) { return (uint64_t)(uintptr_t)pthread_self(); }
