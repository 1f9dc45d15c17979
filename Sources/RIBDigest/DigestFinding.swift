// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBTrace

/// A finding in a digest.
struct DigestFinding: Encodable, Sendable {
    let severity: String
    let kind: String
    let fingerprint: String
    let ribPath: String
    let type: String
    let count: Int
    let victims: Int
    /// What it alone keeps alive, in bytes.
    @OrNull var bytes: Int?
    /// What keeps it alive, in one line.
    @OrNull var retainedBy: String?
    @OrNull var libraryLeak: String?
    /// The publishers of the subscription, by their types.
    @OrNull var chain: String?
    @OrNull var retainPath: DigestRetainPath?
    @OrNull var stacks: DigestStacks?

    init(_ finding: Finding, _ images: inout DigestImages) {
        severity = finding.kind.isLeak ? "leak" : finding.kind.isWarning ? "warning" : "error"
        kind = finding.kind.rawValue
        fingerprint = finding.fingerprint.description
        ribPath = DigestText.ribPath(finding.ribPath)
        type = DigestText.name(finding.type)
        count = finding.count
        victims = finding.victims.count
        bytes = finding.retainPath.map(\.dominatedBytes)
        retainedBy = finding.keeper.map { DigestText.name($0) }
        libraryLeak = finding.libraryLeak.map { DigestText.name($0.name) }
        chain = finding.subscription.map { DigestText.name($0.chain) }
        retainPath = finding.retainPath.map { DigestRetainPath($0, &images) }
        stacks = DigestStacks(finding.stacks, &images)
    }

    /// The numbers of the images that it refers to.
    var imageNumbers: [Int] {
        let closures = retainPath?.steps.compactMap(\.code) ?? []
        let frames: [DigestFrame] = stacks?.all.compactMap { $0 }.flatMap { $0 } ?? []
        return (closures + frames).compactMap(\.image)
    }

    /// The same with other numbers for the images.
    func renumbered(_ number: (Int) -> Int) -> DigestFinding {
        var finding = self
        finding.retainPath?.steps = retainPath?.steps.map { $0.renumbered(number) } ?? []
        finding.stacks = stacks?.renumbered(number)
        return finding
    }
}

/// Why an object is alive, in a digest: types and fields, no values.
struct DigestRetainPath: Encodable, Sendable {
    let reason: String
    /// The index of the step that should not be there.
    @OrNull var suspect: Int?
    /// How many steps are left out in the middle.
    let omittedSteps: Int
    let isPartial: Bool
    var steps: [Step]

    struct Step: Encodable {
        let kind: String
        let holder: String
        let label: String
        let target: String
        let isInferred: Bool
        /// The code of a closure.
        @OrNull var code: DigestFrame?

        fileprivate func renumbered(_ number: (Int) -> Int) -> Step {
            var step = self
            step.code = code?.renumbered(number)
            return step
        }
    }

    /// How many steps are kept at each end of a longer path.
    private static let mostSteps = 12

    init(_ path: RetainPath, _ images: inout DigestImages) {
        let count = path.steps.count
        let cut = max(0, count - 2 * Self.mostSteps)
        let indices = Array(0..<count).filter {
            cut == 0 || $0 < Self.mostSteps || $0 >= count - Self.mostSteps
        }
        reason = "\(path.reason)"
        suspect = path.suspect.flatMap(indices.firstIndex)
        omittedSteps = path.omittedSteps + cut
        isPartial = path.isPartial
        steps = indices.map { index in
            let step = path.steps[index]
            return Step(
                kind: "\(step.holderKind)", holder: DigestText.name(step.holder),
                label: DigestText.name(step.label), target: DigestText.name(step.target),
                isInferred: step.isInferred, code: step.code.flatMap { images.frame($0) })
        }
    }
}

/// The call stacks of a finding in a digest, innermost frame first; null if unknown.
struct DigestStacks: Encodable, Sendable {
    @OrNull var allocation: [DigestFrame]?
    @OrNull var detach: [DigestFrame]?
    @OrNull var subscribe: [DigestFrame]?
    @OrNull var firing: [DigestFrame]?
    @OrNull var violation: [DigestFrame]?

    /// More would not help to find the code, and take the room of other findings.
    private static let mostFrames = 32

    /// - Returns: Nil when there is no stack.
    init?(_ stacks: FindingStacks, _ images: inout DigestImages) {
        func frames(_ stack: CallStack?) -> [DigestFrame]? {
            stack.map { $0.frames.prefix(Self.mostFrames).map { images.frame($0) } }
        }
        allocation = frames(stacks.allocation)
        detach = frames(stacks.detach)
        subscribe = frames(stacks.subscribe)
        firing = frames(stacks.firing)
        violation = frames(stacks.violation)
        if all.allSatisfy({ $0 == nil }) { return nil }
    }

    private init(_ stacks: [[DigestFrame]?]) {
        (allocation, detach, subscribe) = (stacks[0], stacks[1], stacks[2])
        (firing, violation) = (stacks[3], stacks[4])
    }

    var all: [[DigestFrame]?] { [allocation, detach, subscribe, firing, violation] }

    fileprivate func renumbered(_ number: (Int) -> Int) -> DigestStacks {
        DigestStacks(all.map { $0?.map { $0.renumbered(number) } })
    }
}
