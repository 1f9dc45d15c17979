// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// How far a trace is written. Two equal stamps of one folder mean the same events, even while the
/// process records: neither the sizes nor the times of its mapped files tell that.
///
/// Reads one header a packet, and no event.
package struct TraceStamp: Hashable, Sendable {
    /// Equal for equal stamps, in each process: of each stream its name, its size, where the last
    /// packet begins, where that packet's events end, and the time of its last change.
    package let description: String
    private let metadata: String

    /// - Parameter folder: The trace's folder. What cannot be read there is left out.
    package init(of folder: String) {
        metadata = (try? TraceReader.metadataText(in: folder)) ?? ""
        let uuid = (try? TraceMetadata(parsing: metadata, of: folder))?.uuid
        let names = TraceReader.streamNames(among: (try? TraceReader.fileNames(in: folder)) ?? [])
        let streams = names.compactMap { name in
            uuid.flatMap { Self.stream(at: "\(folder)/\(name)", of: $0).map { "\(name):\($0)" } }
        }
        description = ([String(metadata.utf8.count)] + streams).joined(separator: ",")
    }

    private static func stream(at path: String, of uuid: UUID) -> String? {
        guard let file = try? RegularFile(path: path) else { return nil }
        var (offset, last, contentSize) = (0, 0, 0)
        while let header = try? file.header(at: offset, of: uuid) {
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
        return "\(facts.st_size):\(last):\(contentSize):\(time.tv_sec).\(time.tv_nsec)"
    }
}
