// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/uio.h>
#include <unistd.h>

void ribleak_write_quietly(int file, const void *bytes, size_t count) {
    // Both signals go to the writing thread, so this can block them and then discard them.
    sigset_t held, before, pending;
    sigemptyset(&held);
    sigpending(&pending);
    if (!sigismember(&pending, SIGPIPE)) sigaddset(&held, SIGPIPE);
    if (!sigismember(&pending, SIGXFSZ)) sigaddset(&held, SIGXFSZ);
    if (pthread_sigmask(SIG_BLOCK, &held, &before) != 0) return;
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(file, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        next += written;
        count -= (size_t)written;
    }
    sigpending(&pending);
    sigset_t taken;
    sigemptyset(&taken);
    if (sigismember(&held, SIGPIPE) && sigismember(&pending, SIGPIPE)) sigaddset(&taken, SIGPIPE);
    if (sigismember(&held, SIGXFSZ) && sigismember(&pending, SIGXFSZ)) sigaddset(&taken, SIGXFSZ);
    int number;
    while (sigismember(&taken, SIGPIPE) || sigismember(&taken, SIGXFSZ)) {
        if (sigwait(&taken, &number) != 0) break;
        sigdelset(&taken, number);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int ribleak_write_padded(
    int file, const void *head, size_t head_count, size_t count, off_t offset) {
    // A small reused buffer stays in the nearest cache. A buffer of `count` bytes would not.
    static char zeros[16 * 1024];
    enum { most_pieces = 17 };
    size_t done = 0;
    while (done < count) {
        struct iovec pieces[most_pieces];
        int used = 0;
        size_t planned = done;
        if (planned < head_count) {
            pieces[used++] = (struct iovec){(char *)head + planned, head_count - planned};
            planned = head_count;
        }
        for (; planned < count && used < most_pieces; used++) {
            size_t left = count - planned;
            size_t size = left < sizeof(zeros) ? left : sizeof(zeros);
            pieces[used] = (struct iovec){zeros, size};
            planned += size;
        }
        ssize_t written = pwritev(file, pieces, used, offset + (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return 0;
        done += (size_t)written;
    }
    return 1;
}
