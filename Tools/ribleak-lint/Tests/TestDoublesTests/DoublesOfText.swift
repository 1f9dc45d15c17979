// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestDoubles

/// The doubles of a text, by the names of their classes.
struct DoublesOfText {
    let all: TestDoubles

    init(_ text: String, flavor: StreamFlavor? = nil) {
        var options = TestDoubles.Options()
        options.flavor = flavor
        all = TestDoubles(ofText: text, path: "A.swift", options)
    }

    /// The text of one class.
    subscript(name: String) -> String {
        let parts = all.text.components(separatedBy: "// MARK: - \(name)\n\n")
        guard parts.count > 1 else { return "" }
        let section = parts[1].components(separatedBy: "\n// MARK: - ")[0]
        return section.trimmingCharacters(in: .newlines)
    }

    /// The lines of one class, without indentation.
    func lines(_ name: String) -> [String] {
        self[name].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// What was left out, one line each.
    var problems: [String] { all.problems.map { "\($0.file): \($0.message)" } }
}
