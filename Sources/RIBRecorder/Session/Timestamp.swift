// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// A point in time that is read from the clock when it is first needed.
///
/// Reading a clock takes longer than most of what needs the time, so what happens together shares
/// one timestamp.
package struct Timestamp {
    /// Nanoseconds on the clock of the events.
    private var event: UInt64?
    /// The same on `RecorderConfiguration.clock`, once that is read. It is the same clock, unless a
    /// test has set another.
    private var waiting: UInt64?

    /// Now.
    package init() {}

    /// The time of an event, if nothing slow was called since.
    ///
    /// - Parameter event: On the clock of `Recorder.now`; nil when there is no such event.
    package init(of event: UInt64?) { self.event = event }

    /// The time of an event that is written now.
    var timeOfEvent: UInt64 { event ?? ribleak_clock_monotonic() }

    /// The time from which a session waits for what should be freed; the same each time.
    mutating func time(in session: RecordingSession) -> UInt64 {
        if let waiting { return waiting }
        let time = event.map(session.now(at:)) ?? session.configuration.clock()
        waiting = time
        // What was slow since then is no part of a later event's time.
        event = nil
        return time
    }
}
