// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    @Test func aThreadsFirstEventMakesNoFile() throws {
        let recording = try Recording()
        let recorder = recording.recorder
        let folder = try #require(recorder.traceFolder)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            recorder.loaded(ObjectID(1))
            isDone.signal()
        }
        isDone.wait()

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        #expect(try recording.facts() == [.loaded(router: ObjectID(1))])
    }
}
