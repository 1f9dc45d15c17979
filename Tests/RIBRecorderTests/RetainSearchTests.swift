// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBHeap
@testable import RIBRecorder

@Suite struct RetainSearchTests {
    @Test func ofALongPathTheEndsAreKept() {
        func step(_ number: Int) -> RetainStep {
            RetainStep(
                holder: .object(type: "Node"), address: UInt(number), label: "next",
                target: "Node", isInferred: false)
        }
        let short = (1...64).map(step)
        #expect(RetainSearch.shortened(short) == short)
        let long = (1...1_000).map(step)
        #expect(
            RetainSearch.shortened(long).map(\.address)
                == Array(1...32) + Array(969...1_000))
    }
}

/// The events that explain why a survivor is alive.
@Suite struct RetentionRecordingTests {
    private final class Keeper {
        var kept: AnyObject?
    }

    private final class Kept {}

    /// A recorder that knows of a keeper, which keeps what should go.
    private final class Scene {
        let recording: Recording
        let keeper = Keeper()
        let kept = Kept()
        let keptID: ObjectID
        var recorder: Recorder { recording.recorder }

        init(_ change: (inout RecorderConfiguration) -> Void = { _ in }) throws {
            recording = try Recording { configuration in
                configuration.searchLimit = 60_000_000_000
                change(&configuration)
            }
            let recorder = recording.recorder
            keeper.kept = kept
            let parent = recorder.objectCreated(.router, type: Keeper.self)
            recorder.parentMade(keeper, parent)
            keptID = recorder.identify(kept, as: .object)
        }

        func letGo() { recorder.expectDeallocation(of: kept, id: keptID) }

        /// What was written about why it is there.
        func retained() throws -> [TraceEvent] {
            try recording.events().filter { event in
                switch event {
                case .retainStep, .retained: true
                default: false
                }
            }
        }

        func summaries() throws -> [RetentionSummary] {
            try retained().compactMap { event in
                guard case .retained(_, let summary) = event else { return nil }
                return summary
            }
        }
    }

    /// A clock that a test turns on by what it will.
    private final class Clock: Sendable {
        private let now = AtomicCounter()
        private let step = AtomicCounter()

        func advance(atEachLook step: UInt64) { self.step.value = step }

        func look() -> UInt64 {
            now.value += step.value
            return now.value
        }
    }

    private func retained(
        level: RecordingLevel = .full, limit: UInt64 = 60_000_000_000
    ) throws -> [TraceEvent] {
        let scene = try Scene { configuration in
            configuration.level = level
            configuration.searchLimit = limit
        }
        scene.letGo()
        scene.recorder.settle()
        return try withExtendedLifetime(scene) { try scene.retained() }
    }

