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
        let digits = text.lowercased()
        if let kind = FindingKind(rawValue: text) {
            self = .kind(kind)
        } else if let parts = text.wholeMatch(of: /(subscription:|object:|#)([0-9]+)(@([0-9]+))?/) {
            let process = parts.4.map { Int($0) ?? 0 }
            guard let number = UInt64(parts.2), number > 0, process != 0 else { return nil }
            self =
                parts.1 == "subscription:"
                ? .subscription(number, process: process) : .object(number, process: process)
        } else if digits.wholeMatch(of: /[0-9a-f]{4,16}/) != nil {
            self = .finding(digits)
        } else {
            return nil
        }
    }
}

extension ExplainedID: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    package var description: String {
        switch self {
        case .finding(let digits): digits
        case .kind(let kind): kind.rawValue
        case .object(let number, let process):
            Occurrence.Subject.object(number).text + (process.map { "@\($0)" } ?? "")
        case .subscription(let number, let process):
            Occurrence.Subject.subscription(number).text + (process.map { "@\($0)" } ?? "")
        }
    }
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
