// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

/// Streams whose packets are mapped, and such that have to write each event.
///
/// One test after the other: all of a process share the descriptors that it may keep, and one test
/// takes them all.
@Suite(.serialized) struct ChangedFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let uuid = UUID()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("stream-1")
    }

    private func stream(
        mapped: Bool, onLoss: @escaping (String) -> Void = { _ in }
    ) -> StreamWriter {
        StreamWriter(
            file: PacketFile(path: path, mayMap: { _ in mapped }), uuid: uuid,
            budget: DiskBudget(limit: 1 << 24), onLoss: onLoss)
    }

    private func append(_ numbers: ClosedRange<UInt64>, to stream: StreamWriter) {
        for number in numbers { stream.append(.loaded(router: ObjectID(number)), at: number) }
    }

    /// The numbers of the routers that the file has.
    private func numbers() -> [UInt64] {
        var numbers: [UInt64] = []
        let reader = StreamReader(path: path, uuid: uuid)
        while let timed = reader.next() {
            if case .loaded(let router) = timed.event { numbers.append(router.rawValue) }
        }
        return numbers
    }

    @Test(arguments: [true, false])
    func eachEventIsInTheFileAtOnce(mapped: Bool) {
        let stream = stream(mapped: mapped)
        for count: UInt64 in [1, 2, 3] {
            append(count...count, to: stream)
            #expect(numbers() == Array(1...count))
        }
        append(4...100_000, to: stream)
        #expect(numbers() == Array(1...100_000))
        #expect(stream.dropped == 0)
    }

    @Test(arguments: [true, false])
    func bothWaysWriteTheSameBytes(mapped: Bool) throws {
        let stream = stream(mapped: mapped)
        append(1...10_000, to: stream)
        stream.seal()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count == (16 + 64 + 256) << 10)
        let reader = StreamReader(path: path, uuid: uuid)
        while reader.ending == nil { reader.advance() }
        #expect(reader.ending == .complete)
    }

    @Test(arguments: [true, false])
    func allEventsAfterATruncationAreDroppedAndCountedAndSaidOnce(mapped: Bool) {
        var losses: [String] = []
        let stream = stream(mapped: mapped) { losses.append($0) }
        append(1...10, to: stream)
        truncate(path, 0)
        append(11...5_000, to: stream)

        #expect(stream.dropped == 4_990)
        #expect(losses == ["a file of the trace was changed by others, or its disk failed"])
        #expect(!stream.canGoOn)
    }

    @Test(arguments: [true, false])
    func whatATruncationLeftIsRead(mapped: Bool) {
        let stream = stream(mapped: mapped)
        // 80 bytes of header, then 18 an event: 905 of them are in the first 16 KiB, the first packet.
        append(1...1_500, to: stream)
        truncate(path, 20_000)
        append(1_501...1_600, to: stream)

        #expect(stream.dropped == 100)
        #expect(numbers() == Array(1...905))
    }

    @Test func aDescriptorThatTheHostClosedAndGotForItsOwnFileIsNotWrittenTo() throws {
        let stream = stream(mapped: false)
        append(1...1, to: stream)
        let descriptor = try #require(
            (3..<1_024).first { number in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(number)")
                return target == path
            })
        let own = open(folder.file("own"), O_RDWR | O_CREAT, 0o600)
        dup2(own, Int32(descriptor))
        append(2...100, to: stream)

        #expect(numbers() == Array(1...100))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("own"))).isEmpty)
        close(own)
        close(Int32(descriptor))
    }

    @Test func notEvenMoreStreamsThanDescriptorsAreKeptLoseAnEvent() throws {
        let count = Int(PacketFile.mostKept) + 10
        let streams = (1...count).map { number in
            StreamWriter(
                file: PacketFile(path: folder.file("stream-\(number)"), mayMap: { _ in false }),
                uuid: uuid, budget: DiskBudget(limit: 1 << 24), onLoss: { _ in })
        }
        for stream in streams { append(1...10, to: stream) }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\($0)")
            return target?.hasPrefix(folder.path) == true
        }

        #expect(open.count <= Int(PacketFile.mostKept))
        #expect(streams.allSatisfy { $0.dropped == 0 && $0.eventCount == 10 })
    }
}
