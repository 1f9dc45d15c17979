// SPDX-License-Identifier: Apache-2.0

#ifndef RIBLEAK_CMALLOCCOUNTER_H
#define RIBLEAK_CMALLOCCOUNTER_H

#include <stdint.h>

/// Pieces of memory the calling thread has asked for, by malloc and its kin, or a negative number
/// where they cannot be counted.
///
/// An executable that links this has glibc's allocator replaced by one that counts and calls it.
int64_t malloc_counter_count(void);

#endif
