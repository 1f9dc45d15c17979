// SPDX-License-Identifier: Apache-2.0

import RIBGate
import RIBText

/// Why a tool has no answer, and what to do, for the assistant that called it.
struct ToolError: Error, CustomStringConvertible {
    /// One line of our words, with foreign names quoted.
    let description: String

    init(_ line: String) { description = line }
}

extension Error {
    /// Why a tool has no answer, in one line for the assistant that called it.
    var inertLine: String { InertText.line("\(self)", atMost: 2_000) }
}

/// The arguments of one call, checked.
struct ToolArguments {
    private let values: [String: JSONValue]
    /// What a list depends on: the tool, and all arguments but those that only choose a page.
    private let call: [String]

    /// Checks names and forms.
    init(_ given: [String: JSONValue], of tool: Tool) throws {
        let (schemas, required) = (tool.parameters, tool.required)
        values = given.filter { name, value in
            // Assistants send texts that they mean to leave out as empty ones.
            value != "" || required.contains(name) || schemas[name]?["type"] != "string"
        }
        let sorted = values.sorted { $0.key < $1.key }
        for (name, value) in sorted {
            guard let schema = schemas[name] else { throw Self.unknown(name, of: tool) }
            if let expected = Self.mismatch(of: value, with: schema) {
                throw ToolError("\(tool.rawValue): the argument '\(name)' must be \(expected)")
            }
        }
        for name in required where values[name] == nil {
            let description = schemas[name]?["description"]?.string ?? ""
            throw ToolError(
                "\(tool.rawValue): the argument '\(name)' is missing: \(description)")
        }
        call =
            [tool.rawValue]
            + sorted.filter { !["cursor", "limit"].contains($0.key) }
            .map { "\($0.key)=\(JSONText.line($0.value))" }
    }

    private static func unknown(_ name: String, of tool: Tool) -> ToolError {
        let names = tool.parameters.keys.sorted()
        let advice =
            names.nearest(to: name).map { "did you mean '\($0)'?" }
            ?? "it takes \(names.joined(separator: ", "))"
        return ToolError(
            "\(tool.rawValue): there is no argument \(InertText.quoted(name)); \(advice)")
    }

    /// What a value must be instead; nil when it is right.
    private static func mismatch(of value: JSONValue, with schema: JSONValue) -> String? {
        if let words = schema["enum"]?.array {
            return words.contains(value)
                ? nil : "one of \(words.compactMap(\.string).joined(separator: ", "))"
        }
        switch (schema["type"], value) {
        case ("string", .string(let text)):
            let longest = schema["maxLength"]?.integer ?? .max
            return text.unicodeScalars.count <= longest
                ? nil : "a text of at most \(longest) characters"
        case ("string", _): return "a text"
        case ("integer", _):
            let range = (schema["minimum"]?.integer ?? 0)...(schema["maximum"]?.integer ?? .max)
            return value.integer.map(range.contains) == true
                ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case (_, .bool): return nil
        default: return "true or false"
        }
    }

    func text(_ name: String) -> String? { values[name]?.string }

    func flag(_ name: String) -> Bool { values[name] == .bool(true) }

    func count(_ name: String) -> Int? { values[name]?.integer }

    /// The page of a list that the call asks for.
    ///
    /// - Parameter facts: What else the list depends on, such as the run's stamp.
    func page<Element>(
        of all: some Collection<Element>, by facts: [String], atMost most: Int,
        room: Int = AnswerLimits.pageBytes, size: (Element) -> Int
    ) throws -> Page<Element> {
        let cursor = text("cursor")
        if let page = Page(
            of: all, named: call + facts, from: cursor, atMost: most, room: room, size: size)
        {
            return page
        }
        throw ToolError(
            "the cursor \(InertText.quoted(cursor ?? "")) is of another call, or the run has "
                + "changed since; call again without it")
    }
}
