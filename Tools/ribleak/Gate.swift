import ArgumentParser
import RIBReport

/// `ribleak gate`: fails a build that leaks.
struct Gate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fails when a run has more findings than allowed.",
        discussion: """
            Equal mistakes count once, however often they happened. Exits with 0 when the run is \
            within the limits, 1 when it is not, 2 when a trace cannot be read or judged: damaged, \
            killed before it settled, with dropped events, or of a run that made no RIB.
            """)

    @OptionGroup var traces: TraceArguments

    @Option(help: "How many different leaks are allowed.")
    var maxLeaks = 0

    @Option(help: "How many different subscriptions may have fired while inactive.")
    var maxInactiveFires = 0

    func validate() throws {
        guard maxLeaks >= 0 else { throw ValidationError("--max-leaks must not be negative") }
        guard maxInactiveFires >= 0 else {
            throw ValidationError("--max-inactive-fires must not be negative")
        }
    }

    func run() throws {
        let reading = traces.read()
        for line in CaveatLines.lines(for: reading.report?.caveats ?? []) {
            StandardStreams.say("warning: \(line)")
        }
        let verdict = reading.report.map {
            GateVerdict($0, maxLeaks: maxLeaks, maxInactiveFires: maxInactiveFires)
        }
        guard let verdict, reading.errors.isEmpty else {
            let rest = verdict.map { "; the others: \($0.line)" } ?? ""
            try StandardStreams.write("ribleak gate: failed: a trace cannot be read\(rest)\n")
            throw ExitCode.unreadableTrace
        }
        try StandardStreams.write("ribleak gate: \(verdict.line)\n")
        switch verdict.outcome {
        case .passed: break
        case .exceeded: throw ExitCode.limitExceeded
        case .doubtful: throw ExitCode.unreadableTrace
        }
    }
}
