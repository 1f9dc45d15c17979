// SPDX-License-Identifier: Apache-2.0

// The state of libdispatch's timers and queues, for finding scheduled work. Linux only.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads memory that may be gone.
///
/// - Returns: 1, or 0 when some of it cannot be read.
int ribleak_read_memory(const void *address, void *copy, size_t size);

/// The time in nanoseconds on the clock that timers use.
uint64_t ribleak_monotonic_now(void);

/// Finds libdispatch once. This takes the loader's lock, which the host uses too.
void ribleak_find_libdispatch(void);

/// The time at which libdispatch's own timer is due, with which it checks its threads. Returns 0 if
/// the host has a timer in the same heap that is due within the given time.
uint64_t ribleak_only_housekeeping(uint64_t within);

/// Whether libdispatch has a timer that is due within the given time, other than its own. Call it while
/// libdispatch's threads wait. For some microseconds after a timer's time, this is all that tells: its
/// descriptor looks as if nobody had set it, until the system fires it.
int ribleak_has_due_timer(uint64_t within);

/// Whether a block or task waits for a thread in one of the global queues. When the threads that
/// libdispatch provides are blocked, it checks only once a second whether to add one.
int ribleak_global_queues_wait(void);

/// Tells where libdispatch has its variables of each thread: in which module of the loader's, and how
/// many bytes from that module's beginning.
///
/// - Returns: 1, or 0 if that is not known.
int ribleak_dispatch_variables(size_t *module, size_t *offset);
