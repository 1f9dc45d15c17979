import Testing
import TraceFixtures

@testable import RIBTrace

@Suite struct EventSizeTests {
    @Test(arguments: everyEvent)
    func anEventTakesTheBytesThatAreCheckedIn(event: TraceEvent) throws {
        let (kind, size) = try encoded(event)
        let expected = try Thresholds.checkedIn().bytesAnEvent[kind]
        #expect(size == expected, "\(kind): \(Thresholds.advice)")
    }

    @Test func everyKindOfEventIsCheckedIn() throws {
        let kinds = TraceEvent.Record.allCases.map { "\($0)" }
        #expect(Set(try Thresholds.checkedIn().bytesAnEvent.keys) == Set(kinds))
    }

    /// The name of the event's record, and its bytes.
    private func encoded(_ event: TraceEvent) throws -> (kind: String, size: Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 8)
        defer { memory.deallocate() }
        var writer = ByteWriter(memory)
        event.encode(at: 1, into: &writer)
        try #require(!writer.overflowed)
        let number = UInt16(littleEndian: memory.loadUnaligned(as: UInt16.self))
        let record = try #require(TraceEvent.Record(rawValue: number))
        return ("\(record)", writer.count)
    }
}
