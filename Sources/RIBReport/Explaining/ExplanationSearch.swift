// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns

/// Why nothing is explained, in one line with what to name instead.
package struct ExplanationMiss: Error, CustomStringConvertible {
    package let description: String
    /// Whether a trace that could not be read may have what was asked for.
    package let mayBeUnread: Bool

    package init(_ line: String, mayBeUnread: Bool = true) {
        (description, self.mayBeUnread) = (line, mayBeUnread)
    }
}

// Finds what an id names in a run.
extension Explanation {
    private static let mostListed = 8

    /// The finding whose fingerprint begins with some digits.
    package static func finding(
        _ digits: String, in findings: [Finding]
    ) throws(ExplanationMiss) -> Finding {
        let found = findings.filter { $0.fingerprint.description.hasPrefix(digits) }
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            let all = list(found.map(\.fingerprint.description))
            throw ExplanationMiss(
                "\(digits): \(found.count) findings begin with it; name one of \(all)",
                mayBeUnread: false)
        }
        let near = ExplainedID.fingerprints(nearest: digits, among: findings)
        let rest = near.isEmpty ? "there are no findings" : "the nearest are \(list(near))"
        throw ExplanationMiss("\(digits): no finding's fingerprint begins with it; \(rest)")
    }

    /// The explanation of an object or a subscription, of those of all traces.
    ///
    /// - Parameters:
    ///   - id: An object or a subscription.
    ///   - all: What each trace of the run says of its number; not empty.
    package static func one(
        _ id: ExplainedID, in all: [Explanation]
    ) throws(ExplanationMiss) -> Explanation {
        let parts = id.description.split(separator: "@")
        let (name, process) = (String(parts[0]), parts.count > 1 ? Int(parts[1]) : nil)
        let explanations = all.filter { process == nil || $0.processID == process }
        if let process, explanations.isEmpty {
            let processes = list(Set(all.map(\.processID)).sorted().map(String.init))
            throw ExplanationMiss(
                "process \(process): is in none of the traces; they have \(processes)")
        }
        let found = explanations.filter(\.isFound)
        if found.count > 1 { throw ambiguity(name, found) }
        if let only = found.first { return only }
        let place = process.map { "@\($0)" } ?? ""
        let noun = name.prefix { $0 != ":" }
        let near = Set(explanations.flatMap(\.nearest)).sorted().prefix(mostListed)
        let rest =
            near.isEmpty
            ? "there are none"
            : "the nearest are \(list(near.map { "\(noun):\($0)\(place)" }))"
        throw ExplanationMiss("\(name)\(place): is not in the traces; \(rest)")
    }

    /// Says that several traces have an id, and how to name one of them.
    private static func ambiguity(_ id: String, _ found: [Explanation]) -> ExplanationMiss {
        let processes = Set(found.map(\.processID)).sorted()
        let names =
            processes.count == found.count
            ? processes.map { "\(id)@\($0)" } : found.map(\.trace)
        return ExplanationMiss(
            "\(id): is in \(found.count) traces; name one of \(list(names))", mayBeUnread: false)
    }

    private static func list(_ texts: [String]) -> String {
        texts.cut(to: mostListed) { "… \($0) more" }.joined(separator: ", ")
    }
}
