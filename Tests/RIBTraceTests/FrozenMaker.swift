// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

@testable import RIBTrace

/// Records the events of the frozen trace with the writer of today; the same bytes each time.
struct FrozenMaker {
    private let temporary: TemporaryFolder
    let folder: String

    init() throws {
        temporary = try TemporaryFolder()
        let recorded = temporary.file("recorded")
        folder = temporary.file("killed")
        let writer = try TraceWriter(
            folder: recorded, metadata: FrozenVersion1.metadata,
            diskLimit: FrozenVersion1.diskLimit)
        let streams = try [1: writer.claimStream(), 2: writer.claimStream()]
        for (timestamp, stream, event) in FrozenVersion1.appended {
            streams[stream]?.append(event, at: timestamp)
        }
        streams[2]?.seal()
        // What a kill at this moment would leave behind: the first stream is not sealed.
        try FileManager.default.copyItem(atPath: recorded, toPath: folder)
        withExtendedLifetime(streams) {}
        for stream in 1...2 { try nameThread(ofStream: stream) }
    }

    /// Puts the trace in the place of a frozen one.
    func replace(_ frozen: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: (frozen as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        if files.fileExists(atPath: frozen) { try files.removeItem(atPath: frozen) }
        try files.copyItem(atPath: folder, toPath: frozen)
    }

    /// The system gave the thread another number than the last time; no checksum covers it.
    private func nameThread(ofStream stream: Int) throws {
        let number = FrozenVersion1.threadID(ofStream: stream)
        let file = try FrozenFile(folder: folder, stream: stream)
        try rewrite("\(folder)/stream-\(stream)") { bytes in
            for offset in file.offsets {
                let place = offset + 72
                bytes.replaceSubrange(
                    place..<place + 4, with: withUnsafeBytes(of: number.littleEndian, Array.init))
            }
        }
    }
}
