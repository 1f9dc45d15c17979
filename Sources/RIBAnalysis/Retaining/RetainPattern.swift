// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Which suspect edges a hint is for; whatever is nil or empty does not matter.
struct RetainPattern {
    var reasons: Set<RetentionReason> = []
    var holders: Set<RetentionHolder> = []
    var holderParts: Set<ObjectKind> = []
    var targetParts: Set<ObjectKind> = []
    /// True for an element of a collection, false for anything else.
    var isElement: Bool?
    /// True for a whole property, false for an element or a part of one.
    var isProperty: Bool?
    /// Beginnings of the label, of which one must be there.
    var labels: [String] = []
    /// True where the holder is an element of a collection itself.
    var isEntry = false
    /// True where the target is a library's, and has the object somewhere inside.
    var isContainer = false
    /// How the target must hold what comes then.
    var nextLabel: String?
    /// Whether the edge is one that only its library can change.
    var isOfLibraries = false
    /// Endings of the label's last name, in lower case, of which one must be there.
    var labelEndings: [String] = []
    /// Beginnings of the target's type, of which one must be there.
    var targets: [String] = []
    /// True where the holder is a method that is handed over.
    var isMethodReference = false
    /// Beginnings of types and functions, of which one must stand on the path before the edge, or
    /// hold it.
    var through: [String] = []

    func matches(_ situation: RetainSituation) -> Bool {
        isAny(of: reasons, situation.reason) && isAny(of: holders, situation.edge.holderKind)
            && isAny(of: holderParts, situation.holderPart)
            && isAny(of: targetParts, situation.targetPart)
            && (isElement ?? situation.edge.isElement) == situation.edge.isElement
            && (isProperty ?? situation.edge.isProperty) == situation.edge.isProperty
            && isOfLibraries == situation.isOfLibraries && (!isEntry || situation.isEntry)
            && (!isContainer || situation.isContainer)
            && (nextLabel ?? situation.nextLabel) == situation.nextLabel
            && (labels.isEmpty || labels.contains { situation.edge.label.hasPrefix($0) })
            && (!isMethodReference || situation.edge.isMethodReference)
            && hasEnding(situation.edge) && hasTarget(situation.edge) && passes(situation)
    }

    private func isAny<Element: Hashable>(of wanted: Set<Element>, _ found: Element?) -> Bool {
        wanted.isEmpty || found.map(wanted.contains) ?? false
    }

    private func hasEnding(_ edge: RetainPathStep) -> Bool {
        let label = edge.label.lowercased()
        return labelEndings.isEmpty || labelEndings.contains { label.hasSuffix($0) }
    }

    private func hasTarget(_ edge: RetainPathStep) -> Bool {
        targets.isEmpty || targets.contains { edge.target.hasPrefix($0) }
    }

    private func passes(_ situation: RetainSituation) -> Bool {
        guard !through.isEmpty else { return true }
        let texts = (situation.before + [situation.edge]).flatMap { [$0.holder, $0.target] }
        return texts.contains { text in through.contains { text.hasPrefix($0) } }
    }
}

extension RetainPathStep {
    /// True for an element of a collection, or a part of one.
    var isElement: Bool { label.contains("]") || isSomeElement }
    /// True for a whole property, false for an element or a part of one.
    var isProperty: Bool { !isElement && !label.contains(".") }
}

/// What is known of a suspect edge when a hint is chosen for it.
struct RetainSituation {
    let reason: RetentionReason
    let edge: RetainPathStep
    /// The part that the holder has in a RIB, if it has one.
    let holderPart: ObjectKind?
    let targetPart: ObjectKind?
    /// The edges between the root and the suspect one.
    let before: [RetainPathStep]
    /// True when nobody can change the edge but through the interface of its library.
    var isOfLibraries = false
    /// True when the holder is an element of a collection of the project's, and no part of a RIB.
    var isEntry = false
    /// True when the target belongs to a library and has the object somewhere inside.
    var isContainer = false
    /// How the target holds what comes then; empty where the target is the object.
    var nextLabel = ""
    /// What else the same closure captures that should be gone, by its type.
    var alsoCaptured: [String] = []
}
