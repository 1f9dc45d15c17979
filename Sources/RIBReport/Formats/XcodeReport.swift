// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// Findings in the format of compiler diagnostics, `file:line: warning: message`, which Xcode and
/// other editors show beside the code.
///
/// All are warnings, since a report does not fail a build. The gate does that.
extension IssueReport {
    /// One line for each new finding and one for its hint, each ending with a line break. Known and
    /// suppressed findings are only counted. Xcode only opens absolute paths; without a root, paths
    /// stay relative.
    func xcodeDiagnostics(root: String) -> String {
        let caveats = caveats.map { "warning: \(tool): \(TerminalEscape.escaped($0))" }
        let others = otherCounts.joined(separator: ", ")
        let rest = others.isEmpty ? [] : ["note: \(tool): in addition, \(others)"]
        return (caveats + issues(.new).flatMap { Self.diagnostics($0, root) } + rest)
            .map { "\($0)\n" }.joined()
    }

    private static func diagnostics(_ issue: any ReportedIssue, _ root: String) -> [String] {
        let place = issue.place.map { place in
            "\(path(place.file, root)):\(place.line):" + (place.column.map { "\($0):" } ?? "") + " "
        }
        let start = place ?? ""
        let why = [issue.headline, issue.cause].compactMap { $0 }.joined(separator: ", ")
        let note = issue.hint.map { "\(start)note: \(TerminalEscape.escaped($0))" }
        return [
            "\(start)warning: \(TerminalEscape.escaped(why)) [\(issue.rule.id)]", note,
        ].compactMap { $0 }
    }

    private static func path(_ file: String, _ root: String) -> String {
        let isWhole = file.hasPrefix("/") || root.isEmpty
        return TerminalEscape.escaped(isWhole ? file : "\(root)/\(file)")
    }
}
