// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "VictimShims.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Where the fault is made that is not the recorder's.
static char *volatile faulty_page;

static void exit_with_facts(int number, siginfo_t *info, void *context) {
    int is_right = number == SIGBUS && context != NULL &&
                   (faulty_page == NULL ? info->si_pid == getpid() : info->si_addr == faulty_page);
    _exit(is_right ? 40 : 1);
}

static void exit_plainly(int number) { _exit(number == SIGBUS ? 41 : 1); }

void victim_handle_bus_errors(const char *how) {
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    if (strcmp(how, "facts") == 0) {
        action.sa_sigaction = exit_with_facts;
        action.sa_flags = SA_SIGINFO;
    } else if (strcmp(how, "plain") == 0) {
        action.sa_handler = exit_plainly;
    } else {
        action.sa_handler = strcmp(how, "ignored") == 0 ? SIG_IGN : SIG_DFL;
    }
    sigaction(SIGBUS, &action, NULL);
}

void victim_fault(void) {
    int file = memfd_create("faulty", MFD_CLOEXEC);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (file < 0 || ftruncate(file, (off_t)page) != 0) _exit(96);
    char *mapped = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED || ftruncate(file, 0) != 0) _exit(95);
    faulty_page = mapped;
    *(volatile char *)mapped = 1;
}

void victim_send_bus_error(void) { kill(getpid(), SIGBUS); }

void victim_fill_disk(const char *path) {
    static char block[1 << 20];
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    for (size_t size = sizeof(block); size >= 512;) {
        // Nothing that a file system could make smaller.
        for (size_t index = 0; index < size; index += 8) {
            long number = random();
            memcpy(block + index, &number, sizeof(number));
        }
        if (write(file, block, size) <= 0) size /= 2;
    }
    // Only then is it known how much room is left.
    fsync(file);
    close(file);
}

int victim_waits_for_locks(void) {
    int (*waits)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "waits_for_locks");
    return waits == NULL ? -1 : waits();
}
