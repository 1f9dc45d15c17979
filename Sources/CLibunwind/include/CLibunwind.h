// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_CLIBUNWIND_H
#define RIBLEAK_CLIBUNWIND_H

// Loads libunwind at run time instead of linking it.
//
// Linking -lunwind would put its `backtrace` and `_Unwind_*` in front of those of glibc and libgcc
// for the whole host, C++ exceptions included. Every host that links ribleak would also need the
// library to start. Loading it with RTLD_LOCAL does neither. RTLD_DEEPBIND is not used, because the
// address sanitizer ends a process that asks for it.

/// Finds libunwind. Call it once, before the first capture. It takes the loader's lock.
///
/// Returns 1 when stacks can be captured from now on, and 0 when this machine has no libunwind.
int ribleak_libunwind_load(void);

/// Writes the calling thread's return addresses, innermost first, and returns their number.
///
/// The first address lies in the caller, because this function leaves no frame of its own. Returns
/// 0 until `ribleak_libunwind_load` has found the library. Not for signal handlers.
int ribleak_libunwind_backtrace(void **frames, int capacity);

#endif
