// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

@Suite struct FaultTests {
    /// A launched root, watched.
    private func watched() throws -> (TraceBuilder, WatchSession, SyntheticRIB) {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        trace.launch(root)
        session.catchUp()
        return (trace, session, root)
    }

    private func stream(of trace: TraceBuilder, _ number: Int = 1) -> String {
        "\(trace.folder)/stream-\(number)"
    }

    @Test func aProcessThatExitsHasSettledAll() throws {
        let (trace, session, _) = try watched()
        trace.settle()
        trace.end()
        session.settle()

        #expect(session.gists.suffix(2) == ["settled", "0 exited"])
        #expect(session.watcher.isOver)
    }

    @Test func aKilledProcessEndsWithAllThatItWrote() throws {
        let (trace, session, root) = try watched()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.kill()
        session.settle()

        #expect(session.gists.suffix(2) == ["activated HomeInteractor at Root/Home", "0 killed"])
        #expect(session.process.end == .killed)
        #expect(
            session.process.caveats.map(\.text) == [
                "app (pid 77) was killed or still runs: it never settled"
            ])
    }

    @Test func aTraceThatEndedLongAgoIsReadInOnePoll() throws {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        trace.settle()
        trace.end()
        let session = WatchSession(trace)
        session.poll()

        #expect(session.gists.suffix(2) == ["settled", "0 exited"])
    }

    @Test func aRemovedFolderEndsItsProcess() throws {
        let (trace, session, _) = try watched()
        try FileManager.default.removeItem(atPath: trace.folder)
        session.settle()

        #expect(session.gists.last == "0 removed")
    }

    @Test func aFolderThatCannotBeListedForAWhileEndsNoProcess() throws {
        let (trace, session, root) = try watched()
        let aside = trace.folder + ".aside"
        let files = FileManager.default
        try files.moveItem(atPath: trace.folder, toPath: aside)
        try #require(symlink(trace.folder, trace.folder) == 0)
        session.catchUp()
        try files.removeItem(atPath: trace.folder)
        try files.moveItem(atPath: aside, toPath: trace.folder)
        trace.append(.deactivated(interactor: root.interactor))
        session.settle()

        #expect(session.gists.last == "deactivated RootInteractor at Root")
    }

    @Test func aTruncatedStreamIsSaidAndTheOthersGoOn() throws {
        let (trace, session, root) = try watched()
        // The writer has the file mapped, and would be harmed if it wrote on.
        truncate(stream(of: trace), 0)
        try trace.turn(toThread: 1)
        trace.append(.deactivated(interactor: root.interactor))
        session.settle()

        #expect(
            session.changes.notes == [
                "\(stream(of: trace)) is cut short: what comes after is not shown"
            ])
        #expect(session.gists.last == "deactivated RootInteractor at Root")
    }

    @Test func aRemovedStreamIsSaidAndTheOthersGoOn() throws {
        let (trace, session, root) = try watched()
        try FileManager.default.removeItem(atPath: stream(of: trace))
        trace.append(.loaded(router: root.router))
        try trace.turn(toThread: 1)
        trace.append(.deactivated(interactor: root.interactor))
        session.settle()

        #expect(
            session.changes.notes == [
                "\(stream(of: trace)) was removed while it was read: what comes after is not shown"
            ])
        #expect(session.gists.contains("deactivated RootInteractor at Root"))
    }

    @Test func aStreamThatTheSystemDoesNotGiveIsSaidWithTheReason() throws {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.settle()
        trace.end()
        try FileManager.default.removeItem(atPath: stream(of: trace))
        try #require(symlink("stream-1", stream(of: trace)) == 0)
        let session = WatchSession(trace)
        session.settle()

        let note =
            "\(stream(of: trace)) cannot be read (Too many levels of symbolic links): "
            + "what comes after is not shown"
        #expect(session.changes.notes == [note])
        #expect(
            try Analysis.report(on: [trace.folder], symbolizer: NoSymbols()).caveats.map(\.text)
                .contains(note))
    }

    @Test func damageIsSaidOnceItStaysAndTheOthersGoOn() throws {
        let (trace, session, root) = try watched()
        // Each thread has its stream before the first one is given back.
        try trace.turn(toThread: 1)
        try trace.turn(toThread: 0)
        let size = 16 * 1_024
        let file = try #require(FileHandle(forUpdatingAtPath: stream(of: trace)))
        try file.seek(toOffset: UInt64(size))
        try file.write(contentsOf: Data(repeating: 7, count: 100))
        // Seals the first packet, so that the next is looked at. The other thread has its stream before: it would
        // take over the one that is released.
        try trace.turn(toThread: 1)
        try trace.turn(toThread: 0)
        trace.finish()
        session.catchUp()
        #expect(session.changes.notes == [])

        try trace.turn(toThread: 1)
        trace.append(.deactivated(interactor: root.interactor))
        session.settle()
        let note = try #require(session.changes.notes.first)
        #expect(note.hasPrefix("\(stream(of: trace)) is "), "\(note)")
        #expect(session.changes.notes.count == 1)
        #expect(session.gists.contains("deactivated RootInteractor at Root"))
    }

    @Test func aPacketWithAWrongChecksumIsDamagedAsForAReport() throws {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        trace.settle(alive: [root.router])
        trace.end()
        let path = URL(fileURLWithPath: stream(of: trace))
        var bytes = try Data(contentsOf: path)
        let name = try #require(bytes.firstRange(of: Data("RootRouter".utf8)))
        bytes[name.lowerBound] ^= 1
        try bytes.write(to: path)
        let session = WatchSession(trace)
        session.settle()

        #expect(session.changes.events == [])
        #expect(
            session.changes.notes == [
                "\(stream(of: trace)) is damaged at byte 0 (the packet's checksum does not match): "
                    + "what comes after is not shown"
            ])
        #expect(session.process.end == .unknown)
        #expect(try session.process.findings == reported(on: trace))
    }

    @Test func anEventThatComesLateIsCountedAndAppliedAndSaid() throws {
        let (trace, session, root) = try watched()
        let early = trace.now
        trace.append(.deactivated(interactor: root.interactor))
        session.catchUp()
        try trace.turn(toThread: 1)
        trace.append(.loaded(router: root.router), at: early)
        session.catchUp()

        #expect(session.process.lateEvents == 1)
        #expect(session.gists.contains("loaded RootRouter at Root"))
        #expect(
            session.changes.notes == [
                "app (pid 77): events came after later ones had been read, as a thread was stopped; "
                    + "findings that depend on their order are left to ribleak report"
            ])
    }

    @Test func aLateEventLeadsToNoFindingThatTheReportDoesNotGive() throws {
        let (trace, session, root) = try watched()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        session.catchUp()
        // It is attached again, by a thread that is stopped before it writes that.
        let attached = trace.now + 1_000
        trace.wait(10_000)
        trace.settle(alive: home.parts, reason: .request)
        session.settle()
        try trace.turn(toThread: 1)
        trace.append(
            .attached(child: home.router, parent: root.router, stack: .none), at: attached)
        trace.append(.activated(interactor: home.interactor), at: attached)
        trace.end()
        session.settle()

        #expect(try reported(on: trace) == [])
        #expect(session.process.findings == [])
    }
}
