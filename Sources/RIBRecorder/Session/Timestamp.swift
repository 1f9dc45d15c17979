// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// A point in time that is read from the clock when it is first needed.
///
/// Reading a clock takes longer than most of what needs the time, so what happens together shares
/// one timestamp.
package struct Timestamp {
    /// A reading in nanoseconds, and its clock.
    private enum Reading {
        case none
        /// On the clock of the events.
        case event(UInt64)
        /// On `RecorderConfiguration.clock`: the same clock, unless a test has set another.
        case waiting(UInt64)
    }

    private var reading = Reading.none

    /// Now.
    package init() {}

    /// The time of an event, if nothing slow was called since.
    ///
    /// - Parameter event: On the clock of `Recorder.now`; nil when there is no such event.
    package init(of event: UInt64?) {
        if let event { reading = .event(event) }
    }

    /// The time of an event that is written now.
    var timeOfEvent: UInt64 {
        if case .event(let time) = reading { time } else { ribleak_clock_monotonic() }
    }

    /// The time from which a session waits for what should be freed; the same each time.
    mutating func time(in session: RecordingSession) -> UInt64 {
        let time: UInt64
        switch reading {
        case .none: time = session.configuration.clock()
        case .event(let event): time = session.now(at: event)
        case .waiting(let known): return known
        }
        reading = .waiting(time)
        return time
    }
}
