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
    private let components: [[UInt8]?]

    package init(_ text: String) throws(MalformedPattern) {
        try MalformedPattern.check(
            text.utf8.count <= Self.longest, "is longer than \(Self.longest) bytes")
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        try MalformedPattern.check(
            parts.count <= Self.mostComponents, "has more than \(Self.mostComponents) components")
        try MalformedPattern.check(!parts.contains(""), "has an empty component")
        components = parts.map {
            $0 == "**" ? nil : Array(StableName.withoutNumbers(String($0)).utf8)
        }
        description = text
        try MalformedPattern.check(
            components.contains { $0.map(Self.literal)?.isEmpty == false },
            "must name a holder, such as **/AnalyticsClient.observers[*]")
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
                guard edge.text.matches(pattern) else { continue }
                let isNamed = edge.isBlamed && Self.literal(pattern).count >= edge.nameLength
                guard !isStrict || isNamed || !edge.isBlamedOnProject else { continue }
                next[index + 1].formUnion(isNamed ? .named : ways[index])
            }
            passOver(&next)
            ways = next
        }
        return ways[components.count].contains(.named)
    }

    /// The bytes before the first `*`; none when no holder is spelled out.
    private static func literal(_ component: [UInt8]) -> ArraySlice<UInt8> {
        component.prefix { $0 != UInt8(ascii: "*") }
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
