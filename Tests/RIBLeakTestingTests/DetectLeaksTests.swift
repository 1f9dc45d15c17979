// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBLeakTesting
import RIBs
import Testing

/// Tests that leak on purpose, side by side.
@Suite struct DetectLeaksTests {
    /// Runs `body` as the trait would run the test it belongs to.
    private func detectingLeaks(_ body: @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await LeakDetectionTrait.detectLeaks.provideScope(
            for: test, testCase: nil, performing: body)
    }

    /// The texts of the issues of a body.
    private func issues(_ body: () async throws -> Void) async -> [String] {
        let texts = Texts()
        try? await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { issue in
            texts.add(issue.comments.map(\.rawValue).joined(separator: "\n"))
            return true
        }
        return texts.all
    }

    @Test(arguments: ["first", "second", "third"])
    func eachTestOfManyAtATimeFailsForItsOwnLeakOnly(_: String) async throws {
        let texts = await issues {
            try await detectingLeaks {
                let parent = makeParent()
                leakSample(in: parent)
                await Task.yield()
                Shelf.shared.keep(parent)
            }
        }
        #expect(texts.count == 1)
        let lines = texts.first?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.contains("├─ SampleRouter is still alive"), "\(texts)")
        #expect(!lines.contains { $0.hasPrefix("also: ") }, "\(texts)")
        #expect(
            texts.first?.contains(
                "in the test DetectLeaksTests/eachTestOfManyAtATimeFailsForItsOwnLeakOnly(_:)")
                == true)
    }

    @Test func theFailureIsAtTheReportsLineByItsWholePath() async throws {
        let places = Texts()
        try? await withKnownIssue(isIntermittent: true) {
            try await detectingLeaks {
                let parent = makeParent()
                leakSample(in: parent)
                Shelf.shared.keep(parent)
            }
        } matching: { issue in
            places.add(issue.sourceLocation.map { "\($0.filePath):\($0.line)" } ?? "nowhere")
            return true
        }
        #expect(places.all == [ParentRouter.placeOfKept])
    }

    @Test func aTestThatLetsGoPasses() async throws {
        try await detectingLeaks {
            let parent = makeParent()
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
        }
    }

    @Test func aTestFailsForWhatItsTreeKeptUntilItsEnd() async throws {
        let texts = await issues {
            try await detectingLeaks {
                let parent = makeParent()
                leakSample(in: parent)
                await Task.yield()
            }
        }
        #expect(texts.count == 1)
        #expect(
            texts.first?.contains(
                "├─ SampleRouter was freed only with its whole tree") == true,
            "\(texts)")
    }

    @Test func aTraitInsideItsOwnSuitesTraitChecksOnce() async throws {
        let texts = await issues {
            try await detectingLeaks {
                let test = try #require(Test.current)
                try await LeakDetectionTrait.detectLeaks.provideScope(for: test, testCase: nil) {
                    let parent = makeParent()
                    leakSample(in: parent)
                    Shelf.shared.keep(parent)
                }
            }
        }
        #expect(texts.count == 1)
    }

    @Test func anErrorOfTheTestIsThrown() async {
        struct Refused: Error {}
        await #expect(throws: Refused.self) {
            try await detectingLeaks { throw Refused() }
        }
    }

    @Test func aKnownLeakPasses() async throws {
        try await detectingLeaks {
            let parent = makeParent()
            expectLeakOfSample(in: parent)
            Shelf.shared.keep(parent)
        }
    }
}

/// The trait as it is written, on a suite and once more on a test.
@Suite(.detectLeaks) struct DetectLeaksTraitTests {
    private let parent = makeParent()

    @Test(.detectLeaks, arguments: [1, 2]) func aTestThatLetsGoPasses(_: Int) {
        let child = makeSample()
        parent.attachChild(child)
        parent.detachChild(child)
    }

    @MainActor @Test func aTestOnTheMainActorThatLetsGoPasses() async {
        let child = makeSample()
        parent.attachChild(child)
        await Task.yield()
        parent.detachChild(child)
    }

    @Test func aSkippedTestPasses() {
        leakSample(in: parent)
        Shelf.shared.keep(parent)
        skipLeakDetection("a test of skipping")
    }
}

private func leakSample(in parent: ParentRouter) {
    let child = makeSample()
    parent.kept.append(child)
    parent.attachChild(child)
    parent.detachChild(child)
}

private func expectLeakOfSample(in parent: ParentRouter) {
    expectLeak(kind: .leakedRouter) { leakSample(in: parent) }
}

/// Keeps what leaks until the process ends.
private final class Shelf: @unchecked Sendable {
    // Safe: a lock guards the only property.
    static let shared = Shelf()
    private let lock = NSLock()
    private var objects: [AnyObject] = []

    func keep(_ object: AnyObject) { lock.withLock { objects.append(object) } }
}

/// Collects the texts of issues.
private final class Texts: @unchecked Sendable {
    // Safe: a lock guards the only property.
    private let lock = NSLock()
    private var texts: [String] = []

    var all: [String] { lock.withLock { texts } }
    func add(_ text: String) { lock.withLock { texts.append(text) } }
}
