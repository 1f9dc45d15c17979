// SPDX-License-Identifier: Apache-2.0

/// Lists the fields of an event in TSDL, as the compiler has them encode themselves.
final class FieldList: Encoder {
    fileprivate(set) var declarations: [String] = []
    /// The property that encodes itself next.
    fileprivate var name = ""

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Adds the field that encodes itself.
    func add(bytes: Int) {
        declarations.append("uint\(bytes * 8)_t \(Self.snakeCase(name));")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(NamedFields(list: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("no field") }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("no field")
    }

    /// `ribPath` as `rib_path`.
    private static func snakeCase(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isUpper { text += "_" }
            text.unicodeScalars.append(Unicode.Scalar(isUpper ? byte | 0x20 : byte))
        }
        return text
    }
}

/// Takes the properties of fields, none of which is of a type of the standard library.
private struct NamedFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let list: FieldList
    var codingPath: [any CodingKey] { [] }

    func encode<Field: Encodable>(_ field: Field, forKey key: Key) throws {
        list.name = key.stringValue
        try field.encode(to: list)
    }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: Bool, forKey key: Key) {}
    func encode(_ value: String, forKey key: Key) {}
    func encode(_ value: Double, forKey key: Key) {}
    func encode(_ value: Float, forKey key: Key) {}
    func encode(_ value: Int, forKey key: Key) {}
    func encode(_ value: Int8, forKey key: Key) {}
    func encode(_ value: Int16, forKey key: Key) {}
    func encode(_ value: Int32, forKey key: Key) {}
    func encode(_ value: Int64, forKey key: Key) {}
    func encode(_ value: UInt, forKey key: Key) {}
    func encode(_ value: UInt8, forKey key: Key) {}
    func encode(_ value: UInt16, forKey key: Key) {}
    func encode(_ value: UInt32, forKey key: Key) {}
    func encode(_ value: UInt64, forKey key: Key) {}

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { list.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        list.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { list }
    func superEncoder(forKey key: Key) -> any Encoder { list }
}
