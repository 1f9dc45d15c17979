// SPDX-License-Identifier: Apache-2.0

// What libdispatch says of its timers and queues, to those who ask what is scheduled; on Linux only.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads memory that may be gone.
///
/// - Returns: 1, or 0 when not all of it can be read.
int ribleak_read_memory(const void *address, void *copy, size_t size);

/// Nanoseconds of the clock that timers go by.
uint64_t ribleak_monotonic_now(void);

/// Finds libdispatch once: the loader's lock is the host's too.
void ribleak_find_libdispatch(void);

/// Whether an address lies in libdispatch, where its idle workers wait with a limit.
int ribleak_is_of_dispatch(uintptr_t address);

/// When the timer is due by which libdispatch looks after its threads, if the host has none in the same
/// heap that is due in a time; else 0.
uint64_t ribleak_only_housekeeping(uint64_t within);

/// Whether a block or task waits in one of the queues of the whole process for a thread: when those that
/// libdispatch lends are blocked, it sees only once a second that it should make one more.
int ribleak_global_queues_wait(void);
