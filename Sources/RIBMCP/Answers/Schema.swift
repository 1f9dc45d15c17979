// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Parts of JSON Schemas, dialect 2020-12.
enum Schema {
    static func text(_ description: String, isNullable: Bool = false) -> JSONValue {
        type("string", description, isNullable)
    }

    static func count(_ description: String, isNullable: Bool = false) -> JSONValue {
        type("integer", description, isNullable).adding(["minimum": 0])
    }

    static func flag(_ description: String) -> JSONValue { type("boolean", description, false) }

    /// One of some words.
    static func word(_ description: String, _ words: [String]) -> JSONValue {
        ["description": .string(description), "enum": .array(words.map(JSONValue.string))]
    }

    static func list(of element: JSONValue, _ description: String) -> JSONValue {
        type("array", description, false).adding(["items": element])
    }

    /// An object of which each member is always there, and which may have others.
    static func object(
        _ members: [String: JSONValue], _ description: String? = nil, isNullable: Bool = false
    ) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": isNullable ? ["object", "null"] : "object", "properties": .object(members),
            "required": .array(members.keys.sorted().map(JSONValue.string)),
        ]
        if let description { schema["description"] = .string(description) }
        return .object(schema)
    }

    private static func type(
        _ name: String, _ description: String, _ isNullable: Bool
    ) -> JSONValue {
        [
            "type": isNullable ? .array([.string(name), "null"]) : .string(name),
            "description": .string(description),
        ]
    }
}
