// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A fenced piece of Swift on a page of the documentation.
struct CodeBlock: CustomStringConvertible, Sendable {
    /// The page's path in the repository.
    let page: String
    /// The line of the page on which the code begins, from 1.
    let line: Int
    let lines: [String]

    var description: String { "\(page):\(line)" }

    /// True for a whole `Package.swift`.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version") ?? false }

    /// The blocks of a page, from the top.
    ///
    /// - Throws: When the page cannot be read.
    static func all(on page: String) throws -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (line: Int, lines: [String])?
        for (index, line) in try lines(of: page).enumerated() {
            if let block = open {
                guard line.hasPrefix("```") else {
                    open?.lines.append(line)
                    continue
                }
                blocks.append(CodeBlock(page: page, line: block.line, lines: block.lines))
                open = nil
            } else if line == "```swift" {
                open = (index + 2, [])
            }
        }
        return blocks
    }

    /// - Throws: When the page cannot be read.
    static func lines(of page: String) throws -> [String] {
        try String(contentsOfFile: "\(BuiltProducts.packageRoot)/\(page)", encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// A source file with the block's imports and a namespace around the rest, so that blocks may
    /// use the same names. Errors name the line of the page.
    ///
    /// - Parameters:
    ///   - name: Of the namespace.
    ///   - imports: Further modules.
    func source(as name: String, importing imports: [String] = []) -> String {
        let isImport = { (line: String) in line.contains(/^(@testable )?import\s/) }
        let code = lines.map { isImport($0) ? "" : $0 }
        let head = imports.map { "import \($0)" } + lines.filter(isImport)
        let place = "#sourceLocation(file: \"\(page)\", line: \(line))"
        let parts = head + ["enum \(name) {", place] + code + ["#sourceLocation()", "}", ""]
        return parts.joined(separator: "\n")
    }
}
