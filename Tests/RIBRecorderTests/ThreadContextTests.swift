import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct ThreadContextTests {
    @Test func aRecorderTakesItsThreadsContextsAlongWhileTheThreadsLive() throws {
        weak var context: ThreadContext?
        do {
            let recording = try Recording()
            _ = recording.recorder.objectCreated(.router, type: Thing.self)
            context = recording.recorder.session?.thread
            #expect(context != nil)
        }
        #expect(context == nil)
    }

    @Test func aThreadsContextIsTheSameAtEveryEvent() throws {
        let (first, second) = (try Recording(), try Recording())
        let contexts = [first, second, first, second].map { $0.recorder.session?.thread }
        #expect(contexts[0] === contexts[2])
        #expect(contexts[1] === contexts[3])
        #expect(contexts[0] !== contexts[1])
    }
}
