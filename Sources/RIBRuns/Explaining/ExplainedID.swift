// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// An argument of `ribleak explain`: a finding, a kind of finding, an object or a subscription.
package enum ExplainedID: Equatable, Sendable {
    /// A finding, by the first digits of its fingerprint.
    case finding(String)
    case kind(FindingKind)
    /// An object, and the process that it was in; nil for the only process of the run.
    case object(UInt64, process: Int? = nil)
    /// A subscription, and the process that it was in; nil for the only process of the run.
    case subscription(UInt64, process: Int? = nil)

    /// The forms that `init(_:)` reads, for help and errors.
    package static let forms =
        "a finding's fingerprint (or its first 4 digits or more), object:17, #17, subscription:5 "
        + "or a kind of finding such as leaked-router; object:17@4711 is in the process 4711"

    /// Reads an id; nil when the text is none of the `forms`.
    package init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self.init(text, process: nil)
            return
        }
        guard let process = Self.number(String(parts[1]), after: "").flatMap(Int.init(exactly:)),
            let id = Self(String(parts[0]), process: process), id.process != nil
        else { return nil }
        self = id
    }

    private init?(_ text: String, process: Int?) {
        if let kind = FindingKind(rawValue: text) {
            self = .kind(kind)
        } else if let number = Self.number(text, after: "subscription:") {
            self = .subscription(number, process: process)
        } else if let number = Self.number(text, after: "object:")
            ?? Self.number(text, after: "#")
        {
            self = .object(number, process: process)
        } else {
            let digits = text.lowercased()
            guard (4...16).contains(digits.utf8.count),
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else { return nil }
            self = .finding(digits)
        }
    }

    /// The process that the id names.
    private var process: Int? {
        switch self {
        case .finding, .kind: nil
        case .object(_, let process), .subscription(_, let process): process
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
        case .kind(let kind): kind.rawValue
        case .object(let number, let process):
            Occurrence.Subject.object(number).text + Self.suffix(process)
        case .subscription(let number, let process):
            Occurrence.Subject.subscription(number).text + Self.suffix(process)
        }
    }

    private static func suffix(_ process: Int?) -> String { process.map { "@\($0)" } ?? "" }
}

/// Numbers of objects and subscriptions in the form that `ribleak explain` reads.
package struct PrintedIDs: Equatable, Sendable {
    /// The process that the ids name; nil where it is the only one of its run.
    private let process: Int?

    /// - Parameter isOnly: Whether the run has no other process. Each process numbers its objects
    ///   from 1, so ids of several processes name theirs.
    package init(of process: RecordedProcess, isOnly: Bool) {
        self.process = isOnly ? nil : process.processID
    }

    /// An object, such as `object:17` or `object:17@4711`.
    package func object(_ number: UInt64) -> String {
        ExplainedID.object(number, process: process).description
    }

    /// A subscription, such as `subscription:5` or `subscription:5@4711`.
    package func subscription(_ number: UInt64) -> String {
        ExplainedID.subscription(number, process: process).description
    }
}

// MARK: - Existing ids near one that does not exist, to suggest in an error

extension ExplainedID {
    private static let mostSuggested = 3

    /// The existing numbers nearest to a given one, smallest first.
    ///
    /// - Parameter numbers: The existing numbers, smallest first.
    static func numbers(nearest number: UInt64, among numbers: [UInt64]) -> [UInt64] {
        func distance(_ other: UInt64) -> UInt64 {
            other > number ? other - number : number - other
        }
        return numbers.sorted { (distance($0), $0) < (distance($1), $1) }.prefix(mostSuggested)
            .sorted()
    }

    /// The fingerprints that share the longest beginning with the digits.
    package static func fingerprints(nearest digits: String, among findings: [Finding]) -> [String]
    {
        func common(_ fingerprint: String) -> Int {
            zip(fingerprint.utf8, digits.utf8).prefix { $0 == $1 }.count
        }
        return Array(
            findings.map(\.fingerprint.description)
                .sorted { (common($1), $0) < (common($0), $1) }.prefix(mostSuggested))
    }
}
