// SPDX-License-Identifier: Apache-2.0

#include "VictimShims.h"

#if defined(__linux__)

#include <poll.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int victim_fire_timer(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    const struct itimerspec soon = {.it_value = {.tv_nsec = 1}};
    struct pollfd wakeup = {timer, POLLIN, 0};
    if (timerfd_settime(timer, 0, &soon, NULL) != 0 || poll(&wakeup, 1, -1) != 1) return -1;
    return timer;
}

int victim_ask_for_timer(int timer) {
    int events = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event asked = {.events = EPOLLIN | EPOLLONESHOT};
    return epoll_ctl(events, EPOLL_CTL_ADD, timer, &asked) == 0 ? events : -1;
}

int victim_hear_of_timer(int events) {
    struct epoll_event heard;
    return epoll_wait(events, &heard, 1, -1);
}

#endif
