// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How far a trace is written. Two equal stamps of one folder mean the same events, even while the
/// process records: neither the sizes nor the times of its mapped files tell that.
///
/// Reads one header a packet, and no event.
package struct TraceStamp: Hashable, Sendable {
    private struct Stream: Hashable {
        let name: String
        let size: Int
        /// Where the last packet begins, and where its events end.
        let lastPacket: Int
        let contentSize: Int
        /// Seconds and nanoseconds since 1970.
        let changed: [Int]
    }

    private let streams: [Stream]
    private let metadata: String

    /// - Parameter folder: The trace's folder. What cannot be read there is left out.
    package init(of folder: String) {
        metadata = (try? TraceReader.metadataText(in: folder)) ?? ""
        let uuid = (try? TraceMetadata(parsing: metadata, of: folder))?.uuid
        let names = ((try? TraceReader.fileNames(in: folder)) ?? [])
            .filter { $0.hasPrefix(TraceFormat.streamFilePrefix) }.sorted()
            .prefix(TraceFormat.mostStreams)
        streams = names.compactMap { name in
            uuid.flatMap { Self.stream(name, in: folder, of: $0) }
        }
    }

    /// Equal for equal stamps, in each process.
    package var description: String {
        let parts = streams.map { stream in
            "\(stream.name):\(stream.size):\(stream.lastPacket):\(stream.contentSize):"
                + stream.changed.map(String.init).joined(separator: ".")
        }
        return ([String(metadata.utf8.count)] + parts).joined(separator: ",")
    }

    private static func stream(
        _ name: String, in folder: String, of uuid: UUID
    ) -> Stream? {
        let path = "\(folder)/\(name)"
        guard let file = try? RegularFile(path: path) else { return nil }
        var (offset, last, contentSize) = (0, 0, 0)
        while let header = header(at: offset, of: file, uuid) {
            (last, contentSize) = (offset, header.contentSize)
            guard header.packetSize > 0 else { break }
            offset += header.packetSize
        }
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        #if canImport(Darwin)
            let time = facts.st_mtimespec
        #else
            let time = facts.st_mtim
        #endif
        return Stream(
            name: name, size: Int(facts.st_size), lastPacket: last, contentSize: contentSize,
            changed: [Int(time.tv_sec), Int(time.tv_nsec)])
    }

    private static func header(
        at offset: Int, of file: borrowing RegularFile, _ uuid: UUID
    ) -> PacketHeader? {
        var bytes = [UInt8](repeating: 0, count: PacketHeader.size)
        let count = bytes.withUnsafeMutableBytes { memory in
            (try? file.read(PacketHeader.size, at: offset, into: memory)) ?? 0
        }
        guard count == PacketHeader.size else { return nil }
        return try? bytes.withUnsafeBytes { try PacketHeader.decode(from: $0, of: uuid).get() }
    }
}
