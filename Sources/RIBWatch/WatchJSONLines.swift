// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText
import RIBTrace

/// What happens in watched processes, for programs: one JSON object a line.
///
/// `Reports/watch.schema.json` describes the lines. Each has the keys `time`, `process`, `kind`,
/// `ribPath`, `type` and `id`, in this order and null where there is nothing to say, before those
/// of its kind.
package struct WatchJSONLines {
    /// The last second that was written, up to its seconds: most events share one.
    private var second: (number: Int64, text: String)?
    private var news = FindingNews()

    package init() {}

    /// The lines of the changes of one poll, each with a line break.
    package mutating func text(for changes: [WatchChange], of watcher: RunWatcher) -> String {
        changes.reduce(into: "") { $0 += text(for: $1, of: watcher) }
    }

    private mutating func text(for change: WatchChange, of watcher: RunWatcher) -> String {
        switch change {
        case .event(let event): return line(event)
        case .processFound(let number, let facts):
            let start = time(watcher.processes[number].startedAt)
            return JSONLine("processFound", start, number).text(with: [
                "name": JSONValue(facts.processName),
                "pid": JSONValue(UInt64(clamping: facts.processID)),
                "trace": JSONValue(facts.trace),
            ])
        case .processEnded(let number, let end):
            let process = watcher.processes[number]
            let moment = time(process.history.upperBound)
            return JSONLine("processEnded", moment, number).text(with: [
                "end": JSONValue(end.rawValue), "events": JSONValue(process.events),
                "dropped": JSONValue(process.dropped),
                "lateEvents": JSONValue(process.lateEvents),
                "caveats": JSONValue(process.caveats.map(\.text)),
            ])
        case .findings(let number, _): return findings(of: number, in: watcher)
        // Lines are written without a limit of listed events, and have no list of subscriptions.
        case .skipped, .subscriptions: return ""
        case .note(let process, let note):
            let moment = process.map { time(watcher.processes[$0].history.upperBound) }
            return JSONLine("note", moment, process).text(with: ["text": JSONValue(note)])
        }
    }

    /// The key of the other object of an event; kinds without one say nothing of it.
    private static let others: [RunEvent.Kind: String] = [
        .attached: "parent", .detached: "parent", .workerStarted: "interactor",
        .subscribed: "owner", .subscriptionEnded: "owner", .firedWhileInactive: "owner",
        .lifecycleViolated: "other",
    ]

    private mutating func line(_ event: RunEvent) -> String {
        var line = JSONLine(
            event.kind.rawValue, time(event.time), event.process, ribPath: event.ribPath,
            type: event.type, id: event.id)
        if let part = event.objectKind { line.add("part", JSONValue("\(part)")) }
        if let violation = event.violation { line.add("violation", JSONValue("\(violation)")) }
        if let other = Self.others[event.kind] { line.add(other, JSONValue(event.other)) }
        if let end = event.end { line.add("end", JSONValue("\(end)")) }
        if let count = event.count {
            line.add(event.kind == .dropped ? "count" : "values", JSONValue(count))
        }
        if let after = event.after {
            line.add(
                event.kind == .stillAlive ? "expectedFor" : "sinceDeactivation", JSONValue(after))
        }
        if let reason = event.reason { line.add("reason", JSONValue("\(reason)")) }
        if event.kind == .scopeBegan || event.kind == .settled {
            line.add("test", JSONValue(event.test))
        }
        return line.text(with: [:])
    }

    private mutating func findings(of number: Int, in watcher: RunWatcher) -> String {
        let process = watcher.processes[number]
        let moment = time(process.history.upperBound)
        let (changed, withdrawn) = news.take(process)
        let lines = changed.map { finding, isKnown in
            JSONLine("finding", moment, number, finding).text(with: [
                "isUpdate": .bool(isKnown),
                "finding": JSONValue(watcher.shown(finding, of: number)),
            ])
        }
        return lines.joined()
            + withdrawn.map { finding in
                JSONLine("findingWithdrawn", moment, number, finding)
                    .text(with: ["fingerprint": JSONValue(finding.fingerprint.description)])
            }.joined()
    }

    /// A time in ISO 8601 to the nanosecond, of nanoseconds since 1970-01-01 UTC.
    private mutating func time(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (number, fraction) = rest < 0 ? (whole - 1, rest + 1_000_000_000) : (whole, rest)
        if second?.number != number {
            // Without the milliseconds and the `Z`.
            second = (number, String(ISO8601.text(milliseconds: number * 1_000).dropLast(5)))
        }
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: 9 - digits.utf8.count)
        return "\(second?.text ?? "").\(zeros)\(digits)Z"
    }
}

/// Which findings are new, changed or gone since they were last shown.
struct FindingNews {
    private var shown: [Int: [Fingerprint: Finding]] = [:]

    /// The findings of a process that are new or changed, in the order of its report, and those
    /// that were shown and are none any more, by fingerprint.
    mutating func take(
        _ process: WatchedProcess
    ) -> (changed: [(finding: Finding, isKnown: Bool)], withdrawn: [Finding]) {
        let old = shown[process.number] ?? [:]
        let new = Dictionary(process.findings.map { ($0.fingerprint, $0) }) { $1 }
        shown[process.number] = new
        let changed = process.findings.filter { old[$0.fingerprint] != $0 }
        let withdrawn = old.values.filter { new[$0.fingerprint] == nil }
        return (
            changed.map { ($0, old[$0.fingerprint] != nil) },
            withdrawn.sorted { $0.fingerprint.description < $1.fingerprint.description }
        )
    }
}

extension RunWatcher {
    /// A finding of a process as it is shown. Each process numbers its objects from 1, so with
    /// several processes the id for `ribleak explain` names the process, as in a report.
    package func shown(_ finding: Finding, of process: Int) -> Finding {
        guard processes.count > 1 else { return finding }
        return finding.explained(inProcess: processes[process].facts.processID)
    }
}

/// One line of JSON, with its members in an order of their own.
private struct JSONLine {
    private var members: String

    init(
        _ kind: String, _ time: String?, _ process: Int?, ribPath: String? = nil,
        type: String? = nil, id: UInt64? = nil
    ) {
        // A time needs no escape.
        members = time.map { "{\"time\":\"\($0)\"" } ?? "{\"time\":null"
        add("process", JSONValue(process.map(UInt64.init)))
        add("kind", JSONValue(kind))
        add("ribPath", JSONValue(ribPath))
        add("type", JSONValue(type))
        add("id", JSONValue(id))
    }

    init(_ kind: String, _ time: String, _ process: Int, _ finding: Finding) {
        let id: UInt64? =
            switch finding.occurrences.first?.subject {
            case .object(let id), .subscription(let id): id
            case nil: nil
            }
        self.init(kind, time, process, ribPath: finding.ribPath, type: finding.type, id: id)
    }

    /// The line with further members, in their order.
    consuming func text(with own: KeyValuePairs<String, JSONValue>) -> String {
        for (name, value) in own { add(name, value) }
        return members + "}\n"
    }

    /// - Parameter name: A word that needs no escape.
    mutating func add(_ name: String, _ value: JSONValue) {
        members += ",\""
        members += name
        members += "\":"
        // A text has codes for line breaks here, as readers know these lines; a list's has escapes.
        if case .string(let text) = value {
            members += JSONText.literal(text)
        } else {
            members += JSONText.line(value).dropLast()
        }
    }
}
