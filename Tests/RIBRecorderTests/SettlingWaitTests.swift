// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// For how long a settling waits, in milliseconds on a clock of the test.
@Suite struct SettlingWaitTests {
    private final class SharedThing {}

    private let types = SharedTypes()
    private let shared = Self.survivor(1, SharedThing.self)
    private let own = Self.survivor(2, Thing.self)

    init() {
        types.note(SharedThing.self, .worker)
    }

    private static func survivor(_ id: UInt64, _ type: Any.Type) -> Expectations.Survivor {
        Expectations.Survivor(
            token: ExpectationToken(ObjectID(id), 1, isOnMain: true), scope: .none,
            mainQueueRan: true, expectedFor: 0, type: ObjectIdentifier(type), address: 0,
            isHeld: false)
    }

    /// When a wait is over in which these survive, of rounds of 10 ms; all quiet unless said.
    ///
    /// - Parameters:
    ///   - heldUp: Milliseconds for which work had no thread at its beginning.
    ///   - mainHeldUp: Milliseconds for which other work held the main queue at its beginning.
    private func end(
        of survivor: Expectations.Survivor?, level: RecordingLevel = .full, isQuiet: Bool = true,
        heldUp: UInt64 = 0, mainHeldUp: UInt64 = 0
    ) -> UInt64 {
        var configuration = RecorderConfiguration(level: level, runsFolder: "")
        configuration.patience = 1_000_000_000
        var wait = SettlingWait(configuration, from: 7, types)
        var elapsed = heldUp + mainHeldUp
        wait.isHeldUp(for: heldUp * 1_000_000)
        wait.isMainHeldUp(for: mainHeldUp * 1_000_000)
        while !wait.isOver(for: survivor, isQuiet: isQuiet, at: 7 + elapsed * 1_000_000) {
            elapsed += 10
        }
        return elapsed
    }

    @Test func onlyWhatSurvivesIsWaitedForAndGetsTheFullTime() {
        #expect(end(of: nil) == 0)
        #expect(end(of: own) == 1_000)
    }

    @Test func whatNeverFallsQuietGetsTwiceTheTime() {
        #expect(end(of: own, isQuiet: false) == 2_000)
    }

    @Test func workThatHadNoThreadGetsTheFullTimeAfterThat() {
        #expect(end(of: own, heldUp: 700) == 1_700)
    }

    @Test func workThatNeverHasAThreadIsNotWaitedForEver() {
        #expect(end(of: own, heldUp: 3_500) == 4_000)
    }

    @Test func workThatRanMeanwhileGetsNoMoreTime() {
        var wait = SettlingWait(configuration, from: 7, types, work: 5)
        wait.isHeldUp(for: 700_000_000, worked: 600_000_000)
        #expect(wait.left(at: 700_000_007) == 400_000_000)
    }

    @Test func workThatTookItsTimeIsNotWaitedForInMoreRounds() {
        var wait = SettlingWait(configuration, from: 7, types, work: 5)
        let (second, work) = (1_000_000_007 as UInt64, 1_000_000_005 as UInt64)
        let early = [
            wait.isWorkedOut(at: second, work: work - 1),
            wait.isOver(for: own, isQuiet: false, at: second),
            wait.isWorkedOut(at: second - 1, work: work),
        ]
        #expect(early == [false, false, false])
        let late = [
            wait.isWorkedOut(at: second, work: work),
            wait.isOver(for: own, isQuiet: false, at: second),
        ]
        #expect(late == [true, true])
    }

    @Test func whereOtherTestsRunTheirWorkIsNotWaitedFor() {
        var wait = SettlingWait(configuration, from: 7, types)
        let isWorkedOut = wait.isWorkedOut(at: 9_000_000_000, work: 9_000_000_000)
        #expect(!isWorkedOut)
    }

    private var configuration: RecorderConfiguration {
        var configuration = RecorderConfiguration(level: .full, runsFolder: "")
        configuration.patience = 1_000_000_000
        return configuration
    }

    @Test func workThatWaitedForTheMainQueueGetsTheFullTimeAfterThat() {
        #expect(end(of: own, mainHeldUp: 30_000) == 31_000)
    }

    @Test func theMainQueueMayTakeSoLongInAllRoundsTogether() {
        let configuration = RecorderConfiguration(level: .full, runsFolder: "")
        var wait = SettlingWait(configuration, from: 7, types, mainLimit: 1_000_000_000)
        wait.isMainHeldUp(for: 400_000_000)
        #expect(wait.mainLimit == 600_000_000)
        wait.isMainHeldUp(for: 700_000_000)
        #expect(wait.mainLimit == MainQueueDrain.shortLimit)
    }

    @Test func aTypeThatIsSomethingElseAsWellIsWaitedForAtEachLevel() {
        types.note(SharedThing.self, .view)
        #expect(end(of: shared, level: .counts) == 1_000)
    }

    @Test func aSharedPartGetsTheFullTimeOnlyWithStacks() {
        #expect(end(of: shared) == 1_000)
        #expect(end(of: shared, level: .counts) == 0)
    }

    @Test(arguments: [
        (0, 5), (40, 5), (80, 10), (400, 50), (900, 50), (990, 10), (999, 5), (1_000, 5),
    ])
    func roundsGrowApart(elapsed: UInt64, pause: UInt64) {
        var configuration = RecorderConfiguration(level: .full, runsFolder: "")
        configuration.patience = 1_000_000_000
        let wait = SettlingWait(configuration, from: 7, types)
        #expect(wait.pause(at: 7 + elapsed * 1_000_000) == pause * 1_000_000)
    }
}
