// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// How long a settling waits for what survives.
///
/// What RIBs may share outlives many of them by right; whether it did is only said by the stack that
/// made it, after the wait. At level `counts`, without stacks, such objects are not judged, nor
/// waited for.
struct SettlingWait {
    /// Nanoseconds between two rounds: rounds cost more than what they wait for.
    private static let pauses: ClosedRange<UInt64> = 5_000_000...50_000_000
    /// Rounds without any event after which survivors are believed.
    private static let quietRounds = 3

    /// How often its time is given at most once more, for work that waits for a thread.
    private static let mostHeldUp: UInt64 = 3

    private let configuration: RecorderConfiguration
    private var start: UInt64
    private var heldUp: UInt64 = 0
    private let types: SharedTypes
    private var quiet = 0

    /// - Parameter start: Now, in nanoseconds.
    init(_ configuration: RecorderConfiguration, from start: UInt64, _ types: SharedTypes) {
        self.configuration = configuration
        self.start = start
        self.types = types
    }

    /// Says that work on other threads could not go on for some nanoseconds: what it needs after that it
    /// gets nevertheless.
    mutating func isHeldUp(for time: UInt64) {
        let time = min(time, Self.mostHeldUp * configuration.patience - heldUp)
        heldUp += time
        start += time
    }

    /// Decides after a round.
    ///
    /// - Parameters:
    ///   - survivor: Something that matters and is still there; not what RIBs may share, if there
    ///     is anything else.
    ///   - isEnding: True when a subscription was cancelled that is still at work.
    ///   - isQuiet: True when nothing was recorded in the round.
    ///   - now: Nanoseconds.
    mutating func isOver(
        for survivor: Expectations.Survivor?, isEnding: Bool = false, isQuiet: Bool, at now: UInt64
    ) -> Bool {
        quiet = isQuiet ? quiet + 1 : 0
        let isAwaited = survivor.map { configuration.level != .counts || !types.contains($0.type) }
        guard isAwaited == true || isEnding else { return true }
        let elapsed = elapsed(at: now)
        let patience = configuration.patience
        guard elapsed >= patience else { return false }
        // What never falls quiet is not waited for much longer.
        return quiet >= Self.quietRounds || elapsed / 2 >= patience
    }

    /// Nanoseconds until the next round: the longer it takes, the less a little more matters.
    func pause(at now: UInt64) -> UInt64 {
        let elapsed = elapsed(at: now)
        guard elapsed < configuration.patience else { return Self.pauses.lowerBound }
        let left = configuration.patience - elapsed
        let pause = min(elapsed / 8, Self.pauses.upperBound, left)
        return max(pause, Self.pauses.lowerBound)
    }

    /// Nanoseconds for which it goes on at most.
    func left(at now: UInt64) -> UInt64 {
        let elapsed = elapsed(at: now)
        return configuration.patience - min(elapsed, configuration.patience)
    }

    private func elapsed(at now: UInt64) -> UInt64 { now - min(now, start) }
}
