// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workloads

/// Compares values and subscriptions that are followed with plain ones. Each turn is a process.
enum SubscriptionRows {
    private static let turns = 9

    private typealias Cost = (value: Double, subscription: Double)

    /// Compares the forms that name a subscription's owner with OpenCombine's `sink`.
    static func measureForms() throws -> [Row] {
        let turns = try costs("subscription-costs", count: SubscriptionForm.allCases.count)
        let forms: [(form: SubscriptionForm, name: String)] = [
            (.sinkIn, "sink(in:)"), (.trackedBy, "tracked(by:)"),
            (.cancelOnDeactivate, "cancelOnDeactivate(interactor:)"),
        ]
        return try forms.flatMap { form, name in
            try rows(
                "`\(name)`", "`sink`", turns, place(of: form, in: SubscriptionForm.allCases),
                place(of: .bare, in: SubscriptionForm.allCases), limits: (1.15, 1.5))
        }
    }

    /// Compares `SubscriptionTracking` with an empty handler of OpenCombine's introspection. The
    /// cost of the introspection itself is OpenCombine's.
    static func measureTracking() throws -> [Row] {
        let listeners = FollowedWork.Listener.allCases
        let turns = try costs("followed-costs", count: listeners.count)
        return try rows(
            "`SubscriptionTracking`", "an empty `_Introspection`", turns,
            place(of: .tracking, in: listeners), place(of: .emptyHandler, in: listeners),
            limits: (1.2, 1.2))
    }

    private static func rows(
        _ ours: String, _ peer: String, _ turns: [[Cost]], _ our: Int, _ their: Int,
        limits: (value: Double, subscription: Double)
    ) -> [Row] {
        let value = Pair(turns.map { ($0[our].value, $0[their].value) })
        let subscription = Pair(turns.map { ($0[our].subscription, $0[their].subscription) })
        return [
            Row(
                what: "a value through map, filter and a sink with \(ours); \(peer)",
                ours: value.ours.asTime, peer: value.peer.asTime, ratio: value.ratio,
                limit: limits.value),
            Row(
                what: "the same chain made and ended with \(ours); \(peer)",
                ours: subscription.ours.asTime, peer: subscription.peer.asTime,
                ratio: subscription.ratio, limit: limits.subscription),
        ]
    }

    private static func place<Work: Equatable>(of work: Work, in all: [Work]) throws -> Int {
        guard let place = all.firstIndex(of: work) else { throw Failure("\(work) is no work") }
        return place
    }

    private static func costs(_ work: String, count: Int) throws -> [[Cost]] {
        try (0..<turns).map { _ in
            let runs = FileManager.default.temporaryDirectory
                .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: runs) }
            try FreeMemory.back()
            let numbers = try Command.numbers(
                of: "repeat-work", [work], count: 2 * count,
                environment: ["RIBLEAK_LEVEL": "full", "RIBLEAK_TRACE_DIR": runs])
            return stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
        }
    }
}
