// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

/// How objects of a class relate to subscriptions.
package typealias OwnerRole = OwnerSearch.Role

/// A subscription as the search for its owner sees it. The memory of its objects is kept.
package struct FollowedObject: Sendable {
    package let id: SubscriptionID
    /// The address of the object that tokens lead to: the subscriber, or else the subscription.
    package let address: UInt
    /// The address of the object that captures the owner, if it is another one.
    package let observer: UInt

    package init(id: SubscriptionID, address: UInt, observer: UInt? = nil) {
        self.id = id
        self.address = address
        self.observer = observer ?? address
    }
}

/// A task, recognized even if its memory serves another one later.
struct FollowedTask: Sendable {
    let address: UInt
    /// The runtime numbers all tasks.
    let number: UInt

    init(current address: UInt) {
        self.address = address
        // Safe: the calling task lives, and its number lies there on all 64-bit platforms.
        number = UnsafePointer<UInt32>(bitPattern: address + 36).map { UInt($0.pointee) } ?? 0
    }
}

/// What a search shows about the owner of a subscription.
package enum OwnerAnswer {
    case owner(Activity, SubscriptionAttribution)
    case disputed
    case nothing

    /// Nil also if the subscription has no owner.
    var owner: Activity? { if case .owner(let owner, _) = self { owner } else { nil } }
    var isNothing: Bool { if case .nothing = self { true } else { false } }
}

/// Finds the owner of a subscription by what its closure captures and by which object keeps its
/// token. Each call gives nil when it could not look.
///
/// A call of the app never waits for it: what it could not look at, while another thread searched,
/// is searched later. While a test runs, it waits: what is searched later may have ended by then,
/// so a mistake of one test would be missed whenever another one searched.
///
/// What is seen in memory outranks the owner that was current when the subscription was made. If
/// two findings disagree, neither counts.
final class OwnerEvidence: Sendable {
    /// The fields of a subscriber that count: a `Sink` has the first, an `Assign` the second. A
    /// closure for completions does not count, because it gets no values.
    private static let fields = ["receiveValue", "object"]

    /// The field in which a Foundation timer has its closure.
    private static let timerFields = ["_fire"]

    /// How long a call of the app may wait for a search in a test, in nanoseconds: only a stopped
    /// thread searches longer.
    static let patienceInTest: UInt64 = 5_000_000_000

    /// Nil before it is set up; a nil in it where searching is not possible.
    private let state = Protected<OwnerSearch??>(nil)
    /// The activities of interactors, workers and RIBs without base classes that were ever active,
    /// by the owner's address. An address read from memory that may change is only compared with
    /// these. Its number is 1 while they are kept: while a sweeper searches for owners.
    private let owners = Protected<[UInt: Activity]>([:])

    /// Sets up the search, once subscriptions begin to be followed, unless that has been done. It
    /// takes some milliseconds in a debug build. `role` is called once per class.
    func setUp(_ role: @escaping (Any.Type) -> OwnerRole) {
        guard state.withLock({ $0 == nil }) else { return }
        // Without the lock: it asks the runtime for types, which may wait for a thread that makes
        // one, and that thread may wait for the lock.
        let made = Self.makeSearch(role)
        state.withLock { search in
            if search == nil { search = .some(made) }
        }
    }

    private static func makeSearch(_ role: @escaping (Any.Type) -> OwnerRole) -> OwnerSearch? {
        guard let search = try? OwnerSearch(role: role) else { return nil }
        // Looks once at what most searches meet, so that the next one need not read those types.
        search.warmUp()
        let timer = sample.timer
        // Its pages may have been read before it was made.
        search.begin()
        _ = search.captured(
            by: ObjectReference.address(of: timer), in: timerFields, weakly: true)
        return search
    }

    /// A timer to look at first. One for the process, and kept: Foundation frees none, so a host's
    /// leak sanitizer would count each that is let go. Safe: its memory is only read, and it is in
    /// no run loop.
    nonisolated(unsafe) private static let sample = {
        let owner = OwnerEvidence()
        let timer = Foundation.Timer(timeInterval: 1, repeats: false) { [weak owner] _ in
            owner?.keepOwners(false)
        }
        return (owner: owner, timer: timer)
    }()

    /// The owner that a subscriber, which may be freed at any time, keeps or captures, strongly or
    /// else weakly, or else the only one that its task captures.
    func captured(
        by subscriber: UInt?, or task: FollowedTask?, within patience: UInt64
    ) -> OwnerAnswer? {
        search(within: patience, orElse: .nothing) { search in
            let found = subscriber.map { captured(by: $0, search).answer }
            if let found, found.owner != nil { return found }
            guard let task, let found = search.captured(byTask: task.address, number: task.number),
                found.count == 1, let owner = found.first.flatMap(activity)
            else { return .nothing }
            return .owner(owner, .task)
        }
    }

