// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport
import RIBText

/// What an assistant can call, by its name.
///
/// `Assets/tools.json` has what a client reads of each: when to use it, what it takes and what it
/// answers. The schemas of its arguments are those by which calls are checked.
enum Tool: String, CaseIterable, Sendable {
    case listRuns = "list_runs"
    case findings
    case explain
    case retainPath = "retain_path"
    case proposeFix = "propose_fix"
    case treeAt = "tree_at"
    case subscriptions
    case diff
    case gate

    /// The tools as the newest revision lists them, by name.
    private static let listings: [String: JSONValue] = {
        let tools = try? JSONDecoder().decode([JSONValue].self, from: Data(ServerTexts.tools.utf8))
        return Dictionary((tools ?? []).map { ($0["name"]?.string ?? "", $0) }) { first, _ in first
        }
    }()

    private var input: JSONValue? { Self.listings[rawValue]?["inputSchema"] }

    /// The schemas of the arguments, by their names.
    var parameters: [String: JSONValue] { input?["properties"]?.object ?? [:] }

    /// The names of the arguments that each call has.
    var required: [String] { (input?["required"]?.array ?? []).compactMap(\.string) }

    /// The tool as a client of a revision lists it.
    private func json(for revision: Revision) -> JSONValue {
        var members = Self.listings[rawValue]?.object ?? [:]
        if !revision.hasToolAnnotations { members["annotations"] = nil }
        if !revision.hasStructuredContent {
            members["title"] = nil
            members["outputSchema"] = nil
        }
        return .object(members)
    }

    /// The answer to `tools/list`.
    static func list(for revision: Revision) -> JSONValue {
        ["tools": .array(allCases.map { $0.json(for: revision) })]
    }

    /// Answers a call.
    func answer(
        _ arguments: ToolArguments, from library: RunLibrary
    ) throws -> ToolAnswer {
        switch self {
        case .listRuns: try library.listRuns(arguments)
        case .findings: try library.findings(arguments)
        case .explain: try library.explain(arguments)
        case .retainPath: try library.retainPath(arguments)
        case .proposeFix: try library.proposeFix(arguments)
        case .treeAt: try library.treeAt(arguments)
        case .subscriptions: try library.subscriptions(arguments)
        case .diff: try library.diff(arguments)
        case .gate: try library.gate(arguments)
        }
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
        caveats: [String]? = nil, page: Page<some Any>, members: [String: any JSONConvertible]
    ) {
        let shown = caveats?.cut(to: AnswerLimits.notes) { "… \($0) more" }.map {
            InertText.line($0, atMost: AnswerLimits.noteLength)
        }
        let doubts = (shown ?? []).map { "Caveat: \($0)\n" }.joined()
        self.head = (run.map { ["Run \(InertText.quoted($0.name))."] } ?? []) + head
        self.quoted = (doubts.isEmpty ? "" : doubts + "\n") + quoted
        self.notes = notes
        var all = page.members
        all["run"] = run.map { .string(InertText.line($0.name)) }
        all["caveats"] = shown.map { JSONValue($0) }
        self.members = all.merging(members.mapValues(\.jsonValue)) { $1 }
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
