// SPDX-License-Identifier: Apache-2.0

import RIBText

/// What an assistant can call.
struct Tool: Sendable {
    let name: String
    let title: String
    /// When to use it and what it answers, for the assistant that chooses among tools.
    let description: String
    let parameters: [ToolParameter]
    /// What its JSON always has, beside the place of the page in its list.
    let output: [String: JSONValue]
    /// Answers a call.
    let answer: @Sendable (ToolArguments, RunLibrary) throws(ToolError) -> ToolAnswer

    private static let pageSchema: [String: JSONValue] = [
        "total": Schema.count("All elements of the list."),
        "start": Schema.count("The index of the first element shown, from 0."),
        "left": Schema.count("The elements after those shown."),
        "nextCursor": Schema.text(
            "For the next page, with the same arguments. Null on the last page.",
            isNullable: true),
    ]

    private var inputSchema: JSONValue {
        let members = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema) })
        return [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        ]
    }

    /// The tool as a client of a revision lists it.
    func json(for revision: Revision) -> JSONValue {
        var tool: [String: JSONValue] = [
            "name": .string(name), "description": .string(description),
            "inputSchema": inputSchema,
        ]
        if revision.hasToolAnnotations {
            tool["annotations"] = [
                "title": .string(title), "readOnlyHint": true, "destructiveHint": false,
                "idempotentHint": true, "openWorldHint": false,
            ]
        }
        if revision.hasStructuredContent {
            tool["title"] = .string(title)
            tool["outputSchema"] = Schema.object(output.merging(Self.pageSchema) { $1 })
        }
        return .object(tool)
    }
}

/// What a tool answers: the same in words and as JSON.
struct ToolAnswer: Equatable {
    /// Our own words, before what is quoted.
    private let head: [String]
    /// The report's own text, in which names stand; empty for none.
    private let quoted: String
    /// Our own words after it: what is left out and what to call next.
    private let notes: [String]
    private let members: [String: JSONValue]

    /// - Parameters:
    ///   - run: The run that it is about; nil for none, or several.
    ///   - caveats: What it may miss, one line each; nil where that is nothing at all.
    ///   - members: The JSON, beside what each answer about a run or of a list has.
    init(
        head: [String] = [], quoted: String, notes: [String], run: ServedRun? = nil,
        caveats: [String]? = nil, page: Page<some Any>, members: [String: JSONValue]
    ) {
        let left = (caveats?.count ?? 0) - AnswerLimits.notes
        let shown = caveats.map { caveats in
            caveats.prefix(AnswerLimits.notes).map {
                InertText.line($0, atMost: AnswerLimits.noteLength)
            } + (left > 0 ? ["… \(left) more"] : [])
        }
        let doubts = (shown ?? []).map { "Caveat: \($0)\n" }.joined()
        self.head = (run.map { ["Run \(InertText.quoted($0.name))."] } ?? []) + head
        self.quoted = (doubts.isEmpty ? "" : doubts + "\n") + quoted
        self.notes = notes
        var all = page.members
        all["run"] = run.map { .string(InertText.line($0.name)) }
        all["caveats"] = shown.map { JSONValue($0) }
        self.members = all.merging(members) { $1 }
    }

    /// The words, within their bound.
    var text: String {
        guard !quoted.isEmpty else { return (head + notes).joined(separator: "\n") }
        let fence = "```"
        let around = (head + notes).reduce(0) { $0 + $1.utf8.count + 1 } + 4 * fence.utf8.count
        let body = Self.cut(InertText.fenced(quoted), to: AnswerLimits.textBytes - around)
        return (head + [fence + "text", body, fence] + notes).joined(separator: "\n")
    }

    /// Lines within a bound. Pages are made to fit, so only a name without end is cut.
    private static func cut(_ text: String, to bytes: Int) -> String {
        let mark = "… cut here"
        var (kept, room) = ([Substring](), bytes - mark.utf8.count)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            room -= line.utf8.count + 1
            guard room >= 0 else { return kept.joined(separator: "\n") + "\n" + mark }
            kept.append(line)
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }

    /// The result of a call, as a client of a revision gets it.
    func result(for revision: Revision) -> JSONValue {
        let content: JSONValue = [["type": "text", "text": .string(text)]]
        guard revision.hasStructuredContent else { return ["content": content, "isError": false] }
        var inert = members.mapValues(InertText.value)
        inert[Self.textMember] = members[Self.textMember]?.mappingStrings(InertText.fenced)
        return ["content": content, "isError": false, "structuredContent": .object(inert)]
    }

    /// The one member of lines, which keeps its line breaks.
    static let textMember = "text"
}

extension Tool {
    /// All tools, in the order in which they are listed.
    static let all: [Tool] = [
        .listRuns, .findings, .explain, .retainPath, .treeAt, .subscriptions, .diff, .gate,
    ]

    /// The answer to `tools/list`.
    static func list(for revision: Revision) -> JSONValue {
        ["tools": .array(all.map { $0.json(for: revision) })]
    }
}

/// Parts of JSON Schemas, dialect 2020-12.
enum Schema {
    /// What each answer about a run has.
    static let run = ["run": text("The run's name."), "caveats": caveats]
    static let caveats = list(
        of: text("One line."), "What could not be known, and why. Empty for nothing.")

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

    static func list(
        of element: JSONValue, _ description: String, isNullable: Bool = false
    ) -> JSONValue {
        type("array", description, isNullable).adding(["items": element])
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
