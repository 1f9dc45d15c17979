// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText
import RIBTrace

/// The page of a report, without a report: it follows a run and gets its data from a server.
package enum LivePage {
    /// The whole page, the same for each run.
    package static let document = HTMLPage.text.filled(with: [
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

extension LivePage {
    private static let mostFindings = 200
    private static let mostOccurrences = 2_000

    /// The findings, as one line of JSON: the tables `kinds`, `findings`, `groups`, `texts`,
    /// `frames` and `stacks` of a page.
    ///
    /// - Parameter processes: What each process shows, by its number in the page.
    package static func findings(
        of processes: [(process: Int, findings: [Finding])]
    ) -> String {
        var tables = HTMLTables()
        var room = mostOccurrences
        let all = processes.flatMap { process, findings in
            findings.filter { $0.libraryLeak == nil }.map { (process: process, finding: $0) }
        }.prefix(mostFindings)
        let findings = all.map { process, finding in
            let occurrences = finding.occurrences(room: &room)
            let numbers = Dictionary(occurrences.map { ($0.run, process) }) { first, _ in first }
            return finding.json(occurrences, in: numbers, &tables)
        }
        let shown = all.map(\.finding)
        let groups = shown.groups(&tables)
        var lists = ["kinds": shown.kinds, "findings": findings, "groups": groups]
        for (id, values) in tables.lists { lists[id] = values }
        return JSONText.inPage(JSONValue(lists))
    }
}

extension LivePage {
    /// A subscription, as an object with what the view reads: as a report's page has it; -1 for a
    /// number that is not known, and empty text for what is not.
    package static func subscription(_ line: ListedSubscription) -> String {
        let values = line.deliveries
        return """
            {"id":\(line.id),"owner":\(line.owner?.id ?? 0),"isUnowned":\(line.owner == nil),\
            "path":\(text(line.owner?.ribPath)),"type":\(text(line.owner?.type)),\
            "chain":\(text(line.chain)),"place":\(place(line.place)),\
            "attribution":\(text(line.attribution.name)),\
            "confinement":\(text(line.confinement == .none ? nil : line.confinement.word)),\
            "isAlive":\(line.end == nil),"end":\(text(line.end?.word ?? "alive")),\
            "hasFired":\(line.firedWhileInactive),"made":\(line.madeAt),\
            "ended":\(number(line.endedAt)),"first":\(number(values?.first)),\
            "last":\(number(values?.last)),"active":\(number(values?.whileActive)),\
            "inactive":\(number(values?.whileInactive))}
            """
    }

    private static func place(_ frame: StackFrame?) -> String {
        guard let frame else { return "null" }
        return "{\"name\":\(text(frame.name)),\"place\":\(text(frame.placeText)),"
            + "\"library\":\(text(frame.ownLibrary))}"
    }

    private static func text(_ text: String?) -> String {
        JSONText.literal(TerminalEscape.escaped(text ?? ""))
    }

    private static func number(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "-1" }
}
