// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"
#include "DispatchState.h"

#if defined(__linux__)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// A thread that polls more descriptors than this is not waiting in a run loop.
#define MOST_POLLED 32

/// Reads a small file of `/proc` as text. Returns its length, or -1.
static ssize_t read_text(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t length = read(file, text, size - 1);
    close(file);
    if (length >= 0) text[length] = 0;
    return length;
}

// MARK: Descriptors

/// What waits behind a descriptor.
enum source { SOURCE_NONE, SOURCE_DUE, SOURCE_POLL, SOURCE_OUTSIDE };

/// The times that decide whether a timer counts.
struct limit {
    /// The limit in nanoseconds. Timers due later do not count.
    uint64_t within;
    /// When libdispatch's own timer is due, which never counts, or 0.
    uint64_t housekeeping;
};

/// Whether an `epoll` that asked once about a descriptor has reported it. libdispatch learns of its
/// timers this way and does not read how often they have fired.
///
/// - Parameter text: What the system reports about the `epoll`.
/// - Returns: 1; 0 when it still waits for the descriptor; -1 when it does not watch it.
static int has_reported(const char *text, long number) {
    int has_reported = -1;
    for (const char *line = strstr(text, "tfd:"); line; line = strstr(line + 4, "tfd:")) {
        long watched = 0;
        unsigned events = 0;
        if (sscanf(line, "tfd: %ld events: %x", &watched, &events) != 2 || watched != number) continue;
        // The requested events are cleared, and only the flags of the request are left.
        if (events & ~(unsigned)(EPOLLONESHOT | EPOLLET | EPOLLWAKEUP | EPOLLEXCLUSIVE)) return 0;
        has_reported = 1;
    }
    return has_reported;
}

/// Whether a timer that has fired was noticed, and nobody waits for it any longer.
static int is_noticed(long number) {
    DIR *folder = opendir("/proc/self/fdinfo");
    if (!folder) return 0;
    char path[300], text[4096];
    int is_noticed = 0;
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        snprintf(path, sizeof path, "/proc/self/fdinfo/%s", entry->d_name);
        ssize_t length = read_text(path, text, sizeof text);
        int reported = length < 0 ? -1 : has_reported(text, number);
        if (reported >= 0) is_noticed = reported;
        // A text that fills the buffer may be cut.
        if (reported == 0 || length + 1 == sizeof text) break;
    }
    closedir(folder);
    return is_noticed && !entry;
}

static enum source timer(long number, const char *text, const struct limit *limit) {
    const char *ticks = strstr(text, "ticks: ");
    const char *value = strstr(text, "it_value: (");
    if (!ticks || !value) return SOURCE_OUTSIDE;
    if (strtoull(ticks + 7, NULL, 10) > 0 && !is_noticed(number)) return SOURCE_DUE;
    unsigned long long seconds = 0, nanoseconds = 0;
    if (sscanf(value, "it_value: (%llu, %llu)", &seconds, &nanoseconds) != 2) return SOURCE_OUTSIDE;
    // The timer is not set, or so far away that the sum below would overflow.
    if ((seconds == 0 && nanoseconds == 0) || seconds >= UINT32_MAX) return SOURCE_NONE;
    uint64_t left = seconds * 1000000000u + nanoseconds;
    uint64_t due = ribleak_monotonic_now() + left;
    // This was read slightly later than the system computed it.
    int is_housekeeping = limit->housekeeping <= due && due - limit->housekeeping < 20000000u;
    // A timer of another clock is another one.
    const char *clock = strstr(text, "clockid: ");
    if (is_housekeeping && (!clock || atoi(clock + 9) == CLOCK_MONOTONIC)) return SOURCE_NONE;
    return left > limit->within ? SOURCE_NONE : SOURCE_DUE;
}

static enum source event(const char *text) {
    const char *count = strstr(text, "eventfd-count:");
    if (!count) return SOURCE_OUTSIDE;
    return strtoull(count + 14, NULL, 16) > 0 ? SOURCE_DUE : SOURCE_NONE;
}

/// What waits behind a descriptor. For an `epoll`, also returns its text.
static enum source descriptor(
    long number, const struct limit *limit, char *text, size_t size
) {
    char path[64], link[64];
    snprintf(path, sizeof path, "/proc/self/fd/%ld", number);
    ssize_t length = readlink(path, link, sizeof link - 1);
    // Closed in the meantime.
    if (length < 0) return SOURCE_NONE;
    link[length] = 0;
    int is_timer = strcmp(link, "anon_inode:[timerfd]") == 0;
    int is_event = strcmp(link, "anon_inode:[eventfd]") == 0;
    int is_poll = strcmp(link, "anon_inode:[eventpoll]") == 0;
    if (!is_timer && !is_event && !is_poll) return SOURCE_OUTSIDE;
    snprintf(path, sizeof path, "/proc/self/fdinfo/%ld", number);
    if (read_text(path, text, size) < 0) return SOURCE_NONE;
    return is_poll ? SOURCE_POLL : is_timer ? timer(number, text, limit) : event(text);
}

