// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs
import XCTest

/// Work that has begun when a tree ends, and work that repeats.
final class BegunWorkTests: DueWorkTestCase {
    // MARK: - Work that has begun

    /// What is found of a tree that goes while a thread is in the middle of a block.
    private func gistsWhileABlockRuns(_ body: (_ begin: (LockedShelf) -> Void) -> Void) -> [String]
    {
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        let found = gists {
            body { shelf in
                DispatchQueue.global().async { [weak shelf] in
                    hasBegun.signal()
                    mayEnd.wait()
                    shelf?.empty()
                    hasEnded.signal()
                }
                hasBegun.wait()
            }
        }
        mayEnd.signal()
        hasEnded.wait()
        return found
    }

    /// The same, while a thread is in the middle of a task.
    private func gistsWhileATaskRuns(_ body: (_ begin: (LockedShelf) -> Void) -> Void) -> [String] {
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        let found = gists {
            body { shelf in
                Task.detached { [weak shelf] in
                    hasBegun.signal()
                    block(on: mayEnd)
                    shelf?.empty()
                    hasEnded.signal()
                }
                hasBegun.wait()
            }
        }
        mayEnd.signal()
        hasEnded.wait()
        return found
    }

    func testATaskThatHasBegunPasses() {
        XCTAssertEqual(gistsWhileATaskRuns { begin in keepInRoot { begin($1) } }, [])
        XCTAssertEqual(gistsWhileATaskRuns { begin in keepInFlow { begin($0) } }, [])
    }

    func testATaskThatHasBegunAndLeadsElsewhereHidesNothing() {
        let other = LockedShelf()
        serveMainQueue()
        XCTAssertEqual(
            gistsWhileATaskRuns { begin in
                keepInRoot { _, _ in
                    begin(other)
                    serveMainQueue()
                }
            }, [Self.kept])
    }

    func testABlockThatHasBegunPasses() {
        XCTAssertEqual(gistsWhileABlockRuns { begin in keepInRoot { begin($1) } }, [])
        XCTAssertEqual(gistsWhileABlockRuns { begin in keepInFlow { begin($0) } }, [])
    }

    func testABlockThatHasBegunAndLeadsElsewhereHidesNothing() {
        let other = LockedShelf()
        serveMainQueue()
        XCTAssertEqual(
            gistsWhileABlockRuns { begin in
                keepInRoot { _, _ in
                    begin(other)
                    serveMainQueue()
                }
            }, [Self.kept])
    }

    #if os(Linux)
        /// While a thread computes, no list has its work.
        func testWorkThatGoesFromThreadToThreadPasses() {
            let isOver = DispatchSemaphore(value: 0)
            let found = gists {
                keepInRoot { _, shelf in
                    let begins = DispatchSemaphore(value: 0)
                    DispatchQueue(label: "first").async { [weak shelf] in
                        begins.signal()
                        // The check sleeps where it waits for threads that are at work. Without
                        // that, the main thread sleeps at the end of this test.
                        while !isMainThreadAsleep() {}
                        DispatchQueue(label: "second").async { [weak shelf] in
                            compute(milliseconds: 15)
                            DispatchQueue.main.async { [weak shelf] in shelf?.empty() }
                            isOver.signal()
                        }
                        compute(milliseconds: 3)
                    }
                    begins.wait()
                }
            }
            isOver.wait()
            serveMainQueue()
            XCTAssertEqual(found, [])
        }

        /// It waits for something else than work when it is first looked at.
        func testWorkThatGoesToABlockedThreadPasses() {
            let isOver = DispatchSemaphore(value: 0)
            let found = gists {
                keepInRoot { _, shelf in
                    let (begins, pipe) = (DispatchSemaphore(value: 0), Pipe())
                    Thread.detachNewThread { [weak shelf] in
                        begins.signal()
                        _ = pipe.fileHandleForReading.readData(ofLength: 1)
                        compute(milliseconds: 15)
                        DispatchQueue.main.async { [weak shelf] in shelf?.empty() }
                        isOver.signal()
                    }
                    DispatchQueue(label: "first").async {
                        begins.signal()
                        // As above: the check sleeps once it has looked at the blocked thread.
                        while !isMainThreadAsleep() {}
                        pipe.fileHandleForWriting.write(Data([0]))
                        compute(milliseconds: 3)
                    }
                    begins.wait()
                    begins.wait()
                }
            }
            isOver.wait()
            serveMainQueue()
            XCTAssertEqual(found, [])
        }
    #endif

    // MARK: - Work that repeats

    func testWhatAFlowKeepsBesideUnrelatedWorkIsFound() {
        serveMainQueue()
        let other = LockedShelf()
        let found = gists {
            keepInFlow { _ in _ = awaited(inMainQueue)(900) { [weak other] in other?.empty() } }
        }
        XCTAssertEqual(
            found,
            [
                "TabRouter at Flow/Flow/Tab was kept until Flow was detached, "
                    + "dragging TabInteractor, by LockedShelf.objects[0]"
            ])
        awaitScheduled()
    }

    /// What is found of a tree whose root keeps a RIB while a clock of the main queue goes on.
    private func gistsWithClock(from deadline: Int, isCancelled: Bool = false) -> [String] {
        serveMainQueue()
        let source = DispatchSource.makeTimerSource(queue: .main)
        let isDone = XCTestExpectation(description: "cancelled")
        let found = gists {
            keepInRoot { _, shelf in
                source.setEventHandler { [weak shelf] in shelf?.look() }
                source.setCancelHandler { [weak shelf] in
                    shelf?.empty()
                    isDone.fulfill()
                }
                source.schedule(deadline: .now() + .milliseconds(deadline), repeating: 1)
                source.activate()
                if isCancelled { source.cancel() }
            }
        }
        source.cancel()
        wait(for: [isDone], timeout: 60)
        return found
    }

    func testAClockThatGoesOnHidesNothing() {
        XCTAssertEqual(gistsWithClock(from: 900), [Self.kept])
    }

    func testAClockWhoseTickWaitsInTheMainQueueHidesNothing() {
        XCTAssertEqual(gistsWithClock(from: 0), [Self.kept])
    }

    func testAClockThatIsCancelledPasses() {
        XCTAssertEqual(gistsWithClock(from: 0, isCancelled: true), [])
    }

    func testATimerThatGoesOnHidesNothing() {
        serveMainQueue()
        var timer: Timer?
        let found = gists {
            keepInRoot { _, shelf in
                timer = Timer.scheduledTimer(withTimeInterval: 0.9, repeats: true) {
                    [weak shelf] _ in shelf?.look()
                }
            }
        }
        timer?.invalidate()
        XCTAssertEqual(found, [Self.kept])
    }
}

/// Blocks a task's thread, which a task should not do.
private func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

#if os(Linux)
    /// Uses some processor time of its thread.
    private func compute(milliseconds: Int) {
        func used() -> Int {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
        }
        let start = used()
        while used() - start < milliseconds {}
    }

    /// Nothing tells a thread that another one sleeps, so a test asks the system.
    private func isMainThreadAsleep() -> Bool {
        let path = "/proc/self/task/\(getpid())/stat"
        return (try? String(contentsOfFile: path, encoding: .utf8))?.contains(") S ") ?? true
    }
#endif
