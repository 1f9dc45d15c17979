// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import RIBTrace

/// A finding in a digest.
struct DigestFinding: Sendable {
    /// What a row of a fleet's table has too; absent facts are null.
    let facts: [String: JSONValue]
    /// The publishers of the subscription, by their types.
    private let chain: String?
    private(set) var retainPath: DigestRetainPath?
    /// The call stacks, innermost frame first; nil when there are none.
    private(set) var stacks: [String: [DigestFrame]?]?

    /// More would not help to find the code, and take the room of other findings.
    private static let mostFrames = 32

    init(_ finding: Finding, _ images: inout DigestImages) {
        let severity = finding.kind.isLeak ? "leak" : finding.kind.isWarning ? "warning" : "error"
        let facts: [String: any JSONConvertible] = [
            "severity": severity, "kind": finding.kind.rawValue,
            "fingerprint": finding.fingerprint.description,
            "ribPath": DigestText.ribPath(finding.ribPath),
            "type": DigestText.name(finding.type), "count": finding.count,
            "victims": finding.victims.count,
            // What it alone keeps alive.
            "bytes": finding.retainPath?.dominatedBytes,
            // What keeps it alive, in one line.
            "retainedBy": finding.keeper.map(DigestText.name),
            "libraryLeak": finding.libraryLeak.map { DigestText.name($0.name) },
        ]
        self.facts = facts.mapValues(\.jsonValue)
        chain = finding.subscription.map { DigestText.name($0.chain) }
        retainPath = finding.retainPath.map { DigestRetainPath($0, &images) }
        let stacks = finding.stacks.named.map { name, stack in
            (name, stack.map { $0.frames.prefix(Self.mostFrames).map { images.frame($0) } })
        }
        self.stacks =
            stacks.allSatisfy { $1 == nil } ? nil : Dictionary(uniqueKeysWithValues: stacks)
    }

    /// The same without its retain path or its stacks.
    func with(path: Bool, stacks: Bool) -> DigestFinding {
        var finding = self
        if !path { finding.retainPath = nil }
        if !stacks { finding.stacks = nil }
        return finding
    }

    /// The numbers of the images that it refers to.
    var imageNumbers: [Int] {
        let closures = retainPath?.steps.compactMap(\.code) ?? []
        let frames = stacks?.values.flatMap { $0 ?? [] } ?? []
        return (closures + frames).compactMap(\.image)
    }

    /// - Parameter numbers: The numbers of images in the digest, by those here.
    func json(numbering numbers: [Int: Int]) -> JSONValue {
        let stacks = stacks?.mapValues { frames in
            JSONValue(frames?.map { $0.json(numbering: numbers) })
        }
        return JSONValue.object(facts).adding([
            "chain": JSONValue(chain),
            "retainPath": JSONValue(retainPath?.json(numbering: numbers)),
            "stacks": JSONValue(stacks.map(JSONValue.object)),
        ])
    }
}

/// Why an object is alive, in a digest: types and fields, no values.
struct DigestRetainPath: Sendable {
    private let facts: [String: JSONValue]
    /// Each with the code of a closure.
    let steps: [(facts: JSONValue, code: DigestFrame?)]

    /// How many steps are kept at each end of a longer path.
    private static let mostSteps = 12

    init(_ path: RetainPath, _ images: inout DigestImages) {
        let count = path.steps.count
        let cut = max(0, count - 2 * Self.mostSteps)
        let indices = Array(0..<count).filter {
            cut == 0 || $0 < Self.mostSteps || $0 >= count - Self.mostSteps
        }
        let facts: [String: any JSONConvertible] = [
            "reason": "\(path.reason)",
            // The index of the step that should not be there.
            "suspect": path.suspect.flatMap { indices.firstIndex(of: $0) },
            // How many steps are left out in the middle.
            "omittedSteps": path.omittedSteps + cut, "isPartial": path.isPartial,
        ]
        self.facts = facts.mapValues(\.jsonValue)
        steps = indices.map { index in
            let step = path.steps[index]
            let facts = JSONValue([
                "kind": "\(step.holderKind)", "holder": DigestText.name(step.holder),
                "label": DigestText.name(step.label), "target": DigestText.name(step.target),
                "isInferred": step.isInferred,
            ])
            return (facts, step.code.flatMap { images.frame($0) })
        }
    }

    fileprivate func json(numbering numbers: [Int: Int]) -> JSONValue {
        let steps = steps.map { step in
            step.facts.adding(["code": JSONValue(step.code?.json(numbering: numbers))])
        }
        return JSONValue.object(facts).adding(["steps": JSONValue(steps)])
    }
}