    @Test func thePathBeginsAtAParentThatIsMeantToLive() throws {
        let events = try retained()
        guard case .retainStep(ObjectID(2), let step) = try #require(events.first) else {
            Issue.record("no step: \(events)")
            return
        }
        #expect(step.holder == .object)
        #expect(step.holderObject == ObjectID(1))
        #expect(!step.isInferred)
        guard case .retained(ObjectID(2), let summary) = try #require(events.last) else {
            Issue.record("no summary: \(events)")
            return
        }
        #expect(summary.reason == .attachedRouter)
        #expect(summary.steps == 1)
    }

    @Test func aLimitOfZeroOrLevelCountsMeansNoSearch() throws {
        #expect(try !retained().isEmpty)
        #expect(try retained(limit: 0) == [])
        #expect(try retained(level: .counts) == [])
    }

    @Test func timeThatOthersHaveDoesNotEndTheSearch() throws {
        let clock = Clock()
        let scene = try Scene { configuration in
            configuration.searchLimit = 1_000_000_000
            configuration.clock = { clock.look() }
        }
        scene.letGo()
        clock.advance(atEachLook: 60_000_000_000)
        scene.recorder.settle()
        let summaries = try scene.summaries()
        #expect(summaries.map(\.reason) == [.attachedRouter])
        #expect(summaries.map(\.isPartial) == [false])
    }

    /// Judges at the end of a test, with no time for its search if wanted, and again when all settles.
    private func summaries(outOfTime: Bool) throws -> [RetentionSummary] {
        let clock = Clock()
        let scene = try Scene { configuration in
            configuration.searchClock = { clock.look() }
            configuration.searchLimit = 1_000_000
        }
        let scope = scene.recorder.beginScope("a test", runsAlone: true)
        scene.recorder.working(for: scope) { scene.letGo() }
        if outOfTime { clock.advance(atEachLook: 60_000_000_000) }
        scene.recorder.endScope(scope)
        clock.advance(atEachLook: 0)
        scene.recorder.settle()
        return try scene.summaries()
    }

    @Test func whatASearchHadNoTimeForIsSearchedForAgain() throws {
        let found = try summaries(outOfTime: true)
        #expect(found.map(\.isPartial) == [true, false])
        #expect(found.last?.reason == .attachedRouter)
        #expect(found.last?.steps == 1)
    }

    @Test func whatATestsSearchExplainedIsNotSearchedForAgain() throws {
        let found = try summaries(outOfTime: false)
        #expect(found.map(\.isPartial) == [false])
    }

    @Test func whatNoTypeExplainedIsSearchedForAgain() throws {
        let scene = try Scene()
        scene.keeper.kept = nil
        let scope = scene.recorder.beginScope("a test", runsAlone: true)
        scene.recorder.working(for: scope) { scene.letGo() }
        // This test holds it, if anything does that is seen.
        scene.recorder.endScope(scope)
        scene.keeper.kept = scene.kept
        scene.recorder.settle()
        #expect(try scene.summaries().last?.reason == .attachedRouter)
    }
}

/// Which of two explanations of a survivor counts.
@Suite struct ExplanationQualityTests {
    enum Explanation: CaseIterable {
        case unseen, partlyUnseen, inferred, partial, complete

        var retention: Retention {
            let step = RetainStep(
                holder: .object(type: "Keeper"), address: 1, label: "kept", target: "Kept",
                isInferred: self == .inferred)
            let reason: RetentionReason =
                switch self {
                case .unseen, .partlyUnseen: .unseen
                case .inferred: .queue
                case .partial, .complete: .global
                }
            return Retention(
                reason: reason, steps: reason == .unseen ? [] : [step], retainCount: 1,
                seenReferences: 0, dominatedCount: 0, dominatedBytes: 0,
                isPartial: [.partlyUnseen, .partial].contains(self))
        }
    }

    @Test(
        arguments: [
            (.unseen, [.unseen, .partlyUnseen, .inferred, .partial, .complete]),
            (.partlyUnseen, [.unseen, .partlyUnseen, .inferred, .partial, .complete]),
            // Two inferred paths are equally uncertain.
            (.inferred, [.partial, .complete]),
            (.partial, [.partial, .complete]),
            (.complete, [.complete]),
        ] as [(Explanation, [Explanation])])
    func aBetterPathReplacesAWorseOne(known: Explanation, better: [Explanation]) {
        let expectations = Expectations()
        let kept = Thing()
        for (number, next) in Explanation.allCases.enumerated() {
            let id = ObjectID(UInt64(number + 1))
            _ = expectations.add(kept, id, Expectations.Conditions(), clock: { 0 })
            let (first, second) = (known.retention, next.retention)
            #expect(expectations.noteExplanation(ExplanationQuality(first), of: id))
            #expect(
                expectations.noteExplanation(ExplanationQuality(second), of: id)
                    == better.contains(next), "\(next)")
            #expect(
                (expectations.read(id) { $0.explanation } == .complete)
                    == [known, next].contains(.complete), "\(next)")
        }
    }

    @Test func whatIsLetGoAgainIsExplainedAgain() {
        let expectations = Expectations()
        let (kept, id) = (Thing(), ObjectID(1))
        _ = expectations.add(kept, id, Expectations.Conditions(), clock: { 0 })
        #expect(expectations.noteExplanation(.complete, of: id))
        expectations.remove(id)
        _ = expectations.add(kept, id, Expectations.Conditions(), clock: { 0 })
        #expect(expectations.read(id) { $0.explanation } == nil)
    }
}
