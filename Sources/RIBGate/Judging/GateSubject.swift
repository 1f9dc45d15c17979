import RIBAnalysis

/// What a gate judges.
package enum GateSubject: Sendable {
    case run(RunReport)
    /// Nothing, for a reason that `--allow-empty` permits; in words, such as `no run is here`.
    case nothing(String)

    /// What is there to judge when nobody named a trace and the recorder is off: the newest run is an
    /// old one, and says nothing about what was tried now.
    package static let recorderIsOff = GateSubject.nothing(
        "RIBLEAK_LEVEL is off, so nothing was recorded")
}
