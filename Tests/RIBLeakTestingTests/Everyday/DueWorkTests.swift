// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs
import XCTest

/// Work that is due soon when a tree ends, or when a RIB is detached, and lets go of what these keep.
final class DueWorkTests: XCTestCase {
    private static let milliseconds = [0, 1, 50, 900]

    private static let kept =
        "TabRouter at Flow/Tab was freed only with its whole tree, "
        + "dragging TabInteractor, by LockedShelf.objects[0]"

    private func gists(_ body: () -> Void) -> [String] {
        findLeaksOfRecorded(body).map(FreedWithTreeTests.gist)
    }

    /// Schedules work, and lets no other check begin before it ran: what it adds to the main queue may
    /// release anything.
    private func awaited(_ schedule: @escaping DueWork) -> DueWork {
        { [self] time, work in
            let isDone = XCTestExpectation(description: "due in \(time) ms")
            if time < 10_000 { scheduled.append(isDone) }
            return schedule(time) {
                work()
                isDone.fulfill()
            }
        }
    }

    private func awaitScheduled() {
        wait(for: scheduled, timeout: 60)
        scheduled = []
    }

    private var scheduled: [XCTestExpectation] = []

    /// Checks a test whose root keeps a detached RIB, and that schedules work for each of the times.
    private func assertPasses(
        _ schedule: @escaping DueWork, isOnMain: Bool = true, holdsView: Bool = true,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let schedule = awaited(schedule)
        for time in Self.milliseconds {
            defer { awaitScheduled() }
            let emptied = { (shelf: LockedShelf) in
                _ = schedule(time) { [weak shelf] in shelf?.empty() }
                serveMainQueue()
            }
            let found = [
                "root": gists { keepInRoot { emptied($1) } },
                "flow": gists { keepInFlow(emptied) },
                "asked": gists {
                    keepInRoot { root, shelf in
                        let asking = Asking(shelf)
                        root.interactor.lastTab = asking
                        _ = schedule(time) { [weak asking] in asking?.shelf?.empty() }
                        serveMainQueue()
                    }
                },
            ].filter { !$0.value.isEmpty }
            XCTAssertEqual(found, [:], "\(time) ms", file: file, line: line)
            guard isOnMain else { continue }
            let ofView = gists {
                showInRoot { view in
                    let held = HeldView(view, isWeak: !holdsView)
                    _ = schedule(time) { held.pop() }
                    serveMainQueue()
                }
            }
            XCTAssertEqual(ofView, [], "view, \(time) ms", file: file, line: line)
        }
    }

    /// Checks that work which does not let go of the RIB, or not in time, hides nothing.
    private func assertHidesNothing(
        _ schedule: @escaping DueWork, file: StaticString = #filePath, line: UInt = #line
    ) {
        let schedule = awaited(schedule)
        serveMainQueue()
        // What was due before the tree ended, since the machine stood still for so long, may have held it.
        var isLate = true
        for _ in 1...20 where isLate {
            defer { awaitScheduled() }
            let other = LockedShelf()
            let due = DispatchTime.now() + .milliseconds(900)
            let found = gists {
                keepInRoot { _, _ in
                    _ = schedule(900) { [weak other] in other?.empty() }
                    serveMainQueue()
                }
                isLate = DispatchTime.now() >= due
            }
            if isLate { continue }
            XCTAssertEqual(found, [Self.kept], "other", file: file, line: line)
        }
        XCTAssertFalse(isLate, file: file, line: line)
        var cancel: () -> Void = {}
        let found = gists {
            keepInRoot { _, shelf in
                cancel = schedule(3_600_000) { [weak shelf] in shelf?.empty() }
                serveMainQueue()
            }
        }
        cancel()
        XCTAssertEqual(found, [Self.kept], "in an hour", file: file, line: line)
    }

    /// Makes a tree whose root keeps a detached RIB, does something, and ends the tree.
    private func keepInRoot(_ body: (FlowRouter, LockedShelf) -> Void) {
        let root = FlowRouter()
        root.keepTab(body)
    }

    /// The same, in a RIB in the middle of the tree, which is detached at the end.
    private func keepInFlow(_ body: (LockedShelf) -> Void) {
        let root = FlowRouter()
        let flow = FlowRouter()
        root.attachChild(flow)
        flow.keepTab { body($1) }
        root.detachChild(flow)
    }

    /// Makes a tree whose root's view still shows the view of a detached RIB, does something, and
    /// ends the tree.
    private func showInRoot(_ body: (ScreenView) -> Void) {
        let root = ScreenRoot()
        root.launch()
        let child = makeSample()
        root.viewController.shown.append(child.viewController)
        root.attachChild(child)
        root.detachChild(child)
        body(root.viewController)
    }

    // MARK: - Kinds of work

    func testABlockOfTheMainQueuePasses() { assertPasses(inMainQueue) }

    func testABlockOfTheMainQueueHidesNothing() { assertHidesNothing(inMainQueue) }

    func testABlockOfAGlobalQueuePasses() { assertPasses(inGlobalQueue, isOnMain: false) }

