// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CRIBShims.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

/// A mapped packet. Its entry in the table is free while `start` is 0.
struct mapped_packet {
    uintptr_t start;
    uintptr_t end;
    uint64_t *state;
};

/// The value of `start` while a thread fills the entry.
enum { being_filled = 1 };

/// The most streams that a trace may have. Each has one packet at a time.
enum { most_packets = 2048 };

static struct mapped_packet packets[most_packets];

/// The previous action for SIGBUS, stored before the handler that reads it is installed.
static struct sigaction action_before;

static int enter(void *packet, size_t count, uint64_t *state) {
    for (size_t index = 0; index < most_packets; index++) {
        struct mapped_packet *place = &packets[index];
        uintptr_t expected = 0;
        if (__atomic_load_n(&place->start, __ATOMIC_RELAXED) != 0) continue;
        if (!__atomic_compare_exchange_n(
                &place->start, &expected, being_filled, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            continue;
        }
        place->end = (uintptr_t)packet + count;
        place->state = state;
        __atomic_store_n(&place->start, (uintptr_t)packet, __ATOMIC_RELEASE);
        return 1;
    }
    return 0;
}

static void leave(void *packet) {
    for (size_t index = 0; index < most_packets; index++) {
        if (__atomic_load_n(&packets[index].start, __ATOMIC_RELAXED) != (uintptr_t)packet) continue;
        __atomic_store_n(&packets[index].start, 0, __ATOMIC_RELEASE);
        return;
    }
}

/// Gives the packet around an address its own memory. Returns 0 when there is no packet.
///
/// Runs in a signal handler on the thread that fills the packet, so the packet's entry does not
/// change meanwhile. Other entries may change. So a range counts only if its start is the same
/// before and after reading it.
static int replace_packet(uintptr_t address) {
    for (size_t index = 0; index < most_packets; index++) {
        struct mapped_packet *place = &packets[index];
        uintptr_t start = __atomic_load_n(&place->start, __ATOMIC_ACQUIRE);
        if (start <= being_filled || address < start) continue;
        uintptr_t end = __atomic_load_n(&place->end, __ATOMIC_ACQUIRE);
        uint64_t *state = __atomic_load_n(&place->state, __ATOMIC_ACQUIRE);
        if (address >= end || __atomic_load_n(&place->start, __ATOMIC_RELAXED) != start) continue;
        void *memory = mmap(
            (void *)start, end - start, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (memory == MAP_FAILED) return 0;
        __atomic_store_n(state, RIBLEAK_PACKET_LOST, __ATOMIC_RELEASE);
        return 1;
    }
    return 0;
}

static void use_default_action(int number) {
    struct sigaction standard;
    memset(&standard, 0, sizeof(standard));
    standard.sa_handler = SIG_DFL;
    sigaction(number, &standard, NULL);
}

/// Handles a signal as if this handler did not exist.
static void hand_on(int number, siginfo_t *info, void *context, int is_fault) {
    int takes_facts = (action_before.sa_flags & SA_SIGINFO) != 0;
    if (!takes_facts && action_before.sa_handler == SIG_IGN && !is_fault) return;
    // A fault cannot be ignored.
    if (!takes_facts && (action_before.sa_handler == SIG_DFL || action_before.sa_handler == SIG_IGN)) {
        use_default_action(number);
        // A fault recurs as soon as this returns.
        if (!is_fault) raise(number);
        return;
    }
    if (action_before.sa_flags & (int)SA_RESETHAND) use_default_action(number);
    if (takes_facts) {
        action_before.sa_sigaction(number, info, context);
    } else {
        action_before.sa_handler(number);
    }
}

static void handle_bus_error(int number, siginfo_t *info, void *context) {
    int problem = errno;
    // On Darwin, signals from processes have positive codes too.
    int is_fault = info->si_code > 0 && info->si_code != SI_USER && info->si_code != SI_QUEUE;
    if (!is_fault || !replace_packet((uintptr_t)info->si_addr)) {
        hand_on(number, info, context, is_fault);
    }
    errno = problem;
}

static void install_handler(void) {
    static int is_installed;
    if (__atomic_exchange_n(&is_installed, 1, __ATOMIC_ACQ_REL)) return;
    if (sigaction(SIGBUS, NULL, &action_before) != 0) return;
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_sigaction = handle_bus_error;
    // Keeps the host's choices: which signals are blocked, and whether calls restart and handlers
    // nest.
    action.sa_mask = action_before.sa_mask;
    int is_function = (action_before.sa_flags & SA_SIGINFO) != 0 ||
                      (action_before.sa_handler != SIG_DFL && action_before.sa_handler != SIG_IGN);
    int wanted = is_function ? action_before.sa_flags & (SA_NODEFER | SA_RESTART) : SA_RESTART;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | wanted;
    sigaction(SIGBUS, &action, NULL);
}

void *ribleak_packet_map(int file, size_t count, off_t offset, uint64_t *state) {
    void *packet = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    if (packet == MAP_FAILED) return NULL;
    install_handler();
    if (enter(packet, count, state)) return packet;
    munmap(packet, count);
    errno = ENOMEM;
    return NULL;
}

void ribleak_packet_unmap(void *packet, size_t count) {
    leave(packet);
    munmap(packet, count);
}
