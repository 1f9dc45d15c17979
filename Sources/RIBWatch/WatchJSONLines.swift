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
    private var clock = EventClock()
    private var news = FindingNews()

    package init() {}

    /// The lines of the changes of one poll, each with a line break.
    package mutating func bytes(for changes: [WatchChange], of watcher: RunWatcher) -> [UInt8] {
        var line = JSONLineWriter()
        for change in changes {
            switch change {
            case .event(let event): write(event, &line)
            case .processFound(let number, _): writeFound(watcher.processes[number], &line)
            case .processEnded(let number, let end):
                let process = watcher.processes[number]
                begin("processEnded", at: process.history.upperBound, of: number, &line)
                line.add("end", end.rawValue)
                line.add("events", process.events)
                line.add("dropped", process.dropped)
                line.add("lateEvents", process.lateEvents)
                line.add("caveats", process.caveats.map(\.text))
                line.end()
            case .findings(let number, _): writeFindings(of: number, in: watcher, &line)
            // Lines are written without a limit of listed events, and have no list of
            // subscriptions.
            case .skipped, .subscriptions: break
            case .note(let process, let text):
                let time = process.map { watcher.processes[$0].history.upperBound }
                begin("note", at: time, of: process, &line)
                line.add("text", text)
                line.end()
            }
        }
        return line.bytes
    }

    private mutating func begin(
        _ kind: String, at time: Int64?, of process: Int?, _ line: inout JSONLineWriter,
        ribPath: String? = nil, type: String? = nil, id: UInt64? = nil
    ) {
        line.begin()
        line.key("time")
        if let time { clock.write(time, into: &line.bytes) } else { line.null() }
        line.add("process", process.map(UInt64.init))
        line.add("kind", kind)
        line.add("ribPath", ribPath)
        line.add("type", type)
        line.add("id", id)
    }

    private mutating func write(_ event: RunEvent, _ line: inout JSONLineWriter) {
        begin(
            event.kind.rawValue, at: event.time, of: event.process, &line, ribPath: event.ribPath,
            type: event.type, id: event.id)
        if let kind = event.objectKind { line.add("part", "\(kind)") }
        switch event.kind {
        case .attached, .detached: line.add("parent", event.other)
        case .workerStarted: line.add("interactor", event.other)
        case .subscribed: line.add("owner", event.other)
        case .subscriptionEnded:
            line.add("owner", event.other)
            line.add("end", event.end.map { "\($0)" })
            line.add("values", event.count)
        case .firedWhileInactive:
            line.add("owner", event.other)
            line.add("sinceDeactivation", event.after)
        case .stillAlive: line.add("expectedFor", event.after)
        case .lifecycleViolated:
            line.add("violation", event.violation.map { "\($0)" })
            line.add("other", event.other)
        case .scopeBegan: line.add("test", event.test)
        case .settled:
            line.add("reason", event.reason.map { "\($0)" })
            line.add("test", event.test)
        case .dropped: line.add("count", event.count)
        default: break  // has no more to say
        }
        line.end()
    }

    private mutating func writeFound(_ process: WatchedProcess, _ line: inout JSONLineWriter) {
        begin("processFound", at: process.startedAt, of: process.number, &line)
        line.add("name", process.facts.processName)
        line.add("pid", UInt64(clamping: process.facts.processID))
        line.add("trace", process.facts.trace)
        line.end()
    }

    private mutating func writeFindings(
        of number: Int, in watcher: RunWatcher, _ line: inout JSONLineWriter
    ) {
        let process = watcher.processes[number]
        let time = process.history.upperBound
        for (finding, isKnown) in news.changed(in: process) {
            begin(
                "finding", at: time, of: process.number, &line, ribPath: finding.ribPath,
                type: finding.type, id: finding.firstSubject)
            line.add("isUpdate", isKnown)
            line.key("finding")
            line.bytes += JSONText.line(JSONValue(watcher.shown(finding, of: number))).utf8
                .dropLast()
            line.end()
        }
        for finding in news.withdrawn(from: process) {
            begin(
                "findingWithdrawn", at: time, of: process.number, &line, ribPath: finding.ribPath,
                type: finding.type, id: finding.firstSubject)
            line.add("fingerprint", finding.fingerprint.description)
            line.end()
        }
    }
}

/// Which findings are new, changed or gone since they were last shown.
struct FindingNews {
    private var shown: [Int: [Fingerprint: Finding]] = [:]

    /// The findings of a process that are new or changed, in the order of its report.
    mutating func changed(in process: WatchedProcess) -> [(finding: Finding, isKnown: Bool)] {
        var changed: [(Finding, Bool)] = []
        for finding in process.findings {
            let known = shown[process.number]?[finding.fingerprint]
            guard known != finding else { continue }
            changed.append((finding, known != nil))
            shown[process.number, default: [:]][finding.fingerprint] = finding
        }
        return changed
    }

    /// The findings that were shown and are none any more, by fingerprint.
    mutating func withdrawn(from process: WatchedProcess) -> [Finding] {
        let current = Set(process.findings.map(\.fingerprint))
        let gone = (shown[process.number] ?? [:]).values.filter {
            !current.contains($0.fingerprint)
        }
        for finding in gone { shown[process.number]?[finding.fingerprint] = nil }
        return gone.sorted { $0.fingerprint.description < $1.fingerprint.description }
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

extension Finding {
    /// The serial id of the first object or subscription that shows it.
    var firstSubject: UInt64? {
        switch occurrences.first?.subject {
        case .object(let id), .subscription(let id): id
        case nil: nil
        }
    }
}

/// Writes lines of JSON as bytes: an encoder would take longer than all else.
struct JSONLineWriter {
    var bytes: [UInt8] = []
    private var isFirst = true

    mutating func begin() {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// - Parameter name: A word that needs no escape.
    mutating func key(_ name: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func add(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    mutating func add(_ name: StaticString, _ value: UInt64?) {
        key(name)
        if let value { bytes.append(decimal: value) } else { null() }
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        key(name)
        bytes += (value ? "true" : "false").utf8
    }

    mutating func add(_ name: StaticString, _ values: [String]) {
        key(name)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            string(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func null() { bytes += "null".utf8 }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain =
            text.utf8.withContiguousStorageIfAvailable { utf8 in
                for byte in utf8 where byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C {
                    return false
                }
                bytes.append(contentsOf: utf8)
                return true
            } ?? false
        if !isPlain { bytes += JSONText.inside(text).utf8 }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension [UInt8] {
    /// - Parameter digits: The fewest digits, with zeros before the number.
    mutating func append(decimal value: UInt64, digits: Int = 1) {
        let start = count
        var rest = value
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        while count - start < digits { append(UInt8(ascii: "0")) }
        self[start...].reverse()
    }
}

/// Writes times in ISO 8601 to the nanosecond. Most events share a second.
struct EventClock {
    private var second: Int64?
    /// Up to the seconds.
    private var text: [UInt8] = []

    /// - Parameter nanoseconds: Since 1970-01-01 UTC.
    mutating func write(_ nanoseconds: Int64, into bytes: inout [UInt8]) {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (second, fraction) = rest < 0 ? (whole - 1, rest + 1_000_000_000) : (whole, rest)
        if second != self.second {
            self.second = second
            // Without the milliseconds and the `Z`.
            text = Array(ISO8601.text(milliseconds: second * 1_000).utf8.dropLast(5))
        }
        bytes.append(UInt8(ascii: "\""))
        bytes += text
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: UInt64(fraction), digits: 9)
        bytes += "Z\"".utf8
    }
}
