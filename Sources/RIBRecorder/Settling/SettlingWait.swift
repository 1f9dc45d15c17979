// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Decides how long a settling waits for objects that survive.
///
/// A *settling* lets queued work run before it judges which objects are leaked. It does so in
/// *rounds*, until nothing that matters survives or the *patience*, the time that survivors get, is
/// over. In each round, the session's `drain` calls `noteWork` while what is queued runs, then
/// `noteHeldUp`, `noteMainHeldUp` and `noteRound`, and rests for `pause`. All in nanoseconds.
struct SettlingWait {
    /// The pause between two rounds. A round costs more than the work it waits for.
    private static let pauses: ClosedRange<UInt64> = 5_000_000...50_000_000
    /// After this many rounds without any event, survivors count.
    private static let quietRounds = 3

    /// How many times `patience` may be added for work that waits for a thread.
    private static let mostHeldUp: UInt64 = 3

    private let patience: UInt64
    private var start: UInt64
    private var heldUp: UInt64 = 0
    /// Processor time of other threads at the start and so far; nil where other tests run
    /// meanwhile, which take it too.
    private var work: (start: UInt64, spent: UInt64)?
    private var quiet = 0
    /// How long the main queue may take in the next round.
    private(set) var mainLimit: UInt64

    /// - Parameters:
    ///   - mainLimit: How long the main queue may take in all rounds. It always gets
    ///     ``MainQueueDrain/shortLimit`` in a round.
    ///   - work: The processor time of other threads, if it is the host's alone.
    init(
        patience: UInt64, from start: UInt64, mainLimit: UInt64 = MainQueueDrain.shortLimit,
        work: UInt64? = nil
    ) {
        self.work = work.map { ($0, 0) }
        (self.patience, self.start, self.mainLimit) = (patience, start, mainLimit)
    }

    /// Notes the processor time of other threads up to now. True if they have worked for the whole
    /// patience, and that has passed: what they still hold, they do not let go in time.
    mutating func noteWork(at now: UInt64, work done: UInt64) -> Bool {
        guard let start = work?.start else { return false }
        work?.spent = done - min(done, start)
        return isWorkedOut && elapsed(at: now) + heldUp >= patience
    }

    /// Whether other threads have worked for the whole patience.
    private var isWorkedOut: Bool { (work?.spent ?? 0) >= patience }

    /// Extends the wait by a time in which work on other threads could not proceed. The processor
    /// time for which they worked meanwhile is no such time.
    mutating func noteHeldUp(for time: UInt64, worked: UInt64 = 0) {
        let time = min(time - min(time, worked), Self.mostHeldUp * patience - heldUp)
        heldUp += time
        start += time
    }

    /// Extends the wait by a time in which work on the main queue waited behind other work. That is
    /// taken from what the queue may still take.
    mutating func noteMainHeldUp(for time: UInt64) {
        start += time
        mainLimit = max(mainLimit - min(time, mainLimit), MainQueueDrain.shortLimit)
    }

    /// Notes the end of a round, and whether an object survives that is waited for, or a cancelled
    /// subscription is still at work. True if the wait is over.
    mutating func noteRound(isAwaited: Bool, isQuiet: Bool, at now: UInt64) -> Bool {
        quiet = isQuiet ? quiet + 1 : 0
        guard isAwaited else { return true }
        let elapsed = elapsed(at: now)
        guard elapsed >= patience else { return false }
        // Work that never falls quiet gets at most twice the time.
        return quiet >= Self.quietRounds || elapsed / 2 >= patience || isWorkedOut
    }

    /// The time until the next round. Pauses grow with the time already waited.
    func pause(at now: UInt64) -> UInt64 {
        let pause = min(elapsed(at: now) / 8, Self.pauses.upperBound, left(at: now))
        return max(pause, Self.pauses.lowerBound)
    }

    /// The most that is left.
    func left(at now: UInt64) -> UInt64 { patience - min(elapsed(at: now), patience) }

    private func elapsed(at now: UInt64) -> UInt64 { now - min(now, start) }
}
