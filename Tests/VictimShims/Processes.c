// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "VictimShims.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int victim_fork(void) {
    int child = fork();
    if (child == 0) {
        // What a parent blocked stays so.
        sigset_t wanted;
        sigemptyset(&wanted);
        sigaddset(&wanted, SIGALRM);
        pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
        alarm(120);
    }
    return child;
}

int victim_wait(int child) {
    int status = -1;
    return waitpid(child, &status, 0) == child ? status : -1;
}

int victim_fork_and_return(void) {
    int child = victim_fork();
    return child == 0 ? -1 : victim_wait(child);
}

int victim_limit_file_size(uint64_t bytes) {
    // Some parents ignore the signal, and what is ignored stays so.
    signal(SIGXFSZ, SIG_DFL);
    struct rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_FSIZE, &limit);
}

void victim_forbid_core(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

void victim_become_nobody(void) {
    if (geteuid() == 0 && setgid(65534) == 0 && setuid(65534) != 0) _exit(99);
}

static void *keep_loading(void *library) {
    for (;;) {
        void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (loaded == NULL) _exit(98);
        dlclose(loaded);
    }
    return NULL;
}

void victim_keep_loading(const char *library) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, keep_loading, strdup(library)) != 0) _exit(97);
}

uintptr_t victim_call_plugin(const char *library, void (*callback)(void)) {
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (loaded == NULL) return 0;
    void (*call)(void (*)(void)) = (void (*)(void (*)(void)))dlsym(loaded, "plugin_call");
    if (call != NULL) call(callback);
    dlclose(loaded);
    return (uintptr_t)call;
}

const char *victim_file_of(const char *symbol) {
    void *address = dlsym(RTLD_DEFAULT, symbol);
    Dl_info facts;
    return address != NULL && dladdr(address, &facts) != 0 ? facts.dli_fname : NULL;
}
