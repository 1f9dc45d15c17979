// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBTrace

/// The packets of a stream file of the frozen trace.
struct FrozenFile {
    /// Where each packet begins.
    private(set) var offsets: [Int] = []
    private(set) var headers: [PacketHeader] = []
    /// The events of all packets, which the sizes of packets do not change.
    private(set) var content: [UInt8] = []

    init(folder: String, stream: Int) throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/stream-\(stream)")))
        var offset = 0
        while offset < bytes.count {
            let header = try bytes.withUnsafeBytes { memory in
                try PacketHeader.decode(
                    from: .init(rebasing: memory[offset...]), of: FrozenVersion1.metadata.uuid
                ).get()
            }
            let end = offset + header.contentSize
            try #require(end <= bytes.count)
            offsets.append(offset)
            headers.append(header)
            content += bytes[offset + PacketHeader.size..<end]
            offset += header.packetSize
        }
    }
}
