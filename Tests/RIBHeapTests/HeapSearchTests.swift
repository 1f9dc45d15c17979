// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import Testing

@testable import RIBHeap

@Suite struct HeapSearchTests {
    private final class Child {
        var parent: Parent?
        var leaf: Leaf?
    }
    private final class Parent {
        var child: Child?
        var other: Child?
    }
    private final class Leaf {}
    private final class Handler {
        var handle: (() -> Void)?
    }
    private final class Handled {
        private var count = 0
        func handle() { count += 1 }
    }
    /// A keeper in memory without types.
    private final class Keeper {
        let words = UnsafeMutablePointer<UInt>.allocate(capacity: 2)
        deinit { words.deallocate() }
    }
    private class Base {
        var inherited: Leaf?
    }
    private final class Derived: Base {
        var own: Leaf?
    }
    private final class OtherDerived: Base {
        var state = State.none

        enum State {
            case none
            case one(Leaf)
            case two(Leaf, Leaf)
        }
    }

    private func withoutDestructor(_ step: RetainStep) -> RetainStep {
        var step = step
        step.destructor = nil
        return step
    }

    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private func explain(
        _ targets: [UInt], from routers: [UInt] = [], budget: UInt64 = .max,
        clock: () -> UInt64 = { 0 }
    ) throws -> [Retention?] {
        try HeapSearch().explain(
            targets, attachedRouters: routers, budget: budget, includingInferred: false,
            clock: clock)
    }

    /// Without a look at variables, which knows of all code.
    @Test func theFirstSearchKnowsWhatAMethodThatIsHandedOverCalls() throws {
        let (handler, handled) = (Handler(), Handled())
        handler.handle = handled.handle
        let answer = try #require(try explain([address(handled)], from: [address(handler)])[0])
        guard case .closure(let functions)? = answer.steps.last?.holder else {
            Issue.record("no closure: \(answer.steps)")
            return
        }
        #expect(functions.count > 1)
    }

