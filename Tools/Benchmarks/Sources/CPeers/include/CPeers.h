// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_CPEERS_H
#define RIBLEAK_CPEERS_H

#include <stddef.h>
#include <stdint.h>

// MARK: libunwind, loaded as the recorder loads it

/// Returns 1 when the two functions below work.
int peers_unwind_load(void);

/// Calls `unw_backtrace` and nothing else.
int peers_unwind_backtrace(void **frames, int capacity);

/// The return addresses that `unw_step` finds, innermost first. Returns 0 where its symbol, which
/// contains the processor's name, is not available.
int peers_unwind_step(void **frames, int capacity);

// MARK: Frames of C between frames of Swift

typedef void (*peers_callback)(void *context);

/// Calls `callback` once, from inside `qsort`'s comparison.
void peers_call_through_qsort(peers_callback callback, void *context);

/// Does nothing, but the compiler does not know that: a call before it is not a tail call.
void peers_keep_frame(void);

// MARK: The machine

uint64_t peers_nanoseconds(void);

/// The processor time of all threads of this process, in nanoseconds.
uint64_t peers_processor_nanoseconds(void);

/// The bytes that this process has allocated and not freed.
size_t peers_allocated_bytes(void);

/// The range of the executable's code in its file.
void peers_code_range(uint64_t *start, uint64_t *end);

#endif
