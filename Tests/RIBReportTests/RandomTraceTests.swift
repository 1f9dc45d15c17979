// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns
@testable import RIBText
@testable import RIBTrees

/// Events that are right each for itself, in any order and about any object.
@Suite struct RandomTraceTests {
    @Test(arguments: 1...40) func whateverATraceSaysIsShown(seed: UInt64) throws {
        let trace = try TraceBuilder()
        var random = SeededGenerator(seed: seed)
        _ = trace.string(Samples.evil)
        for _ in 1...400 { trace.append(event(&random)) }

        let moment = TraceTime.sinceStart(UInt64.random(in: 0...401_000, using: &random))
        let snapshots = try [moment, .end].map { try TreeSnapshot(reading: trace.folder, at: $0) }
        let text = snapshots.text() + snapshots.mermaid
        #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        _ = try JSONSerialization.jsonObject(with: Data(snapshots.json.utf8))
        for snapshot in snapshots {
            let ids = (snapshot.tree + snapshot.detached).map(\.id)
            #expect(Set(ids).count == ids.count)
        }

        let list = SubscriptionReport(
            [try SubscriptionReading(of: trace.folder, SubscriptionFilter())],
            symbolizer: NoSymbols())
        var told = TextLayout().text(for: list)
        for id in UInt64(0)...12 {
            let explanations = [
                try Explanation(ofObject: id, in: trace.folder),
                try Explanation(ofSubscription: id, in: trace.folder),
            ]
            for story in explanations.compactMap({ $0.story(NoSymbols())?.story }) {
                told += TextLayout().text(for: story)
            }
        }
        #expect(!told.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        _ = try JSONSerialization.jsonObject(
            with: Data(list.json.utf8))

        let document = try ChromeTrace.text(of: [TraceTimeline(reading: trace.folder)])
        #expect(try ChromeTraceCheck(document).faults == [])
    }

    private func event(_ random: inout SeededGenerator) -> TraceEvent {
        let object = ObjectID(UInt64.random(in: 0...12, using: &random))
        let other = ObjectID(UInt64.random(in: 0...12, using: &random))
        let subscription = SubscriptionID(UInt64.random(in: 0...4, using: &random))
        let kind = ObjectKind.allCases.randomElement(using: &random) ?? .router
        let events: [TraceEvent] = [
            .objectCreated(object, kind, type: StringID(1), stack: .none),
            .objectCreated(object, .router, type: StringID(1), stack: .none),
            .objectDestroyed(object), .owned(object, by: other),
            .launched(router: object, stack: .none),
            .attached(child: object, parent: other, stack: .none),
            .attached(child: object, parent: other, stack: .none),
            .detached(child: object, parent: other, stack: .none),
            .activated(interactor: object), .deactivated(interactor: object),
            .viewAppeared(object), .viewLeft(object, scope: .none, stack: .none),
            .subscribed(
                subscription, owner: object, ownerIsActive: true, chain: StringID(1), stack: .none),
            .firedWhileInactive(
                subscription, scope: .none, stack: .none, sinceDeactivation: .max),
            .subscriptionEnded(subscription, .cancelled, counts: DeliveryCounts()),
            .workerStarted(object, by: other), .workerStopped(object),
            .placed(object, ribPath: StringID(1)),
        ]
        return events.randomElement(using: &random) ?? .objectDestroyed(object)
    }
}
