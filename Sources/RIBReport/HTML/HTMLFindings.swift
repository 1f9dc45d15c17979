// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// The findings in the data of a page, with the same sentences as the text report.
///
/// What is not known is left out. Texts and stacks are their numbers in the tables, which get them
/// in the order in which they stand here.
enum HTMLFindings {
    private static let mostVictims = 100

    /// A finding. `victims` are types and places, `stacks` titles and numbers of stacks,
    /// alternating; `chain` is the text before the chain, and the chain; `allocation` is the stack
    /// that made the object, for the flame graph. For each occurrence there are the index of its
    /// process in the page, 1 for a subscription or 0 for an object, its id, and its victims' ids.
    ///
    /// - Parameters:
    ///   - occurrences: Those that the page has room for.
    ///   - processes: The index of each process of the page, by its index in the report.
    static func json(
        _ finding: Finding, _ occurrences: [Occurrence], in processes: [Int: Int],
        _ tables: inout HTMLTables
    ) -> JSONValue {
        var object: [String: JSONValue] = [
            "kind": .string(finding.kind.rawValue),
            "path": JSONValue(tables.text(finding.placeInTree)),
            "type": JSONValue(tables.text(finding.type)),
            "complaint": .string(TerminalEscape.escaped(finding.complaint)),
        ]
        func add(_ key: String, _ text: String?) {
            object[key] = text.map { JSONValue(tables.text($0 as String)) }
        }
        let suspect = finding.retainPath?.suspectStep
        // What keeps it alive, in one line, and the line to look at first, unless that has it.
        add("keeper", suspect == nil ? nil : finding.keeper)
        add("place", suspect?.file == nil ? finding.placeText : nil)
        object["count"] = JSONValue(finding.count)
        add("test", finding.test)
        object["victims"] = JSONValue(
            finding.victims.prefix(mostVictims).flatMap {
                [tables.text($0.type), tables.text($0.ribPath)]
            })
        object["moreVictims"] = JSONValue(max(0, finding.victims.count - mostVictims))
        if let chain = finding.subscription?.chain {
            let words =
                finding.kind.isAboutSubscription ? "through" : "still subscribed through"
            object["chain"] = JSONValue([tables.text(words), tables.text(chain)])
        }
        if let path = finding.retainPath {
            object["retain"] = json(path, type: finding.type, &tables)
        } else if let title = finding.missingPath {
            object["retain"] = path(
                title, steps: [], to: finding.type, ["notes": []], &tables)
        }
        if let holders = finding.retainPath?.otherHolders, !holders.isEmpty {
            object["others"] = .array(
                holders.map { json($0, type: finding.type, isOther: true, &tables) })
        }
        object["stacks"] = JSONValue(
            FindingText(finding: finding).titledStacks.flatMap { title, stack in
                tables.stack(stack).map { [tables.text(title), $0] } ?? []
            })
        if finding.kind.isLeak {
            object["allocation"] = tables.stack(finding.stacks.allocation).map { JSONValue($0) }
        }
        add("hint", finding.hint)
        object["fingerprint"] = .string(finding.fingerprint.description)
        object["explain"] = finding.explainedBy.map { .string(TerminalEscape.escaped($0)) }
        // Why it is not new.
        add("acceptance", finding.status.acceptance)
        object["status"] = .string(HTMLStatus(finding).rawValue)
        object["occurrences"] = .array(
            occurrences.compactMap { occurrence in
                guard let process = processes[occurrence.run] else { return nil }
                return .array(
                    ([UInt64(process)] + numbers(of: occurrence)).map { JSONValue($0) })
            })
        return .object(object)
    }

    private static func numbers(of occurrence: Occurrence) -> [UInt64] {
        switch occurrence.subject {
        case .object(let id): [0, id] + occurrence.victims
        case .subscription(let id): [1, id]
        }
    }

