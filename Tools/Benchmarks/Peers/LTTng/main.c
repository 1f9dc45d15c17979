// SPDX-License-Identifier: Apache-2.0

// Records events with LTTng-UST. Each input line asks for one round, as `THREADS EVENTS`. The
// answer is the nanoseconds per event, with each thread recording EVENTS.
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "ribleak_peer.h"

enum { most_threads = 8 };

static uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static pthread_barrier_t start;
static uint64_t events;

static void *record(void *taken) {
    // A thread's first event has extra costs that do not count.
    lttng_ust_tracepoint(ribleak_peer, ended, 0, 1, 0, 0);
    pthread_barrier_wait(&start);
    uint64_t began = nanoseconds();
    for (uint64_t event = 0; event < events; event++) {
        lttng_ust_tracepoint(ribleak_peer, ended, event, 1, event, 0);
    }
    *(uint64_t *)taken = nanoseconds() - began;
    return NULL;
}

int main(void) {
    unsigned threads;
    while (scanf("%u %" SCNu64, &threads, &events) == 2) {
        if (threads < 1 || threads > most_threads || events < 1) return 64;
        pthread_t running[most_threads];
        uint64_t taken[most_threads], sum = 0;
        pthread_barrier_init(&start, NULL, threads);
        for (unsigned index = 0; index < threads; index++) {
            pthread_create(&running[index], NULL, record, &taken[index]);
        }
        for (unsigned index = 0; index < threads; index++) {
            pthread_join(running[index], NULL);
            sum += taken[index];
        }
        pthread_barrier_destroy(&start);
        printf("%.3f\n", (double)sum / (double)threads / (double)events);
        fflush(stdout);
    }
    return 0;
}
