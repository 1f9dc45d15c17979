// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The numbers of findings that are allowed.
///
/// A finding counts against one limit only, the most specific one that covers it. That is the limit
/// in the first entry of `paths` that matches its RIB path and limits its kind or class. Otherwise
/// it is the general limit. In both cases, the limit of its kind precedes that of its class.
package struct Budgets: Equatable, Sendable {
    /// Limits for a part of the tree.
    package struct Path: Equatable, Sendable {
        package let pattern: RIBPathPattern
        package let limits: [BudgetSubject: Int]
    }

    package var limits: [BudgetSubject: Int]
    package var paths: [Path]

    /// - Parameters:
    ///   - limits: The general limits. Warnings are unlimited unless you give a limit.
    ///   - paths: The limits for parts of the tree. The first entry that covers a finding counts.
    package init(_ limits: [BudgetSubject: Int] = [:], paths: [Path] = []) {
        self.limits = [.leaks: 0, .inactiveFires: 0].merging(limits) { $1 }
        self.paths = paths
    }
}

/// The subject of a limit: all findings of a class, or those of one kind.
package enum BudgetSubject: Hashable, Sendable {
    case leaks
    case inactiveFires
    case warnings
    /// Any kind except `fired-while-inactive`, which is a class of its own.
    case kind(FindingKind)

    /// All subjects, the classes first.
    static let all =
        [.leaks, .inactiveFires, .warnings] + FindingKind.allCases.map(BudgetSubject.kind)

    /// Their names in the settings.
    static let names = all.map(\.name)

    /// Reads the name of a limit in the settings.
    package init?(_ name: String) {
        guard let subject = Self.all.first(where: { $0.name == name }) else { return nil }
        self = subject == .kind(.firedWhileInactive) ? .inactiveFires : subject
    }

    /// The subjects that cover a kind, the most specific first.
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
    /// - Parameter isNew: Whether a baseline separates new findings from known ones.
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