    func testABlockOfAGlobalQueueHidesNothing() {
        assertHidesNothing(inGlobalQueue)
    }

    func testABlockOfASerialQueuePasses() { assertPasses(inSerialQueue, isOnMain: false) }

    func testABlockOfASerialQueueHidesNothing() {
        assertHidesNothing(inSerialQueue)
    }

    func testATaskThatSleepsPasses() { assertPasses(inSleepingTask) }

    func testATaskThatSleepsUntilATimePasses() {
        assertPasses(inTaskThatSleepsUntil, isOnMain: false)
    }

    func testATaskThatSleepsUntilATimeHidesNothing() {
        assertHidesNothing(inTaskThatSleepsUntil)
    }

    /// Foundation never frees a timer that is over on Linux, nor what its block holds.
    func testATimerPasses() { assertPasses(inTimer, holdsView: false) }

    func testATimerHidesNothing() { assertHidesNothing(inTimer) }

    func testADispatchSourcePasses() { assertPasses { inDispatchSource($0, on: .main, $1) } }

    func testADispatchSourceHidesNothing() {
        assertHidesNothing { inDispatchSource($0, on: .global(), $1) }
    }

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

/// Schedules work in some milliseconds. Returns what cancels it.
typealias DueWork = (Int, @escaping @Sendable () -> Void) -> () -> Void

private func add(_ work: @escaping @Sendable () -> Void, in time: Int, to queue: DispatchQueue) -> (
) -> Void {
    let item = DispatchWorkItem(block: work)
    queue.asyncAfter(deadline: .now() + .milliseconds(time), execute: item)
    return item.cancel
}

private func inMainQueue(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
    guard time < 10_000 else { return add(work, in: time, to: .main) }
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(time)) { work() }
    return {}
}

func inGlobalQueue(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
    guard time < 10_000 else { return add(work, in: time, to: .global()) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(time)) { work() }
    return {}
}

func inSerialQueue(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
    add(work, in: time, to: DispatchQueue(label: "due"))
}

/// The sleep is what is tested: no test waits for a time to pass.
private func inSleepingTask(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
    let task = Task { @MainActor in
        try await Task.sleep(nanoseconds: UInt64(time) * 1_000_000)
        work()
    }
    return task.cancel
}

/// As above.
func inTaskThatSleepsUntil(
    _ time: Int, _ work: @escaping @Sendable () -> Void
) -> () -> Void {
    let begins = DispatchSemaphore(value: 0)
    let task = Task.detached {
        begins.signal()
        try await Task.sleep(for: .milliseconds(time))
        work()
    }
    // Before it begins, it is work that waits, and nobody knows for how long it will sleep.
    begins.wait()
    return task.cancel
}

private func inTimer(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
    let timer = Timer.scheduledTimer(
        withTimeInterval: Double(time) / 1_000, repeats: false
    ) { _ in work() }
    return timer.invalidate
}

func inDispatchSource(
    _ time: Int, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
) -> () -> Void {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler {
        work()
        source.cancel()
    }
    source.schedule(deadline: .now() + .milliseconds(time))
    source.activate()
    return source.cancel
}

extension FlowRouter {
    /// Keeps a detached RIB on a shelf, and does something.
    func keepTab(_ body: (FlowRouter, LockedShelf) -> Void) {
        let shelf = LockedShelf()
        kept = shelf
        visit(TabRouter()) { shelf.add($1) }
        body(self, shelf)
    }
}

/// Keeps what it is given, on any thread.
final class LockedShelf: @unchecked Sendable {
    // Safe: only used under the lock.
    private var objects: [AnyObject] = []
    private let lock = NSLock()

    func add(_ object: AnyObject) { lock.withLock { objects.append(object) } }

    func empty() {
        // Released outside the lock.
        let all = lock.withLock { () -> [AnyObject] in
            defer { objects = [] }
            return objects
        }
        withExtendedLifetime(all) {}
    }

    func look() { lock.withLock {} }
}

/// Asks for a shelf that it does not keep.
private final class Asking: @unchecked Sendable {
    // Safe: set once, and a weak reference may be read on any thread.
    private(set) weak var shelf: LockedShelf?

    init(_ shelf: LockedShelf) { self.shelf = shelf }
}

/// Carries a view to the main queue.
private final class HeldView: @unchecked Sendable {
    // Safe: `pop` is called on the main thread.
    private let held: ScreenView?
    private weak var view: ScreenView?

    init(_ view: ScreenView, isWeak: Bool) {
        held = isWeak ? nil : view
        self.view = view
    }

    func pop() { view?.shown = [] }
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

/// Runs what waits in the main queue, so that tasks begin. One turn of the run loop may serve something
/// else, such as a timer.
private func serveMainQueue() {
    let isServed = XCTestExpectation(description: "main queue")
    DispatchQueue.main.async { isServed.fulfill() }
    XCTAssertEqual(XCTWaiter.wait(for: [isServed], timeout: 60), .completed)
}
