import RIBAnalysis
import RIBTrees

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
