// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

/// The page that documents the format says what the code does.
@Suite struct FormatPageTests {
    private let page: FormatPage

    init() throws {
        page = try FormatPage()
    }

    @Test func theNumbersInItsSentencesAreThoseOfTheCode() {
        #expect(page.text.hasPrefix("# Trace format, version \(TraceFormat.version) "))
        #expect(
            page.text.contains(
                "The first of a thread has \(TraceFormat.firstPacketSize >> 10) KiB, each other "
                    + "\(TraceFormat.packetGrowth) times as much up to "
                    + "\(TraceFormat.packetSize >> 10) KiB"))
        #expect(page.text.contains("It has \(PacketHeader.size) bytes."))
        #expect(page.text.contains("count from byte \(TraceFormat.eventHeaderSize) of the event"))
    }

    @Test func everyRecordIsListedWithItsNumberAndItsFields() throws {
        let listed = try page.records().map { "\($0.number) \($0.name): \($0.fields.tsdl)" }
        #expect(
            listed
                == TraceEvent.Record.allCases.map {
                    "\($0.rawValue) \($0): \(RecordLayout($0).tsdl)"
                })
    }

    @Test func theOffsetsOfARecordsFieldsFollowFromTheirTypes() throws {
        for record in try page.records() {
            #expect(record.fields.offsets == record.fields.expectedOffsets, "\(record.name)")
        }
    }

    @Test(arguments: everyEvent)
    func theFieldsOfARecordTakeTheBytesThatAreWritten(event: TraceEvent) throws {
        let listed = try #require(try page.records().first { $0.name == "\(event.record)" })
        let written = event.encodedSize - TraceFormat.eventHeaderSize
        #expect((listed.fields.size ?? written) == written)
    }

    @Test func thePacketHeaderIsTheOneThatTheMetadataDeclares() throws {
        let fields = try packetHeader()
        let declared =
            try inside("packet.header := struct {") + " " + inside("packet.context := struct {")
        #expect(fields.tsdl == declared)
        #expect(fields.offsets == fields.expectedOffsets)
        #expect(fields.size == PacketHeader.size)
    }

    @Test func theFieldsThatChangeStandWhereTheWriterStoresThem() throws {
        let fields = try packetHeader()
        let offsets = Dictionary(
            uniqueKeysWithValues: zip(fields.declarations, fields.offsets.compactMap { Int($0) }))
        #expect(offsets["timestamp_t timestamp_end;"] == PacketHeader.Offset.timestampEnd)
        #expect(offsets["uint64_t content_size;"] == PacketHeader.Offset.contentSize)
        #expect(offsets["uint64_t events_discarded;"] == PacketHeader.Offset.eventsDiscarded)
        #expect(offsets["uint32_t crc32c;"] == PacketHeader.Offset.checksum)
        let magic = try page.table("offset", "type", "field", "unit").column("meaning")[0]
        #expect(magic == "0x\(String(TraceFormat.packetMagic, radix: 16, uppercase: true))")
    }

    @Test func theEventHeaderIsTheOneThatTheMetadataDeclares() throws {
        let fields = try page.fields(page.table("offset", "type", "field", "meaning"))
        #expect(fields.tsdl == (try inside("event.header := struct {")))
        #expect(fields.offsets == fields.expectedOffsets)
        #expect(fields.size == TraceFormat.eventHeaderSize)
    }

    @Test func theKeysOfTheMetadataAreListed() throws {
        let keys = try inside("env {").split(separator: ";").compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        #expect(try page.table("key", "value").column("key") == keys)
    }

    @Test func theValuesOfEnumerationsAreListed() throws {
        try expect("ObjectKind", ObjectKind.allCases)
        try expect("SubscriptionEnd", SubscriptionEnd.allCases)
        try expect("SettleReason", SettleReason.allCases)
        try expect("EventClass", EventClass.allCases)
        try expect("GrowthUnit", GrowthUnit.allCases)
        try expect("GrowthOutcome", GrowthOutcome.allCases)
        try expect("CostLimit", CostLimit.allCases)
    }

    @Test func theClassOfEveryRecordAndItsPartOfTheDiskLimitAreListed() throws {
        let table = try page.table("EventClass", "name", "records")
        let records = try table.column("records")
        for event in everyEvent {
            let number = String(event.record.rawValue)
            let classes = zip(records, EventClass.allCases).filter {
                $0.0.components(separatedBy: ", ").contains(number)
            }
            #expect(classes.map(\.1) == [event.eventClass], "\(event.record)")
        }
        let listed = table.rows.compactMap(\.last)
        #expect(listed == EventClass.allCases.map { "\($0.share) %" })
    }

    @Test func theLimitsAreThoseOfTheReader() throws {
        let table = try page.table("constant", "value")
        let limits = [
            ("largestMetadata", TraceFormat.largestMetadata),
            ("largestPacket", TraceFormat.largestPacket),
            ("mostStreams", TraceFormat.mostStreams),
            ("longestString", TraceFormat.longestString),
            ("deepestStack", TraceFormat.deepestStack),
        ]
        #expect(try table.column("constant") == limits.map(\.0))
        #expect(try table.column("value") == limits.map { String($0.1) })
    }

    private func packetHeader() throws -> FormatPage.Fields {
        try page.fields(page.table("offset", "type", "field", "unit"))
    }

    private func expect<Value: RawRepresentable>(
        _ name: String, _ cases: [Value]
    ) throws where Value.RawValue == UInt8 {
        let table = try page.table(name, "name")
        #expect(try table.column(name) == cases.map { String($0.rawValue) })
        #expect(try table.column("name") == cases.map { "\($0)" })
    }

    /// The text in the braces that a line of the metadata opens, on one line.
    private func inside(_ opening: String) throws -> String {
        let metadata = TraceMetadata(
            processName: "app", processID: 1, workingDirectory: "/", clockOffset: 0, startedAt: 0,
            level: .full, capturesStacks: true)
        let start = try #require(metadata.tsdl.range(of: opening)).upperBound
        let end = try #require(metadata.tsdl[start...].firstIndex(of: "}"))
        return metadata.tsdl[start..<end].split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