    /// A retain path, from its root down. For each edge there are its holder, the closure's place
    /// or -1, its label or -1, and 1 if inferred; `omitted` is the number of omitted edges, and the
    /// index of the edge after them.
    private static func json(
        _ path: RetainPath, type: String, isOther: Bool = false, _ tables: inout HTMLTables
    ) -> JSONValue {
        let words = RetainPathText(path: path, type: type, isOther: isOther)
        let steps = path.steps.map { step in
            let place = step.file.map { file in file + (step.line.map { ":\($0)" } ?? "") }
            return JSONValue([
                tables.text(step.holder), tables.text(place),
                tables.text(step.label.isEmpty ? nil : step.label), step.isInferred ? 1 : 0,
            ])
        }
        let notes =
            words.notes.map { $0.rendered(colored: false) }
            + [words.moreHolders].compactMap(\.self)
        var facts: [String: JSONValue] = ["notes": JSONValue(notes)]
        facts["suspect"] = path.suspect.map { JSONValue($0) }
        if path.omittedSteps > 0 {
            facts["omitted"] = JSONValue([path.omittedSteps, path.steps.count / 2])
        }
        return Self.path(words.title, steps: steps, to: type, facts, &tables)
    }

    /// - Parameter type: The type of the object that is kept alive.
    private static func path(
        _ title: String, steps: [JSONValue], to type: String,
        _ facts: [String: JSONValue], _ tables: inout HTMLTables
    ) -> JSONValue {
        let path: [String: JSONValue] = [
            "title": .string(title), "steps": .array(steps),
            "target": JSONValue(tables.text(type)),
        ]
        return .object(path.merging(facts) { $1 })
    }

    /// The kinds that occur, in the order of all.
    static func kinds(of findings: some Sequence<Finding>) -> [JSONValue] {
        let counts = Dictionary(findings.map { ($0.kind, 1) }, uniquingKeysWith: +)
        return FindingKind.allCases.compactMap { kind in
            counts[kind].map { count in
                [
                    "id": .string(kind.rawValue), "title": .string(kind.title),
                    "isWarning": .bool(kind.isWarning), "isLeak": .bool(kind.isLeak),
                    "count": JSONValue(count),
                ]
            }
        }
    }

    /// Findings of one cause: the code to change, and the numbers of the findings.
    ///
    /// - Parameter all: The findings that the groups refer to.
    static func groups(
        of all: some Collection<Finding>, _ tables: inout HTMLTables
    ) -> [JSONValue] {
        FindingCause.groups(of: all).map { group in
            let first = group.findings.first.map {
                all[all.index(all.startIndex, offsetBy: $0)]
            }
            return [
                "title": JSONValue(tables.text(title(group.cause, of: first))),
                "findings": JSONValue(group.findings),
            ]
        }
    }

    private static func title(_ cause: FindingCause, of first: Finding?) -> String {
        switch cause {
        case .place(let function, let chain, _):
            return first?.kind.isAboutSubscription == true
                ? "\(function) subscribes to \(chain)" : function
        case .reference(let holder, let property, _):
            guard let step = first?.retainPath?.suspectStep, step.holderKind == .closure else {
                return property.isEmpty ? holder : "\(holder).\(property)"
            }
            let place = step.file.map { " at \($0)" + (step.line.map { ":\($0)" } ?? "") }
            return step.holder + (place ?? "")
        }
    }
}

/// What a project already knows about a finding, as a filter of a page.
enum HTMLStatus: String, CaseIterable {
    case new
    case known
    case suppressed
    case fixed

    /// - Parameter finding: One of a page's views, so not a library leak.
    init(_ finding: Finding) {
        switch finding.status.category {
        case .new: self = .new
        case .known, .libraryLeak: self = .known
        case .suppressed: self = .suppressed
        }
    }

    /// All statuses of a compared report, also those of which it has nothing; none for any other.
    static func all(of report: RunReport) -> [JSONValue] {
        guard report.isCompared else { return [] }
        let counts = Dictionary(
            report.ownFindings.map { (HTMLStatus($0), 1) } + [(.fixed, report.fixed.count)],
            uniquingKeysWith: +)
        return allCases.map { id in
            [
                "id": .string(id.rawValue),
                "title": .string(id.rawValue.prefix(1).uppercased() + id.rawValue.dropFirst()),
                "count": JSONValue(counts[id] ?? 0),
            ]
        }
    }
}
