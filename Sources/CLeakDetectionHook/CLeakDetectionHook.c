// SPDX-License-Identifier: Apache-2.0

#include "CLeakDetectionHook.h"

// Defined in RIBLeakTesting, which every product with this target contains as well.
extern void ribleak_enable_for_all_tests(void);

// Runs once all libraries are loaded, before any test.
__attribute__((constructor)) static void enable_for_all_tests(void) {
    ribleak_enable_for_all_tests();
}
