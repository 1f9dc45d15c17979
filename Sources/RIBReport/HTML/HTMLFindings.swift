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
        // Texts have no numbers before they are added.
        func text(_ text: String?) -> Int? { text.map { tables.text($0 as String) } }
        let suspect = retainPath?.suspectStep
        let words = kind.isAboutSubscription ? "through" : "still subscribed through"
        let holders = retainPath?.otherHolders ?? []
        return JSONValue(known: [
            "kind": kind.rawValue, "path": text(placeInTree), "type": text(type),
            "complaint": TerminalEscape.escaped(complaint),
            // What keeps it alive, in one line, and the line to look at first, unless that has it.
            "keeper": suspect == nil ? nil : text(keeper),
            "place": suspect?.file == nil ? text(placeText) : nil,
            "foreseen": text(foresightText),
            "count": count, "test": text(test),
            "victims": victims.prefix(Self.mostVictims).flatMap {
                [tables.text($0.type), tables.text($0.ribPath)]
            },
            "moreVictims": max(0, victims.count - Self.mostVictims),
            "chain": subscription.map { [tables.text(words), tables.text($0.chain)] },
            "retain": retain(&tables),
            "others": holders.isEmpty
                ? nil : holders.map { $0.json(type: type, isOther: true, &tables) },
            "stacks": titledStacks.flatMap { title, stack in
                tables.stack(stack).map { [tables.text(title), $0] } ?? []
            },
            "allocation": kind.isLeak ? tables.stack(stacks.allocation) : nil,
            "hint": text(hint), "fix": text(fixCommand), "fingerprint": fingerprint.description,
            "explain": explainedBy.map(TerminalEscape.escaped),
            // Why it is not new.
            "acceptance": text(status.acceptance), "status": "\(status.category)",
            "occurrences": occurrences.compactMap { occurrence in
                processes[occurrence.run].map { [UInt64($0)] + Self.numbers(of: occurrence) }
            },
        ])
    }

    /// Why it is alive, or why that is not known; nil for what needs no reason.
    private func retain(_ tables: inout HTMLTables) -> JSONValue? {
        if let retainPath { return retainPath.json(type: type, &tables) }
        return missingPath.map { missing in
            JSONValue([
                "title": missing, "steps": [] as [Int], "notes": [] as [Int],
                "target": tables.text(type),
            ])
        }
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
            [
                tables.text(step.holder), tables.text(step.placeText),
                tables.text(step.label.isEmpty ? nil : step.label), step.isInferred ? 1 : 0,
            ]
        }
        return JSONValue(known: [
            "title": title(isOther: isOther), "steps": shown,
            "notes": notes.map { $0.rendered(colored: false) }
                + [moreHoldersText].compactMap(\.self),
            "target": tables.text(type), "suspect": suspect,
            "omitted": omittedSteps > 0 ? [omittedSteps, steps.count / 2] : nil,
        ])
    }
}

extension Collection<Finding> {
    /// The kinds that occur, in the order of all.
    var kinds: [JSONValue] {
        let counts = Dictionary(map { ($0.kind, 1) }, uniquingKeysWith: +)
        return FindingKind.allCases.compactMap { kind in
            counts[kind].map { count in
                JSONValue([
                    "id": kind.rawValue, "title": kind.title, "isWarning": kind.isWarning,
                    "isLeak": kind.isLeak, "count": count,
                ])
            }
        }
    }

    /// Findings of one cause: the code to change, and the numbers of the findings.
    func groups(_ tables: inout HTMLTables) -> [JSONValue] {
        FindingCause.groups(of: self).map { group in
            let first = group.findings.first.map { self[index(startIndex, offsetBy: $0)] }
            return JSONValue([
                "title": tables.text(group.cause.title(of: first)), "findings": group.findings,
            ])
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
            JSONValue([
                "id": id, "title": id.prefix(1).uppercased() + id.dropFirst(), "count": count,
            ])
        }
    }
}
