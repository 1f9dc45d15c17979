// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Swift files as text.
struct SwiftText {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    init(file: String) throws {
        text = try String(contentsOfFile: file, encoding: .utf8)
    }

    /// The text without comments and string literals.
    var code: String {
        text.replacing(/"""[\s\S]*?"""/, with: "").replacing(/"([^"\\\n]|\\.)*"/, with: "")
            .replacing(/\/\/.*/, with: "")
    }

    /// The names of what it declares as public, without those of initializers.
    var publicNames: [String] {
        code.matches(
            of:
                /(?m)^ *(?:@[^ ]+ )*(?:public|open) .*?\b(?:class|struct|enum|protocol|func|var|let) +(\w+)/
        ).map { String($0.1) }
    }

    /// Each test that has a display name: the name and the test's own text, with the text above all
    /// tests.
    var tests: [(name: String, text: SwiftText)] {
        let names = text.matches(of: /@Test\(\s*(?:"""([\s\S]*?)"""|"(.*?)")/)
        guard let first = names.first else { return [] }
        let above = text[..<first.range.lowerBound]
        let ends = names.dropFirst().map(\.range.lowerBound) + [text.endIndex]
        return zip(names, ends).map { match, end in
            let name = (match.1 ?? match.2 ?? "").replacing(/\\\n */, with: "")
            return (
                name.trimmingCharacters(in: .whitespacesAndNewlines),
                SwiftText(above + text[match.range.lowerBound..<end])
            )
        }
    }
}

extension SwiftText {
    private init(_ text: Substring) {
        self.init(String(text))
    }
}
