// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct OwnerSearchTests {
    private final class Owner {
        var kept: [Any] = []
        var bag: Bag?
        var other: AnyObject?
    }
    private final class StandIn {
        let owner: Owner
        init(_ owner: Owner) { self.owner = owner }
    }
    private final class Bag {
        var tokens: [AnyObject] = []
    }
    private final class Token {
        let end: () -> Void
        init(_ end: @escaping () -> Void) { self.end = end }
    }
    private final class Source {
        var sinks: [Sink] = []
    }
    private final class Sink {
        var receiveValue: (Int) -> Void = { _ in }
        func end() { receiveValue = { _ in } }
    }

    private let owner = Owner()
    private let sink = Sink()

    private func search() throws -> OwnerSearch {
        try OwnerSearch { type in
            switch type {
            case is Owner.Type: .owner
            case is StandIn.Type: .standIn
            case is Token.Type: .token
            case is Source.Type: .publisher
            default: .other
            }
        }
    }

    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    // MARK: - Captures

    private func captured(weakly: Bool) throws -> Set<UInt>? {
        try search().captured(by: address(sink), in: ["receiveValue"], weakly: weakly)
    }

    @Test func aStrongCaptureIsSeenEitherWay() throws {
        sink.receiveValue = { [owner] _ in owner.kept = [] }
        #expect(try captured(weakly: false) == [address(owner)])
        #expect(try captured(weakly: true) == [address(owner)])
    }

    @Test func aWeakCaptureIsSeenOnlyIfAsked() throws {
        sink.receiveValue = { [weak owner] _ in owner?.kept = [] }
        #expect(try captured(weakly: false) == [])
        #expect(try captured(weakly: true) == [address(owner)])
    }

    @Test func anUnownedCaptureIsSeenOnlyIfAsked() throws {
        sink.receiveValue = { [unowned owner] _ in owner.kept = [] }
        #expect(try captured(weakly: false) == [])
        #expect(try captured(weakly: true) == [address(owner)])
    }

    @Test func anUnmanagedCaptureIsSeenOnlyIfAsked() throws {
        let reference = Unmanaged.passUnretained(owner)
        sink.receiveValue = { _ in reference._withUnsafeGuaranteedRef { $0.kept = [] } }
        #expect(try captured(weakly: false) == [])
        #expect(try captured(weakly: true) == [address(owner)])
    }

    @Test func aWeakCaptureOfAFreedObjectIsLeftOut() throws {
        var gone: Owner? = Owner()
        sink.receiveValue = { [weak gone, weak owner] _ in
            gone?.kept = []
            owner?.kept = []
        }
        gone = nil
        #expect(try captured(weakly: true) == [address(owner)])
    }

    @Test func aWeakCaptureOfAStandInIsOneOfItsOwner() throws {
        let standIn = StandIn(owner)
        sink.receiveValue = { [weak standIn] _ in standIn?.owner.kept = [] }
        #expect(try captured(weakly: true) == [address(owner)])
        withExtendedLifetime(standIn) {}
    }

    @Test func aWeakCaptureInAClosureThatIsCapturedIsSeen() throws {
        let inner: (Int) -> Void = { [weak owner] _ in owner?.kept = [] }
        sink.receiveValue = { inner($0) }
        #expect(try captured(weakly: true) == [address(owner)])
    }

    // MARK: - Tasks

    /// The number of a running task.
    private static func number(ofTask address: UInt) -> UInt {
        UnsafePointer<UInt32>(bitPattern: address + 36).map { UInt($0.pointee) } ?? 0
    }

    /// Runs in a task: the owners that this captures.
    private static func capturedByTask(_ search: OwnerSearch) -> Set<UInt>? {
        withUnsafeCurrentTask { task in
            guard let task else { return nil }
            let address = unsafeBitCast(task, to: UInt.self)
            // A task may lie where the search has read something else before.
            search.begin()
            return search.captured(byTask: address, number: number(ofTask: address))
        }
    }

    @Test func aTasksWeakCaptureIsSeenWhateverItsResultIs() async throws {
        // Safe: the test waits for its tasks, and uses nothing meanwhile.
        nonisolated(unsafe) let search = try search()
        nonisolated(unsafe) weak let weakly = owner
        let of = { (found: Set<UInt>?) in
            withExtendedLifetime(weakly) {}
            return found
        }
        nonisolated(unsafe) let see = of
        let plain = await Task { see(Self.capturedByTask(search)) }.value
        #expect(plain == [address(owner)])
        let long = await Task { (see(Self.capturedByTask(search)), "", "", "", "") }.value
        #expect(long.0 == [address(owner)])
        let throwing = try await Task {
            try Task.checkCancellation()
            return see(Self.capturedByTask(search))
        }.value
        #expect(throwing == [address(owner)])
    }

    @Test func aTasksStrongCaptureIsSeenAfterItWaited() async throws {
        // Safe: the test waits for its tasks, and uses nothing meanwhile.
        nonisolated(unsafe) let search = try search()
        nonisolated(unsafe) let owner = owner
        let found = await Task {
            await Task.yield()
            defer { owner.kept = [] }
            return Self.capturedByTask(search)
        }.value
        #expect(found == [address(owner)])
    }

    @Test func aTaskOfAGroupHasItsOwnCaptures() async throws {
        // Safe: the test waits for its tasks, and uses nothing meanwhile.
        nonisolated(unsafe) let search = try search()
        nonisolated(unsafe) let (owner, other) = (owner, Owner())
        let found = await withTaskGroup(of: Set<UInt>?.self) { group in
            group.addTask {
                defer { owner.kept = [] }
                return Self.capturedByTask(search)
            }
            defer { other.kept = [] }
            return await group.next() ?? nil
        }
        #expect(found == [address(owner)])
    }

    @Test func aTaskThatCapturesNobodyHasNoOwner() async throws {
        // Safe: the test waits for its tasks, and uses nothing meanwhile.
        nonisolated(unsafe) let search = try search()
        nonisolated(unsafe) let owner = owner
        let found = await Task { Self.capturedByTask(search) }.value
        // Nil would say that its captures are unknown.
        #expect(found == [])
        let capturing = await Task {
            defer { owner.kept = [] }
            return Self.capturedByTask(search)
        }.value
        #expect(capturing == [address(owner)])
    }

    @Test func theCapturesOfAnAsyncLetAreUnknown() async throws {
        // Safe: the test waits for its tasks, and uses nothing meanwhile.
        nonisolated(unsafe) let search = try search()
        nonisolated(unsafe) let owner = owner
        async let found = {
            defer { owner.kept = [] }
            return (isInTask: withUnsafeCurrentTask { $0 != nil }, Self.capturedByTask(search))
        }()
        let (isInTask, captured) = await found
        #expect(isInTask)
        #expect(captured == nil)
    }

    @Test func theCapturesOfWhatIsNoTaskAreUnknown() async throws {
        #expect(try search().captured(byTask: address(owner), number: 1) == nil)
        #expect(try search().captured(byTask: 8, number: 1) == nil)
        // Safe: the test waits for its tasks, and uses nothing meanwhile.
        nonisolated(unsafe) let search = try search()
        let known = await Task { Self.capturedByTask(search) }.value
        #expect(known == [])
    }

    // MARK: - Tokens

    private func isKept(by roots: AnyObject..., nodes: Int = 100) throws -> Bool {
        try search().subscriptions(
            keptBy: roots.map(address), among: [address(sink)], nodes: nodes
        ) == [address(sink)]
    }

    private func token() -> Token { Token(sink.end) }

    @Test func aTokenInAFieldKeepsItsSubscription() throws {
        owner.other = token()
        #expect(try isKept(by: owner))
    }

    @Test func aTokenInABagInAListDoes() throws {
        owner.kept = [[Bag()]]
        ((owner.kept.first as? [Bag])?.first)?.tokens = [token()]
        #expect(try isKept(by: owner))
    }

    @Test func aTokenInABagDoesOnlyIfTheOwnerAloneKeepsTheBag() throws {
        owner.bag = Bag()
        owner.bag?.tokens = [token()]
        #expect(try isKept(by: owner))
        let bag = owner.bag
        #expect(try !isKept(by: owner))
        withExtendedLifetime(bag) {}
    }

    @Test func aBagThatOnlyTheRootsKeepIsTheirs() throws {
        let second = Owner()
        second.bag = Bag()
        owner.bag = second.bag
        owner.bag?.tokens = [token()]
        #expect(try isKept(by: owner, second))
        #expect(try !isKept(by: owner))
    }

    @Test func aTokenOfAnotherOwnerDoesNot() throws {
        owner.other = Owner()
        (owner.other as? Owner)?.other = token()
        #expect(try !isKept(by: owner))
        owner.other = token()
        #expect(try isKept(by: owner))
    }

    @Test func aPublisherKeepsTheSubscriptionsOfOthers() throws {
        let source = Source()
        source.sinks = [sink]
        owner.other = source
        #expect(try !isKept(by: owner))
        owner.other = token()
        #expect(try isKept(by: owner))
        withExtendedLifetime(source) {}
    }

    @Test func noMoreIsLookedAtThanAllowed() throws {
        owner.other = token()
        #expect(try !isKept(by: owner, nodes: 1))
        #expect(try isKept(by: owner, nodes: 3))
    }
}
