#define _GNU_SOURCE
#include "CRIBShims.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

void ribleak_write_quietly(int file, const void *bytes, size_t count) {
    // Both signals go to the thread that writes: here they can be held back and taken away.
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
