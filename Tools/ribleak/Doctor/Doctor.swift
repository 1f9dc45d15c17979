// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBGate
import RIBReport
import RIBText

/// `ribleak doctor`: checks what works on this machine.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks what ribleak needs on this machine, and how to fix it.",
        discussion: """
            Run it where the tests run.

            Exit codes: 0 everything works, or only details of reports are missing. 1 recording or \
            reporting does not work.
            """)

    @OptionGroup var settings: SettingsArguments
    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let examinations =
            Examination.all(environment: environment)
            + [settings.oldCopy()].compactMap { $0 }.map { copy in
                Examination(
                    subject: settings.file ?? InputFile.settings, result: .poorer,
                    finding: copy, remedy: GateSettings.renewalOfCopy)
            }
        let layout = width.layout(colors)
        try StandardStreams.write(layout.text(examinations.flatMap(\.lines)))
        if examinations.contains(where: { $0.result == .broken }) { throw ExitCode.limitExceeded }
    }
}

/// One check and its result.
struct Examination: Equatable {
    /// How serious the result is.
    enum Result: Equatable {
        case works
        /// Reports have less detail without it.
        case poorer
        /// Recording or reporting does not work.
        case broken
    }

    /// The checked item, such as `libunwind`.
    let subject: String
    let result: Result
    /// What was found.
    let finding: String
    /// How to fix it; nil when there is nothing to fix.
    var remedy: String?

    /// The lines for a terminal.
    var lines: [TextLine] {
        let (sign, style): (String, TextStyle) =
            switch result {
            case .works: ("✓", .calm)
            case .poorer: ("!", .caution)
            case .broken: ("✗", .alarm)
            }
        let line =
            TextLine(sign, style) + TextLine(" ") + TextLine(subject, .strong)
            + TextLine(": \(finding)")
        return [line] + (remedy.map { [TextLine("  → \($0)")] } ?? [])
    }

    /// Runs all checks.
    static func all(environment: [String: String]) -> [Examination] {
        [machine(), libunwind(), memory(), symbolizer(), traceFolder(environment)]
            + settings(environment)
    }
}
