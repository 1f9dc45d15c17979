// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// A pattern for source files, such as `Sources/Legacy/**` or `**/*.generated.swift`.
///
/// `*` stands for any characters of one component, `**` for any number of components, including
/// none. A pattern that names a folder covers all that lies in it.
package struct FilePattern: Equatable, CustomStringConvertible, Sendable {
    /// More components, and longer ones, than a path of a system has.
    private static let mostBytes = 4096

    package let description: String
    private let parts: [[UInt8]?]

    package init(_ text: String) throws(MalformedPattern) {
        try MalformedPattern.check(text.utf8.count <= Self.mostBytes, "is longer than any path")
        // A folder may be written with a slash after it.
        let path = text.hasSuffix("/") ? text.dropLast() : text[...]
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // A path from the root begins with an empty component.
        try MalformedPattern.check(
            !parts.dropFirst().contains("") && path != "", "has an empty component")
        try MalformedPattern.check(
            !parts.contains(".") && !parts.contains(".."),
            "has a . or .., which no path of a report has")
        self.parts = parts.map { $0 == "**" ? nil : Array($0.utf8) }
        description = text
    }

    /// Whether a file matches, or a folder that it lies in.
    ///
    /// - Parameter path: The path from the working directory, or from the root of the file system.
    /// - Complexity: O(bytes of the path × bytes of the pattern), whatever they are.
    package func matches(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.map { Array($0.utf8) }.matches(parts + [nil])
    }
}
