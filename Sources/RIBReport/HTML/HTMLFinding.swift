// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A finding in the data of a page, with the same sentences as the text report.
struct HTMLFinding: Encodable {
    private static let mostVictims = 100

    private let kind: String
    private let path: Int
    private let type: Int
    private let complaint: String
    /// What keeps it alive, in one line.
    private let keeper: Int?
    /// The line to look at first, such as `subscribed at Home.swift:12`, unless the keeper has it.
    private let place: Int?
    private let count: Int
    private let test: Int?
    /// Types and places, alternating.
    private let victims: [Int]
    private let moreVictims: Int
    /// The text before the chain, and the chain.
    private let chain: [Int]?
    private let retain: HTMLRetainPath?
    /// The paths of the other holders, if any.
    private let others: [HTMLRetainPath]?
    /// Titles and numbers of stacks, alternating.
    private let stacks: [Int]
    /// The number of the stack that made the object, for the flame graph.
    private let allocation: Int?
    private let hint: Int?
    private let fingerprint: String
    private let explain: String?
    /// Why it is not new; nil for a new one.
    private let acceptance: Int?
    private let status: HTMLStatus.ID
    /// For each occurrence: the index of its process in the page, 1 for a subscription or 0 for an
    /// object, its id, and the ids of its victims.
    private let occurrences: [[UInt64]]

    /// - Parameters:
    ///   - occurrences: Those that the page has room for.
    ///   - processes: The index of each process of the page, by its index in the report.
    init(
        _ finding: Finding, _ occurrences: [Occurrence], in processes: [Int: Int],
        _ tables: inout HTMLTables
    ) {
        kind = finding.kind.rawValue
        path = tables.text(finding.placeInTree)
        type = tables.text(finding.type)
        let text = FindingText(finding: finding)
        complaint = TerminalEscape.escaped(finding.complaint)
        let keptBy = finding.retainPath?.suspectStep == nil ? nil : finding.keeper
        keeper = keptBy.map { tables.text($0) }
        let isPlaced = finding.retainPath?.suspectStep?.file != nil
        place = isPlaced ? nil : finding.placeText.map { tables.text($0) }
        count = finding.count
        test = finding.test.map { tables.text($0) }
        victims = finding.victims.prefix(Self.mostVictims).flatMap {
            [tables.text($0.type), tables.text($0.ribPath)]
        }
        moreVictims = max(0, finding.victims.count - Self.mostVictims)
        chain = finding.subscription.map {
            [
                tables.text(
                    finding.kind.isAboutSubscription ? "through" : "still subscribed through"),
                tables.text($0.chain),
            ]
        }
        retain =
            finding.retainPath.map { HTMLRetainPath($0, type: finding.type, &tables) }
            ?? finding.missingPath.map {
                HTMLRetainPath(missing: $0, type: finding.type, &tables)
            }
        let holders = finding.retainPath?.otherHolders ?? []
        others =
            holders.isEmpty
            ? nil
            : holders.map { HTMLRetainPath($0, type: finding.type, isOther: true, &tables) }
        stacks = text.titledStacks.flatMap { title, stack in
            tables.stack(stack).map { [tables.text(title), $0] } ?? []
        }
        allocation = finding.kind.isLeak ? tables.stack(finding.stacks.allocation) : nil
        hint = finding.hint.map { tables.text($0) }
        fingerprint = finding.fingerprint.description
        explain = finding.explainedBy.map(TerminalEscape.escaped)
        acceptance = finding.status.acceptance.map { tables.text($0) }
        status = HTMLStatus.ID(finding)
        self.occurrences = occurrences.compactMap { occurrence in
            guard let process = processes[occurrence.run] else { return nil }
            return [UInt64(process)] + Self.numbers(of: occurrence)
        }
    }

    private static func numbers(of occurrence: Occurrence) -> [UInt64] {
        switch occurrence.subject {
        case .object(let id): [0, id] + occurrence.victims
        case .subscription(let id): [1, id]
        }
    }
}

/// A kind of finding in the data of a page.
struct HTMLKind: Encodable {
    private let id: String
    private let title: String
    private let isWarning: Bool
    private let isLeak: Bool
    private let count: Int

    init(_ kind: FindingKind, count: Int) {
        id = kind.rawValue
        title = kind.title
        isWarning = kind.isWarning
        isLeak = kind.isLeak
        self.count = count
    }

    /// The kinds that occur, in the order of all.
    static func all(of findings: some Sequence<Finding>) -> [HTMLKind] {
        let counts = Dictionary(findings.map { ($0.kind, 1) }, uniquingKeysWith: +)
        return FindingKind.allCases.compactMap { kind in
            counts[kind].map { HTMLKind(kind, count: $0) }
        }
    }
}

/// A retain path in the data of a page, from its root down.
struct HTMLRetainPath: Encodable {
    private let title: String
    /// For each edge: its holder, the closure's place or -1, its label or -1, and 1 if inferred.
    private let steps: [[Int]]
    /// The type of the object that is kept alive.
    private let target: Int
    private let suspect: Int?
    /// The number of omitted edges, and the index of the edge after them.
    private let omitted: [Int]?
    private let notes: [String]

    init(
        _ path: RetainPath, type: String, isOther: Bool = false, _ tables: inout HTMLTables
    ) {
        let words = RetainPathText(path: path, type: type, isOther: isOther)
        title = words.title
        steps = path.steps.map { step in
            let place = step.file.map { file in file + (step.line.map { ":\($0)" } ?? "") }
            return [
                tables.text(step.holder), tables.text(place),
                tables.text(step.label.isEmpty ? nil : step.label), step.isInferred ? 1 : 0,
            ]
        }
        target = tables.text(type)
        suspect = path.suspect
        omitted = path.omittedSteps > 0 ? [path.omittedSteps, path.steps.count / 2] : nil
        notes =
            words.notes.map { $0.rendered(colored: false) }
            + [words.moreHolders].compactMap(\.self)
    }

    /// Makes the text shown for a leak without a retain path.
    init(missing title: String, type: String, _ tables: inout HTMLTables) {
        self.title = title
        steps = []
        target = tables.text(type)
        suspect = nil
        omitted = nil
        notes = []
    }
}
