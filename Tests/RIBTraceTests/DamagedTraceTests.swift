// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

@Suite struct DamagedTraceTests {
    @Test func aMissingFolderIsNamed() {
        #expect(throws: TraceError(.notFound, path: "/no/such", "No such file or directory")) {
            try TraceReader(folder: "/no/such")
        }
    }

    @Test func anEmptyFolderIsNamed() throws {
        let folder = try TemporaryFolder()
        #expect(
            throws: TraceError(
                .empty, path: folder.path,
                "is an empty folder; name another, or record the run again")
        ) {
            try TraceReader(folder: folder.path)
        }
    }

    @Test func aFolderOfSomethingElseIsNoTrace() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.file("notes.txt")))
        #expect(
            throws: TraceError(
                .notATrace, path: folder.path,
                "is not a trace: it has no metadata file; name another, or record the run again")
        ) {
            try TraceReader(folder: folder.path)
        }
    }

    @Test func aTraceOfALaterVersionSaysWhatToUse() throws {
        let trace = try TraceBuilder()
        try rewrite("\(trace.folder)/metadata") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = Data(
                text.replacingOccurrences(
                    of: "ribleak_format_version = 1", with: "ribleak_format_version = 9"
                ).utf8)
        }
        #expect(
            throws: TraceError(
                .laterVersion, path: trace.folder,
                "is of format 9, and this ribleak reads up to format 1; "
                    + "use the ribleak that the recorded app is built with")
        ) {
            try TraceReader(folder: trace.folder)
        }
    }

    @Test func aTraceOfAnotherTracerIsNotOurs() throws {
        let folder = try TemporaryFolder()
        try Data("/* CTF 1.8 */\ntrace { major = 1; };\n".utf8)
            .write(to: URL(fileURLWithPath: folder.file("metadata")))
        #expect(
            throws: TraceError(
                .notATrace, path: folder.path,
                "is a trace of another program; name one that ribleak recorded")
        ) {
            try TraceReader(folder: folder.path)
        }
    }

    @Test func aPipeInTheMetadatasPlaceDoesNotHoldTheReaderUp() throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.file("metadata"), 0o600) == 0)
        #expect(
            throws: TraceError(
                .damaged, path: folder.file("metadata"),
                "is not a regular file; record the run again")
        ) {
            try TraceReader(folder: folder.path)
        }
    }

    @Test func aStreamCutAnywhereGivesItsWholePacketsAndSaysSo() throws {
        let trace = try TraceBuilder()
        for number in 1...10_000 { trace.append(.objectDestroyed(ObjectID(UInt64(number)))) }
        let whole = trace.events.map(\.event)
        try damage(trace) { $0 = $0.prefix(TraceFormat.firstPacketSize + 1_000) }

        let (events, ending) = try reading(of: trace.folder)
        #expect(ending == .cutShort)
        #expect(events == Array(whole.prefix(events.count)))
        #expect(events.count == (TraceFormat.firstPacketSize - PacketHeader.size) / 18)
    }

    @Test func aPacketThatWasReservedButNeverBegunIsCutShort() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        try damage(trace) { $0.append(Data(count: TraceFormat.packetSize)) }

        let (events, ending) = try reading(of: trace.folder)
        #expect(events == everyEvent)
        #expect(ending == .cutShort)
    }

    @Test func randomBytesAreDamageAtTheirFirstByte() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        var generator = SeededGenerator(seed: 7)
        try damage(trace) { bytes in
            bytes = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }

        let (events, ending) = try reading(of: trace.folder)
        #expect(events.isEmpty)
        #expect(ending == .damaged(offset: 0, reason: "no packet begins here"))
    }

    @Test func aFlippedBitInASealedPacketIsFound() throws {
        let trace = try TraceBuilder()
        for number in 1...10_000 { trace.append(.objectDestroyed(ObjectID(UInt64(number)))) }
        try damage(trace) { $0[5_000] ^= 1 }

        let (events, ending) = try reading(of: trace.folder)
        #expect(events.isEmpty)
        #expect(ending == .damaged(offset: 0, reason: "the packet's checksum does not match"))
    }

    @Test func anImpossiblePacketSizeIsRefused() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        try damage(trace) { bytes in
            bytes.replaceSubrange(48..<56, with: [UInt8](repeating: 0xFF, count: 8))
        }

        let ending = try reading(of: trace.folder).ending
        #expect(ending == .damaged(offset: 0, reason: "the packet's sizes cannot be true"))
    }

    @Test func aPacketOfAnotherTraceIsRefused() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        try damage(trace) { $0[4] ^= 0xFF }

        let ending = try reading(of: trace.folder).ending
        #expect(ending == .damaged(offset: 0, reason: "the packet belongs to another trace"))
    }

    @Test(arguments: 0..<200) func anySingleDamagedByteNeverCrashesTheReader(seed: Int) throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        var generator = SeededGenerator(seed: UInt64(seed))
        try damage(trace) { bytes in
            let place = Int.random(in: 0..<700, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }

        #expect(try reading(of: trace.folder).events.count <= everyEvent.count)
    }

    @Test(arguments: [
        (ENOENT, "was removed while it was read"),
        (
            EACCES,
            "cannot be read (Permission denied; run ribleak as the user who recorded it, or change "
                + "the permissions)"
        ),
        (EMFILE, "cannot be read (Too many open files; raise the limit with ulimit -n)"),
        (ELOOP, "cannot be read (Too many levels of symbolic links)"),
    ])
    func aStreamSaysWhyItCannotBeOpened(number: Int32, problem: String) {
        let error = TraceError(
            number == ENOENT ? .notFound : .damaged, path: "stream-1",
            TraceError.reason(ofReading: number)
        )
        #expect(StreamEnding(error).problem == problem)
    }
}
