// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs
import XCTest

/// Work that is due soon when a tree ends, or when a RIB is detached, and lets go of what these keep.
final class DueWorkTests: DueWorkTestCase {
    private static let milliseconds = [0, 1, 50, 900]

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
