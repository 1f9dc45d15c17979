// SPDX-License-Identifier: Apache-2.0

import RIBGate
import RIBText

/// Why a tool has no answer, and what to do, for the assistant that called it.
struct ToolError: Error, Equatable {
    /// One line of our words, with foreign names quoted.
    let line: String

    init(_ line: String) { self.line = InertText.line(line, atMost: 2_000) }
}

/// An argument that a tool takes.
struct ToolParameter: Sendable {
    /// What a value is.
    enum Form: Sendable {
        case text
        case flag
        case count(ClosedRange<Int>)
        case word([String])
    }

    let name: String
    let form: Form
    let description: String
    var isRequired = false
    /// What is taken when it is not given.
    var usual: JSONValue?

    init(
        _ name: String, _ form: Form, _ description: String, isRequired: Bool = false,
        usual: JSONValue? = nil
    ) {
        (self.name, self.form, self.description) = (name, form, description)
        (self.isRequired, self.usual) = (isRequired, usual)
    }

    var schema: JSONValue {
        switch form {
        case .text: Schema.text(description).adding(["maxLength": JSONValue(Self.longestText)])
        case .flag: Schema.flag(description)
        case .word(let words): Schema.word(description, words).adding(["type": "string"])
        case .count(let range):
            Schema.count(description).adding([
                "minimum": JSONValue(range.lowerBound), "maximum": JSONValue(range.upperBound),
            ])
        }
    }

    /// Whether an empty text is the same as none.
    fileprivate var mayBeEmpty: Bool {
        switch form {
        case .text, .word: !isRequired
        case .flag, .count: false
        }
    }

    /// The longest text that is taken, in characters.
    static let longestText = 2_000

    // What several tools take.

    static let run = ToolParameter(
        "run", .text, "A run's name from list_runs. Default: the newest run.")
    static let cursor = ToolParameter(
        "cursor", .text,
        "The nextCursor of the last answer to the same call, for what it left out.")
    static let ribPath = ToolParameter(
        "ribPath", .text, "Only what is at this RIB path or below it, such as Root/LoggedIn.")

    static func limit(_ range: ClosedRange<Int>, usual: Int) -> ToolParameter {
        ToolParameter(
            "limit", .count(range),
            "How many to show at most. Default: \(usual).", usual: JSONValue(usual))
    }
}

/// The arguments of one call, checked.
struct ToolArguments {
    private let values: [String: JSONValue]
    /// What a list depends on: the tool, and all arguments but those that only choose a page.
    private let call: [String]

    /// Checks names and forms.
    init(_ given: [String: JSONValue], of tool: Tool) throws(ToolError) {
        let values = given.filter { name, value in
            // Assistants send texts that they mean to leave out as empty ones.
            value != "" || tool.parameters.first { $0.name == name }?.mayBeEmpty != true
        }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let parameter = tool.parameters.first(where: { $0.name == name }) else {
                throw Self.unknown(name, of: tool)
            }
            if let expected = parameter.mismatch(with: value) {
                throw ToolError("\(tool.name): the argument '\(name)' must be \(expected)")
            }
        }
        if let missing = tool.parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw ToolError(
                "\(tool.name): the argument '\(missing.name)' is missing: \(missing.description)")
        }
        let defaults = tool.parameters.compactMap { parameter in
            parameter.usual.map { (parameter.name, $0) }
        }
        self.values = values.merging(defaults) { given, _ in given }
        let pages: Set = [ToolParameter.cursor.name, "limit"]
        call =
            [tool.name]
            + values.filter { !pages.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(JSONText.line($0.value))" }
    }

    private static func unknown(_ name: String, of tool: Tool) -> ToolError {
        let names = tool.parameters.map(\.name)
        let advice =
            names.nearest(to: name).map { "did you mean '\($0)'?" }
            ?? "it takes \(names.joined(separator: ", "))"
        return ToolError("\(tool.name): there is no argument \(InertText.quoted(name)); \(advice)")
    }

    func text(_ name: String) -> String? { values[name]?.string }

    func flag(_ name: String) -> Bool { values[name] == .bool(true) }

    func count(_ name: String) -> Int? {
        if case .integer(let count)? = values[name] { Int(count) } else { nil }
    }

    /// The page of a list that the call asks for.
    ///
    /// - Parameters:
    ///   - facts: What else the list depends on, such as the run's stamp.
    ///   - most: How many to take at most; nil for the argument `limit`.
    func page<Element>(
        of all: some Collection<Element>, by facts: [String], atMost most: Int? = nil,
        room: Int = AnswerLimits.pageBytes, size: (Element) -> Int
    ) throws(ToolError) -> Page<Element> {
        let cursor = text(ToolParameter.cursor.name)
        if let page = Page(
            of: all, named: call + facts, from: cursor, atMost: most ?? count("limit") ?? .max,
            room: room, size: size)
        {
            return page
        }
        throw ToolError(
            "the cursor \(InertText.quoted(cursor ?? "")) is of another call, or the run has "
                + "changed since; call again without it")
    }
}

extension ToolParameter {
    /// What a value must be instead; nil when it is right.
    fileprivate func mismatch(with value: JSONValue) -> String? {
        switch (form, value) {
        case (.text, .string(let text)):
            text.unicodeScalars.count <= Self.longestText
                ? nil : "a text of at most \(Self.longestText) characters"
        case (.flag, .bool): nil
        case (.word(let words), .string(let word)) where words.contains(word): nil
        case (.word(let words), _): "one of \(words.joined(separator: ", "))"
        case (.count(let range), .integer(let count)) where range.contains(Int(count)): nil
        case (.count(let range), _):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case (.text, _): "a text"
        case (.flag, _): "true or false"
        }
    }
}
