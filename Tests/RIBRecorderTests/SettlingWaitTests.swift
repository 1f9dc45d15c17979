// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// For how long a settling waits, in milliseconds on a clock of the test.
@Suite struct SettlingWaitTests {
    private final class SharedThing {}

    private static let patience: UInt64 = 1_000_000_000

    /// When a wait is over in which something survives, of rounds of 10 ms; all quiet unless said.
    ///
    /// - Parameters:
    ///   - isAwaited: False if nothing survives that is waited for.
    ///   - heldUp: Milliseconds for which work had no thread at its beginning.
    ///   - mainHeldUp: Milliseconds for which other work held the main queue at its beginning.
    private func end(
        isAwaited: Bool = true, isQuiet: Bool = true, heldUp: UInt64 = 0, mainHeldUp: UInt64 = 0
    ) -> UInt64 {
        var wait = SettlingWait(patience: Self.patience, from: 7)
        var elapsed = heldUp + mainHeldUp
        wait.noteHeldUp(for: heldUp * 1_000_000)
        wait.noteMainHeldUp(for: mainHeldUp * 1_000_000)
        while !wait.noteRound(
            isAwaited: isAwaited, isQuiet: isQuiet, at: 7 + elapsed * 1_000_000)
        {
            elapsed += 10
        }
        return elapsed
    }

    @Test func onlyWhatSurvivesIsWaitedForAndGetsTheFullTime() {
        #expect(end(isAwaited: false) == 0)
        #expect(end() == 1_000)
    }

    @Test func whatNeverFallsQuietGetsTwiceTheTime() {
        #expect(end(isQuiet: false) == 2_000)
    }

    @Test func workThatHadNoThreadGetsTheFullTimeAfterThat() {
        #expect(end(heldUp: 700) == 1_700)
    }

    @Test func workThatNeverHasAThreadIsNotWaitedForEver() {
        #expect(end(heldUp: 3_500) == 4_000)
    }

    @Test func workThatRanMeanwhileGetsNoMoreTime() {
        var wait = SettlingWait(patience: Self.patience, from: 7, work: 5)
        wait.noteHeldUp(for: 700_000_000, worked: 600_000_000)
        #expect(wait.left(at: 700_000_007) == 400_000_000)
    }

    @Test func workThatTookItsTimeIsNotWaitedForInMoreRounds() {
        var wait = SettlingWait(patience: Self.patience, from: 7, work: 5)
        let (second, work) = (1_000_000_007 as UInt64, 1_000_000_005 as UInt64)
        let early = [
            wait.noteWork(at: second, work: work - 1),
            wait.noteRound(isAwaited: true, isQuiet: false, at: second),
            wait.noteWork(at: second - 1, work: work),
        ]
        #expect(early == [false, false, false])
        let late = [
            wait.noteWork(at: second, work: work),
            wait.noteRound(isAwaited: true, isQuiet: false, at: second),
        ]
        #expect(late == [true, true])
    }

    @Test func whereOtherTestsRunTheirWorkIsNotWaitedFor() {
        var wait = SettlingWait(patience: Self.patience, from: 7)
        let isWorkedOut = wait.noteWork(at: 9_000_000_000, work: 9_000_000_000)
        #expect(!isWorkedOut)
    }

    @Test func workThatWaitedForTheMainQueueGetsTheFullTimeAfterThat() {
        #expect(end(mainHeldUp: 30_000) == 31_000)
    }

    @Test func theMainQueueMayTakeSoLongInAllRoundsTogether() {
        var wait = SettlingWait(patience: Self.patience, from: 7, mainLimit: 1_000_000_000)
        wait.noteMainHeldUp(for: 400_000_000)
        #expect(wait.mainLimit == 600_000_000)
        wait.noteMainHeldUp(for: 700_000_000)
        #expect(wait.mainLimit == MainQueueDrain.shortLimit)
    }

    @Test func aTypeThatIsSomethingElseAsWellIsWaitedForAtEachLevel() throws {
        #expect(try isAwaited(SharedThing.self, [.worker, .view], at: .counts))
    }

    @Test func aSharedPartIsWaitedForOnlyWithStacks() throws {
        #expect(try isAwaited(SharedThing.self, [.worker], at: .full))
        #expect(try !isAwaited(SharedThing.self, [.worker], at: .counts))
        #expect(try isAwaited(Thing.self, [], at: .counts))
    }

    /// Whether a settling waits for an object of a type that was recorded as these kinds.
    private func isAwaited(
        _ type: Any.Type, _ kinds: [ObjectKind], at level: RecordingLevel
    ) throws -> Bool {
        let recording = try Recording { $0.level = level }
        let session = try #require(recording.recorder.session)
        for kind in kinds { session.noteType(type, kind) }
        return session.isAwaited(
            Expectations.Survivor(
                token: ExpectationToken(id: ObjectID(1), number: 1),
                conditions: Expectations.Conditions(), mainQueueRan: true, expectedFor: 0,
                type: ObjectIdentifier(type), address: 0))
    }

    @Test(arguments: [
        (0, 5), (40, 5), (80, 10), (400, 50), (900, 50), (990, 10), (999, 5), (1_000, 5),
    ])
    func roundsGrowApart(elapsed: UInt64, pause: UInt64) {
        let wait = SettlingWait(patience: Self.patience, from: 7)
        #expect(wait.pause(at: 7 + elapsed * 1_000_000) == pause * 1_000_000)
    }
}
