// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Identifies one expectation. Cancelling it leaves a later expectation of the same object in
/// place.
package struct ExpectationToken: Hashable, Sendable {
    let id: ObjectID
    /// The place in the order in which expectations began.
    private let number: UInt64
    /// True when it began on the main thread or the main queue.
    let isOnMain: Bool

    /// - Parameter sequenceNumber: The number of the expectation.
    init(_ id: ObjectID, _ sequenceNumber: UInt64, isOnMain: Bool) {
        (self.id, number, self.isOnMain) = (id, sequenceNumber, isOnMain)
    }

    /// Whether the main queue has run what was pending when the expectation began.
    ///
    /// - Parameter sequenceNumber: The last expectation for which it has.
    func mainQueueRan(upTo sequenceNumber: UInt64) -> Bool { began(upTo: sequenceNumber) }

    /// Whether the expectation has this sequence number or an earlier one.
    func began(upTo sequenceNumber: UInt64) -> Bool { number <= sequenceNumber }
}

/// How long released objects may take to be freed, in nanoseconds. These are the defaults
/// of uber/RIBs.
package enum ExpectationTime {
    package static let object: UInt64 = 1_000_000_000
    /// For views, which an animation may hold.
    package static let view: UInt64 = 5_000_000_000

    /// Converts seconds to nanoseconds. A negative time and NaN become 0.
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(exactly: (max(seconds, 0) * 1e9).rounded(.up))
            ?? (seconds > 0 ? .max : 0)
    }
}