    /// The timers of the main run loop whose closures capture exactly one owner, and only weakly,
    /// and the addresses of the functions that they call. Call it on the main thread, while that
    /// owner and its parts, which are at `roots`, live.
    func timers(of loop: RunLoop, at roots: [UInt], within patience: UInt64) -> [(
        Foundation.Timer, code: UInt
    )]? {
        let fields = Self.timerFields
        return search(within: patience, orElse: []) { search in
            search.timers(of: ObjectReference.address(of: loop), ofClass: Foundation.Timer.self)
                .compactMap { timer in
                    guard search.captured(by: timer, in: fields, weakly: false) == [],
                        let weakly = search.captured(by: timer, in: fields, weakly: true),
                        weakly.count == 1, !weakly.isDisjoint(with: roots),
                        let code = search.code(of: timer, in: fields),
                        let place = UnsafeMutableRawPointer(bitPattern: timer),
                        let object = ribleak_try_retain(place)
                    else { return nil }
                    return (Unmanaged.fromOpaque(object).takeRetainedValue(), code)
                }
        }
    }

    /// What a search shows about each of some subscriptions, whose tokens the owner may keep that
    /// is, with its parts, at `roots`. These live until this call returns.
    func answers(
        on subscriptions: [FollowedObject], keptBy keeper: Activity, at roots: [UInt],
        within patience: UInt64
    ) -> [OwnerAnswer]? {
        search(within: patience, orElse: subscriptions.map { _ in .nothing }) { search in
            let addresses = Set(subscriptions.map(\.address))
            let kept = search.subscriptions(keptBy: roots, among: addresses)
            return subscriptions.map { subscription in
                let captured = captured(by: subscription.observer, search)
                if kept.contains(subscription.address) {
                    let isOthers = !captured.all.isEmpty && captured.all.isDisjoint(with: roots)
                    return isOthers ? .disputed : .owner(keeper, .kept)
                }
                return captured.answer
            }
        }
    }

    /// The first of some subscriptions that a token keeps. The token lives until this call returns.
    func subscription(
        among subscriptions: [FollowedObject], keptBy token: UInt, within patience: UInt64
    ) -> FollowedObject? {
        let kept = search(within: patience, orElse: []) {
            $0.subscriptions(keptBy: [token], among: Set(subscriptions.map(\.address)))
        }
        return subscriptions.first { kept?.contains($0.address) ?? false }
    }

    /// The addresses of the interactors and similar objects that a subscriber captures, whether
    /// they were ever active or not, and the only owner, if it is exactly one that ever was.
    private func captured(
        by subscriber: UInt, _ search: OwnerSearch
    ) -> (all: Set<UInt>, answer: OwnerAnswer) {
        for weakly in [false, true] {
            let found = search.captured(by: subscriber, in: Self.fields, weakly: weakly) ?? []
            guard let first = found.first else { continue }
            guard found.count == 1, let owner = activity(at: first) else {
                return (found, .nothing)
            }
            return (found, .owner(owner, weakly ? .capturedWeakly : .captured))
        }
        return ([], .nothing)
    }

    /// - Parameters:
    ///   - patience: How many nanoseconds to wait while another thread searches: 0 for a call of
    ///     the app, ``patienceInTest`` while a test runs. A judgement waits as long as that takes.
    ///   - nothing: The result where no search is possible.
    private func search<Result>(
        within patience: UInt64, orElse nothing: Result, _ body: (OwnerSearch) -> Result
    ) -> Result? {
        func look(_ known: inout OwnerSearch??) -> Result? {
            guard let known else { return nil }
            guard let search = known else { return nothing }
            search.begin()
            return body(search)
        }
        return patience == .max
            ? state.withLock(look) : state.withLock(within: patience, look) ?? nil
    }

    // MARK: - Owners

    /// Keeps the owners that become active from now on, or forgets all.
    func keepOwners(_ isKept: Bool) {
        owners.withLock { known in
            owners.number = isKept ? 1 : 0
            // Activities own nothing of the host.
            if !isKept { known = [:] }
        }
    }

    func add(_ activity: Activity, at address: UInt) {
        guard owners.number != 0 else { return }
        owners.withLock { $0[address] = activity }
    }

    /// Call it before the memory at an address is freed, or once that is known to have happened.
    func remove(_ activity: Activity, at address: UInt) {
        guard owners.number != 0 else { return }
        // Another owner may have the address by now.
        owners.withLock { if $0[address] === activity { $0[address] = nil } }
    }

    func activity(at address: UInt) -> Activity? { owners.withLock { $0[address] } }

    /// The address of an activity's owner. Searches all entries.
    func address(of activity: Activity) -> UInt? {
        owners.withLock { $0.first { $0.value === activity }?.key }
    }
}
