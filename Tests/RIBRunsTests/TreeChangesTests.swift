// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct TreeChangesTests {
    /// Such as `attached HomeRouter to RootRouter`.
    private func gists(of changes: TreeChanges) -> [String] {
        changes.changes.map { change in
            let parent = change.parent.map { " to \(changes.ribs[$0].type)" } ?? ""
            return "\(change.kind) \(changes.ribs[change.rib].type)\(parent)"
        }
    }

    private func session() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.launch(root)
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.interactor, home.router)
        trace.finish()
        return trace
    }

    @Test func eachChangeOfTheTreeIsKeptInOrder() throws {
        let trace = try session()
        let changes = try TreeChanges(of: TraceReplay(reading: trace.folder, mostChanges: 100))
        #expect(
            gists(of: changes) == [
                "created RootRouter", "created HomeRouter", "launched RootRouter",
                "activated RootRouter", "attached HomeRouter to RootRouter",
                "activated HomeRouter", "deactivated HomeRouter", "detached HomeRouter",
                "freed HomeRouter",
            ])
        #expect(changes.changes.map(\.time) == changes.changes.map(\.time).sorted())
        #expect(changes.omitted == 0)
    }

    @Test func whatComesAfterTheLimitIsCounted() throws {
        let trace = try session()
        let changes = try TreeChanges(of: TraceReplay(reading: trace.folder, mostChanges: 3))
        #expect(
            gists(of: changes) == [
                "created RootRouter", "created HomeRouter", "launched RootRouter",
            ])
        #expect(changes.omitted == 6)
    }

    @Test func anInteractorThatIsFreedWhileActiveIsNoLongerActive() throws {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        trace.destroy(root.interactor)
        trace.finish()
        let changes = try TreeChanges(of: TraceReplay(reading: trace.folder, mostChanges: 100))
        #expect(gists(of: changes).last == "deactivated RootRouter")
    }

    @Test func unknownObjectsAreSkipped() throws {
        let trace = try TraceBuilder()
        trace.append(.attached(child: ObjectID(70), parent: ObjectID(71), stack: .none))
        trace.append(.activated(interactor: ObjectID(72)))
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.launch(root)
        trace.attach(home, to: root)
        trace.finish()
        let changes = try TreeChanges(of: TraceReplay(reading: trace.folder, mostChanges: 100))
        #expect(changes.ribs.map(\.type) == ["RootRouter", "HomeRouter"])
    }
}
