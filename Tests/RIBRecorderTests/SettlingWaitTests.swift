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
            id: ObjectID(id), scope: .none, mainQueueRan: true, expectedFor: 0,
            type: ObjectIdentifier(type), address: 0, isHeld: false)
    }

    /// When a wait is over in which these survive, of rounds of 10 ms; all quiet unless said.
    private func end(
        of survivors: [Expectations.Survivor], level: RecordingLevel = .full, isQuiet: Bool = true
    ) -> UInt64 {
        var configuration = RecorderConfiguration(level: level, runsFolder: "")
        configuration.patience = 1_000_000_000
        var wait = SettlingWait(configuration, from: 7, types)
        var elapsed: UInt64 = 0
        while !wait.isOver(for: survivors, isQuiet: isQuiet, at: 7 + elapsed * 1_000_000) {
            elapsed += 10
        }
        return elapsed
    }

    @Test func nothingIsWaitedForWhenNothingSurvives() {
        #expect(end(of: []) == 0)
    }

    @Test func whatSurvivesGetsTheFullTime() {
        #expect(end(of: [own]) == 1_000)
        #expect(end(of: [own]) == 1_000)
    }

    @Test func whatNeverFallsQuietGetsTwiceTheTime() {
        #expect(end(of: [own], isQuiet: false) == 2_000)
    }

    @Test func aSharedPartGetsTheFullTimeToo() {
        #expect(end(of: [shared]) == 1_000)
    }

    @Test func aTypeThatIsSomethingElseAsWellIsWaitedForAtEachLevel() {
        types.note(SharedThing.self, .view)
        #expect(end(of: [shared], level: .counts) == 1_000)
    }

    @Test func withoutStacksSharedPartsAreNotWaitedFor() {
        #expect(end(of: [shared], level: .counts) == 0)
        #expect(end(of: [shared, own], level: .counts) == 1_000)
    }
}
