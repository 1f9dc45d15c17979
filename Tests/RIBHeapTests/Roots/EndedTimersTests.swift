// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBHeap

/// A way in which a timer is over, or not.
enum TimerEnding: CaseIterable {
    /// What the closure of a timer captures.
    final class Ticked: Sendable {
        func tick() {}
    }

    case invalidated, invalidatedButNeverAdded, fired
    case valid, validButNeverAdded

    var isOver: Bool {
        switch self {
        case .invalidated, .invalidatedButNeverAdded, .fired: true
        case .valid, .validButNeverAdded: false
        }
    }

    /// A timer whose closure captures an object. It is years away, so only a call fires it.
    @inline(never) func timer(for ticked: Ticked) -> Timer {
        let timer = Timer(
            fire: .distantFuture, interval: 1, repeats: self != .fired
        ) { _ in ticked.tick() }
        switch self {
        case .invalidated:
            RunLoop.main.add(timer, forMode: .default)
            timer.invalidate()
        case .invalidatedButNeverAdded: timer.invalidate()
        case .fired:
            RunLoop.main.add(timer, forMode: .default)
            timer.fire()
        case .valid: RunLoop.main.add(timer, forMode: .default)
        case .validButNeverAdded: break
        }
        return timer
    }
}

/// Foundation's defect on Linux, without anything of ribleak. When this fails, Foundation was mended:
/// remove `EndedTimers` and the library leak `foundation-timer`.
@Suite struct TimerDefectTests {
    @Test(arguments: TimerEnding.allCases) func aTimerKeepsWhatItsClosureCaptures(
        _ ending: TimerEnding
    ) {
        weak var timer: Timer?
        weak var ticked: TimerEnding.Ticked?
        do {
            let object = TimerEnding.Ticked()
            let made = ending.timer(for: object)
            (timer, ticked) = (made, object)
        }
        #expect(timer != nil && ticked != nil)
        #expect(timer?.isValid == !ending.isOver)
        timer?.invalidate()
        #expect(timer != nil && ticked != nil)
    }
}

@Suite struct EndedTimersTests {
    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    @Test(arguments: TimerEnding.allCases) func onlyATimerThatIsOverIsRecognised(
        _ ending: TimerEnding
    ) throws {
        let timer = ending.timer(for: TimerEnding.Ticked())
        let graph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: TypeReader()), memory: GuardedMemory())
        #expect(EndedTimers(graph: graph).contains(address(timer)) == ending.isOver)
        timer.invalidate()
    }

    @Test func anotherObjectIsNone() throws {
        let graph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: TypeReader()), memory: GuardedMemory())
        #expect(!EndedTimers(graph: graph).contains(address(TimerEnding.Ticked())))
        #expect(!EndedTimers(graph: graph).contains(0))
    }

    /// The path to what the closure of a timer captures, while nothing but Foundation has the timer.
    private func path(_ ending: TimerEnding) throws -> Retention? {
        let object: UInt = {
            let ticked = TimerEnding.Ticked()
            _ = ending.timer(for: ticked)
            return address(ticked)
        }()
        return try HeapSearch().explain(
            [object], attachedRouters: [], budget: .max, clock: { 0 })[0]
    }

    @Test(arguments: TimerEnding.allCases.filter(\.isOver))
    func aTimerThatIsOverIsAnObservedHolder(_ ending: TimerEnding) throws {
        let found = try #require(try path(ending))
        #expect(found.reason == .global)
        #expect(found.steps.map(\.isInferred) == [false, false])
        #expect(found.steps.first?.holder == .other(name: "a Foundation timer that is over"))
        #expect(found.steps.map(\.label) == ["", "captures Ticked"])
        #expect(found.retainCount == 1)
        #expect(found.seenReferences == 1)
        #expect(!found.isPartial)
    }

    @Test func anEndedTimerInAPropertyIsNamedOnTheCycle() throws {
        final class Owner: @unchecked Sendable {
            // Safe: one thread sets it, and the timer never fires.
            var timer: Timer?
        }
        let object: UInt = {
            let owner = Owner()
            owner.timer = Timer(fire: .distantFuture, interval: 1, repeats: true) { _ in
                owner.timer = nil
            }
            owner.timer?.invalidate()
            return address(owner)
        }()
        let found = try #require(
            try HeapSearch().explain([object], attachedRouters: [], budget: .max, clock: { 0 })[0])
        #expect(found.reason == .cycle)
        #expect(found.steps.map(\.label) == ["timer", "", "captures Owner"])
        #expect(found.steps[1].holder == .other(name: EndedTimers.name))
    }
}
