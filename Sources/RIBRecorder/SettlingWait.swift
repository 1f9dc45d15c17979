import RIBTrace

/// How long a settling waits for what survives.
///
/// What RIBs may share outlives many of them by right, and each test would wait its full time for it:
/// so a type that did once is not waited for as long again. At level `counts`, without stacks, such
/// objects are not judged, nor waited for.
struct SettlingWait {
    /// Rounds without any event after which survivors are believed.
    private static let quietRounds = 3

    private let configuration: RecorderConfiguration
    private let start: UInt64
    private let types: SharedTypes
    private var quiet = 0
    /// What may be shared and was there from the beginning.
    private var shared: [ObjectID: ObjectIdentifier]?

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
        let present = survivors.filter { types.contains($0.type) }
        if shared == nil {
            shared = Dictionary(present.map { ($0.id, $0.type) }) { first, _ in first }
        }
        let isAlone = present.count == survivors.count
        if isAlone, present.isEmpty || configuration.level == .counts { return true }
        let elapsed = now - min(now, start)
        if elapsed >= configuration.patience {
            for survivor in present where shared?[survivor.id] != nil {
                types.outlasted(survivor.type)
            }
        }
        let isShort = isAlone && present.allSatisfy { types.outlasts($0.type) }
        let patience =
            isShort
            ? min(configuration.patienceWithShared, configuration.patience) : configuration.patience
        guard elapsed >= patience else { return false }
        // What never falls quiet is not waited for much longer.
        return quiet >= Self.quietRounds || elapsed / 2 >= patience
    }
}
