// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

/// How objects of a class relate to subscriptions.
package typealias OwnerSort = OwnerSearch.Sort

/// A subscription as the search for its owner sees it.
package struct FollowedObject: Sendable {
    package let id: SubscriptionID
    /// The address of what tokens lead to: its subscriber, or else its subscription. Memory that is kept.
    package let address: UInt
    /// The address of what captures, where that is another object; memory that is kept.
    package let observer: UInt

    package init(id: SubscriptionID, address: UInt, observer: UInt? = nil) {
        self.id = id
        self.address = address
        self.observer = observer ?? address
    }
}

/// Finds the owner of a subscription by what its closure captures and by who keeps its token; set up when
/// it is first asked.
///
/// What was seen ranks above when a subscription was made. Two things that disagree tell nothing.
final class OwnerEvidence: Sendable {
    /// The result of a search.
    enum Answer {
        case owner(Activity, SubscriptionAttribution)
        case disputed
        case nothing

        /// Nil also if the subscription has no owner.
        var owner: Activity? { if case .owner(let owner, _) = self { owner } else { nil } }
        var isNothing: Bool { if case .nothing = self { true } else { false } }
    }

    private enum State {
        case new
        case ready(OwnerSearch)
        case unavailable
    }

    /// The field of a subscriber that counts: a `Sink` has the one, an `Assign` the other. What only a
    /// completion captures is given no values.
    private static let fields = ["receiveValue", "object"]

    /// Where a timer of Foundation has its closure.
    private static let timerFields = ["_fire"]

    private let state = Protected(State.new)
    let owners = OwnerRegistry()

    /// The owner that a subscriber keeps or captures, strongly or else weakly.
    ///
    /// - Parameters:
    ///   - subscriber: The address of an object, which may be freed at any time.
    ///   - sort: Says what objects of a class are; asked once a class.
    /// - Returns: Nil when there is none, or more than one.
    func captured(
        by subscriber: UInt, _ sort: @escaping (Any.Type) -> OwnerSort
    ) -> (owner: Activity, SubscriptionAttribution)? {
        withSearch(sort) { captured(by: subscriber, $0).owner } ?? nil
    }

    /// The only owner that a task's closure captures, strongly or not.
    ///
    /// - Parameters:
    ///   - task: The address of the calling task.
    ///   - sort: As for `captured(by:_:)`.
    func captured(byTask task: UInt, _ sort: @escaping (Any.Type) -> OwnerSort) -> Activity? {
        let found = withSearch(sort) { $0.captured(byTask: task) } ?? nil
        guard let found, found.count == 1 else { return nil }
        return found.first.flatMap(owners.activity)
    }

    struct FoundTimer {
        let object: Foundation.Timer
        /// The address of the function that it calls.
        let code: UInt
    }

    /// The timers of the main run loop whose closures capture one owner alone, and not strongly. For the main
    /// thread.
    ///
    /// - Parameters:
    ///   - roots: The addresses of that owner and its parts, which live until this call returns.
    ///   - sort: As for `captured(by:_:)`.
    func timers(
        of loop: RunLoop, at roots: [UInt], _ sort: @escaping (Any.Type) -> OwnerSort
    ) -> [FoundTimer] {
        withSearch(sort) { search in
            search.timers(of: RecordingSession.address(of: loop), ofClass: Foundation.Timer.self)
                .compactMap { timer in
                    guard search.captured(by: timer, in: Self.timerFields, weakly: false) == [],
                        let weakly = search.captured(by: timer, in: Self.timerFields, weakly: true),
                        weakly.count == 1, !weakly.isDisjoint(with: roots),
                        let code = search.code(of: timer, in: Self.timerFields),
                        let place = UnsafeMutableRawPointer(bitPattern: timer),
                        let object = ribleak_try_retain(place)
                    else { return nil }
                    return FoundTimer(
                        object: Unmanaged<Foundation.Timer>.fromOpaque(object).takeRetainedValue(),
                        code: code)
                }
        } ?? []
    }

