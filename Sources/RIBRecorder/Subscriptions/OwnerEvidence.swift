// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

/// How objects of a class relate to subscriptions.
package typealias OwnerRole = OwnerSearch.Role

/// A subscription as the search for its owner sees it.
package struct FollowedObject: Sendable {
    package let id: SubscriptionID
    /// The address of the object that tokens lead to: the subscriber, or else the subscription. Its
    /// memory is kept.
    package let address: UInt
    /// The address of the object that captures the owner, if it is another one. Its memory is kept.
    package let observer: UInt

    package init(id: SubscriptionID, address: UInt, observer: UInt? = nil) {
        self.id = id
        self.address = address
        self.observer = observer ?? address
    }
}

/// Finds the owner of a subscription by what its closure captures and by which object keeps its
/// token. It is set up on first use.
///
/// What is seen in memory outranks the owner that was current when the subscription was made. If
/// two findings disagree, neither counts.
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

    /// The fields of a subscriber that count: a `Sink` has the first, an `Assign` the second. A
    /// closure for completions does not count, because it gets no values.
    private static let fields = ["receiveValue", "object"]

    /// The field in which a Foundation timer has its closure.
    private static let timerFields = ["_fire"]

    private let state = Protected(State.new)
    let owners = OwnerRegistry()

    /// The owner that a subscriber keeps or captures, strongly or else weakly.
    ///
    /// - Parameters:
    ///   - subscriber: The address of an object, which may be freed at any time.
    ///   - role: Says what objects of a class are. Called once per class.
    /// - Returns: Nil when there is none, or more than one.
    func captured(
        by subscriber: UInt, _ role: @escaping (Any.Type) -> OwnerRole
    ) -> (owner: Activity, SubscriptionAttribution)? {
        withSearch(role) { captured(by: subscriber, $0).owner } ?? nil
    }

    /// The only owner that a task's closure captures, strongly or not.
    ///
    /// - Parameters:
    ///   - task: The address of the calling task.
    ///   - role: As for `captured(by:_:)`.
    func captured(byTask task: UInt, _ role: @escaping (Any.Type) -> OwnerRole) -> Activity? {
        let found = withSearch(role) { $0.captured(byTask: task) } ?? nil
        guard let found, found.count == 1 else { return nil }
        return found.first.flatMap(owners.activity)
    }

    struct FoundTimer {
        let object: Foundation.Timer
        /// The address of the function that it calls.
        let code: UInt
    }

    /// The timers of the main run loop whose closures capture exactly one owner, and only weakly.
    /// Call it on the main thread.
    ///
    /// - Parameters:
    ///   - roots: The addresses of that owner and its parts, which live until this call returns.
    ///   - role: As for `captured(by:_:)`.
    func timers(
        of loop: RunLoop, at roots: [UInt], _ role: @escaping (Any.Type) -> OwnerRole
    ) -> [FoundTimer] {
        withSearch(role) { search in
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
    ///   - role: As for `captured(by:_:)`.
    func answers(
        on subscriptions: [FollowedObject], keptBy keeper: Activity, at roots: [UInt],
        _ role: @escaping (Any.Type) -> OwnerRole
    ) -> [Answer] {
        withSearch(role) { search in
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
    ///   - roots: The addresses of objects that hold tokens, or are tokens. They live until this
    ///     call returns.
    ///   - role: As for `captured(by:_:)`.
    func subscriptions(
        among subscriptions: [FollowedObject], keptBy roots: [UInt],
        _ role: @escaping (Any.Type) -> OwnerRole
    ) -> [FollowedObject] {
        let kept = withSearch(role) {
            $0.subscriptions(keptBy: roots, among: Set(subscriptions.map(\.address)))
        }
        return subscriptions.filter { kept?.contains($0.address) ?? false }
    }

    /// What a subscriber captures.
    private struct Captured {
        /// The addresses of interactors and similar objects, whether they were ever active or not.
        var all: Set<UInt> = []
        /// The only owner, if there is exactly one and it was ever active.
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
        _ role: @escaping (Any.Type) -> OwnerRole, _ body: (OwnerSearch) -> Result
    ) -> Result? {
        setUp(role)
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
    private func setUp(_ role: @escaping (Any.Type) -> OwnerRole) {
        let isNew = state.withLock { state in
            if case .new = state { true } else { false }
        }
        guard isNew else { return }
        let search = try? OwnerSearch(role: role)
        state.withLock { state in
            if case .new = state { state = search.map(State.ready) ?? .unavailable }
        }
    }
}

/// The activities of interactors, workers and RIBs without base classes, by the owner's address.
/// They are kept only while a sweeper searches for the owners of subscriptions.
///
/// It has only owners that were ever active. An address read from memory that may change is only
/// compared with these.
final class OwnerRegistry: Sendable {
    private let isKept = AtomicCounter()
    private let activities = Protected<[UInt: Activity]>([:])

    /// Keeps the owners that become active from now on.
    func begin() { isKept.value = 1 }

    /// Forgets all owners, and keeps no more.
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

    /// Call it before the memory at an address is freed, or once that is known to have happened.
    func remove(_ activity: Activity, at address: UInt) {
        guard isKept.value != 0 else { return }
        activities.withLock { activities in
            // Another owner may have the address by now.
            if activities[address] === activity { activities[address] = nil }
        }
    }

    func activity(at address: UInt) -> Activity? { activities.withLock { $0[address] } }

    /// The address of an activity's owner. Searches all entries.
    func address(of activity: Activity) -> UInt? {
        activities.withLock { activities in activities.first { $0.value === activity }?.key }
    }
}