/// Whether something outside of the process can signal a descriptor that an `epoll` watches.
///
/// - Parameter size: The size of the text's buffer. A text that fills it may be cut.
static int watches_outside(const char *text, size_t size) {
    if (strlen(text) + 1 >= size) return 1;
    const struct limit none = {0, 0};
    char other[4096];
    for (const char *line = strstr(text, "tfd:"); line; line = strstr(line + 4, "tfd:")) {
        long number = strtol(line + 4, NULL, 10);
        if (descriptor(number, &none, other, sizeof other) == SOURCE_OUTSIDE) return 1;
    }
    return 0;
}

static enum ribleak_work look_at_descriptors(uint64_t within) {
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) return RIBLEAK_WORK_UNKNOWN;
    const struct limit limit = {within, ribleak_only_housekeeping(within)};
    enum ribleak_work found = RIBLEAK_WORK_NONE;
    char text[4096];
    struct dirent *entry;
    while (found == RIBLEAK_WORK_NONE && (entry = readdir(folder))) {
        if (entry->d_name[0] == '.') continue;
        enum source source = descriptor(atol(entry->d_name), &limit, text, sizeof text);
        if (source == SOURCE_DUE) found = RIBLEAK_WORK_DUE;
        if (source == SOURCE_POLL && watches_outside(text, sizeof text)) found = RIBLEAK_WORK_UNKNOWN;
    }
    closedir(folder);
    return found;
}

// MARK: Threads

/// A system call in which a thread waits.
struct call {
    long number;
    unsigned long long arguments[6];
};

/// Whether descriptors are only signalled by timers and by threads of this process.
static int are_inside(unsigned long long address, unsigned long long count) {
    struct pollfd polled[MOST_POLLED];
    if (count == 0 || count > MOST_POLLED) return 0;
    // The thread may continue meanwhile, and the memory may be gone.
    if (!ribleak_read_memory((const void *)(uintptr_t)address, polled, count * sizeof *polled)) return 0;
    const struct limit none = {0, 0};
    char text[4096];
    for (unsigned long long index = 0; index < count; index++) {
        if (polled[index].fd < 0) continue;
        if (descriptor(polled[index].fd, &none, text, sizeof text) == SOURCE_OUTSIDE) return 0;
    }
    return 1;
}

/// Whether a socket is connected to another one of this process. Run loops wake their own threads
/// this way: Foundation uses two sockets of the loopback network.
static int is_own_socket(int number) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid == getpid()) {
        return 1;
    }
    struct sockaddr_storage wanted, own;
    socklen_t wanted_size = sizeof wanted;
    if (getpeername(number, (struct sockaddr *)&wanted, &wanted_size) != 0) return 0;
    for (int other = 0; other < FD_SETSIZE; other++) {
        socklen_t own_size = sizeof own;
        if (getsockname(other, (struct sockaddr *)&own, &own_size) != 0) continue;
        if (own_size == wanted_size && memcmp(&own, &wanted, own_size) == 0) return 1;
    }
    return 0;
}

/// Whether a `select` without a time limit waits only for wake-ups by threads of this process.
static int selects_inside(const unsigned long long *arguments) {
    unsigned long long count = arguments[0];
    if (count == 0 || count > FD_SETSIZE || arguments[4] != 0) return 0;
    const struct limit none = {0, 0};
    char text[4096];
    for (int index = 1; index <= 3; index++) {
        fd_set set;
        FD_ZERO(&set);
        size_t size = (count + 63) / 64 * 8;
        if (arguments[index] == 0) continue;
        if (!ribleak_read_memory((const void *)(uintptr_t)arguments[index], &set, size)) return 0;
        for (int number = 0; number < (int)count; number++) {
            if (!FD_ISSET(number, &set) || is_own_socket(number)) continue;
            if (descriptor(number, &none, text, sizeof text) == SOURCE_OUTSIDE) return 0;
        }
    }
    return 1;
}

/// Whether a thread is idle: only another thread, or a descriptor that is checked separately, wakes
/// it.
///
/// - Parameter is_main: Whether this is the main thread. Its run loop may wait with a time limit,
///   because its timers have descriptors.
static int is_idle(const struct call *call, int is_main) {
    const unsigned long long *arguments = call->arguments;
    switch (call->number) {
    case SYS_futex: return arguments[3] == 0 || ribleak_is_of_dispatch(arguments[0]);
#ifdef SYS_poll
    case SYS_poll:
        return (is_main || (int)arguments[2] < 0) && are_inside(arguments[0], arguments[1]);
#endif
    case SYS_ppoll:
        return (is_main || arguments[2] == 0) && are_inside(arguments[0], arguments[1]);
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait: return is_main || (int)arguments[3] < 0;
#ifdef SYS_select
    case SYS_select:
#endif
    case SYS_pselect6: return selects_inside(arguments);
    case SYS_rt_sigtimedwait: return arguments[2] == 0;
    case SYS_rt_sigsuspend: return 1;
#ifdef SYS_pause
    case SYS_pause: return 1;
#endif
    default: return 0;
    }
}

