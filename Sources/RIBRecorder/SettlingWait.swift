import RIBTrace

/// How long a settling waits for what survives.
///
/// What RIBs may share outlives many of them by right; whether it did is only said by the stack that
/// made it, after the wait. At level `counts`, without stacks, such objects are not judged, nor
/// waited for.
struct SettlingWait {
    /// Rounds without any event after which survivors are believed.
    private static let quietRounds = 3

    private let configuration: RecorderConfiguration
    private let start: UInt64
    private let types: SharedTypes
    private var quiet = 0

    /// - Parameter start: Now, in nanoseconds.
    init(_ configuration: RecorderConfiguration, from start: UInt64, _ types: SharedTypes) {
        self.configuration = configuration
        self.start = start
        self.types = types
    }

    /// Decides after a round.
    ///
    /// - Parameters:
    ///   - survivors: What matters and is still there.
    ///   - isQuiet: True when nothing was recorded in the round.
    ///   - now: Nanoseconds.
    mutating func isOver(
        for survivors: [Expectations.Survivor], isQuiet: Bool, at now: UInt64
    ) -> Bool {
        quiet = isQuiet ? quiet + 1 : 0
        let isAlone = survivors.allSatisfy { types.contains($0.type) }
        if survivors.isEmpty || isAlone && configuration.level == .counts { return true }
        let elapsed = now - min(now, start)
        let patience = configuration.patience
        guard elapsed >= patience else { return false }
        // What never falls quiet is not waited for much longer.
        return quiet >= Self.quietRounds || elapsed / 2 >= patience
    }
}
