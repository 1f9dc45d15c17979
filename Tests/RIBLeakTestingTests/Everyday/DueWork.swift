// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs
import XCTest

/// Checks trees whose root, or a RIB in their middle, keeps a detached RIB while work is due.
class DueWorkTestCase: XCTestCase {
    static let kept =
        "TabRouter at Flow/Tab was freed only with its whole tree, "
        + "dragging TabInteractor, by LockedShelf.objects[0]"

    func gists(_ body: () -> Void) -> [String] {
        findLeaksOfRecorded(body).map(FreedWithTreeTests.gist)
    }

    /// Schedules work, and lets no other check begin before it ran: what it adds to the main queue may
    /// release anything.
    func awaited(_ schedule: @escaping DueWork) -> DueWork {
        { [self] time, work in
            let isDone = XCTestExpectation(description: "due in \(time) ms")
            if time < 10_000 { scheduled.append(isDone) }
            return schedule(time) {
                work()
                isDone.fulfill()
            }
        }
    }

    func awaitScheduled() {
        wait(for: scheduled, timeout: 60)
        scheduled = []
    }

    private var scheduled: [XCTestExpectation] = []

    /// Makes a tree whose root keeps a detached RIB, does something, and ends the tree.
    func keepInRoot(_ body: (FlowRouter, LockedShelf) -> Void) {
        let root = FlowRouter()
        root.keepTab(body)
    }

    /// The same, in a RIB in the middle of the tree, which is detached at the end.
    func keepInFlow(_ body: (LockedShelf) -> Void) {
        let root = FlowRouter()
        let flow = FlowRouter()
        root.attachChild(flow)
        flow.keepTab { body($1) }
        root.detachChild(flow)
    }
}

/// Runs what waits in the main queue, so that tasks begin. One turn of the run loop may serve something
/// else, such as a timer.
func serveMainQueue() {
    let isServed = XCTestExpectation(description: "main queue")
    DispatchQueue.main.async { isServed.fulfill() }
    XCTAssertEqual(XCTWaiter.wait(for: [isServed], timeout: 60), .completed)
}

/// Schedules work in some milliseconds. Returns what cancels it.
typealias DueWork = (Int, @escaping @Sendable () -> Void) -> () -> Void

private func add(_ work: @escaping @Sendable () -> Void, in time: Int, to queue: DispatchQueue) -> (
) -> Void {
    let item = DispatchWorkItem(block: work)
    queue.asyncAfter(deadline: .now() + .milliseconds(time), execute: item)
    return item.cancel
}

func inMainQueue(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
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
func inSleepingTask(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
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

func inTimer(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
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
