// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_CLIBUNWIND_H
#define RIBLEAK_CLIBUNWIND_H

// libunwind, loaded and not linked.
//
// Linking -lunwind would put its `backtrace` and `_Unwind_*` in front of glibc's and libgcc's for
// the whole host, C++ exceptions included, and would make every host that links ribleak need the
// library to start. Loading it with RTLD_LOCAL does neither. RTLD_DEEPBIND is not used: address
// sanitizer ends a process that asks for it.

/// Finds libunwind. Call once, before the first capture; takes the loader's lock.
///
/// Returns 1 when stacks can be captured from now on, 0 when this machine has no libunwind.
int ribleak_libunwind_load(void);

/// Writes the calling thread's return addresses, innermost first, and returns how many.
///
/// The first lies in the caller: this function leaves no frame of its own. Returns 0 when `ribleak_libunwind_load` has not found the library. Not for signal handlers.
int ribleak_libunwind_backtrace(void **frames, int capacity);

#endif
