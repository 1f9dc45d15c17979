// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// Findings as workflow commands of GitHub Actions, which become annotations beside the code.
///
/// GitHub shows ten annotations of a kind for each step and silently drops the rest
/// (docs.github.com: Workflow commands; Annotations). So a notice counts the ones left out.
extension IssueReport {
    private static let mostOfAKind = 10

    /// One command on each line: errors, then warnings, then a notice about what is left out. Known
    /// and suppressed findings are only counted.
    func gitHubCommands() -> String {
        let new = issues(.new)
        let errors = new.filter { !$0.rule.isWarning }
        let warnings = new.filter(\.rule.isWarning)
        let left = [errors, warnings].reduce(0) { $0 + max(0, $1.count - Self.mostOfAKind) }
        var notices: [String] = []
        if left > 0 {
            let more = Quantity.counted(left, "more finding")
            notices.append("\(more), most damaging first: see the report")
        }
        if !otherCounts.isEmpty {
            notices.append(
                "Besides these, \(otherCounts.joined(separator: ", ")): see the report")
        }
        notices += caveats.prefix(Self.mostOfAKind - 1).map(Self.message)
        let commands = Self.commands("error", errors) + Self.commands("warning", warnings)
        return (commands + notices.map { "::notice title=\(tool)::\($0)" })
            .map { "\($0)\n" }.joined()
    }

    private static func commands(_ name: String, _ issues: [any ReportedIssue]) -> [String] {
        issues.prefix(mostOfAKind).map { issue in
            let place = issue.relativePlace.map { place in
                "file=\(property(place.file)),line=\(place.line),"
                    + (place.column.map { "col=\($0)," } ?? "")
            }
            let title = property("\(issue.rule.title): \(issue.type)")
            let more = issue.recorded.map { "ribleak explain \($0.fingerprint.description)" }
            let text = (issue.advice + [more].compactMap { $0 }).map(message)
                .joined(separator: "%0A")
            return "::\(name) \(place ?? "")title=\(title)::\(text)"
        }
    }

    /// Escapes the data of a command. `::` in it is harmless, since GitHub only parses the start of
    /// a line.
    private static func message(_ text: String) -> String {
        TerminalEscape.escaped(text).unicodeScalars.escaped { $0 == "%" ? "%25" : nil }
    }

    private static func property(_ text: String) -> String {
        message(text).unicodeScalars.escaped { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
    }
}
