// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// What the keys do.
enum HelpPage {
    private static let keyWidth = 16

    static var lines: [TextLine] {
        keys.map { keys, meaning in
            TextLine("  \(keys)", .strong).padded(to: keyWidth) + TextLine(meaning)
        } + [TextLine()] + signs
    }

    private static let keys = [
        ("1 2 3  Tab", "tree, events, findings"),
        ("↑ ↓  k j", "move; g and G to the first and last row, PageUp, PageDown"),
        ("← →  h l", "fold and unfold, in the tree"),
        ("Enter", "the finding of a RIB; the whole text of a finding; fold"),
        ("/  n  N", "search; next and previous place"),
        ("Space", "pause, and go on live"),
        ("[ ]", "one step back or on in time; { and } one second"),
        ("Home End", "the oldest moment that is kept; live again"),
        ("Esc", "back, or end the search"),
        ("?", "this help"),
        ("q  Ctrl-C", "quit"),
    ]

    private static var signs: [TextLine] {
        [
            TextLine("  ● ", .calm) + TextLine("active   ") + TextLine("○ ", .caution)
                + TextLine("inactive"),
            TextLine("  ! ", .caution)
                + TextLine("detached, and not freed so far: need not be a leak"),
            TextLine("  ✗ ", .alarm) + TextLine("leaked: its finding says why, and where to look"),
        ]
    }
}

/// A finding as `ribleak report` writes it.
enum FindingPage {
    /// - Parameter isWhole: Whether stacks and lists are shown to their ends.
    static func lines(for finding: Finding, columns: Int, isWhole: Bool) -> [TextLine] {
        finding.lines(width: columns, isWhole: isWhole)
    }
}
