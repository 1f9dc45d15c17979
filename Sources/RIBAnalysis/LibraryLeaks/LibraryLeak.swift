// SPDX-License-Identifier: Apache-2.0

/// A platform or library that keeps objects alive, so that the project's own code is not to blame.
public struct LibraryLeak: Hashable, Sendable {
    /// A short name, such as `uikit-switch`.
    public let name: String
    /// What keeps the objects alive, and why.
    public let explanation: String
    /// Where more is known, as an `https` address.
    public let link: String?
    /// Whether ribleak itself knows it, so that tests do not fail for it. The others come from the
    /// project's settings.
    public let isBuiltIn: Bool

    package init(name: String, explanation: String, link: String?, isBuiltIn: Bool) {
        (self.name, self.explanation) = (name, explanation)
        (self.link, self.isBuiltIn) = (link, isBuiltIn)
    }
}

/// Recognises the leaks of one mistake in a platform or library.
package struct LibraryLeakMatcher: Equatable, Sendable {
    package let leak: LibraryLeak
    /// The kinds of findings that it covers; all leaks when empty.
    package let kinds: Set<FindingKind>
    /// The culprits' types, without their modules; all types when empty.
    package let types: Set<String>
    /// What the retain path of each leak must look like.
    package let path: RetainPathPattern

    package init(
        _ leak: LibraryLeak, path: RetainPathPattern, kinds: Set<FindingKind> = [],
        types: Set<String> = []
    ) {
        (self.leak, self.path, self.kinds, self.types) = (leak, path, kinds, types)
    }

    /// Whether all occurrences of a finding are this leak.
    ///
    /// An occurrence without a certain path stays a leak of the project. For a built-in matcher,
    /// so does one whose path blames an edge of the project that the pattern does not name.
    package func covers(_ finding: Finding) -> Bool {
        mayApply(to: finding) && !finding.blamedPaths.isEmpty
            && finding.blamedPaths.allSatisfy { path.matches($0, isStrict: leak.isBuiltIn) }
    }

    /// Why a finding is not covered although its path matches; nil when it does not match.
    package func doubt(about finding: Finding) -> String? {
        guard mayApply(to: finding), let blamed = finding.retainPath.flatMap(BlamedPath.init),
            path.matches(blamed), !covers(finding)
        else { return nil }
        return BlamedPath.doubt(about: finding.retainPath)
            ?? "not all of its occurrences have such a path"
    }

    private func mayApply(to finding: Finding) -> Bool {
        finding.kind.isLeak && (kinds.isEmpty || kinds.contains(finding.kind))
            && (types.isEmpty || types.contains(finding.type))
    }
}

extension [Finding] {
    /// The findings, each as the library leak of the first matcher that covers it: the project's
    /// own first. A finding that is already a library leak stays the same.
    package func named(by matchers: [LibraryLeakMatcher]) -> [Finding] {
        var all = self
        for index in all.indices where all[index].libraryLeak == nil {
            guard let matcher = matchers.first(where: { $0.covers(self[index]) }) else { continue }
            all[index].status.libraryLeak = matcher.leak
        }
        guard all.contains(where: { $0.libraryLeak != nil }) else { return all }
        return all.filter { $0.libraryLeak == nil } + all.filter { $0.libraryLeak != nil }
    }
}

/// The library leaks that ribleak knows.
///
/// Only what is no mistake of an app belongs here, with a public source.
///
/// The entries about Apple's frameworks wait until the search for retain paths works on Apple's
/// platforms. That about Foundation on Linux can go when `TimerDefectTests` fails. Of OpenCombine
/// 0.14, 60 operators let go of their subscribers on cancel and on completion.
extension LibraryLeakMatcher {
    /// The recorder's name for a timer that was invalidated, or has fired and does not repeat.
    static let endedTimer = "a Foundation timer that is over"

    package static let builtIn = [
        matcher(
            "uikit-touch", "**/UITouch._view/**",
            "UIKit keeps a touch after it ended, and the touch keeps its view",
            link: edgesOfUIKit),
        matcher(
            "uikit-transition",
            "**/_UIViewControllerOneToOneTransitionContext._*ViewController/**",
            "UIKit keeps the context of a transition after it ended, and that both controllers",
            link: edgesOfUIKit),
        matcher(
            "foundation-timer", "**/\(endedTimer)/**",
            """
            on Linux, Foundation never frees a timer and its closure, not even after \
            invalidate(): capture weakly in the closure
            """,
            link: "https://github.com/swiftlang/swift-corelibs-foundation/blob/main/Sources/"
                + "Foundation/Timer.swift"),
    ].compactMap(\.self)

    /// The edges of UIKit that FBRetainCycleDetector passes over by default.
    private static let edgesOfUIKit =
        "https://github.com/facebook/FBRetainCycleDetector/blob/main/FBRetainCycleDetector/"
        + "Filtering/FBStandardGraphEdgeFilters.mm"

    /// - Returns: Nil for a pattern that is not valid, which a test finds.
    private static func matcher(
        _ name: String, _ path: String, _ explanation: String, link: String
    ) -> LibraryLeakMatcher? {
        guard let path = try? RetainPathPattern(path) else { return nil }
        return LibraryLeakMatcher(
            LibraryLeak(name: name, explanation: explanation, link: link, isBuiltIn: true),
            path: path)
    }
}
