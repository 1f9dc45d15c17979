// SPDX-License-Identifier: Apache-2.0

/// A pattern for places in the tree of RIBs, such as `Root/LoggedIn/**`.
///
/// Components are compared literally. `*` stands for exactly one component, `**` for any number,
/// including none.
package struct RIBPathPattern: Equatable, CustomStringConvertible, Sendable {
    /// More components than any tree of RIBs is deep.
    private static let mostComponents = 256

    package let description: String
    private let parts: [[UInt8]?]

    package init(_ text: String) throws(MalformedPattern) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        try MalformedPattern.check(
            parts.count <= Self.mostComponents, "has more than \(Self.mostComponents) components")
        try MalformedPattern.check(!parts.contains(""), "has an empty component")
        try MalformedPattern.check(
            parts.allSatisfy { $0 == "*" || $0 == "**" || !$0.contains("*") },
            "has a * next to other letters: it means a whole component")
        self.parts = parts.map { $0 == "**" ? nil : Array($0.utf8) }
        description = text
    }

    /// Whether a RIB path, such as `Root/LoggedIn/OffGame`, matches.
    ///
    /// - Complexity: O(bytes of the path × bytes of the pattern), whatever they are.
    package func matches(_ path: String) -> Bool {
        path.split(separator: "/").map { Array($0.utf8) }.matches(parts)
    }
}

/// Why a text is not a pattern.
package struct MalformedPattern: Error, Equatable {
    package let explanation: String

    /// Throws unless a condition is true.
    package static func check(_ isTrue: Bool, _ otherwise: String) throws(MalformedPattern) {
        if !isTrue { throw MalformedPattern(explanation: otherwise) }
    }
}

extension [[UInt8]] {
    /// Whether names match parts of a pattern, of which nil stands for any number of names.
    package func matches(_ parts: [[UInt8]?]) -> Bool {
        isMatch(
            self, parts, isAny: { $0 == nil },
            fits: { part, name in part.map { name.matches($0) } ?? true })
    }
}

extension [UInt8] {
    /// Whether a text matches a pattern in which a star stands for any bytes.
    func matches(_ pattern: [UInt8]) -> Bool {
        isMatch(self, pattern, isAny: { $0 == UInt8(ascii: "*") }, fits: ==)
    }
}

/// Matches a list with a pattern in which some elements stand for any number of others.
///
/// - Parameters:
///   - isAny: Whether an element of the pattern stands for any number of elements.
///   - fits: Whether an element of the pattern stands for this one.
/// - Complexity: O(elements of the list × elements of the pattern) calls, whatever they are.
private func isMatch<Element, Part>(
    _ list: [Element], _ pattern: [Part], isAny: (Part) -> Bool, fits: (Part, Element) -> Bool
) -> Bool {
    var (place, next) = (0, 0)
    // Where to continue when the last wildcard takes one more element. Earlier ones need no
    // second try.
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
