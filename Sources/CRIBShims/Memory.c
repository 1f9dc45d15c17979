#ifdef __linux__
#define _GNU_SOURCE
#include <sys/uio.h>
#include <unistd.h>
#endif

#include "CRIBShims.h"

#if defined(__linux__)

size_t ribleak_memory_read(uint64_t address, void *buffer, size_t count) {
    struct iovec local = {buffer, count};
    struct iovec remote = {(void *)(uintptr_t)address, count};
    ssize_t copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    return copied < 0 ? 0 : (size_t)copied;
}

#else

size_t ribleak_memory_read(uint64_t address, void *buffer, size_t count) {
    (void)address, (void)buffer, (void)count;
    return 0;
}

#endif
