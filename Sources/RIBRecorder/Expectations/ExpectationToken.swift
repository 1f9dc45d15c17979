// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Names one expectation, so that it can be taken back without touching another one of the object.
package struct ExpectationToken: Hashable, Sendable {
    let id: ObjectID
    let stamp: ExpectationStamp
}

/// When in the order of expectations one began, in 4 bytes: there may be very many.
struct ExpectationStamp: Hashable, Sendable {
    private let bits: UInt32

    /// - Parameters:
    ///   - sequenceNumber: Counts expectations.
    ///   - isOnMain: True when it began on the main thread or the main queue.
    init(_ sequenceNumber: UInt64, isOnMain: Bool) {
        bits = UInt32(truncatingIfNeeded: sequenceNumber << 1) | (isOnMain ? 1 : 0)
    }

    var isOnMain: Bool { bits & 1 != 0 }

    /// True when the main queue has run what was pending at the expectation.
    func isServed(upTo sequenceNumber: UInt64) -> Bool { began(upTo: sequenceNumber) }

    /// True for an expectation that has this sequence number or one before.
    ///
    /// Right though the number is cut: no expectation is 2^30 younger than another one.
    func began(upTo sequenceNumber: UInt64) -> Bool {
        let last = UInt32(truncatingIfNeeded: sequenceNumber << 1)
        return Int32(bitPattern: last &- (bits & ~1)) >= 0
    }
}

/// The time that what was let go has until it should be freed, in nanoseconds; uber's defaults.
package enum ExpectationTime {
    package static let object: UInt64 = 1_000_000_000
    /// For views, which an animation may hold.
    package static let view: UInt64 = 5_000_000_000
}

extension ExpectationTime {
    /// A time in seconds in nanoseconds; what is no time at all is none.
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(exactly: (max(seconds, 0) * 1e9).rounded(.up))
            ?? (seconds > 0 ? .max : 0)
    }
}
