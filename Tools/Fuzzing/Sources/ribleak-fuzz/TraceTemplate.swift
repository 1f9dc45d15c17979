// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// The parts of a trace from the real writer, with room for fuzzed bytes between them.
///
/// It relies only on the documented layout: a packet's header has 80 bytes. The trace's uuid is at
/// 4, the content's size at 40, the packet's at 48 (both in bits) and the checksum at 76.
struct TraceTemplate: Sendable {
    static let shared = TraceTemplate()
    private static let headerSize = 80
    /// Fixed, so that a finding occurs in every process.
    private static let uuid = "5bd2ab1e-7a11-4c0d-9e57-0123456789ab"
    private static let uuidBytes: [UInt8] = [
        0x5B, 0xD2, 0xAB, 0x1E, 0x7A, 0x11, 0x4C, 0x0D, 0x9E, 0x57, 0x01, 0x23, 0x45, 0x67, 0x89,
        0xAB,
    ]

    let metadata: [UInt8]
    private let header: [UInt8]

    private init() {
        let (metadata, stream) = Self.written(SampleRun.events)
        self.metadata = metadata
        header = Array(stream.prefix(Self.headerSize))
    }

    /// A whole packet around some content, without a checksum, as before the packet is sealed.
    func packet(around content: [UInt8]) -> [UInt8] {
        let bits = UInt64((Self.headerSize + content.count) * 8)
        let size = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        var packet = header
        packet.replaceSubrange(40..<48, with: size)
        packet.replaceSubrange(48..<56, with: size)
        packet.replaceSubrange(76..<80, with: [0, 0, 0, 0])
        return packet + content
    }

    /// The bytes of events, as in a packet.
    static func content(of events: [TraceEvent]) -> [UInt8] {
        // Without events, the writer starts no packet.
        guard !events.isEmpty else { return [] }
        let stream = written(events).stream
        let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(stream[40 + $1]) << (8 * $1) }
        return Array(stream[headerSize..<Int(bits / 8)])
    }

    /// The two files of a trace, with the uuid replaced.
    static func written(_ events: [TraceEvent]) -> (metadata: [UInt8], stream: [UInt8]) {
        let scratch = ScratchFolder()
        let folder = "\(scratch.path)/template"
        do {
            let writer = try TraceWriter(
                folder: folder,
                metadata: TraceMetadata(
                    processName: "app", processID: 77, workingDirectory: "/app",
                    clockOffset: 1_767_323_044_006_000_000, startedAt: 1_000_000_000, level: .full,
                    capturesStacks: true))
            let stream = try writer.claimStream()
            for (index, event) in events.enumerated() {
                stream.append(event, at: 1_000_000_000 + UInt64(index) * 1_000)
            }
            writer.release(stream)
            let text = try String(contentsOfFile: "\(folder)/metadata", encoding: .utf8)
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/stream-1")))
            bytes.replaceSubrange(4..<20, with: uuidBytes)
            return (Array(withFixedUUID(text).utf8), bytes)
        } catch {
            fatalError("cannot write the template: \(error)")
        }
    }

    private static func withFixedUUID(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("uuid = \"") ? "    uuid = \"\(uuid)\";" : String(line)
        }.joined(separator: "\n")
    }
}
