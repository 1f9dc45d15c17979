// SPDX-License-Identifier: Apache-2.0

/// A pattern for source files, such as `Sources/Legacy/**` or `**/*.generated.swift`.
///
/// `*` stands for any characters of one component, `**` for any number of components, including none.
/// A pattern that names a folder covers all that lies in it.
package struct FilePattern: Equatable, CustomStringConvertible, Sendable {
    private enum Component: Equatable {
        case any
        /// The bytes of a name, in which a star stands for any.
        case name([UInt8])
    }

    /// Why a text is not a pattern.
    package struct Malformed: Error, Equatable {
        package let explanation: String
    }

    /// More components, and longer ones, than a path of a system has.
    private static let mostBytes = 4096
    private static let star = UInt8(ascii: "*")

    package let description: String
    private let components: [Component]

    package init(_ text: String) throws(Malformed) {
        guard text.utf8.count <= Self.mostBytes else {
            throw Malformed(explanation: "is longer than any path")
        }
        // A folder may be written with a slash after it.
        let path = text.hasSuffix("/") ? text.dropLast() : text[...]
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // A path from the root begins with an empty component.
        guard !parts.dropFirst().contains(""), path != "" else {
            throw Malformed(explanation: "has an empty component")
        }
        guard !parts.contains(where: { $0 == "." || $0 == ".." }) else {
            throw Malformed(explanation: "has a . or .., which no path of a report has")
        }
        components = parts.map { $0 == "**" ? .any : .name(Array($0.utf8)) }
        description = text
    }

    /// Whether a file matches, or a folder that it lies in.
    ///
    /// - Parameter path: The path from the working directory, or from the root of the file system.
    /// - Complexity: O(bytes of the path × bytes of the pattern), whatever they are.
    package func matches(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { Array($0.utf8) }
        return WildcardMatch.matches(
            names, components + [.any], isAny: { $0 == .any }, fits: Self.fits)
    }

    private static func fits(_ component: Component, _ name: [UInt8]) -> Bool {
        switch component {
        case .any: true
        case .name(let pattern):
            WildcardMatch.matches(name, pattern, isAny: { $0 == star }, fits: ==)
        }
    }
}

/// Matches a list with a pattern in which some elements stand for any number of others.
enum WildcardMatch {
    /// - Parameters:
    ///   - isAny: Whether an element of the pattern stands for any number of elements.
    ///   - fits: Whether an element of the pattern stands for this one.
    /// - Complexity: O(elements of the list × elements of the pattern) calls, whatever they are.
    static func matches<Element, Part>(
        _ list: [Element], _ pattern: [Part], isAny: (Part) -> Bool, fits: (Part, Element) -> Bool
    ) -> Bool {
        var (place, next) = (0, 0)
        // Where to continue when the last wildcard takes one more element. Earlier ones need no second
        // try.
        var resume: (place: Int, next: Int)?
        while place < list.count {
            if next < pattern.count, isAny(pattern[next]) {
                resume = (place, next + 1)
                next += 1
            } else if next < pattern.count, fits(pattern[next], list[place]) {
                place += 1
                next += 1
            } else if let last = resume {
                resume = (last.place + 1, last.next)
                (place, next) = (last.place + 1, last.next)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy(isAny)
    }
}
