// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LintRules

/// Comments that hide findings.
@Suite struct IgnoreCommentTests {
    @Test func aCommentBehindTheCodeHidesItsLine() {
        let findings = findings(
            "var listener: L? // ribleak:ignore strong-listener the root lives on")
        #expect(findings.map(\.rule) == ["strong-listener"])
        #expect(findings.first?.ignored == .init(line: 4, reason: "the root lives on"))
    }

    @Test func aCommentAboveTheCodeHidesTheNextLine() {
        let findings = findings(
            """
            // ribleak:ignore strong-listener the root lives on
            // and this is another comment
            var listener: L?
            """)
        #expect(findings.first?.ignored == .init(line: 4, reason: "the root lives on"))
    }

    @Test func aCommentWithoutAReasonHidesNothing() {
        let findings = findings("var listener: L? // ribleak:ignore strong-listener")
        #expect(findings.map(\.rule) == ["strong-listener", "unused-ignore"])
        #expect(findings.allSatisfy { $0.ignored == nil })
        #expect(findings.last?.message == "The comment says no reason, so it hides nothing.")
    }

    @Test func aCommentOfAnotherRuleHidesNothing() {
        let findings = findings("var listener: L? // ribleak:ignore child-not-released why")
        #expect(findings.map(\.rule) == ["strong-listener", "unused-ignore"])
    }

    @Test func anUnknownRuleIsNamed() {
        let findings = findings("weak var listener: L? // ribleak:ignore strong-listner why")
        #expect(
            findings.map(\.message)
                == ["There is no rule `strong-listner`, so the comment hides nothing."])
    }

    @Test func aCommentThatHidesNothingIsAFinding() {
        let findings = findings("weak var listener: L? // ribleak:ignore strong-listener why")
        #expect(
            findings.map(\.message)
                == ["`strong-listener` finds nothing here, so the comment hides nothing."])
    }

    /// The findings of a member of an interactor, which stands from line 4 on.
    private func findings(_ member: String) -> [LintFinding] {
        LintRun.findings(
            in: """
                import RIBs
                protocol L: AnyObject {}
                final class ProfileInteractor: Interactor {
                \(member)
                }
                """)
    }
}
