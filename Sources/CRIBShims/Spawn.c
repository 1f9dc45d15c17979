// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

void ribleak_connected_sockets(int ends[2], double idle_limit) {
    int kind = SOCK_STREAM;
#ifdef SOCK_CLOEXEC
    kind |= SOCK_CLOEXEC;
#endif
    if (socketpair(AF_UNIX, kind, 0, ends) != 0) {
        ends[0] = ends[1] = -1;
        return;
    }
    for (int end = 0; end < 2; end++) {
#ifndef SOCK_CLOEXEC
        fcntl(ends[end], F_SETFD, FD_CLOEXEC);
#endif
#ifdef SO_NOSIGPIPE
        int on = 1;
        setsockopt(ends[end], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    }
    // The system keeps this time: a timer of this process would be work that tests wait for.
    struct timeval limit;
    limit.tv_sec = (time_t)idle_limit;
    limit.tv_usec = (suseconds_t)((idle_limit - (double)limit.tv_sec) * 1e6);
    setsockopt(ends[1], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

ssize_t ribleak_send(int socket, const void *bytes, size_t count) {
    int flags = MSG_DONTWAIT;
#ifdef MSG_NOSIGNAL
    flags |= MSG_NOSIGNAL;
#endif
    return send(socket, bytes, count, flags);
}

// Apps for phones and watches may not start programs. Their systems do not even declare the
// functions.
#if defined(__APPLE__) && !TARGET_OS_OSX

int ribleak_spawn(
    const char *program, char *const arguments[], char *const environment[], const int files[3],
    const char *folder, int leads_group
) {
    (void)program, (void)arguments, (void)environment, (void)files, (void)folder;
    (void)leads_group;
    return -ENOTSUP;
}

#else

#include <signal.h>
#include <spawn.h>
#include <stddef.h>

/// Sets up everything a child gets besides its program: three descriptors, no blocked signals, a
/// folder, perhaps a group.
static int prepare(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const int files[3],
    const char *folder, int leads_group
) {
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    if (leads_group) flags |= POSIX_SPAWN_SETPGROUP;
    int error = posix_spawnattr_setflags(attributes, flags);
    if (!error && leads_group) error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &usual);
    for (int number = 0; !error && number < 3; number++) {
        error = posix_spawn_file_actions_adddup2(actions, files[number], number);
    }
#if defined(__GLIBC__) && __GLIBC__ == 2 && __GLIBC_MINOR__ < 29
    if (!error && folder) error = ENOTSUP;
#else
    if (!error && folder) error = posix_spawn_file_actions_addchdir_np(actions, folder);
#endif
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    return error;
}

int ribleak_spawn(
    const char *program, char *const arguments[], char *const environment[], const int files[3],
    const char *folder, int leads_group
) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = prepare(&actions, &attributes, files, folder, leads_group);
        if (!error) {
            error = posix_spawn(&child, program, &actions, &attributes, arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error ? -error : (int)child;
}

#endif
