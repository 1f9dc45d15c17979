// SPDX-License-Identifier: Apache-2.0

#include "CRIBShims.h"

#include <time.h>

struct ribleak_counter ribleak_counter_calibration;

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t ribleak_clock_thread(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

uint64_t ribleak_clock_process(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

uint64_t ribleak_clock_system(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t ribleak_clock_offset(void) {
    return (int64_t)nanoseconds(CLOCK_REALTIME) - (int64_t)ribleak_clock_monotonic();
}

#if defined(__x86_64__) && defined(__linux__)

#include <cpuid.h>

// Whether the counter runs at one rate in all states of the processor: CPUID 80000007H, EDX bit 8.
static int counter_is_invariant(void) {
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & 1u << 8);
}

struct pair {
    uint64_t counter;
    uint64_t nanoseconds;
};

// Reads both clocks several times and returns the closest pair.
static struct pair read_both(void) {
    struct pair best = {0, 0};
    uint64_t best_width = UINT64_MAX;
    for (int attempt = 0; attempt < 16; attempt++) {
        uint64_t before = __builtin_ia32_rdtsc();
        uint64_t now = ribleak_clock_system();
        uint64_t width = __builtin_ia32_rdtsc() - before;
        if (width < best_width) {
            best_width = width;
            best = (struct pair){before + width / 2, now};
        }
    }
    return best;
}

void ribleak_clock_prepare(void) {
    static int is_prepared;
    if (__atomic_exchange_n(&is_prepared, 1, __ATOMIC_ACQ_REL) || !counter_is_invariant()) return;
    struct pair start = read_both(), end;
    do end = read_both();
    while (end.nanoseconds - start.nanoseconds < 1000000);
    uint64_t counts = end.counter - start.counter;
    if (counts == 0) return;
    ribleak_counter_calibration.start = end.counter;
    ribleak_counter_calibration.start_nanoseconds = end.nanoseconds;
    uint64_t elapsed = end.nanoseconds - start.nanoseconds;
    __atomic_store_n(
        &ribleak_counter_calibration.multiplier,
        (uint64_t)(((unsigned __int128)elapsed << 32) / counts), __ATOMIC_RELEASE);
}

#else

void ribleak_clock_prepare(void) {}

#endif
