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

extension JSONValue {
    /// A text, or null.
    package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// A count, or null.
    package init(_ count: Int?) { self = count.map { .integer(Int64($0)) } ?? .null }

    /// A count, or null.
    package init(_ count: UInt64?) {
        self = count.map { Int64(exactly: $0).map(JSONValue.integer) ?? .unsigned($0) } ?? .null
    }

    /// Texts, one after the other.
    package init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }

    /// Counts, one after the other.
    package init(_ counts: [Int]) { self = .array(counts.map { .integer(Int64($0)) }) }

    /// Values, one after the other; null where there is no list.
    package init(_ values: [JSONValue]?) { self = values.map(JSONValue.array) ?? .null }

    /// A value, or null.
    package init(orNull value: JSONValue?) { self = value ?? .null }

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

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .integer(let number): try value.encode(number)
        case .unsigned(let number): try value.encode(number)
        case .number(let number): try value.encode(number)
        case .string(let text): try value.encode(text)
        case .array(let elements): try value.encode(elements)
        case .object(let members): try value.encode(members)
        }
    }
}
