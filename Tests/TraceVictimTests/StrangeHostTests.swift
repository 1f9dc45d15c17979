// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace
import Testing
import TraceFixtures

/// Hosts with scarce or unusual resources still record.
@Suite struct StrangeHostTests {
    /// Checks that every recorded event is there, and that the host printed no warning.
    private func checkAll(_ victim: FinishedVictim, of count: Int) throws {
        #expect(victim.process.code == 0)
        #expect(victim.process.errors == "")
        #expect(victim.acknowledged.count == count)
        #expect(try RecordedVictim(victim.trace()).complaints(about: victim.acknowledged) == [])
    }

    @Test(arguments: [50, 500])
    func threadsWithStacksOf64KBLoseNothing(count: Int) throws {
        let victim = try FinishedVictim("small-stacks", ["\(count)"])
        #expect(victim.said("threads") == ["\(count)"])
        try checkAll(victim, of: count * 20)
    }

    @Test func aSignalHandlerMayRecordWhileItsThreadDoesNot() throws {
        try checkAll(FinishedVictim("in-handler"), of: 202)
    }

    /// One line reports the threads whose stream cannot be made, and the other threads go on.
    @Test func aHostWithoutDescriptorsLosesEventsAndNothingElse() throws {
        let victim = try FinishedVictim("few-descriptors", ["0"])
        #expect(victim.process.code == 0)
        #expect(
            victim.process.errors
                == "ribleak: warning: Too many open files: events are dropped from here on\n")
    }

    @Test func aHostWithoutAddressSpaceLosesEventsAndNothingElse() throws {
        let victim = try FinishedVictim("little-memory", ["0"])
        #expect(victim.process.code == 0)
        #expect(
            victim.process.errors
                == "ribleak: warning: Cannot allocate memory: events are dropped from here on\n")
    }

    /// Makes only the threads that `MADE_THREADS` has a 1 for, and ends a host that sleeps for one.
    private static func threadLimit() throws -> PreloadedLibrary {
        try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            static _Atomic size_t count;
            static pthread_t second;
            int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                               void *(*work)(void *), void *context) {
                const char *made = getenv("MADE_THREADS");
                size_t number = atomic_fetch_add(&count, 1);
                if (number >= strlen(made) || made[number] == '0') return EAGAIN;
                int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
                    (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(
                        RTLD_NEXT, "pthread_create");
                int status = create(thread, attributes, work, context);
                if (number == 1) second = *thread;
                return status;
            }
            /* What libdispatch calls until it gets a thread, which is never. */
            unsigned sleep(unsigned seconds) {
                int is_main = syscall(SYS_gettid) == getpid() && getenv("MAIN_ENDS") == NULL;
                int is_host = is_main || pthread_equal(pthread_self(), second);
                if (is_host) _exit(97);
                for (;;) pause();
            }
            """)
    }

    /// Where libdispatch gets no thread, it sleeps on the thread that asked, for ever. The host's never
    /// asks: the first thread that is made here is the recorder's, and the second the host's own. Behind
    /// `dispatchMain` there is nothing of the host's on the main thread: it sleeps there for good, or
    /// until someone serves what waits in its queue.
    @Test(arguments: [
        ("", []), ("1", []), ("1", ["settle"]), ("01", ["dispatch-main"]),
        ("11", ["dispatch-main"]),
    ])
    func aHostThatGetsNoMoreThreadsWaitsForNone(made: String, arguments: [String]) throws {
        let limit = try Self.threadLimit()
        var environment = ["LD_PRELOAD": limit.path, "MADE_THREADS": made]
        if arguments == ["dispatch-main"] { environment["MAIN_ENDS"] = "1" }
        let victim = try FinishedVictim("few-threads", arguments, environment: environment)
        #expect(victim.process.code == 0)
        #expect(victim.said("through") == ["200"])
        let reason =
            arguments == ["settle"]
            ? ", so what was detached was not judged"
            : ": what outlives its deadline is reported at the end of the process"
        #expect(
            victim.process.errors
                == (made.hasPrefix("1") && arguments != ["settle"]
                    ? "" : "ribleak: warning: the system makes no more threads\(reason)\n"))
    }

    /// Hides `/proc` from a program; whoever may not do that cannot test it.
    private static func withoutProc(
        _ program: String, _ environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        try FinishedProcess(
            path: "/usr/bin/env",
            ["unshare", "-m", "sh", "-c", "umount -l /proc && exec \"$0\"", program],
            environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
    }

    private static let mayHideProc = (try? withoutProc("/bin/true").code) == 0

    /// As in a minimal container. There libdispatch ends a process that has used its threads for a
    /// second, so the recorder uses none.
    @Test(.enabled(if: mayHideProc)) func aHostWithoutProcIsRecordedAndJudgedAtItsEnd() throws {
        let runs = try TemporaryFolder()
        let victim = BuiltProducts.folder.appendingPathComponent("trace-victim").path
        let arguments = ["few-threads", runs.file("runs"), "settle"].joined(separator: "\n")
        let host = try Self.withoutProc(
            victim, ["RIBLEAK_TRACE_DIR": runs.file("runs"), "VICTIM_ARGUMENTS": arguments])
        #expect(host.code == 0)
        #expect(
            host.errors
                == "ribleak: warning: there is no /proc: what outlives its deadline is reported at the "
                + "end of the process\n")
        let report = try FinishedProcess("ribleak", ["report", runs.file("runs")])
        #expect(report.output.hasPrefix("✓ No leaks."))
    }

    /// It gives nothing back, has no lists as the system's has, and knows nothing of forks.
    @Test func anotherAllocatorChangesNothing() throws {
        let allocator = try PreloadedLibrary(
            """
            #include <errno.h>
            #include <stdatomic.h>
            #include <stddef.h>
            #include <string.h>
            #include <sys/mman.h>
            static _Atomic size_t used;
            static char *_Atomic arena;
            enum { arena_size = 1 << 30, head = 16 };
            static void *take(size_t alignment, size_t count) {
                char *memory = atomic_load(&arena);
                if (memory == NULL) {
                    char *mapped = mmap(NULL, arena_size, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
                    if (atomic_compare_exchange_strong(&arena, &memory, mapped)) memory = mapped;
                    else munmap(mapped, arena_size);
                }
                if (alignment < 16) alignment = 16;
                size_t size = (count + head + 2 * alignment + 15) & ~(size_t)15;
                size_t place = atomic_fetch_add(&used, size) + head;
                if (count > arena_size || place + size > arena_size) return NULL;
                place = (place + alignment - 1) & ~(alignment - 1);
                *(size_t *)(memory + place - head) = count;
                return memory + place;
            }
            void *malloc(size_t count) { return take(16, count); }
            void free(void *memory) { (void)memory; }
            void *calloc(size_t each, size_t count) { return take(16, each * count); }
            void *memalign(size_t alignment, size_t count) { return take(alignment, count); }
            void *aligned_alloc(size_t alignment, size_t count) { return take(alignment, count); }
            int posix_memalign(void **result, size_t alignment, size_t count) {
                *result = take(alignment, count);
                return *result == NULL ? ENOMEM : 0;
            }
            size_t malloc_usable_size(void *memory) {
                return memory == NULL ? 0 : *(size_t *)((char *)memory - head);
            }
            void *realloc(void *memory, size_t count) {
                void *other = take(16, count);
                size_t old = malloc_usable_size(memory);
                if (other != NULL && memory != NULL) memcpy(other, memory, old < count ? old : count);
                return other;
            }
            """)
        try checkAll(
            FinishedVictim("exit", environment: ["LD_PRELOAD": allocator.path]), of: 390)
    }

    /// Without symbols, debugging information and the place that it was built for.
    @Test func anExecutableThatWasStrippedAndMovedLosesNothing() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("moved")
        try FileManager.default.copyItem(
            atPath: BuiltProducts.folder.appendingPathComponent("trace-victim").path, toPath: copy)
        let strip = try FinishedProcess(path: "/usr/bin/env", ["strip", copy])
        try #require(strip.code == 0)
        try checkAll(FinishedVictim("exit", executable: copy), of: 390)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] != nil))
    func aHostThatWasStoppedFor5SecondsLosesNothing() throws {
        let runs = try TemporaryFolder()
        let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
        victim.read(1_000)
        victim.stop(forSeconds: 5)
        victim.kill(after: 5_000)
        let trace = try #require(try RunFolder.traces(at: runs.file("runs")).first)
        #expect(try RecordedVictim(trace).complaints(about: victim.acknowledged) == [])
        #expect(victim.acknowledged.count >= 5_000)
    }

    /// Each look at the time of day finds it an hour earlier.
    @Test func aTimeOfDayThatGoesBackChangesNothing() throws {
        let clock = try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>
            int clock_gettime(clockid_t clock, struct timespec *time) {
                static int hours;
                int status = (int)syscall(SYS_clock_gettime, clock, time);
                if (clock == CLOCK_REALTIME) time->tv_sec -= 3600 * ++hours;
                return status;
            }
            """)
        try checkAll(FinishedVictim("exit", environment: ["LD_PRELOAD": clock.path]), of: 390)
    }
}
