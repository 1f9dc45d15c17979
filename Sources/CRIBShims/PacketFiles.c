// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)

#include <sys/mount.h>
#include <sys/param.h>

int ribleak_file_keeps_its_blocks(int file) {
    // On Darwin, pages wait in memory for their blocks, and failing to store one sends no signal.
    struct statfs facts;
    return fstatfs(file, &facts) == 0 && (facts.f_flags & MNT_LOCAL) != 0;
}

int ribleak_file_look(int descriptor, struct ribleak_file *file) {
    struct stat facts;
    if (fstat(descriptor, &facts) != 0) return 0;
    *file = (struct ribleak_file){
        (uint64_t)facts.st_dev, (uint64_t)facts.st_ino, (uint64_t)facts.st_size};
    return 1;
}

#else

#include <fcntl.h>
#include <sys/vfs.h>

int ribleak_file_keeps_its_blocks(int file) {
    // From linux/magic.h, which not all systems have.
    enum { ext_2_to_4 = 0xEF53, xfs = 0x58465342, tmpfs = 0x01021994 };
    // Overlay does not say what is below it. In containers it is mostly one of the others. Above
    // btrfs, only the SIGBUS handler protects the process.
    enum { overlay = 0x794C7630 };
    const uint32_t ramfs = 0x858458F6u;
    struct statfs facts;
    if (fstatfs(file, &facts) != 0) return 0;
    uint32_t type = (uint32_t)facts.f_type;
    return type == ext_2_to_4 || type == xfs || type == tmpfs || type == ramfs ||
           type == overlay;
}

int ribleak_file_look(int descriptor, struct ribleak_file *file) {
    struct statx facts;
    int flags = AT_EMPTY_PATH | AT_STATX_DONT_SYNC;
    if (statx(descriptor, "", flags, STATX_INO | STATX_SIZE, &facts) != 0) return 0;
    uint64_t device = (uint64_t)facts.stx_dev_major << 32 | facts.stx_dev_minor;
    *file = (struct ribleak_file){device, facts.stx_ino, facts.stx_size};
    return 1;
}

#endif

int ribleak_write_at(int file, const void *bytes, size_t count, off_t offset) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = pwrite(file, next, count, offset);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = EIO;
        if (written <= 0) return 0;
        next += written;
        count -= (size_t)written;
        offset += written;
    }
    return 1;
}
