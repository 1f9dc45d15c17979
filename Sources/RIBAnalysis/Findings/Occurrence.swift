// SPDX-License-Identifier: Apache-2.0

/// One object or subscription that shows a finding, in one recorded process.
///
/// A finding that occurs several times has one for each. They lead from a timeline or a tree to the
/// finding, and back.
package struct Occurrence: Equatable, Sendable {
    /// What shows the finding, by its serial id.
    package enum Subject: Hashable, Sendable {
        case object(UInt64)
        case subscription(UInt64)

        /// The id for `ribleak explain`, such as `object:17`.
        package var text: String {
            switch self {
            case .object(let number): "object:\(number)"
            case .subscription(let number): "subscription:\(number)"
            }
        }
    }

    package let subject: Subject
    /// The serial ids of the objects that the subject keeps alive, smallest first.
    package var victims: [UInt64] = []
    /// The index of the process in the `runs` of the report.
    package var run = 0

    package init(_ subject: Subject, victims: [UInt64] = [], run: Int = 0) {
        self.subject = subject
        self.victims = victims
        self.run = run
    }
}

extension Finding {
    /// The finding as one of a report's process.
    func occurring(inRun run: Int) -> Finding {
        var copy = self
        for index in copy.occurrences.indices { copy.occurrences[index].run = run }
        return copy
    }

    /// The finding with the process in its id for `ribleak explain`, for a run of which other
    /// processes have objects of the same numbers.
    package func explained(inProcess process: Int) -> Finding {
        var copy = self
        copy.explainedBy = explainedBy.map { "\($0)@\(process)" }
        return copy
    }
}
