// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBTrace

@testable import RIBs

/// A recorder that writes lines, for what one thread owns.
///
/// A tracker hears of all subscriptions of the process, and other tests run at the same time; they
/// have no owner here.
final class SubscriptionRecorderDouble: SubscriptionRecorder {
    private struct State {
        var owner: Activity?
        var chains: [String] = []
        var lines: [String] = []
    }

    private let state = Protected(State())
    private let thread = pthread_self()
    /// False: nothing is recorded.
    private let isOn: Bool
    private let takesAll: Bool

    /// - Parameter takesUnowned: True to take what its thread subscribes to without an owner.
    init(isOn: Bool = true, takesUnowned: Bool = false) {
        self.isOn = isOn
        takesAll = takesUnowned
    }

    var takesUnowned: Bool { takesAll && pthread_equal(thread, pthread_self()) != 0 }

    var currentOwner: Activity? {
        if pthread_equal(thread, pthread_self()) == 0 { return nil }
        return state.withLock { $0.owner }
    }

    /// The owner and the chain of each entry, in order.
    var chains: [String] { state.withLock { $0.chains } }

    /// What happened since the last call; entries are numbered from 1.
    func take() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// Runs `body` with an owner for what it subscribes to.
    func attributing<Result>(
        to owner: Activity?, _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = state.withLock { state in
            defer { state.owner = owner }
            return state.owner
        }
        defer { state.withLock { $0.owner = outer } }
        return try body()
    }

    func capturedOwner(
        by subscriber: UnsafeMutableRawPointer?, task: UInt?
    ) -> OwnerAnswer? { .nothing }

    func awaitsOwner(_ id: SubscriptionID, task: UInt?) {}

    var lastObject: ObjectID { .none }

    func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? { nil }

    func subscribed(
        owner: Activity?, chain: @autoclosure () -> String,
        attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
        probe: @autoclosure () -> (any SubscriptionProbe)?
    ) -> LedgerEntry? {
        guard isOn, let owner else { return nil }
        let text = chain()
        return state.withLock { state in
            state.chains.append("\(owner.owner.rawValue): \(text)")
            state.lines.append("\(state.chains.count) subscribed")
            return LedgerEntry(id: SubscriptionID(UInt64(state.chains.count)), activity: owner)
        }
    }

    func count(_ entry: LedgerEntry) -> Bool {
        write("\(entry.id.rawValue) delivers")
        return true
    }

    func countInTime(_ entry: LedgerEntry) { write("\(entry.id.rawValue) delivers in time") }

    func willDeliverWhileInactive(_ entry: LedgerEntry, _ followed: FollowedObject?) {
        write("\(entry.id.rawValue) delivers while inactive")
    }

    func noteFed(_ entry: LedgerEntry) { write("\(entry.id.rawValue) is fed") }

    func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        write("\(entry.id.rawValue) \(end)")
    }

    private func write(_ line: String) { state.withLock { $0.lines.append(line) } }
}
