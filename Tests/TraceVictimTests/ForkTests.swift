// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A forked child uses RIBs as if recording were off, whatever its parent's threads were doing.
@Suite struct ForkTests {
    /// Makes it seem to the executable's code that a forked child's every lock is held for ever, and counts
    /// how often that code waits for one. Who asks first whether it is free does not wait. As on a busy machine,
    /// others run for milliseconds when one lets them.
    private static let heldLocks = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <link.h>
        #include <pthread.h>
        #include <stdint.h>
        #include <unistd.h>
        static uintptr_t first = UINTPTR_MAX, last;
        static int is_child, waits;
        /// Asked at each call: other libraries begin before this one.
        static int real(const char *name, pthread_mutex_t *mutex) {
            return ((int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, name))(mutex);
        }
        static int visit(struct dl_phdr_info *image, size_t size, void *context) {
            for (int index = 0; index < image->dlpi_phnum; index++) {
                const ElfW(Phdr) *part = &image->dlpi_phdr[index];
                if (part->p_type != PT_LOAD) continue;
                uintptr_t start = image->dlpi_addr + part->p_vaddr;
                if (start < first) first = start;
                if (start + part->p_memsz > last) last = start + part->p_memsz;
            }
            return 1;
        }
        static void note_fork(void) { is_child = 1; }
        __attribute__((constructor)) static void start(void) {
            dl_iterate_phdr(visit, 0);
            pthread_atfork(0, 0, note_fork);
        }
        static int is_executables(void *caller) {
            return (uintptr_t)caller >= first && (uintptr_t)caller < last;
        }
        int waits_for_locks(void) { return waits; }
        int sched_yield(void) { return is_child ? usleep(50000) : 0; }
        int pthread_mutex_lock(pthread_mutex_t *mutex) {
            if (is_child && is_executables(__builtin_return_address(0))) waits++;
            return real("pthread_mutex_lock", mutex);
        }
        int pthread_mutex_trylock(pthread_mutex_t *mutex) {
            if (is_child && is_executables(__builtin_return_address(0))) return EBUSY;
            return real("pthread_mutex_trylock", mutex);
        }
        """

    @Test func aChildGoesOnThoughEveryLockOfTheRecordersSeemsHeld() throws {
        let locks = try PreloadedLibrary(Self.heldLocks)
        let victim = try FinishedVictim("fork-held", environment: ["LD_PRELOAD": locks.path])
        #expect(victim.said("waited") == ["0"])
        #expect(victim.said("child") == ["0"])
    }

    /// 200 by night.
    @Test func noChildHangsOrCrashesBesideThreadsThatUseRIBs() throws {
        let isNight = Nightly.isOn
        let victim = try FinishedVictim("fork-trees", [isNight ? "200" : "20"])
        #expect(victim.said("failures") == ["0"])
    }
}
