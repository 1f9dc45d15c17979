// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns
@testable import RIBText

@Suite struct SubscriptionListTextTests {
    @Test func groupsByPlaceAndOwner() {
        #expect(
            TextLayout().text(for: SubscriptionListSamples.report()) == """
                4 subscriptions, 2 alive, 1 fired while inactive
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711
                  times in seconds since recording began; values by the owner's activity; ! fired while inactive

                  subscription         made     first      last  active  inactive  end         owner by  bound

                Root
                  of RootInteractor, object:2
                  subscription:4   0.000001  0.000002  1.500000      12         0  alive       explicit  ending
                      Timer → sink
                      by RootInteractor.didBecomeActive() at Sources/Root.swift:12

                Root/Home
                  of HomeInteractor, object:7
                ! subscription:12  1.250000  1.300000  1.400000       1         2  owner gone  captured  –
                      PassthroughSubject<Score> → map → sink
                      the owner's, since the closure captures it
                  of HomeInteractor, object:9
                  subscription:13  1.260000         ?         ?       ?         ?  alive       current   silent
                      Just → sink

                Unowned (no known owner)
                  subscription:5   0.000003         –         –       0         0  cancelled   unowned   –
                      Timer → sink

                """)
    }

    @Test func theReasonForADisputedOwnerIsShown() {
        let subscription = ListedSubscription(
            id: 1, owner: nil, chain: "Timer → sink", attribution: .disputed, confinement: .none,
            madeAt: 1_000, deliveries: nil)
        let lines = TextLayout().text(for: SubscriptionListSamples.report([subscription]))
            .split(separator: "\n")
        #expect(
            lines.last
                == "      no known owner, since its token, its closure and its maker do not agree")
    }

    @Test func saysWhereItLookedWhenThereAreNone() {
        let report = SubscriptionListSamples.report([], gaps: "a stream is damaged")
        #expect(
            TextLayout().text(for: report, ribPath: "Root/X") == """
                No subscriptions at or below Root/X
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711
                ! a stream is damaged

                """)
    }

    @Test func linesOfUsualNumbersFitAHundredColumns() {
        let text = TextLayout().text(for: SubscriptionListSamples.report())
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func hostileNamesAreHarmless() {
        let evil = Samples.evil
        let subscription = ListedSubscription(
            id: .max, owner: SubscriptionListSamples.owner(.max, evil, at: evil), chain: evil,
            attribution: .current, confinement: .none, madeAt: .max,
            place: Samples.frame(evil, evil, .max),
            deliveries: ListedSubscription.Deliveries(
                whileActive: .max, whileInactive: .max, first: .max, last: .max),
            firedWhileInactive: true, end: .failed, endedAt: .max)
        let story = SubscriptionStory(process: Samples.process(), subscription: subscription)
        let report = SubscriptionListSamples.report([subscription])
        let texts = [
            TextLayout().text(for: report, ribPath: evil),
            report.json,
            TextLayout().text(for: .subscription(story)),
        ]
        for text in texts {
            #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        }
    }
}
