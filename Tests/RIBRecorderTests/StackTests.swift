// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct StackTests {
    @Test func theSameStackIsWrittenOnce() throws {
        let recording = try Recording()
        for _ in 1...5 { _ = recording.recorder.objectCreated(.router, type: Thing.self) }

        let stacks = try recording.events().compactMap(stackOfCreation)
        #expect(Set(stacks).count == 1)
        #expect(stacks.count == 5)
        #expect(try definitions(in: recording).count == 2)  // one of the warm-up
    }

    @Test func aThreadsStacksAreTheSameWhicheverWayTheyAreWalked() throws {
        let recording = try Recording()
        let recorder = recording.recorder
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // More than a thread captures before it has libunwind walk.
            for _ in 1...200 { _ = recorder.objectCreated(.router, type: Thing.self) }
            isDone.signal()
        }
        isDone.wait()

        let stacks = try recording.events().compactMap(stackOfCreation)
        #expect(Set(stacks).count == 1)
        #expect(stacks.count == 200)
    }

    @Test func everyFrameLiesInAKnownImage() throws {
        let recording = try Recording()
        _ = recording.recorder.objectCreated(.router, type: Thing.self)

        let images = try recording.events().compactMap { event in
            if case .imageDefined(let image) = event { return image }
            return nil
        }
        let stack = try #require(try definitions(in: recording).last)
        #expect(stack.frames.count > 5)
        #expect(!stack.isTruncated)
        for frame in stack.frames { #expect(images.contains { $0.id == frame.image }) }
        #expect(images.allSatisfy { !$0.path.isEmpty })
        #expect(images.contains { $0.buildID.count == 40 })
    }

    @Test func aDeepStackIsCutAndMarked() throws {
        let recording = try Recording { $0.stackDepth = 4 }
        _ = recording.recorder.objectCreated(.router, type: Thing.self)

        let stack = try #require(try definitions(in: recording).first)
        #expect(stack.frames.count == 4)
        #expect(stack.isTruncated)
    }

    @Test func levelCountsCapturesNone() throws {
        let recording = try Recording { $0.level = .counts }
        _ = recording.recorder.objectCreated(.router, type: Thing.self)

        #expect(try recording.events().compactMap(stackOfCreation) == [.none])
        #expect(try definitions(in: recording).isEmpty)
    }

    private func definitions(in recording: Recording) throws -> [StackDefinition] {
        try recording.events().compactMap { event in
            if case .stackDefined(_, let stack) = event { return stack }
            return nil
        }
    }

    private func stackOfCreation(_ event: TraceEvent) -> StackID? {
        if case .objectCreated(_, _, _, let stack) = event { return stack }
        return nil
    }
}
