// SPDX-License-Identifier: Apache-2.0

/// A pattern for retain paths, such as `**/AnalyticsClient.observers[*]`.
///
/// A component stands for one edge, written as reports show it: `Holder.label`, or
/// `closure in Home.load() captures self`. `*` inside of a component stands for any characters,
/// `*` alone for any one edge, and `**` for any number of edges, including none. Numbers of
/// elements and closures do not count, in the pattern and in the path.
package struct RetainPathPattern: Equatable, CustomStringConvertible, Sendable {
    private static let mostComponents = 64
    private static let longest = 1_024

    package let description: String
    /// Nil stands for any number of edges.
    private let components: [EdgePattern?]

    package init(_ text: String) throws(MalformedPattern) {
        guard text.utf8.count <= Self.longest else {
            throw MalformedPattern(explanation: "is longer than \(Self.longest) bytes")
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostComponents else {
            throw MalformedPattern(explanation: "has more than \(Self.mostComponents) components")
        }
        guard !parts.contains("") else {
            throw MalformedPattern(explanation: "has an empty component")
        }
        components = parts.map { $0 == "**" ? nil : EdgePattern(String($0)) }
        description = text
        guard components.contains(where: { $0?.mayName == true }) else {
            throw MalformedPattern(
                explanation: "must name a holder, such as **/AnalyticsClient.observers[*]")
        }
    }

    /// Whether the whole path matches, so that a component names an edge to blame.
    ///
    /// A component names an edge if it spells out the holder: generic arguments may be `*`, and
    /// so may everything after them.
    ///
    /// - Parameter isStrict: Whether it must also name each edge to blame that is the project's
    ///   own.
    /// - Complexity: O(bytes of the path × bytes of the pattern), whatever they are.
    package func matches(_ path: BlamedPath, isStrict: Bool = false) -> Bool {
        // For each number of components: how the edges so far can be divided among them.
        var ways = [Ways](repeating: [], count: components.count + 1)
        ways[0] = .unnamed
        passOver(&ways)
        for edge in path.edges {
            var next = [Ways](repeating: [], count: components.count + 1)
            for (index, component) in components.enumerated() where !ways[index].isEmpty {
                guard let pattern = component else {
                    guard !isStrict || !edge.isBlamedOnProject else { continue }
                    next[index].formUnion(ways[index])
                    continue
                }
                guard pattern.matches(edge.text) else { continue }
                let isNamed = edge.isBlamed && pattern.names(edge)
                guard !isStrict || isNamed || !edge.isBlamedOnProject else { continue }
                next[index + 1].formUnion(isNamed ? .named : ways[index])
            }
            passOver(&next)
            ways = next
        }
        return ways[components.count].contains(.named)
    }

    /// Lets each `**` stand for no edge.
    private func passOver(_ ways: inout [Ways]) {
        for (index, component) in components.enumerated() where component == nil {
            ways[index + 1].formUnion(ways[index])
        }
    }

    /// Whether one of the components named an edge to blame. Both may be possible.
    private struct Ways: OptionSet {
        let rawValue: UInt8
        static let unnamed = Ways(rawValue: 1)
        static let named = Ways(rawValue: 2)
    }
}

/// The pattern of one edge, in which `*` stands for any characters.
private struct EdgePattern: Equatable {
    private let bytes: [UInt8]
    /// The bytes before the first `*`.
    private let literal: ArraySlice<UInt8>

    init(_ text: String) {
        bytes = Array(StableName.withoutNumbers(text).utf8)
        literal = bytes.prefix { $0 != UInt8(ascii: "*") }
    }

    /// False when it begins with `*`, so that it spells out no holder.
    var mayName: Bool { !literal.isEmpty }

    func names(_ edge: BlamedPath.Edge) -> Bool { literal.count >= edge.nameLength }

    /// - Complexity: O(bytes of the text × bytes of the pattern).
    func matches(_ text: [UInt8]) -> Bool { WildcardMatch.matches(text, bytes) }
}
