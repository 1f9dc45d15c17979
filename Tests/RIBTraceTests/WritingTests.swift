// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

@Suite struct WritingTests {
    private let metadata = TraceMetadata(
        processName: "app", processID: 1, workingDirectory: "/", clockOffset: 0, startedAt: 0,
        level: .full, capturesStacks: true)

    @Test func aFolderThatExistsIsNeverWrittenInto() throws {
        let folder = try TemporaryFolder()
        #expect(throws: TraceError(.cannotWrite, path: folder.path, "File exists")) {
            try TraceWriter(folder: folder.path, metadata: metadata)
        }
    }

    @Test func aFolderThatCannotBeMadeSaysWhy() {
        #expect(throws: TraceError(.cannotWrite, path: "/dev/null/trace", "Not a directory")) {
            try TraceWriter(folder: "/dev/null/trace", metadata: metadata)
        }
    }

    @Test func aThreadsStreamIsUsedAgainAfterTheThread() throws {
        let folder = try TemporaryFolder()
        let writer = try TraceWriter(folder: folder.file("trace"), metadata: metadata)
        let first = try writer.claimStream()
        first.append(.loaded(router: ObjectID(1)), at: 1)
        writer.release(first)
        let second = try writer.claimStream()
        second.append(.loaded(router: ObjectID(2)), at: 2)

        let files = try FileManager.default.contentsOfDirectory(atPath: writer.folder).sorted()
        #expect(files == ["metadata", "stream-1"])
        #expect(
            try events(of: writer.folder).map(\.event) == [
                .loaded(router: ObjectID(1)), .loaded(router: ObjectID(2)),
            ])
    }

    @Test func theChecksumIsCRC32C() {
        // The check value of CRC-32C in the catalogue of parametrised CRC algorithms.
        let sum = Array("123456789".utf8).withUnsafeBytes { checksum(of: $0) }
        #expect(sum == 0xE306_9283)
    }

    @Test(arguments: [0, 1, 7, 8, 1_023, 3_071, 3_072, 3_073, 6_144, 65_456])
    func theChecksumOfManyBytesIsThatOfTheDefinition(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0x82F6_3B78 : 0)
            }
        }
        #expect(bytes.withUnsafeBytes { checksum(of: $0) } == ~remainder)
    }
}
