// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// What happens in watched processes, for people who read a pipe or a file: a line each.
package struct WatchTextLines {
    private var news = FindingNews()
    private let alphabet: TextAlphabet

    /// - Parameter alphabet: The characters that the reader has.
    package init(alphabet: TextAlphabet) { self.alphabet = alphabet }

    /// The lines of the changes of one poll, each with a line break.
    package mutating func text(for changes: [WatchChange], of watcher: RunWatcher) -> String {
        // One process needs no name on each line.
        let isNamed = watcher.processes.count > 1
        var text = ""
        for change in changes {
            for line in lines(for: change, of: watcher, isNamed: isNamed) {
                text += alphabet.text(TerminalEscape.escaped(line)) + "\n"
            }
        }
        return text
    }

    private mutating func lines(
        for change: WatchChange, of watcher: RunWatcher, isNamed: Bool
    ) -> [String] {
        switch change {
        case .event(let event):
            let process = isNamed ? watcher.processes[event.process] : nil
            return [line(event.line, at: event.time, of: process)]
        case .processFound(let number, _):
            let process = watcher.processes[number]
            let text = "watching \(process.name), \(process.facts.trace)"
            return [line(text, at: process.startedAt, of: nil)]
        case .processEnded(let number, let end):
            let process = watcher.processes[number]
            let text = "\(process.name) \(end.sentence)"
            return [line(text, at: process.history.upperBound, of: nil)]
                + process.caveats.map { "  warning: \($0.text)" }
        case .findings(let number, _):
            let process = watcher.processes[number]
            let shown = isNamed ? process : nil
            let time = process.history.upperBound
            var lines: [String] = []
            let (changed, withdrawn) = news.take(process)
            for (finding, isKnown) in changed {
                let word = isKnown ? "finding, again: " : "finding: "
                lines.append(line(word + finding.headline, at: time, of: shown))
                lines += watcher.shown(finding, of: number).details.map { "  \($0)" }
            }
            return lines
                + withdrawn.map { line("withdrawn: \($0.headline)", at: time, of: shown) }
        // Lines are written without a limit of listed events, and have no list of subscriptions.
        case .skipped, .subscriptions: return []
        case .note(_, let text): return ["note: \(text)"]
        }
    }

    private func line(_ text: String, at time: Int64, of process: WatchedProcess?) -> String {
        // The time of the day in UTC.
        let time = ISO8601.text(milliseconds: time / 1_000_000).split(separator: "T").last ?? ""
        return "\(time)  \(process.map { "\($0.name)  " } ?? "")\(text)"
    }
}

extension ProcessEnd {
    /// What happened, behind the name of the process.
    package var sentence: String {
        switch self {
        case .exited: "exited"
        case .killed: "ended without judging what was left"
        case .removed: "is not watched any more: its trace was removed"
        case .unknown: "ended; how is unknown, since its recording is damaged"
        }
    }
}

extension Finding {
    /// Why, where and what to do, a line each.
    fileprivate var details: [String] {
        advice.dropFirst()
            + [place.map { "at \($0.file):\($0.line)" }].compactMap { $0 }
            + ["ribleak explain \(explainedBy ?? fingerprint.description)"]
    }
}

extension RunEvent {
    /// What happened, in one line without the time.
    package var line: String {
        var parts = [kind.words]
        if let ribPath { parts.append(ribPath) }
        if let type { parts.append("\(type)\(id.map { " #\($0)" } ?? "")") }
        parts += facts
        return parts.joined(separator: "  ")
    }

    private var facts: [String] {
        [
            violation.map { "\($0)" }, end.map { "\($0)" }, counted,
            after.map { "after \($0 / 1_000_000) ms" }, reason.map { "\($0)" }, test,
        ].compactMap { $0 }
    }

    /// How many there were, such as `3 values`; nil where nothing is counted.
    package var counted: String? {
        count.map { Quantity.counted($0, kind == .dropped ? "event" : "value") }
    }
}
