// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

// The findings in the data of a page, with the same sentences as the text report.
//
// What is not known is left out. Texts and stacks are their numbers in the tables, which get them
// in the order in which they stand here.
extension Finding {
    private static let mostVictims = 100

    /// The finding. `victims` are types and places, `stacks` titles and numbers of stacks,
    /// alternating; `chain` is the text before the chain, and the chain; `allocation` is the stack
    /// that made the object, for the flame graph. For each occurrence there are the index of its
    /// process in the page, 1 for a subscription or 0 for an object, its id, and its victims' ids.
    ///
    /// - Parameters:
    ///   - occurrences: Those that the page has room for.
    ///   - processes: The index of each process of the page, by its index in the report.
    func json(
        _ occurrences: [Occurrence], in processes: [Int: Int], _ tables: inout HTMLTables
    ) -> JSONValue {
        var object: [String: JSONValue] = [
            "kind": .string(kind.rawValue),
            "path": JSONValue(tables.text(placeInTree)),
            "type": JSONValue(tables.text(type)),
            "complaint": .string(TerminalEscape.escaped(complaint)),
        ]
        func add(_ key: String, _ text: String?) {
            object[key] = text.map { JSONValue(tables.text($0 as String)) }
        }
        let suspect = retainPath?.suspectStep
        // What keeps it alive, in one line, and the line to look at first, unless that has it.
        add("keeper", suspect == nil ? nil : keeper)
        add("place", suspect?.file == nil ? placeText : nil)
        object["count"] = JSONValue(count)
        add("test", test)
        object["victims"] = JSONValue(
            victims.prefix(Self.mostVictims).flatMap {
                [tables.text($0.type), tables.text($0.ribPath)]
            })
        object["moreVictims"] = JSONValue(max(0, victims.count - Self.mostVictims))
        if let chain = subscription?.chain {
            let words = kind.isAboutSubscription ? "through" : "still subscribed through"
            object["chain"] = JSONValue([tables.text(words), tables.text(chain)])
        }
        if let retainPath {
            object["retain"] = retainPath.json(type: type, &tables)
        } else if let missingPath {
            object["retain"] = [
                "title": .string(missingPath), "steps": [], "notes": [],
                "target": JSONValue(tables.text(type)),
            ]
        }
        if let holders = retainPath?.otherHolders, !holders.isEmpty {
            object["others"] = .array(holders.map { $0.json(type: type, isOther: true, &tables) })
        }
        object["stacks"] = JSONValue(
            titledStacks.flatMap { title, stack in
                tables.stack(stack).map { [tables.text(title), $0] } ?? []
            })
        if kind.isLeak {
            object["allocation"] = tables.stack(stacks.allocation).map { JSONValue($0) }
        }
        add("hint", hint)
        object["fingerprint"] = .string(fingerprint.description)
        object["explain"] = explainedBy.map { .string(TerminalEscape.escaped($0)) }
        // Why it is not new.
        add("acceptance", status.acceptance)
        object["status"] = .string("\(status.category)")
        object["occurrences"] = .array(
            occurrences.compactMap { occurrence in
                guard let process = processes[occurrence.run] else { return nil }
                return .array(
                    ([UInt64(process)] + Self.numbers(of: occurrence)).map { JSONValue($0) })
            })
        return .object(object)
    }

    private static func numbers(of occurrence: Occurrence) -> [UInt64] {
        switch occurrence.subject {
        case .object(let id): [0, id] + occurrence.victims
        case .subscription(let id): [1, id]
        }
    }

    /// As many occurrences as there is room for. A victim counts like an occurrence.
    func occurrences(room: inout Int) -> [Occurrence] {
        Array(
            occurrences.prefix { occurrence in
                room -= 1 + occurrence.victims.count
                return room >= 0
            })
    }
}

extension RetainPath {
    /// The path, from its root down. For each edge there are its holder, the closure's place
    /// or -1, its label or -1, and 1 if inferred; `omitted` is the number of omitted edges, and the
    /// index of the edge after them.
    fileprivate func json(
        type: String, isOther: Bool = false, _ tables: inout HTMLTables
    ) -> JSONValue {
        let shown = steps.map { step in
            JSONValue([
                tables.text(step.holder), tables.text(step.placeText),
                tables.text(step.label.isEmpty ? nil : step.label), step.isInferred ? 1 : 0,
            ])
        }
        let shownNotes =
            notes.map { $0.rendered(colored: false) }
            + [moreHoldersText].compactMap(\.self)
        var object: [String: JSONValue] = [
            "title": .string(title(isOther: isOther)), "steps": .array(shown),
            "notes": JSONValue(shownNotes),
            "target": JSONValue(tables.text(type)),
        ]
        object["suspect"] = suspect.map { JSONValue($0) }
        if omittedSteps > 0 { object["omitted"] = JSONValue([omittedSteps, steps.count / 2]) }
        return .object(object)
    }
}

extension Collection<Finding> {
    /// The kinds that occur, in the order of all.
    var kinds: [JSONValue] {
        let counts = Dictionary(map { ($0.kind, 1) }, uniquingKeysWith: +)
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
    func groups(_ tables: inout HTMLTables) -> [JSONValue] {
        FindingCause.groups(of: self).map { group in
            let first = group.findings.first.map { self[index(startIndex, offsetBy: $0)] }
            return [
                "title": JSONValue(tables.text(group.cause.title(of: first))),
                "findings": JSONValue(group.findings),
            ]
        }
    }
}

extension FindingCause {
    fileprivate func title(of first: Finding?) -> String {
        switch self {
        case .place(let function, let chain, _):
            return first?.kind.isAboutSubscription == true
                ? "\(function) subscribes to \(chain)" : function
        case .reference(let holder, let property, _):
            guard let step = first?.retainPath?.suspectStep, step.holderKind == .closure else {
                return property.isEmpty ? holder : "\(holder).\(property)"
            }
            return step.holder + (step.placeText.map { " at \($0)" } ?? "")
        }
    }
}

extension RunReport {
    /// The findings of a page's views: all but library leaks.
    var ownFindings: [Finding] { findings.filter { $0.libraryLeak == nil } }

    /// What the project can know of a finding, as filters of a page, also those that none has; none
    /// for a report that was not compared.
    var statuses: [JSONValue] {
        guard isCompared else { return [] }
        let counts = [
            ("new", newFindings.count), ("known", knownFindings.count),
            ("suppressed", suppressedFindings.count), ("fixed", fixed.count),
        ]
        return counts.map { id, count in
            [
                "id": .string(id), "title": .string(id.prefix(1).uppercased() + id.dropFirst()),
                "count": JSONValue(count),
            ]
        }
    }
}
