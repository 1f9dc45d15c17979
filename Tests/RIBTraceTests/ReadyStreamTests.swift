// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

/// Streams that are prepared for threads to come.
@Suite struct ReadyStreamTests {
    private let folder: TemporaryFolder
    private let writer: TraceWriter

    init() throws {
        folder = try TemporaryFolder()
        writer = try TraceWriter(
            folder: folder.file("trace"),
            metadata: TraceMetadata(
                processName: "app", processID: 1, workingDirectory: "/", clockOffset: 0,
                startedAt: 0, level: .full, capturesStacks: true),
            diskLimit: 1 << 20)
    }

    private func prepare(_ count: Int, at timestamp: UInt64 = 1) throws {
        for _ in 1...count {
            let stream = try #require(writer.takeUnready(of: .max))
            #expect(stream.prepare(at: timestamp))
            writer.addReady(stream)
        }
    }

    private func size(of stream: String) throws -> Int {
        let path = "\(writer.folder)/\(stream)"
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
    }

    private func streams() throws -> [String] {
        try TraceReader.fileNames(in: writer.folder).filter { $0.hasPrefix("stream-") }.sorted()
    }

    @Test func aThreadTakesAReadyOneAndAddsNoByteToTheDisk() throws {
        try prepare(2)
        let stream = try writer.claimStream()
        stream.append(.loaded(router: ObjectID(1)), at: 2)

        #expect(try streams() == ["stream-1", "stream-2"])
        #expect(try streams().map(size) == [16_384, 16_384])
        #expect(try events(of: writer.folder).map(\.event) == [.loaded(router: ObjectID(1))])
    }

    @Test func thePacketIsThatOfTheThreadThatTookIt() throws {
        try prepare(1)
        let stream = try writer.claimStream()
        stream.append(.loaded(router: ObjectID(1)), at: 2)

        let other = try writer.claimStream()
        other.append(.loaded(router: ObjectID(1)), at: 3)
        let threads = try events(of: writer.folder).map(\.threadID)
        #expect(threads[0] == threads[1] && threads[0] != 0)
    }

    @Test func anEventIsNoEarlierThanItsPacket() throws {
        try prepare(1, at: 10)
        let stream = try writer.claimStream()
        stream.append(.loaded(router: ObjectID(1)), at: 5)

        #expect(try events(of: writer.folder).map(\.timestamp) == [10])
    }

    @Test func aThreadThatRecordedNothingLeavesItsPacketToTheNext() throws {
        try prepare(1)
        for _ in 1...100 { writer.release(try writer.claimStream()) }

        #expect(writer.readyCount == 1)
        #expect(try streams().map(size) == [16_384])
    }

    @Test func eachThreadBeginsAsSmallAsTheFirst() throws {
        for number in 1...10 {
            let stream = try writer.claimStream()
            stream.append(.loaded(router: ObjectID(1)), at: UInt64(number))
            writer.release(stream)
        }

        #expect(try size(of: "stream-1") == 10 * TraceFormat.firstPacketSize)
    }

    @Test func noneIsPreparedAtTheDiskLimit() throws {
        let stream = try writer.claimStream()
        for number in 1...100_000 { stream.append(.stillAlive(ObjectID(1)), at: UInt64(number)) }
        let unready = try #require(writer.takeUnready(of: 1))
        #expect(!unready.prepare(at: 100_000))

        writer.release(unready)
        #expect(writer.readyCount == 0)
        #expect(try streams() == ["stream-1"])
    }

    @Test func noMoreArePreparedThanAreWantedOrMayBe() throws {
        try prepare(2)
        #expect(writer.takeUnready(of: 2) == nil)
        let taken = (3...TraceFormat.mostStreams).map { _ in writer.takeUnready(of: .max) }
        #expect(!taken.contains { $0 == nil })
        #expect(writer.takeUnready(of: .max) == nil)
    }

    @Test(.enabled(if: Babeltrace.isInstalled, "babeltrace2 is not installed"))
    func oneThatNoThreadTookDisturbsNoReader() throws {
        try prepare(2)
        let stream = try writer.claimStream()
        stream.append(.loaded(router: ObjectID(1)), at: 2)

        var reader = try TraceReader(folder: writer.folder)
        while reader.next() != nil {}
        #expect(reader.endings.map(\.ending) == [.complete, .complete])
        let answer = try Babeltrace.read(writer.folder)
        #expect(answer.complaints == "")
        #expect(answer.lines.count == 1)
    }
}
