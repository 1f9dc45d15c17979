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

    @Test(arguments: [70, 200, 400])
    func aStackDeeperThanMostIsWrittenWhole(levels: Int) throws {
        let recording = try Recording()
        let shallow = try #require(try stack(in: recording, levels: 0))
        let deep = try #require(try stack(in: recording, levels: levels))

        #expect(deep.frames.count == shallow.frames.count + levels)
        #expect(!deep.isTruncated)
        #expect(deep.frames.first == shallow.frames.first)
        // The same callers called both.
        #expect(deep.frames.last == shallow.frames.last)
        #expect(Set(deep.frames).count < 40 + shallow.frames.count)
    }

    @Test func deepStacksAreKnownAgainAndShareTheirCallers() throws {
        let recording = try Recording()
        func written() throws -> Int {
            try definitions(in: recording).reduce(0) { $0 + $1.frames.count }
        }
        for _ in 1...2 {
            atDepth(300) {
                _ = recording.recorder.objectCreated(.router, type: Thing.self)
                _ = recording.recorder.objectCreated(.worker, type: Thing.self)
            }
        }
        let stacks = try recording.events().compactMap(stackOfCreation)
        #expect(stacks.count == 4 && Set(stacks).count == 2)
        // The second stack has only its innermost frames to itself.
        #expect(try 300..<500 ~= written())
    }

    @Test func aThreadsDeepStacksAreTheSameWhicheverWayTheyAreWalked() throws {
        let recording = try Recording()
        let recorder = recording.recorder
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            atDepth(150) {
                for _ in 1...100 { _ = recorder.objectCreated(.router, type: Thing.self) }
            }
            isDone.signal()
        }
        isDone.wait()

        let stacks = try recording.events().compactMap(stackOfCreation)
        #expect(Set(stacks).count == 1)
        #expect(stacks.count == 100)
    }

    @Test func aStackBeyondTheLimitIsCutAndMarked() throws {
        let recording = try Recording { $0.stackDepth = 200 }
        let stack = try #require(try stack(in: recording, levels: 300))
        #expect(stack.frames.count == 200)
        #expect(stack.isTruncated)
    }

    /// The stack of an object that is made at a depth, with the parts that hold its callers.
    private func stack(in recording: Recording, levels: Int) throws -> StackDefinition? {
        let marker = levels == 0 ? ObjectKind.router : .worker
        atDepth(levels) {
            _ = recording.recorder.objectCreated(marker, type: Thing.self)
        }
        var stacks: [StackID: StackDefinition] = [:]
        var callers: [StackID: StackID] = [:]
        var made = StackID.none
        for event in try recording.events() {
            switch event {
            case .stackDefined(let id, let stack): stacks[id] = stack
            case .stackContinued(let id, let outer): callers[id] = outer
            case .objectCreated(_, marker, _, let stack): made = stack
            default: break
            }
        }
        var frames: [StackDefinition.Frame] = []
        var last: StackDefinition?
        while let part = stacks[made] {
            frames += part.frames
            last = part
            made = callers[made] ?? .none
        }
        return last.map { StackDefinition(frames: frames, isTruncated: $0.isTruncated) }
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

/// Runs `body` with more stack frames than the caller has.
@inline(never)
private func atDepth(_ levels: Int, _ body: () -> Void) {
    if levels > 0 { atDepth(levels - 1, body) } else { body() }
    // After the call, so that its frame stays.
    withExtendedLifetime(levels) {}
}