    @Test func aPathBeginsAtARouter() throws {
        let parent = Parent()
        let child = Child()
        parent.child = child
        let answer = try #require(try explain([address(child)], from: [address(parent)])[0])
        #expect(answer.reason == .attachedRouter)
        #expect(
            answer.steps.map(withoutDestructor) == [
                RetainStep(
                    holder: .object(type: "Parent"), address: address(parent), label: "child",
                    target: "Child", isInferred: false)
            ])
        #expect(!answer.isPartial)
    }

    @Test func aStepSaysWhichClassDeclaresItsField() throws {
        let (derived, other) = (Derived(), OtherDerived())
        (derived.inherited, derived.own, other.inherited) = (Leaf(), Leaf(), Leaf())
        let last = Leaf()
        other.state = .two(Leaf(), last)
        let leaves = [derived.inherited, derived.own, other.inherited, last].compactMap { $0 }
        let answers = try explain(
            leaves.map { address($0) }, from: [address(derived), address(other)])
        let destructors = answers.map { $0?.steps.first?.destructor }
        #expect(destructors[0] != nil)
        #expect(destructors[0] == destructors[2])
        #expect(destructors[0] != destructors[1])
        #expect(destructors[3] != nil && destructors[3] != destructors[0])
    }

    @Test func aRouterThatIsTheTargetNeedsNoStep() throws {
        let parent = Parent()
        let answer = try #require(try explain([address(parent)], from: [address(parent)])[0])
        #expect(answer.reason == .attachedRouter)
        #expect(answer.steps == [])
    }

    @Test func withoutARootTheCycleIsTheAnswer() throws {
        let parent = Parent()
        let child = Child()
        parent.child = child
        child.parent = parent
        defer { child.parent = nil }
        let answer = try #require(try explain([address(child)])[0])
        #expect(answer.reason == .cycle)
        #expect(answer.steps.map(\.label) == ["parent", "child"])
        #expect(answer.steps.map(\.target) == ["Parent", "Child"])
    }

    @Test func theReferencesThatWereSeenAreCounted() throws {
        let parent = Parent()
        let child = Child()
        let before = try #require(try explain([address(child)])[0])
        #expect(before.reason == .unseen)
        #expect(before.seenReferences == 0)
        parent.child = child
        parent.other = child
        let after = try #require(try explain([address(child)], from: [address(parent)])[0])
        #expect(after.seenReferences == 2)
        #expect(after.retainCount == before.retainCount + 2)
    }

    @Test func whatOnlyATargetHoldsIsDominatedByIt() throws {
        let child = Child()
        let alone = try #require(try explain([address(child)])[0])
        child.leaf = Leaf()
        let answer = try #require(try explain([address(child)])[0])
        #expect(alone.dominatedCount == 0)
        #expect(answer.dominatedCount == 1)
        #expect(answer.dominatedBytes > alone.dominatedBytes)
    }

    @Test func whatIsBeingFreedGetsNoAnswer() throws {
        let child = Child()
        try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { room in
            let metadata = try #require(GuardedMemory().word(at: address(child)))
            room.storeBytes(of: metadata, as: UInt.self)
            room.storeBytes(of: 3 | 1 << 32, toByteOffset: 8, as: UInt.self)
            #expect(try explain([UInt(bitPattern: room.baseAddress)]) == [nil])
        }
    }

    @Test(arguments: [0, 8, 4096, UInt.max, 1 << 62, 0x7FFF_FFFF_FFF8] as [UInt])
    func whatIsNoObjectGetsNoAnswer(address: UInt) throws {
        #expect(try explain([address]) == [nil])
    }

    @Test func withoutTargetsNothingIsDone() throws {
        var looks = 0
        func answers(_ targets: [UInt]) throws -> Int {
            try explain(targets) {
                looks += 1
                return 0
            }.count
        }
        #expect(try answers([]) == 0)
        #expect(looks == 0)
        let leaf = Leaf()
        #expect(try answers([address(leaf)]) == 1)
        #expect(looks > 0)
    }

    @Test func answersArePartialWhenTheTimeIsOver() throws {
        let parent = Parent()
        let child = Child()
        parent.child = child
        let answer = try #require(
            try explain([address(child)], from: [address(parent)], budget: 0)[0])
        #expect(answer.isPartial)
        #expect(answer.retainCount > 0)
    }

    /// The change comes at each of the search's looks at the clock in turn, until there is none left.
    @Test func aPathThatIsGoneMeanwhileIsLookedForAgain() throws {
        let (parent, first, second) = (Parent(), Child(), Child())
        let leaf = Leaf()
        (parent.child, parent.other) = (first, second)
        func search(changingAt look: Int) throws -> Int {
            (first.leaf, second.leaf) = (leaf, nil)
            return try looks(for: leaf, from: parent, at: look) {
                (first.leaf, second.leaf) = (nil, leaf)
            }
        }
        var look = 1
        // Variables hold the leaf too, so the search looks on for others, and often at the clock.
        while try search(changingAt: look) >= look { look *= 2 }
        // One look is at the beginning, and some are later.
        #expect(look > 3)
    }

    /// The walk reads whole pages: it may see the one field before the reference moves there, and the
    /// other one after it moved away.
    @Test func aReferenceThatMovesFromAPageAheadToOneBehindIsLookedForAgain() throws {
        let pairs = (0..<4096).map { _ in (Parent(), Child()) }
        func page(_ object: AnyObject) -> UInt { address(object) / UInt(PageCache.pageSize) }
        let (parent, behind) = try #require(pairs.first { page($0) == page($1) })
        let (_, ahead) = try #require(pairs.first { page($1) != page(parent) })
        let leaf = Leaf()
        (parent.child, parent.other) = (ahead, behind)
        func search(changingAt look: Int) throws -> Int {
            (ahead.leaf, behind.leaf) = (leaf, nil)
            return try looks(for: leaf, from: parent, at: look) {
                (ahead.leaf, behind.leaf) = (nil, leaf)
            }
        }
        var look = 1
        // Each of the first, and then fewer: a search looks some hundred times, and takes as long to begin.
        while try search(changingAt: look) >= look { look += max(1, look / 3) }
        // One look is at the beginning, and some are later.
        #expect(look > 3)
    }

    /// Searches for a leaf below either child, with a change at one look at the clock.
    ///
    /// - Returns: How often the search looked at the clock.
    private func looks(
        for leaf: Leaf, from parent: Parent, at look: Int, change: () -> Void
    ) throws -> Int {
        var looks = 0
        let answer = try #require(
            try explain([address(leaf)], from: [address(parent)]) {
                looks += 1
                if looks == look { change() }
                return 0
            }[0])
        #expect(
            [["child", "leaf"], ["other", "leaf"]].contains(answer.steps.map(\.label)),
            "changed at look \(look)")
        withExtendedLifetime(parent) {}
        return looks
    }

    @Test func aSearchServesAgain() throws {
        let search = try HeapSearch()
        let parent = Parent()
        for _ in 0..<3 {
            let child = Child()
            parent.child = child
            let answer = search.explain(
                [address(child)], attachedRouters: [address(parent)], budget: .max, clock: { 0 })
            #expect(answer[0]?.steps.map(\.label) == ["child"])
        }
    }

    /// A number just before a reference may be an address inside of a function: a lock, with what was
    /// in the memory before behind it. Only where a function begins may it be a closure's.
    @Test(arguments: [0, 1])
    func aClosureBeginsWhereAFunctionDoes(distance: UInt) throws {
        let keeper = Keeper()
        let function: @convention(c) () -> Void = { _ = Keeper() }
        keeper.words[0] = UInt(bitPattern: unsafeBitCast(function, to: Int.self)) + distance
        let leaf = Leaf()
        keeper.words[1] = address(leaf)
        let answer = try #require(
            try HeapSearch().explain(
                [address(leaf)], attachedRouters: [address(keeper)], budget: .max, clock: { 0 }
            )[0])
        let isClosure = answer.steps.contains {
            if case .closure = $0.holder { true } else { false }
        }
        #expect(answer.steps.first?.label == "words")
        #expect(isClosure == (distance == 0))
        withExtendedLifetime(keeper) {}
    }

    /// What dispatch lists may run and be freed before it is followed, and even the search itself takes
    /// memory.
    @Test(arguments: [true, false])
    func workLeadsOnUnlessItsMemoryIsInUseForSomethingElse(isInUse: Bool) throws {
        let held = Leaf()
        let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0, count: 4)
        (memory[0], memory[2]) = (1, address(held))
        let work = ribleak_due_work(context: UInt(bitPattern: memory), first: memory[0])
        if isInUse { memory[0] = 2 }
        let due = try #require(
            try HeapSearch().dueWork(
                [work], and: [], timersOf: 0, ofClass: Leaf.self, dueBy: 0, without: [], most: 100))
        #expect(due.mayRelease(address(held), keptBy: []) == !isInUse)
        #expect(due.mayRelease(0, keptBy: [address(held)]) == !isInUse)
    }

    /// A thread of libdispatch had it in its hands while queues were read, and a queue while threads were.
    @Test func whatMovesToAQueueWhileMemoryIsReadIsFound() async {
        await #expect(processExitsWith: .success) {
            let search = try HeapSearch()
            let waiting = Waiting()
            // A search goes along types first. What it does not find there it looks for twice more, each
            // time along types and then in all memory. The object moves during the first of these.
            let typed = waiting.search(search, includingInferred: false, movingAt: .max).looks / 2
            let untyped = (waiting.search(search, movingAt: .max).looks - 3 * typed) / 2
            try #require(typed > 0 && untyped > 10)
            for look in stride(from: 2 * typed, to: 2 * typed + untyped, by: untyped / 10) {
                let found = waiting.search(search, movingAt: look).retention
                #expect(found?.reason == .queue, "at look \(look)")
            }
        }
    }
}

/// An object that a queue holds from some look at the clock on, and before that nothing that can be
/// seen. Its own addresses are inverted, so that the search does not find them here.
private struct Waiting {
    private final class Held {}
    // Safe: only the test's thread uses it, since the queue runs the closure in some years.
    private final class Slot: @unchecked Sendable { var held: Held? }

    private let held = ~UInt(bitPattern: Unmanaged.passRetained(Held()).toOpaque())
    private let slot: UInt

    init() {
        let slot = Slot()
        self.slot = ~UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque())
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(100_000_000)) {
            slot.held = nil
        }
    }

    private func object<Object: AnyObject>(_ inverted: UInt, _: Object.Type) -> Object? {
        UnsafeRawPointer(bitPattern: ~inverted).map {
            Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
        }
    }

    func search(
        _ search: HeapSearch, includingInferred: Bool = true, movingAt look: Int
    ) -> (retention: Retention?, looks: Int) {
        var looks = 0
        let found = search.explain(
            [~held], attachedRouters: [], budget: .max, includingInferred: includingInferred
        ) {
            looks += 1
            if looks == look { object(slot, Slot.self)?.held = object(held, Held.self) }
            return 0
        }
        object(slot, Slot.self)?.held = nil
        return (found[0], looks)
    }
}
