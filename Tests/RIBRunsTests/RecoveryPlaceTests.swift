// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBRuns
@testable import RIBTrace

/// Where recovery writes, and what it leaves alone.
@Suite struct RecoveryPlaceTests {
    private let folder: TemporaryFolder
    private let original: String

    /// A trace that nobody records any more, with a zero page at its end.
    init() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        try damage(trace) { $0.append(Data(count: TraceFormat.packetSize)) }
        folder = try TemporaryFolder()
        original = folder.file("trace")
        try FileManager.default.copyItem(atPath: trace.folder, toPath: original)
    }

    private func size(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    }

    @Test func theOriginalStaysAsItIs() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: "\(original)/stream-1"))
        _ = try TraceRecovery.copy(of: original)
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(original)/stream-1")) == before)
    }

    @Test func aSecondCopyIsRefusedAndTheFirstIsKept() throws {
        let copy = try TraceRecovery.copy(of: original).folder
        #expect(
            throws: TraceError(
                .cannotWrite, path: copy, "exists already; remove it to recover the trace again")
        ) { try TraceRecovery.copy(of: original) }
        #expect(try events(of: copy).count == everyEvent.count)
    }

    @Test func aSlashAtTheEndOfTheNameChangesNothing() throws {
        #expect(try TraceRecovery.copy(of: original + "//").folder == original + "-recovered")
    }

    @Test func aFolderNamedByADotIsRecoveredBesideItself() throws {
        let recovery = try TraceRecovery.copy(of: original + "/.")
        #expect(recovery.folder.hasSuffix("/trace-recovered"))
        #expect(try events(of: recovery.folder).count == everyEvent.count)
    }

    /// Of a file that cannot be read on, nothing may be cut off.
    @Test func aFileThatIsRemovedMeanwhileHasNotEnded() throws {
        let path = "\(original)/stream-1"
        var stream = try StreamRecovery(path: path, metadata: TraceReader.metadata(of: original))
        let error = #expect(throws: TraceError.self) {
            try stream.run(isCopy: true) { (_, _) throws(TraceError) in unlink(path) }
        }
        #expect(error == TraceError(.notFound, path: path, "was removed while it was read"))
    }

    @Test func inPlaceTheTraceItselfIsTrimmed() throws {
        let recovery = try TraceRecovery.inPlace(original)
        #expect(recovery.folder == original)
        #expect(recovery.eventCount == UInt64(everyEvent.count))
        #expect(recovery.trimmedBytes == UInt64(TraceFormat.packetSize))
        #expect(try size("\(original)/stream-1") == TraceFormat.firstPacketSize)
        #expect(try TraceRecovery.inPlace(original).trimmedBytes == 0)
        if Babeltrace.isInstalled { #expect(try Babeltrace.count(original) == everyEvent.count) }
    }

    @Test func inPlaceAStreamWithoutAPacketBecomesEmpty() throws {
        try rewrite("\(original)/stream-1") { $0 = Data(count: 9_000) }
        #expect(try TraceRecovery.inPlace(original).streamCount == 0)
        #expect(try size("\(original)/stream-1") == 0)
        if Babeltrace.isInstalled { #expect(try Babeltrace.count(original) == 0) }
    }

    @Test func aTraceThatIsBeingRecordedIsNotTrimmed() throws {
        let live = try TraceBuilder()
        everyEvent.forEach(live.append)
        #expect(
            throws: TraceError(
                .cannotWrite, path: live.folder,
                "is still being recorded; recover a copy instead")
        ) { try TraceRecovery.inPlace(live.folder) }
        #expect(try TraceRecovery.copy(of: live.folder).eventCount == UInt64(everyEvent.count))
    }

    @Test func aStreamThatIsALinkIsNotFollowed() throws {
        try FileManager.default.moveItem(
            atPath: "\(original)/stream-1", toPath: folder.file("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(original)/stream-1", withDestinationPath: folder.file("elsewhere"))
        #expect(throws: TraceError.self) { try TraceRecovery.copy(of: original) }
        #expect(throws: TraceError.self) { try TraceRecovery.inPlace(original) }
        let whole = TraceFormat.firstPacketSize + TraceFormat.packetSize
        #expect(try size(folder.file("elsewhere")) == whole)
        // Nothing half done is left.
        #expect(!FileManager.default.fileExists(atPath: original + "-recovered"))
    }

    @Test func whatIsNoTraceIsNamed() throws {
        #expect(throws: TraceError(.notFound, path: "/no/such", "No such file or directory")) {
            try TraceRecovery.copy(of: "/no/such")
        }
    }
}
