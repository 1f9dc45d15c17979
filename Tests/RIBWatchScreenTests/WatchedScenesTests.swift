// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

@testable import RIBWatchScreen

@Suite struct WatchedScenesTests {
    /// Scenes of a folder of runs whose time passes only when a test says so.
    private final class Session {
        let scenes: WatchedScenes
        private let watcher: RunWatcher
        private var now: UInt64 = 5_000_000_000

        init(_ runs: String) {
            watcher = RunWatcher(
                .newestRun(below: runs), symbolizer: NoSymbols(), judgesAside: false)
            scenes = WatchedScenes(watcher) { .max }
        }

        /// Polls as long as findings, and the end of a process, may take.
        func settle() {
            for _ in 0..<160 {
                now += RunWatcher.period
                scenes.take(watcher.poll(now: WatchMoment(nanoseconds: now)))
            }
        }
    }

    private func types(_ scene: WatchScene) -> [String] {
        scene.processes.flatMap { $0.snapshot.tree.map(\.type) }
    }

    private func detached(_ scene: WatchScene) -> [String] {
        scene.processes.flatMap { $0.snapshot.detached.map(\.type) }
    }

    /// A trace in which Home is detached, and found alive.
    private func leak(in folder: TemporaryFolder, pid: Int = 77) throws -> TraceBuilder {
        let trace = try TraceBuilder(in: folder, at: "20260102T030405.006Z-77/app-\(pid)") {
            $0.processID = pid
        }
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.launch(root)
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.passDeadline(of: [home.router])
        return trace
    }

    @Test func theSceneHasTreeEventsAndFindings() throws {
        let folder = try TemporaryFolder()
        let trace = try leak(in: folder)
        let session = Session(trace.runsFolder)
        session.settle()

        let scene = session.scenes.scene(at: nil)
        #expect(types(scene) == ["RootRouter"])
        #expect(detached(scene) == ["HomeRouter"])
        #expect(scene.findings.map(\.finding.kind) == [.leakedRouter])
        #expect(scene.isLive)
        let tree = ScreenState().screen(of: scene).treeList
        #expect(tree.hasLeaks)
    }

    @Test func aFindingIsSeenWhenItsObjectWasFoundAlive() throws {
        let folder = try TemporaryFolder()
        let trace = try leak(in: folder)
        let session = Session(trace.runsFolder)
        session.settle()

        let log = session.scenes.log
        let alive = log.numbers.map { log[$0] }.first { $0.kind == .stillAlive }
        #expect(session.scenes.scene(at: nil).findings.first?.seen == alive?.time)
    }

    @Test func thePastHasItsTreeAndNoLaterFinding() throws {
        let folder = try TemporaryFolder()
        let trace = try leak(in: folder)
        let session = Session(trace.runsFolder)
        session.settle()

        let log = session.scenes.log
        let attached = try #require(log.numbers.map { log[$0] }.first { $0.kind == .attached })
        let past = session.scenes.scene(at: attached.time)
        #expect(types(past) == ["RootRouter", "HomeRouter"])
        #expect(detached(past).isEmpty)
        #expect(past.findings.isEmpty)
        #expect(past.events.last == attached)
        #expect(!past.isLive)
    }

    @Test func whatIsWaitedForIsSaidUntilItIsThere() throws {
        let folder = try TemporaryFolder()
        let session = Session(folder.file("runs"))
        session.settle()
        #expect(
            session.scenes.scene(at: nil).note
                == "\(folder.file("runs")): no run is here yet; waiting for one")

        let trace = try leak(in: folder)
        session.settle()
        #expect(session.scenes.scene(at: nil).note == nil)
        withExtendedLifetime(trace) {}
    }

    @Test func onceThereAreSeveralProcessesFindingsNameTheirs() throws {
        let folder = try TemporaryFolder()
        let first = try leak(in: folder)
        let session = Session(first.runsFolder)
        session.settle()
        func explained() -> Set<String> {
            Set(session.scenes.scene(at: nil).findings.compactMap(\.finding.explainedBy))
        }
        #expect(explained() == ["object:4"])
        let seen = session.scenes.scene(at: nil).findings.map(\.seen)

        let second = try leak(in: folder, pid: 78)
        session.settle()
        #expect(explained() == ["object:4@77", "object:4@78"])
        #expect(
            session.scenes.scene(at: nil).findings.filter { $0.process == 0 }.map(\.seen) == seen)
        withExtendedLifetime(second) {}
    }

    @Test func aNewerRunTakesThePlaceOfTheOneBeforeWhenThatHasEnded() throws {
        let folder = try TemporaryFolder()
        let old = try leak(in: folder)
        let session = Session(old.runsFolder)
        session.settle()
        old.end()
        let new = try TraceBuilder(in: folder, at: "20260102T030406.007Z-78/app-78") {
            $0.processID = 78
        }
        new.launch(new.rib("Other"))
        session.settle()

        let scene = session.scenes.scene(at: nil)
        #expect(types(scene) == ["OtherRouter"])
        #expect(scene.findings.isEmpty)
    }
}
