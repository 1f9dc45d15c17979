#include "CRIBShims.h"

#include "CLibunwind.h"

int ribleak_stacks_prepare(void) { return ribleak_libunwind_load(); }

int ribleak_stacks_capture(void **frames, int capacity) {
    return ribleak_libunwind_backtrace(frames, capacity);
}

#if defined(__GLIBC__)

#include <execinfo.h>
#include <string.h>

// glibc's backtrace asks libgcc, which looks every address up in the images of this moment.
int ribleak_stacks_mend(void **frames, int count, int doubtful, int capacity) {
    enum { most = 512 };
    void *walked[most];
    // This function's own frames and its callers' stand in front.
    int depth = backtrace(walked, most);
    int at = 0;
    while (at < depth && walked[at] != frames[doubtful]) at++;
    if (at == depth) return count;
    int rest = depth - at - 1;
    if (rest > capacity - doubtful - 1) rest = capacity - doubtful - 1;
    memcpy(frames + doubtful + 1, walked + at + 1, (size_t)rest * sizeof(void *));
    return doubtful + 1 + rest;
}

#else

int ribleak_stacks_mend(void **frames, int count, int doubtful, int capacity) {
    (void)frames, (void)doubtful, (void)capacity;
    return count;
}

#endif