    /// What a search shows about each of the given subscriptions.
    ///
    /// - Parameters:
    ///   - keeper: The owner that may keep their tokens.
    ///   - roots: The addresses of the keeper and its parts, which live until this call returns.
    ///   - sort: As for `captured(by:_:)`.
    func answers(
        on subscriptions: [FollowedObject], keptBy keeper: Activity, at roots: [UInt],
        _ sort: @escaping (Any.Type) -> OwnerSort
    ) -> [Answer] {
        withSearch(sort) { search in
            let addresses = Set(subscriptions.map(\.address))
            let kept = search.subscriptions(keptBy: roots, among: addresses)
            return subscriptions.map { subscription in
                let captured = captured(by: subscription.observer, search)
                if kept.contains(subscription.address) {
                    let isOthers = !captured.all.isEmpty && captured.all.isDisjoint(with: roots)
                    return isOthers ? .disputed : .owner(keeper, .kept)
                }
                return captured.owner.map { .owner($0.owner, $0.1) } ?? .nothing
            }
        } ?? subscriptions.map { _ in .nothing }
    }

    /// The given subscriptions whose tokens are kept.
    ///
    /// - Parameters:
    ///   - roots: The addresses of what has the tokens, or is one, which live until this comes back.
    ///   - sort: As for `captured(by:_:)`.
    func subscriptions(
        among subscriptions: [FollowedObject], keptBy roots: [UInt],
        _ sort: @escaping (Any.Type) -> OwnerSort
    ) -> [FollowedObject] {
        let kept = withSearch(sort) {
            $0.subscriptions(keptBy: roots, among: Set(subscriptions.map(\.address)))
        }
        return subscriptions.filter { kept?.contains($0.address) ?? false }
    }

    /// What a subscriber captures.
    private struct Captured {
        /// The addresses of interactors and similar objects, whether they were ever active or not.
        var all: Set<UInt> = []
        /// The only one, if that was active once.
        var owner: (owner: Activity, SubscriptionAttribution)?
    }

    private func captured(by subscriber: UInt, _ search: OwnerSearch) -> Captured {
        for weakly in [false, true] {
            let found = search.captured(by: subscriber, in: Self.fields, weakly: weakly) ?? []
            guard let first = found.first else { continue }
            let activity = found.count == 1 ? owners.activity(at: first) : nil
            return Captured(
                all: found, owner: activity.map { ($0, weakly ? .capturedWeakly : .captured) })
        }
        return Captured()
    }

    private func withSearch<Result>(
        _ sort: @escaping (Any.Type) -> OwnerSort, _ body: (OwnerSearch) -> Result
    ) -> Result? {
        setUp(sort)
        return state.withLock { state in
            guard case .ready(let search) = state else { return nil }
            search.begin()
            return body(search)
        }
    }

    /// Sets up what searches need, unless that has been done.
    ///
    /// Without the lock: it loads a library, and code that the loader runs on another thread may wait
    /// for the lock.
    private func setUp(_ sort: @escaping (Any.Type) -> OwnerSort) {
        let isNew = state.withLock { state in
            if case .new = state { true } else { false }
        }
        guard isNew else { return }
        let search = try? OwnerSearch(sort: sort)
        state.withLock { state in
            if case .new = state { state = search.map(State.ready) ?? .unavailable }
        }
    }
}

/// The activities of interactors, workers and RIBs without base classes by the addresses of these, while
/// someone looks for the owners of subscriptions.
///
/// Of those that were active once; so an address that was read in memory which may change is only
/// compared.
final class OwnerRegistry: Sendable {
    private let isKept = AtomicCounter()
    private let activities = Protected<[UInt: Activity]>([:])

    /// Keeps those that become active from now on.
    func begin() { isKept.value = 1 }

    /// Keeps none.
    func end() {
        isKept.value = 0
        let kept = activities.withLock { activities in
            defer { activities = [:] }
            return activities
        }
        withExtendedLifetime(kept) {}
    }

    func add(_ activity: Activity, at address: UInt) {
        guard isKept.value != 0 else { return }
        activities.withLock { $0[address] = activity }
    }

    /// To be called before the memory at an address is freed, or once it is known to be.
    func remove(_ activity: Activity, at address: UInt) {
        guard isKept.value != 0 else { return }
        activities.withLock { activities in
            // Another one may have the address by now.
            if activities[address] === activity { activities[address] = nil }
        }
    }

    func activity(at address: UInt) -> Activity? { activities.withLock { $0[address] } }

    /// Where the owner with an activity is. Looks at all.
    func address(of activity: Activity) -> UInt? {
        activities.withLock { activities in activities.first { $0.value === activity }?.key }
    }
}
