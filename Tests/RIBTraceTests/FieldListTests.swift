// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTrace

/// The fields that an event lists are the properties that its bytes are stored in.
@Suite struct FieldListTests {
    @Test(arguments: TraceEvent.Record.allCases)
    func anEventListsEachOfItsProperties(record: TraceEvent.Record) {
        let event = record.visitFields(Reflection())
        let listed = (event.properties.map(\.declaration) + event.tail).joined(separator: " ")
        #expect(EventLayout(record).tsdl == listed)
    }

    @Test(arguments: TraceEvent.Record.allCases)
    func thePropertiesStandOneAfterTheOther(record: TraceEvent.Record) {
        let event = record.visitFields(Reflection())
        var end = 0
        for property in event.properties {
            #expect(property.offset == end, "\(property.name)")
            end += property.size
        }
        #expect(end == EventLayout(record).size)
    }
}

/// The fields that a mirror lists for an event whose bytes count up from 0.
private struct Reflection: FieldsVisitor {
    struct Event {
        var properties: [Property]
        var tail: [String]
    }

    struct Property {
        var name: String
        var offset: Int
        var size: Int

        init(_ name: String, _ value: some Any) {
            self.name = name
            size = MemoryLayout.size(ofValue: value)
            offset = withUnsafeBytes(of: value) { Int($0[0]) }
        }

        var declaration: String {
            let snake = name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
            return "uint\(size * 8)_t \(snake);"
        }
    }

    func take<Fields: PackedFields>(_ type: Fields.Type) -> Event {
        let bytes = (0..<Fields.size).map { UInt8($0) }
        let fields = bytes.withUnsafeBytes { $0.loadUnaligned(as: Fields.self) }
        return Event(
            properties: Self.properties(of: fields), tail: Fields.isDefinition ? [Fields.tail] : [])
    }

    private static func properties(of group: any FieldGroup) -> [Property] {
        Mirror(reflecting: group).children.flatMap { child in
            if let inner = child.value as? any FieldGroup { return properties(of: inner) }
            return [Property(child.label ?? "", child.value)]
        }
    }
}
