// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBRecorder

@Suite struct HostSafetyTests {
    @Test func levelOffMakesNoFolderAndGivesNoIDs() throws {
        let recording = try Recording { $0.level = .off }
        #expect(recording.recorder.objectCreated(.router, type: Thing.self).isNone)
        #expect(recording.recorder.identify(Thing(), as: .view).isNone)
        #expect(recording.recorder.traceFolder == nil)
        #expect(recording.recorder.failure == nil)
    }

    /// In a process of its own, where nobody else has work done later.
    @Test func workForLaterGivesWayToNewer() async {
        await #expect(processExitsWith: .success) {
            let isDone = DispatchSemaphore(value: 0)
            Aside.perform(after: 3_600) { exit(1) }
            Aside.perform(after: 0.01) { isDone.signal() }
            #expect(isDone.wait(timeout: .now() + 300) == .success)
        }
    }

    @Test func aFolderThatCannotBeMadeTurnsRecordingOffAndSaysWhy() throws {
        let recording = try Recording { $0.runsFolder = "/dev/null/runs" }
        #expect(recording.recorder.objectCreated(.router, type: Thing.self).isNone)
        #expect(recording.recorder.failure?.hasSuffix("Not a directory") == true)
    }

    @Test func aRelativeFolderIsTakenFromWhereTheHostStarted() throws {
        let name = "ribleak-relative-\(UUID().uuidString)"
        let recording = try Recording { $0.runsFolder = name }
        let start = FileManager.default.currentDirectoryPath
        defer { try? FileManager.default.removeItem(atPath: "\(start)/\(name)") }
        #expect(recording.recorder.traceFolder?.hasPrefix("\(start)/\(name)/") == true)
    }

    @Test func eightThreadsRecordEachInItsOwnStreamAndNothingIsLost() throws {
        let recording = try Recording()
        let recorder = recording.recorder
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 1...1_000 {
                recorder.objectDestroyed(recorder.objectCreated(.router, type: Thing.self))
            }
        }
        let facts = try recording.facts()
        let created = facts.compactMap { event in
            if case .objectCreated(let id, _, _, _) = event { return id.rawValue }
            return nil
        }
        #expect(created.sorted() == Array(1...8_000))
        #expect(facts.count == 16_000)
    }

    @Test func definitionsPrecedeTheirUseWhicheverThreadMadeThem() throws {
        let recording = try Recording()
        let recorder = recording.recorder
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 1...200 { _ = recorder.objectCreated(.router, type: Thing.self) }
        }
        var strings: Set<StringID> = []
        var stacks: Set<StackID> = []
        for event in try recording.events() {
            switch event {
            case .stringDefined(let id, _): strings.insert(id)
            case .stackDefined(let id, _): stacks.insert(id)
            case .objectCreated(_, _, let type, let stack):
                #expect(strings.contains(type))
                #expect(stacks.contains(stack))
            default: break
            }
        }
    }
}
