// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBTrace

/// What is written of an event is what its record's fields say.
@Suite struct EventSizeTests {
    @Test(arguments: everyEvent)
    func anEventReadsItsFieldsToTheLastByte(event: TraceEvent) {
        let bytes = [UInt8](unsafeUninitializedCapacity: TraceFormat.largestEvent) {
            memory, count in
            var writer = ByteWriter(UnsafeMutableRawBufferPointer(memory))
            event.write(at: 1, into: &writer)
            count = writer.count
        }
        bytes.withUnsafeBytes { memory in
            var reader = ByteReader(memory)
            #expect(reader.read() == event.record.rawValue)
            #expect(reader.read(UInt64.self) == 1)
            #expect(TraceEvent(event.record, from: &reader) == event)
            #expect(!reader.failed)
            #expect(reader.position == bytes.count)
        }
    }

    @Test func everyKindOfEventHasASample() {
        #expect(Set(everyEvent.map(\.record)) == Set(TraceEvent.Record.allCases))
    }

    @Test func theLargestEventsFitIntoWhatIsSetAsideForOne() {
        let text = String(repeating: "x", count: TraceFormat.longestString * 2)
        let frame = StackDefinition.Frame(image: ImageID(1), offset: .max)
        let stack = StackDefinition(
            frames: Array(repeating: frame, count: TraceFormat.deepestStack * 2),
            isTruncated: false)
        let image = ImageDefinition(id: ImageID(1), loadBias: .max, path: text, buildID: text)
        for event in [TraceEvent.imageDefined(image), .stackDefined(StackID(1), stack)] {
            #expect(event.encodedSize < TraceFormat.largestEvent)
        }
    }
}

extension TraceEvent {
    /// The record that is written for the event.
    var record: Record {
        withUnsafeTemporaryAllocation(
            byteCount: TraceFormat.largestEvent, alignment: 8
        ) { memory in
            var writer = ByteWriter(memory)
            write(at: 0, into: &writer)
            return Record(rawValue: memory.loadUnaligned(as: UInt16.self)).unsafelyUnwrapped
        }
    }
}
