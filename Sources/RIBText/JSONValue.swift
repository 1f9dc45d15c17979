// SPDX-License-Identifier: Apache-2.0

/// A JSON value, from which all JSON of this package is made. Absent facts are null.
///
/// `JSONText` writes it. A member that is set to nil is left out; one that is set to `.null`, or to
/// the value of an absent fact, is null.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number above those of `Int64`.
    case unsigned(UInt64)
    /// A number that is no integer.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

/// What a value of JSON is made of. Nil is null.
package protocol JSONConvertible {
    var jsonValue: JSONValue { get }
}

extension JSONValue: JSONConvertible { package var jsonValue: JSONValue { self } }
extension Bool: JSONConvertible { package var jsonValue: JSONValue { .bool(self) } }
extension Int: JSONConvertible { package var jsonValue: JSONValue { .integer(Int64(self)) } }
extension Int64: JSONConvertible { package var jsonValue: JSONValue { .integer(self) } }
extension UInt64: JSONConvertible {
    package var jsonValue: JSONValue {
        Int64(exactly: self).map(JSONValue.integer) ?? .unsigned(self)
    }
}
extension String: JSONConvertible { package var jsonValue: JSONValue { .string(self) } }
extension Array: JSONConvertible where Element: JSONConvertible {
    package var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    package var jsonValue: JSONValue { map(\.jsonValue) ?? .null }
}

extension JSONValue {
    package init(_ value: some JSONConvertible) { self = value.jsonValue }

    /// An object.
    package init(_ members: [String: any JSONConvertible]) {
        self = .object(members.mapValues(\.jsonValue))
    }

    /// An object without the members that are null.
    package init(known members: [String: any JSONConvertible]) {
        self = .object(members.mapValues(\.jsonValue).filter { $1 != .null })
    }

    package var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The object with more members. Of two with one name, the new one counts.
    package func adding(_ members: [String: JSONValue]) -> JSONValue {
        .object((object ?? [:]).merging(members) { $1 })
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}
