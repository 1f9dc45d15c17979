#include "CRIBShims.h"

#include <time.h>

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t ribleak_clock_monotonic(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t ribleak_clock_offset(void) {
    return (int64_t)nanoseconds(CLOCK_REALTIME) - (int64_t)nanoseconds(CLOCK_MONOTONIC);
}
