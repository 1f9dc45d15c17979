// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Steps by which a page follows a run, as one line of JSON: lists of a name and its facts.
///
/// `Live/feed.js` says what each step does.
struct StepList {
    /// False when no page is open: then steps are not written at all.
    let isWanted: Bool
    /// The number in the page of the process that the next steps are about.
    var process = 0
    private var lines: [String] = []
    private(set) var isEmpty = true

    init(isWanted: Bool) { self.isWanted = isWanted }

    /// A list of all steps.
    var text: String { "[" + lines.joined(separator: ",") + "]" }

    /// Adds a step of the process.
    ///
    /// - Parameters:
    ///   - name: Which step it is.
    ///   - facts: JSON values, which are separated by commas.
    mutating func add(_ name: StaticString, _ facts: @autoclosure () -> String) {
        isEmpty = false
        if isWanted { lines.append("[\"\(name)\",\(process),\(facts())]") }
    }

    /// Adds the step that has the findings of all processes.
    mutating func add(findings: @autoclosure () -> String) {
        isEmpty = false
        if isWanted { lines.append("[\"findings\",\(findings())]") }
    }
}

extension String {
    /// A string in JSON, of which nothing is invisible.
    var json: String { JSONText.literal(TerminalEscape.escaped(self)) }
}
