// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import RIBTrace

/// The search of the heap for what keeps objects alive, set up when something leaks for the first
/// time.
final class RetainSearch: Sendable {
    /// Of more survivors, the first are explained.
    static let mostTargets = 1_000
    /// Of a longer path, this many edges are kept at each end.
    private static let mostSteps = 32

    private enum State {
        case new
        case ready(HeapSearch)
        case unavailable
    }

    private let state = Protected(State.new)

    /// Explains objects by one walk for all of them, after another search that is under way.
    ///
    /// - Parameters:
    ///   - targets: Addresses of objects, which may be freed meanwhile.
    ///   - routers: Addresses of routers that are meant to be alive.
    ///   - limit: Nanoseconds for it.
    ///   - frames: Where the recorder's part of the calling thread's stack begins.
    /// - Returns: An answer for each target, if there is one; empty where searching is not possible,
    ///   which the host is told once.
    func explain(
        _ targets: [UInt], from routers: [UInt], within limit: UInt64, frames: UInt?,
        clock: () -> UInt64
    ) -> [Retention?] {
        withSearch { search in
            search.explain(
                targets, attachedRouters: routers, budget: limit, ownFrames: frames,
                clock: clock)
        } ?? []
    }

    /// How objects in their `deinit` hold one that goes with them; to be asked in its own `deinit`.
    ///
    /// - Parameters:
    ///   - target: The address of an object in its `deinit`.
    ///   - roots: The addresses of objects that may be in theirs.
    /// - Returns: The shortest path, by observed references alone; nil when there is none.
    func explain(_ target: UInt, heldBy roots: [UInt]) -> Retention? {
        withSearch { $0.explain(target, heldBy: roots) } ?? nil
    }

    /// How living objects are held by one in its `deinit`: an answer for each; empty where searching is not
    /// possible.
    func explain(_ targets: [UInt], heldByDying root: UInt) -> [Retention?] {
        withSearch { $0.explain(targets, heldByDying: root) } ?? []
    }

    /// What the fields of an object refer to, those of base classes left out.
    func fields(of object: UInt, below bases: [ObjectIdentifier]) -> ObjectFields? {
        withSearch { $0.fields(of: object, below: bases) } ?? nil
    }

    /// Runs `body` with the search, after what is under way; nil where searching is not possible.
    private func withSearch<Result>(_ body: (HeapSearch) -> Result) -> Result? {
        state.withLock { state in
            if case .new = state { state = Self.makeReady() }
            guard case .ready(let search) = state else { return nil }
            return body(search)
        }
    }

    private static func makeReady() -> State {
        do {
            return .ready(try HeapSearch())
        } catch {
            HostWarning.say("\(error.reason): reports do not say why objects are alive")
            return .unavailable
        }
    }

    static func shortened(_ steps: [RetainStep]) -> [RetainStep] {
        guard steps.count > 2 * mostSteps else { return steps }
        return Array(steps.prefix(mostSteps) + steps.suffix(mostSteps))
    }
}

/// What stands in the tree, or did, as far as nothing else that is here leads there: where the search for
/// retain paths begins.
///
/// These are the routers that have or had children or were launched, or attached where no router holds
/// them, and RIBs without base classes.
final class RetainRoots: Sendable {
    private struct State {
        /// Of objects that take themselves out in their `deinit`.
        var addresses: [ObjectID: UInt] = [:]
        /// Of others, whose memory is kept: to hold one itself, if only to look, may free it under a
        /// lock that its `deinit` takes.
        var kept: [ObjectID: UInt] = [:]
    }

    private let state = Protected(State())

    deinit {
        for address in state.withLock({ $0.kept.values }) { Self.giveUp(address) }
    }

    func add(_ router: ObjectID, at address: UInt) {
        state.withLock { $0.addresses[router] = address }
    }

    func add(_ object: AnyObject, _ id: ObjectID) {
        let place = Unmanaged.passUnretained(object).toOpaque()
        ObjectReference.keepMemory(of: place)
        let known = state.withLock { $0.kept.updateValue(UInt(bitPattern: place), forKey: id) }
        known.map(Self.giveUp)
    }

    func remove(_ id: ObjectID) {
        let kept = state.withLock { state in
            state.addresses.removeValue(forKey: id) == nil
                ? state.kept.removeValue(forKey: id) : nil
        }
        kept.map(Self.giveUp)
    }

    private static func giveUp(_ address: UInt) {
        UnsafeMutableRawPointer(bitPattern: address).map(ObjectReference.giveUpMemory(of:))
    }

    /// Whether there are objects that do not take themselves out.
    var hasKept: Bool { state.withLock { !$0.kept.isEmpty } }

    /// Those that are wanted and were here just now, in the order of their ids.
    func all(where isWanted: (ObjectID) -> Bool) -> [(id: ObjectID, address: UInt)] {
        let state = state.withLock { $0 }
        var all = state.addresses.filter { isWanted($0.key) }.map {
            (id: $0.key, address: $0.value)
        }
        all += self.state.withLock { state in
            state.kept.filter { id, address in
                isWanted(id)
                    && UnsafeMutableRawPointer(bitPattern: address)
                        .map(ObjectReference.isLiving) == true
            }.map { (id: $0.key, address: $0.value) }
        }
        return all.sorted { $0.id < $1.id }
    }
}

/// Where on a stack the recorder's own work begins: what it keeps there of the objects that it judges
/// is no reason for them to be alive.
enum OwnFrames {
    /// Runs `body` with an address of this call's frame.
    @inline(never)
    static func begin<Result>(_ body: (_ frames: UInt) -> Result) -> Result {
        var here = 0
        return withUnsafeMutablePointer(to: &here) { body(UInt(bitPattern: $0)) }
    }
}
