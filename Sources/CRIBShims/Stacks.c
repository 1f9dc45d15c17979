#include "CRIBShims.h"

#include "CLibunwind.h"

int ribleak_stacks_prepare(void) { return ribleak_libunwind_load(); }

int ribleak_stacks_capture(void **frames, int capacity) {
    return ribleak_libunwind_backtrace(frames, capacity);
}
