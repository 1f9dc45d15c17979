// SPDX-License-Identifier: Apache-2.0

import RIBTrace

@testable import RIBAnalysis

/// Runs as an analysis would report them.
enum RunSamples {
    static func finding(
        _ kind: FindingKind = .leakedInteractor, type: String = "ProfileInteractor",
        function: String? = nil, sites: Int = 1, holder: String? = nil,
        retainPath: RetainPath? = nil, stacks: FindingStacks = FindingStacks()
    ) -> Finding {
        let identity = FindingIdentity(
            kind: kind.rawValue, ribPath: "Root/Profile", type: type, function: function,
            sites: sites, holder: holder)
        return Finding(
            kind: kind, ribPath: "Root/Profile", type: type, fingerprint: identity.fingerprint,
            identity: identity, count: 1, victims: [], test: nil, stacks: stacks, hint: nil
        )
        .with(retainPath)
    }

    static func report(
        _ findings: [Finding], types: Set<String> = [], superclasses: Set<String> = [],
        doubts: [Caveat] = []
    ) -> RunReport {
        RunReport(
            runs: [], summary: RunSummary(tracked: 9, leaks: 1, inactiveFires: 0, dropped: 0),
            findings: findings, caveats: doubts,
            types: types.union(findings.map(\.type)), superclasses: superclasses)
    }

    /// The stack of a subscription that this line made.
    static func subscribed(
        in function: String, at file: String = "Sources/Profile.swift", line: Int
    ) -> FindingStacks {
        let frame = StackFrame(
            function: function, file: file, line: line, module: "App", offset: 16)
        return FindingStacks(subscribe: CallStack([frame], cutOffAt: nil))
    }

    static func path(
        _ steps: [RetainPathStep], suspect: Int? = 0, reason: RetentionReason = .global
    ) -> RetainPath {
        RetainPath(
            reason: reason, steps: steps, suspect: suspect, omittedSteps: 0, retainCount: 1,
            seenReferences: 1, dominatedCount: 0, dominatedBytes: 0, isPartial: false)
    }

    static func edge(
        _ holder: String, _ label: String, to target: String = "ProfileInteractor",
        isInferred: Bool = false
    ) -> RetainPathStep {
        RetainPathStep(
            holderKind: .object, holder: holder, file: nil, line: nil, label: label,
            target: target, isInferred: isInferred)
    }

    static func closure(
        in function: String, at file: String = "Sources/Profile.swift", line: Int
    ) -> RetainPathStep {
        RetainPathStep(
            holderKind: .closure, holder: "closure #1 in \(function)", file: file, line: line,
            label: "captures self", target: "ProfileInteractor", isInferred: false)
    }
}

extension Finding {
    fileprivate func with(_ path: RetainPath?) -> Finding {
        var finding = self
        finding.retainPath = path
        return finding
    }
}
