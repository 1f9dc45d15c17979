// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A pattern for retain paths, such as `**/AnalyticsClient.observers[*]`.
///
/// Patterns describe library leaks: a platform or a library keeps an object, and the project is not
/// to blame. ribleak has some itself, and a project's settings add others.
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

    /// Whether the whole path matches, and a component names an edge to blame: `**` alone would
    /// excuse every leak.
    ///
    /// A component names an edge if it spells out the holder: generic arguments may be `*`, and
    /// so may everything after them.
    ///
    /// - Parameter isStrict: Whether it must also name each edge to blame that is the project's
    ///   own. ribleak's own patterns are strict, so that they hide no mistake of a project.
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

/// A retain path as matchers of library leaks see it: its edges without what changes from run to
/// run, and which of them may be to blame.
package struct BlamedPath: Hashable, Sendable {
    package struct Edge: Hashable, Sendable {
        /// Holder and label as in reports, without numbers of elements and closures, as UTF-8.
        let text: [UInt8]
        /// The bytes of the holder without its generic arguments.
        let nameLength: Int
        /// Whether it is the suspect edge, which should not be there, or an edge of a library that
        /// directly follows it: with these, the library keeps what it was given.
        let isBlamed: Bool
        /// Whether the author of the project can change it.
        let isOfProject: Bool

        var isBlamedOnProject: Bool { isBlamed && isOfProject }

        fileprivate init(_ step: RetainPathStep, isBlamed: Bool) {
            let holder = StableName.withoutNumbers(step.holder)
            text = Array((holder + StableName.withoutNumbers(step.joinedLabel)).utf8)
            nameLength = holder.withoutGenericArguments.utf8.count
            self.isBlamed = isBlamed
            isOfProject = !step.isOfLibrary
        }
    }

    package let edges: [Edge]

    /// A path takes at most this many bytes. A longer one is not matched, so that a hostile trace
    /// cannot make matching slow.
    private static let mostBytes = 16_384

    /// - Returns: Nil for a path without a suspect edge, or one that is too long.
    package init?(_ path: RetainPath) {
        guard let suspect = path.suspect, path.steps.indices.contains(suspect) else { return nil }
        let isCycle = path.reason == .cycle
        let timer = Self.endedTimer(before: suspect, on: path)
        var blamed: Set<Int> = [timer ?? suspect]
        for offset in 1..<max(path.steps.count, 1) where timer == nil {
            let index = suspect + offset
            guard isCycle || index < path.steps.count else { break }
            guard path.steps[index % path.steps.count].isOfLibrary else { break }
            blamed.insert(index % path.steps.count)
        }
        var left = Self.mostBytes
        var edges: [Edge] = []
        for (index, step) in path.steps.enumerated() {
            let edge = Edge(step, isBlamed: blamed.contains(index))
            left -= edge.text.count
            guard left >= 0 else { return nil }
            edges.append(edge)
        }
        self.edges = edges
    }

    /// The timer that keeps the suspect closure although it is over. Then it is to blame, and not
    /// the closure.
    private static func endedTimer(before suspect: Int, on path: RetainPath) -> Int? {
        let count = path.steps.count
        let before = (1..<max(count, 1)).lazy.map { (suspect + count - $0) % count }
            .prefix { path.reason == .cycle || $0 < suspect }
        guard path.steps[suspect].holderKind == .closure,
            let index = before.first(where: { path.steps[$0].holderKind != .closure })
        else { return nil }
        let step = path.steps[index]
        let isEndedTimer = step.holderKind == .other && step.holder == LibraryLeakMatcher.endedTimer
        return isEndedTimer && !step.isInferred ? index : nil
    }

    /// Why it is not certain that this path, and nothing else, keeps the object alive; nil when it
    /// is.
    package static func doubt(about path: RetainPath?) -> String? {
        guard let path, path.suspect != nil, let suspect = path.suspectStep else {
            return "no edge is known that should not be there"
        }
        if path.isPartial || path.omittedSteps > 0 { return "the path is not complete" }
        if path.steps.contains(where: \.isInferred) { return "an edge of its path is inferred" }
        if path.isSuspectAmbiguous || suspect.isOneOfSeveral {
            return "another edge is as likely to be the mistake"
        }
        if path.retainCount != 1 || path.seenReferences != 1 {
            return "it has \(path.retainCount) strong references, and a path shows one"
        }
        return nil
    }
}

extension Set<BlamedPath> {
    /// More different paths than any person reads.
    private static var most: Int { 64 }

    /// The path of one occurrence; empty for one that has none, or not a certain one.
    ///
    /// - Parameter mayHideMore: Whether objects belong to the leak for which no path is known.
    init(of path: RetainPath?, mayHideMore: Bool) {
        guard !mayHideMore, BlamedPath.doubt(about: path) == nil,
            let blamed = path.flatMap(BlamedPath.init)
        else {
            self = []
            return
        }
        self = [blamed]
    }

    /// These paths and those of another occurrence; empty if one of the two is not certain, or if
    /// there are too many.
    func with(_ other: Set<BlamedPath>) -> Set<BlamedPath> {
        if isEmpty || other.isEmpty { return [] }
        let all = union(other)
        return all.count > Self.most ? [] : all
    }
}
