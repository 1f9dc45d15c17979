// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The page of a report, without a report: it follows a run and gets its data from a server.
package enum LivePage {
    /// The whole page, the same for each run.
    package static let document = HTMLPage.filled(with: [
        "policy": policy(inHeader: false),
        "title": "ribleak watch",
        "base-style": HTMLBaseStyle.text,
        "style": HTMLLiveStyle.text,
        "head": HTMLLiveHead.text,
        "plain-findings":
            "<p class=\"empty\">Nothing is recorded yet. This page needs JavaScript.</p>",
        "script": HTMLLiveScript.text,
    ])

    /// The policy of the page, for the head of the answer. Scripts, styles and requests of others
    /// are blocked, and other pages cannot show it within themselves.
    package static var policy: String { policy(inHeader: true) }

    private static func policy(inHeader: Bool) -> String {
        HTMLPage.policy(
            script: HTMLLiveScript.hash, styles: [HTMLBaseStyle.hash, HTMLLiveStyle.hash])
            + "; connect-src 'self'" + (inHeader ? "; frame-ancestors 'none'" : "")
    }
}

/// The findings in the data of a page that follows a run.
package enum LiveFindings {
    private static let most = 200
    private static let mostOccurrences = 2_000

    /// One line of JSON: the tables `kinds`, `findings`, `groups`, `texts`, `frames` and `stacks` of
    /// a page.
    ///
    /// - Parameter processes: What each process shows, by its number in the page.
    package static func text(for processes: [(process: Int, findings: [Finding])]) -> String {
        var tables = HTMLTables()
        var room = mostOccurrences
        let all = processes.flatMap { process, findings in
            findings.filter { $0.libraryLeak == nil }.map { (process: process, finding: $0) }
        }.prefix(most)
        let findings = all.map { process, finding in
            let occurrences = finding.occurrences.prefix { occurrence in
                room -= 1 + occurrence.victims.count
                return room >= 0
            }
            let numbers = Dictionary(
                occurrences.map { ($0.run, process) }, uniquingKeysWith: { first, _ in first })
            return HTMLFinding(finding, Array(occurrences), in: numbers, &tables)
        }
        let shown = all.map(\.finding)
        let groups = FindingCause.groups(of: shown).map { HTMLCauseGroup($0, of: shown, &tables) }
        let parts = [
            ("kinds", JSONText.inPage(lines: HTMLKind.all(of: shown))),
            ("findings", JSONText.inPage(lines: findings)),
            ("groups", JSONText.inPage(lines: groups)),
            ("texts", JSONText.inPage(lines: tables.texts)),
            ("frames", JSONText.inPage(lines: tables.frames)),
            ("stacks", JSONText.inPage(lines: tables.stacks)),
        ]
        // In JSON, line breaks stand only between values.
        return "{"
            + parts.map { "\"\($0)\":\($1.replacing("\n", with: ""))" }.joined(separator: ",") + "}"
    }
}