/// Reads what a thread waits for, and how often it has run.
///
/// - Returns: 1; 0 when it runs or its state is unknown; -1 when it has ended.
static int read_thread(const char *thread, struct call *call, unsigned long long *runs) {
    char path[64], text[4096];
    unsigned long long *arguments = call->arguments;
    snprintf(path, sizeof path, "/proc/self/task/%.16s/status", thread);
    if (read_text(path, text, sizeof text) < 0) return errno == ENOENT || errno == ESRCH ? -1 : 0;
    const char *waits = strstr(text, "\nvoluntary_ctxt_switches:");
    const char *others = strstr(text, "\nnonvoluntary_ctxt_switches:");
    if (!waits || !others) return 0;
    *runs = strtoull(waits + 25, NULL, 10) + strtoull(others + 28, NULL, 10);
    snprintf(path, sizeof path, "/proc/self/task/%.16s/syscall", thread);
    if (read_text(path, text, sizeof text) < 0) return errno == ENOENT || errno == ESRCH ? -1 : 0;
    return sscanf(text, "%ld %llx %llx %llx %llx %llx %llx", &call->number, &arguments[0],
                  &arguments[1], &arguments[2], &arguments[3], &arguments[4], &arguments[5]) == 7;
}

int ribleak_thread_waits_for_work(uint32_t thread) {
    char name[16];
    struct call call;
    unsigned long long runs;
    snprintf(name, sizeof name, "%u", thread);
    ribleak_find_libdispatch();
    int is_waiting = read_thread(name, &call, &runs);
    if (is_waiting <= 0) return is_waiting < 0;
    switch (call.number) {
    case SYS_futex: return ribleak_is_of_dispatch(call.arguments[0]);
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait: return 1;
    default: return 0;
    }
}

/// Checks all threads except the calling one.
///
/// - Parameter runs: Receives a sum that changes when a thread runs, begins or ends.
static enum ribleak_work look_at_threads(unsigned long long *runs) {
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return RIBLEAK_WORK_UNKNOWN;
    long own = syscall(SYS_gettid), main_thread = getpid();
    enum ribleak_work found = RIBLEAK_WORK_NONE;
    *runs = 0;
    struct dirent *entry;
    while (found == RIBLEAK_WORK_NONE && (entry = readdir(folder))) {
        if (entry->d_name[0] == '.') continue;
        long thread = atol(entry->d_name);
        if (thread == own) continue;
        struct call call;
        unsigned long long times = 0;
        int is_waiting = read_thread(entry->d_name, &call, &times);
        if (is_waiting < 0) continue;
        if (!is_waiting || !is_idle(&call, thread == main_thread)) found = RIBLEAK_WORK_DUE;
        *runs += (times + 1) * 0x9E3779B97F4A7C15u ^ (unsigned long long)thread;
    }
    closedir(folder);
    return found;
}

enum ribleak_work ribleak_work_scheduled(uint64_t within) {
    unsigned long long before = 0, after = 0;
    ribleak_find_libdispatch();
    enum ribleak_work found = look_at_threads(&before);
    if (found == RIBLEAK_WORK_NONE && ribleak_global_queues_wait()) found = RIBLEAK_WORK_DUE;
    if (found == RIBLEAK_WORK_NONE) found = look_at_descriptors(within);
    if (found == RIBLEAK_WORK_NONE && ribleak_has_due_timer(within)) found = RIBLEAK_WORK_DUE;
    // One thread may hand its work to another that was checked before. Only if no thread ran
    // between the two checks is there really no work.
    if (found == RIBLEAK_WORK_NONE) found = look_at_threads(&after);
    return found == RIBLEAK_WORK_NONE && before != after ? RIBLEAK_WORK_DUE : found;
}

static void *(*main_run_loop)(void);
static double (*next_fire_date)(void *run_loop, const void *mode);
static void *const *default_mode;

static void find_run_loops(void) {
    main_run_loop = (void *(*)(void))dlsym(RTLD_DEFAULT, "CFRunLoopGetMain");
    next_fire_date =
        (double (*)(void *, const void *))dlsym(RTLD_DEFAULT, "CFRunLoopGetNextTimerFireDate");
    default_mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
}

int ribleak_main_run_loop_has_timer(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_run_loops);
    if (!main_run_loop || !next_fire_date || !default_mode) return 0;
    return next_fire_date(main_run_loop(), *default_mode) != 0;
}

#else

int ribleak_main_run_loop_has_timer(void) { return 0; }

int ribleak_thread_waits_for_work(uint32_t thread) {
    (void)thread;
    return 1;
}

enum ribleak_work ribleak_work_scheduled(uint64_t within) {
    (void)within;
    return RIBLEAK_WORK_UNKNOWN;
}

#endif
