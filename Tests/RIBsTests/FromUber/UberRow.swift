// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// One row of the page for those who come from uber/RIBs-iOS, such as
/// `Builder: dependency, init(dependency:)`.
struct UberRow: CustomStringConvertible, Sendable {
    let description: String

    static var page: [MarkdownTable] {
        get throws {
            let path = "\(BuiltProducts.packageRoot)/Sources/RIBs/RIBs.docc/FromUber.md"
            return try MarkdownTable.all(in: String(contentsOfFile: path, encoding: .utf8))
        }
    }

    static var all: [UberRow] {
        get throws {
            try page[0].column("uber's name").map {
                UberRow(description: $0.replacing("`", with: ""))
            }
        }
    }

    /// The type or protocol that the row is about.
    var owner: String { String(description.prefix { $0 != ":" }) }

    var members: [String] {
        guard let colon = description.firstIndex(of: ":") else { return [] }
        return description[colon...].dropFirst().split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces).replacing("both ", with: "")
        }
    }

    /// The names of the row that do not occur in a piece of code.
    func missing(in code: SwiftText) -> [String] {
        let words = Set(code.code.matches(of: /\w+/).map(\.0))
        let labels = Set(code.code.matches(of: /(\w+)(?: +\w+)?:/).map(\.1))
        return ([owner] + members).filter { name in
            if name == "init()" {
                return !["init()", "\(owner)()"].contains { code.code.contains($0) }
            }
            let parts = name.split { !$0.isLetter && $0 != "_" }
            let hasBase = parts[0] == "init" || words.contains(parts[0])
            return !hasBase || !labels.isSuperset(of: parts.dropFirst().filter { $0 != "_" })
        }
    }
}
