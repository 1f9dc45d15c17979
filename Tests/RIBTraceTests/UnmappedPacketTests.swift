// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A packet that could be written but not mapped, as where address space is limited.
@Suite struct UnmappedPacketTests {
    private let folder: TemporaryFolder
    private let path: String
    private let uuid = UUID()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("stream-1")
    }

    /// A stream whose attempts to map a packet fail as the list says, and then succeed.
    private func stream(failing attempts: [Bool]) -> StreamWriter {
        var attempts = attempts[...]
        let file = PacketFile(
            path: path, mayMap: { _ in true },
            map: { file, offset, count, state in
                if attempts.popFirst() == true {
                    errno = ENOMEM
                    return nil
                }
                return ribleak_packet_map(file, count, off_t(offset), state)
            })
        return StreamWriter(
            file: file, uuid: uuid, budget: DiskBudget(limit: 1 << 20), onLoss: { _ in })
    }

    /// The numbers of the stream's packets.
    private func sequenceNumbers() -> [UInt64] {
        let reader = StreamReader(path: path, uuid: uuid)
        var numbers: [UInt64] = []
        while reader.ending == nil {
            reader.advance()
            if let header = reader.header { numbers.append(header.sequenceNumber) }
        }
        #expect(reader.ending == .complete)
        return numbers
    }

    @Test func theNextPacketHasTheNextNumber() {
        let stream = stream(failing: [true])
        for number in 1...5_000 { stream.append(.loaded(router: ObjectID(1)), at: UInt64(number)) }
        stream.seal()

        #expect(sequenceNumbers() == [0, 1])
        #expect(stream.dropped == 1_024)
    }

    @Test func nothingOfItStaysInTheFile() throws {
        let stream = stream(failing: [true])
        func size() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        }
        stream.append(.loaded(router: ObjectID(1)), at: 1)
        #expect(try size() == 0)
        // The next packets can be mapped.
        for number in 2...5_000 { stream.append(.loaded(router: ObjectID(1)), at: UInt64(number)) }
        #expect(try #require(try size()) > 0)
    }
}
