// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// The code behind a finding: one change of it mends every finding with the same cause.
///
/// The same code can leak RIBs of several types, or one RIB at several places in the tree. Each of
/// them is a finding of its own, because each can be known or suppressed on its own.
package enum FindingCause: Hashable, Sendable {
    /// A reference that should not be there.
    ///
    /// `holder` is a type, a variable or a closure of the project, and `property` how it reaches
    /// the object; empty for a closure, whose captures are mended together. `site` distinguishes
    /// the closures of one function.
    case reference(holder: String, property: String, site: Int)
    /// A place that subscribes to a chain, or breaks a rule of the lifecycle.
    case place(function: String, chain: String, site: Int)

    /// Several findings of one cause.
    package struct Group: Equatable, Sendable {
        package let cause: FindingCause
        /// The indices of the findings, in their order.
        package let findings: [Int]
    }

    /// The causes that more than one finding has, in the order of their first findings.
    package static func groups(of findings: some Collection<Finding>) -> [Group] {
        let causes = findings.enumerated().compactMap { index, finding in
            finding.cause.map { (cause: $0, index: index) }
        }
        return Dictionary(grouping: causes, by: \.cause).filter { $1.count > 1 }
            .map { Group(cause: $0, findings: $1.map(\.index)) }
            .sorted { $0.findings[0] < $1.findings[0] }
    }
}

extension Finding {
    /// The code behind the finding; nil when it is not certain, or not the project's.
    package var cause: FindingCause? {
        if kind.isLeak { return referenceAtFault }
        guard let function = identity.function else { return nil }
        return .place(function: function, chain: identity.chain, site: identity.site)
    }

    private var referenceAtFault: FindingCause? {
        guard let holder = identity.holder, let property = identity.property,
            !identity.isEdgeDoubtful, let step = retainPath?.suspectStep, !step.isInferred,
            step.isOfProject
        else { return nil }
        let isClosure = step.holderKind == .closure
        return .reference(holder: holder, property: isClosure ? "" : property, site: identity.site)
    }
}

extension RetainPathStep {
    /// False for a holder that is known to be of a library.
    fileprivate var isOfProject: Bool {
        switch holderKind {
        case .closure: library == nil
        case .global: CodeOrigin.library(ofSymbol: holder) == nil
        case .object: !CodeOrigin.isStreamType(holder)
        case .other: false
        }
    }
}
