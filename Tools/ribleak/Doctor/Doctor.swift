import ArgumentParser
import Foundation
import RIBReport
import RIBTrees

/// `ribleak doctor`: says what works on this machine.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks what recording and reporting need on this machine, and how to mend it.",
        discussion: """
            Run it where the tests run. Exits with 0 when everything works, or all but what only \
            makes reports poorer; with 1 when recording or reporting does not work.
            """)

    @Option(help: "Colours; auto means on a terminal.")
    var color: ColorChoice = .auto

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let examinations = Examination.all(environment: environment)
        let isColored = color.usesColor(
            isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment)
        let lines = examinations.flatMap(\.lines).map { $0.rendered(colored: isColored) + "\n" }
        try StandardStreams.write(lines.joined())
        if examinations.contains(where: { $0.result == .broken }) { throw ExitCode.limitExceeded }
    }
}
