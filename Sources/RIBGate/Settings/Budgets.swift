// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// How many findings are allowed.
///
/// A finding counts for one limit only, the most particular one that covers it: that of the first
/// entry of `paths` which matches its RIB path and limits its kind or class, else the general one; of
/// either, that of its kind before that of its class.
package struct Budgets: Equatable, Sendable {
    /// Limits for a part of the tree.
    package struct Path: Equatable, Sendable {
        package let pattern: RIBPathPattern
        package let limits: [BudgetSubject: Int]
    }

    /// One limit: its subject, and its entry of `paths`, or nil for a general one.
    struct Limit: Hashable {
        let path: Int?
        let subject: BudgetSubject
    }

    package var limits: [BudgetSubject: Int]
    package var paths: [Path]

    /// - Parameters:
    ///   - limits: The general ones. Warnings are not limited unless a limit is given.
    ///   - paths: Those for parts of the tree; the first that covers a finding counts.
    package init(_ limits: [BudgetSubject: Int] = [:], paths: [Path] = []) {
        self.limits = [.leaks: 0, .inactiveFires: 0].merging(limits) { $1 }
        self.paths = paths
    }

    /// The limit that a finding counts for, if there is one.
    func limit(for finding: Finding) -> Limit? {
        let subjects = BudgetSubject.covering(finding.kind)
        for (index, path) in paths.enumerated() {
            guard let subject = subjects.first(where: { path.limits[$0] != nil }),
                path.pattern.matches(finding.ribPath)
            else { continue }
            return Limit(path: index, subject: subject)
        }
        return subjects.first { limits[$0] != nil }.map { Limit(path: nil, subject: $0) }
    }

    /// How many findings a limit allows.
    func limit(of limit: Limit) -> Int {
        let limits = limit.path.map { paths[$0].limits } ?? limits
        return limits[limit.subject] ?? 0
    }
}

/// What a limit is for: all findings of a class, or those of one kind.
package enum BudgetSubject: Hashable, Sendable {
    case leaks
    case inactiveFires
    case warnings
    /// Never `fired-while-inactive`, which is a class of its own.
    case kind(FindingKind)

    /// Reads the name a limit has in the settings.
    package init?(_ name: String) {
        switch name {
        case "leaks": self = .leaks
        case "inactive-fires", FindingKind.firedWhileInactive.rawValue: self = .inactiveFires
        case "warnings": self = .warnings
        default:
            guard let kind = FindingKind(rawValue: name) else { return nil }
            self = .kind(kind)
        }
    }

    /// All names, the classes first.
    static let names =
        ["leaks", "inactive-fires", "warnings"] + FindingKind.allCases.map(\.rawValue)

    /// The subjects that a finding of a kind belongs to, the most particular first.
    static func covering(_ kind: FindingKind) -> [BudgetSubject] {
        if kind == .firedWhileInactive { return [.inactiveFires] }
        return [.kind(kind), kind.isWarning ? .warnings : .leaks]
    }

    /// The name in the settings.
    var name: String {
        switch self {
        case .leaks: "leaks"
        case .inactiveFires: "inactive-fires"
        case .warnings: "warnings"
        case .kind(let kind): kind.rawValue
        }
    }

    /// A count in words, such as `2 new leaks`.
    ///
    /// - Parameter isNew: True when a baseline tells new findings from others.
    func counted(_ count: Int, isNew: Bool) -> String {
        let new = isNew ? "new " : ""
        return switch self {
        case .leaks: Quantity.counted(count, "\(new)leak")
        case .inactiveFires: Quantity.counted(count, "\(new)subscription") + " fired while inactive"
        case .warnings: Quantity.counted(count, "\(new)warning")
        case .kind(let kind): "\(count) \(new)\(kind.rawValue)"
        }
    }
}
