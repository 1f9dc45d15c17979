// SPDX-License-Identifier: Apache-2.0

#include "CLeakDetectionHook.h"

// RIBLeakTesting has it, which every product with this target holds as well.
extern void ribleak_enable_for_all_tests(void);

// Runs once all libraries are loaded, before any test.
__attribute__((constructor)) static void enable_for_all_tests(void) {
    ribleak_enable_for_all_tests();
}
