// SPDX-License-Identifier: Apache-2.0

import RIBText
import RIBTrace
import Testing

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns

@Suite struct ExplanationTextTests {
    @Test func aKindIsItsPageWithoutMarkup() {
        let page = TextLayout().text(for: .leakedRouter)
        #expect(
            page.hasPrefix(
                """
                Leaked router

                `leaked-router`: a router was detached, but something still holds it.

                Cause

                `detachChild` removes the router from the tree, and nothing else.
                """))
        #expect(page.contains("\n    final class HomeRouter: Router<HomeInteractor> {\n"))
        #expect(!page.contains("```") && !page.contains("]("))
    }

    @Test(arguments: FindingKind.allCases)
    func eachKindHasItsCauseAnExampleAndTheFix(kind: FindingKind) {
        let lines = TextLayout().text(for: kind).split(separator: "\n")
        #expect(
            lines.filter { ["Cause", "Example", "Fix"].contains($0) } == [
                "Cause", "Example", "Fix",
            ])
    }

    @Test func anObjectIsAListOfFactsAndAList() {
        let story = ObjectStory(
            process: Samples.process(), id: 17, type: "HomeRouter", kind: .router,
            ribPath: "Root/Home",
            owners: [SubscriptionListSamples.owner(3, "HomeBuilder", at: "Root")],
            subscriptions: [5, 6],
            moves: [
                ObjectMove(kind: .created, time: 1_000),
                ObjectMove(
                    kind: .attached, time: 2_000,
                    other: SubscriptionListSamples.owner(1, "RootRouter", at: "Root")),
                ObjectMove(kind: .stillAlive, time: 12_000_000_000, late: 1_200_000_000),
            ],
            made: CallStack([Samples.frame("HomeBuilder.build()", "Sources/Home.swift", 3)]))
        #expect(
            TextLayout().text(for: .object(story)) == """
                object:17  HomeRouter, alive at the end
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711

                  kind        router
                  RIB path    Root/Home
                  owned by    HomeBuilder, object:3, at Root
                  owns        subscription:5, subscription:6

                   0.000001 s  made
                   0.000002 s  attached to RootRouter, object:1, at Root
                  12.000000 s  found alive 1.2 s after it should have gone

                made by
                  HomeBuilder.build() at Sources/Home.swift:3

                """)
    }

    @Test func aSubscriptionIsExplainedInWords() {
        let story = SubscriptionStory(
            process: Samples.process(), subscription: SubscriptionListSamples.subscriptions[1],
            made: CallStack([Samples.frame("Home.start()", "Sources/Home.swift", 3)]),
            firing: SubscriptionStory.Firing(
                sinceDeactivation: 12_000_000, test: "HomeTests.testLogout()",
                stack: CallStack([Samples.frame("Score.send()", "Sources/Score.swift", 4)])))
        #expect(
            TextLayout().text(for: .subscription(story)) == """
                subscription:12  PassthroughSubject<Score> → map → sink, owner gone, fired while inactive
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711

                  RIB path    Root/Home
                  owner       HomeInteractor, object:7, at Root/Home
                  owner by    captured: its closure captures the owner
                  bound       by nothing known

                  made        1.250000 s into the recording
                  values      1 while active, 2 while inactive
                  first       1.300000 s
                  last        1.400000 s
                  inactive    first value 12 ms after the deactivation, in the test HomeTests.testLogout()
                  end         owner gone at 1.450000 s

                subscribed by
                  Home.start() at Sources/Home.swift:3

                first value while inactive sent by
                  Score.send() at Sources/Score.swift:4

                """)
    }

    @Test func stacksOfAFindingAreWhole() {
        let deep = CallStack(
            (1...20).map { (line: Int) in Samples.frame("f\(line)()", "A.swift", line) })
        let finding = Samples.finding(stacks: FindingStacks(allocation: deep))
        let text = TextLayout().text(for: finding)
        #expect(text.contains("│    f20() at A.swift:20\n"))
        #expect(!text.contains("more"))
    }

    @Test func framesOfLibrariesAreNotFolded() {
        let library = "/x/.build/checkouts/OpenCombine/Sources/Subject.swift"
        let stack = CallStack([
            Samples.frame("A.a()", library, 1), Samples.frame("A.b()", library, 2),
            Samples.frame("main", "main.swift", 3),
        ])
        let text = TextLayout().text(
            for: Samples.finding(stacks: FindingStacks(allocation: stack)))
        #expect(text.contains("A.a() in OpenCombine at \(library):1\n"))
        #expect(text.contains("A.b() in OpenCombine at \(library):2\n"))
    }
}
