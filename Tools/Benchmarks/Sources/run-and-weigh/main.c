// SPDX-License-Identifier: Apache-2.0

// Runs a command and prints its time in nanoseconds, its processor time, its peak memory in KiB and
// its exit code.
//
// A separate C program, because a child's peak memory includes that of the process that started it.
#include "CPeers.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static uint64_t nanoseconds(struct timeval time) {
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    uint64_t began = peers_nanoseconds();
    pid_t child;
    if (posix_spawnp(&child, arguments[1], &actions, NULL, arguments + 1, environ) != 0) return 1;
    int status;
    struct rusage used;
    if (wait4(child, &status, 0, &used) != child) return 1;
    uint64_t taken = peers_nanoseconds() - began;
    uint64_t worked = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
    printf("%llu %llu %ld %d\n", (unsigned long long)taken, (unsigned long long)worked,
           used.ru_maxrss,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
