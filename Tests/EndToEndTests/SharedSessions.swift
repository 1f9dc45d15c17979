// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TraceFixtures

/// Sessions of the demo that many tests only read: each is run once in the whole process.
enum SharedSessions {
    /// The mistakes that the samples under `Reports/` show.
    static let sampleLeaks = [
        "parent-keeps-child", "sink-captures-self", "forgotten-detach", "uncancelled-subscription",
    ]

    /// The arguments and environment of a session.
    private struct Order: Hashable {
        let leaks: [String]
        let environment: [String: String]
    }

    /// One session, run when it is first asked for.
    private final class Slot: Sendable {
        private let session = Mutex<DemoSession?>(nil)

        func session(_ order: Order) throws -> DemoSession {
            try session.withLock { session in
                if let session { return session }
                let new = try DemoSession(leaks: order.leaks, environment: order.environment)
                session = new
                return new
            }
        }

        func remove() { session.withLock { $0 = nil } }
    }

    private static let slots = Mutex<[Order: Slot]>([:])
    /// Static values are never freed, so their folders would stay.
    private static let cleansUp: Void = {
        atexit { SharedSessions.removeAll() }
    }()

    private static func removeAll() {
        for slot in slots.withLock({ Array($0.values) }) { slot.remove() }
    }

    /// The session with these mistakes. Nobody may write to its folder.
    static func session(
        leaks: [String] = [], environment: [String: String] = [:]
    ) throws -> DemoSession {
        cleansUp
        let order = Order(leaks: leaks, environment: environment)
        let slot = slots.withLock { slots in
            let slot = slots[order] ?? Slot()
            slots[order] = slot
            return slot
        }
        return try slot.session(order)
    }

    /// The one that the samples under `Reports/` show.
    static func sample() throws -> DemoSession { try session(leaks: sampleLeaks) }
}
