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
    private let chain: JSONValue
    private(set) var retainPath: DigestRetainPath?
    /// The call stacks, innermost frame first; nil when there are none.
    private(set) var stacks: [String: [DigestFrame]?]?

    /// More would not help to find the code, and take the room of other findings.
    private static let mostFrames = 32

    init(_ finding: Finding, _ images: inout DigestImages) {
        let severity = finding.kind.isLeak ? "leak" : finding.kind.isWarning ? "warning" : "error"
        facts = [
            "severity": .string(severity), "kind": .string(finding.kind.rawValue),
            "fingerprint": .string(finding.fingerprint.description),
            "ribPath": .string(DigestText.ribPath(finding.ribPath)),
            "type": .string(DigestText.name(finding.type)), "count": JSONValue(finding.count),
            "victims": JSONValue(finding.victims.count),
            // What it alone keeps alive.
            "bytes": JSONValue(finding.retainPath?.dominatedBytes),
            // What keeps it alive, in one line.
            "retainedBy": JSONValue(finding.keeper.map { DigestText.name($0) }),
            "libraryLeak": JSONValue(finding.libraryLeak.map { DigestText.name($0.name) }),
        ]
        chain = JSONValue(finding.subscription.map { DigestText.name($0.chain) })
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
            "chain": chain,
            "retainPath": JSONValue(orNull: retainPath?.json(numbering: numbers)),
            "stacks": JSONValue(orNull: stacks.map(JSONValue.object)),
        ])
    }
}

/// Why an object is alive, in a digest: types and fields, no values.
struct DigestRetainPath: Sendable {
    private let facts: [String: JSONValue]
    /// Each with the code of a closure.
    let steps: [(facts: [String: JSONValue], code: DigestFrame?)]

    /// How many steps are kept at each end of a longer path.
    private static let mostSteps = 12

    init(_ path: RetainPath, _ images: inout DigestImages) {
        let count = path.steps.count
        let cut = max(0, count - 2 * Self.mostSteps)
        let indices = Array(0..<count).filter {
            cut == 0 || $0 < Self.mostSteps || $0 >= count - Self.mostSteps
        }
        facts = [
            "reason": .string("\(path.reason)"),
            // The index of the step that should not be there.
            "suspect": JSONValue(path.suspect.flatMap(indices.firstIndex)),
            // How many steps are left out in the middle.
            "omittedSteps": JSONValue(path.omittedSteps + cut), "isPartial": .bool(path.isPartial),
        ]
        steps = indices.map { index in
            let step = path.steps[index]
            let facts: [String: JSONValue] = [
                "kind": .string("\(step.holderKind)"),
                "holder": .string(DigestText.name(step.holder)),
                "label": .string(DigestText.name(step.label)),
                "target": .string(DigestText.name(step.target)),
                "isInferred": .bool(step.isInferred),
            ]
            return (facts, step.code.flatMap { images.frame($0) })
        }
    }

    fileprivate func json(numbering numbers: [Int: Int]) -> JSONValue {
        JSONValue.object(facts).adding([
            "steps": .array(
                steps.map { step in
                    let code = step.code?.json(numbering: numbers)
                    return JSONValue.object(step.facts).adding(["code": JSONValue(orNull: code)])
                })
        ])
    }
}
