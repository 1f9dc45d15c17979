/// What a person names to have it explained.
package enum ExplainedID: Equatable, Sendable {
    /// A finding, by the first digits of its fingerprint.
    case finding(String)
    case object(UInt64)
    case subscription(UInt64)

    /// What `init(_:)` understands, for help and errors.
    package static let forms =
        "a finding's fingerprint (or its first 4 digits or more), object:17, #17 or subscription:5"

    /// Reads an id; nil when the text is none of the `forms`.
    package init?(_ text: String) {
        if let number = Self.number(text, after: "subscription:") {
            self = .subscription(number)
        } else if let number = Self.number(text, after: "object:")
            ?? Self.number(text, after: "#")
        {
            self = .object(number)
        } else {
            let digits = text.lowercased()
            guard (4...16).contains(digits.utf8.count),
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else { return nil }
            self = .finding(digits)
        }
    }

    private static func number(_ text: String, after prefix: String) -> UInt64? {
        guard text.hasPrefix(prefix) else { return nil }
        let digits = text.dropFirst(prefix.count)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(digits).flatMap { $0 == 0 ? nil : $0 }
    }
}

extension ExplainedID: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    package var description: String {
        switch self {
        case .finding(let digits): digits
        case .object(let number): "object:\(number)"
        case .subscription(let number): "subscription:\(number)"
        }
    }
}
