// SPDX-License-Identifier: Apache-2.0

/// The library leaks that ribleak knows.
///
/// Only what no app can mend belongs here, with a public source.
///
/// All entries are about Apple's frameworks, and wait until the search for retain paths works on
/// Apple's platforms. On Linux, no library was seen to leak by a certain path. Of OpenCombine 0.14,
/// 60 operators let go of their subscribers on cancel and on completion. Foundation keeps the block
/// of a `Timer` after it was invalidated, but no search can see by what.
package enum KnownLibraryLeaks {
    private struct Entry {
        let name: String
        let path: String
        let explanation: String
        let link: String
    }

    private static let entries = [
        Entry(
            name: "uikit-touch", path: "**/UITouch._view/**",
            explanation: "UIKit keeps a touch after it ended, and the touch keeps its view",
            link: edgesOfUIKit),
        Entry(
            name: "uikit-transition",
            path: "**/_UIViewControllerOneToOneTransitionContext._*ViewController/**",
            explanation:
                "UIKit keeps the context of a transition after it ended, and that both controllers",
            link: edgesOfUIKit),
    ]

    /// The edges of UIKit that FBRetainCycleDetector passes over by default.
    private static let edgesOfUIKit =
        "https://github.com/facebook/FBRetainCycleDetector/blob/main/FBRetainCycleDetector/"
        + "Filtering/FBStandardGraphEdgeFilters.mm"

    /// The entries as matchers. One whose pattern is not valid is left out, which a test finds.
    package static let all = entries.compactMap { entry in
        (try? RetainPathPattern(entry.path)).map { path in
            LibraryLeakMatcher(
                LibraryLeak(
                    name: entry.name, explanation: entry.explanation, link: entry.link,
                    isBuiltIn: true),
                path: path)
        }
    }

    static var count: Int { entries.count }
}
