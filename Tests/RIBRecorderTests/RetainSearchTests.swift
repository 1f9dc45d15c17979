import RIBTrace
import Testing

@testable import RIBHeap
@testable import RIBRecorder

@Suite struct RetainSearchTests {
    @Test func reasonsHaveTheSameValuesAsInTheTrace() {
        let reasons = (0...UInt8.max).compactMap(RetentionReason.init(rawValue:))
        #expect(
            reasons.map { reason in
                Retention.Reason(rawValue: reason.rawValue).map { "\($0)" }
            } == reasons.map { "\($0)" })
    }

    @Test func ofALongPathTheEndsAreKept() {
        func step(_ number: Int) -> RetainStep {
            RetainStep(
                holder: .object(type: "Node"), address: UInt(number), label: "next",
                target: "Node", evidence: .observed)
        }
        let short = (1...64).map(step)
        #expect(RetainSearch.shortened(short) == short)
        let long = (1...1_000).map(step)
        #expect(
            RetainSearch.shortened(long).map(\.address)
                == Array(1...32) + Array(969...1_000))
    }
}

/// What is written about why a survivor is alive.
@Suite struct RetentionRecordingTests {
    private final class Keeper {
        var kept: AnyObject?
    }

    private final class Kept {}

    private func retained(
        level: RecordingLevel = .full, limit: UInt64 = 60_000_000_000
    ) throws -> [TraceEvent] {
        let recording = try Recording { configuration in
            configuration.level = level
            configuration.searchLimit = limit
        }
        let recorder = recording.recorder
        let keeper = Keeper()
        let kept = Kept()
        keeper.kept = kept
        let parent = recorder.objectCreated(.router, type: Keeper.self)
        recorder.parentMade(keeper, parent)
        recorder.expectDeallocation(of: kept, id: recorder.identify(kept, as: .object))
        recorder.settle()
        let events = try recording.events()
        withExtendedLifetime(keeper) {}
        return events.filter { event in
            switch event {
            case .retainStep, .retained: true
            default: false
            }
        }
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

    @Test func aLimitOfZeroMeansNoSearch() throws {
        #expect(try retained(limit: 0) == [])
    }

    @Test func levelCountsMeansNoSearch() throws {
        #expect(try retained(level: .counts) == [])
    }
}
