// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

extension JSONValue {
    /// The value of a key; nil when there is none, or this is no object.
    subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var integer: Int? {
        if case .integer(let number) = self { Int(number) } else { nil }
    }

    var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The same value with another text in the place of each string. Names of members stay.
    func mappingStrings(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .null, .bool, .integer, .unsigned, .number: self
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mappingStrings(change) })
        case .object(let members): .object(members.mapValues { $0.mappingStrings(change) })
        }
    }
}

extension JSONValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(UInt64.self) {
            self = .unsigned(number)
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let elements = try? value.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }
}
