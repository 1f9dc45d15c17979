// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The suspect edges to which a hint applies. A nil or empty condition is ignored.
struct RetainPattern {
    var reasons: Set<RetentionReason> = []
    var holders: Set<RetentionHolder> = []
    var holderParts: Set<ObjectKind> = []
    var targetParts: Set<ObjectKind> = []
    /// True for an element of a collection, false for anything else.
    var isElement: Bool?
    /// True for a whole property, false for an element or a part of one.
    var isProperty: Bool?
    /// Prefixes of the label, one of which must match.
    var labels: [String] = []
    /// True when the holder must itself be an element of a collection.
    var isEntry = false
    /// True when the target must be a library's object that contains the leaked one.
    var isContainer = false
    /// A prefix of the label with which the target must hold the next object.
    var nextLabel: String?
    /// Whether the edge must be one that only its library can change.
    var isOfLibraries = false
    /// Suffixes of the label in lower case, one of which must match.
    var labelEndings: [String] = []
    /// Prefixes of the target's type, one of which must match.
    var targets: [String] = []
    /// True for a property that the sources declare as lazy.
    var isLazy = false
    /// True for a property with a wrapper, which cannot be weak.
    var isWrapped = false
    /// True when the holder must be a method reference.
    var isMethodReference = false
    /// Prefixes of types and functions. At least one must match on the path before the edge or at
    /// the edge itself.
    var through: [String] = []

    func matches(_ situation: RetainSituation) -> Bool {
        isAny(of: reasons, situation.reason) && isAny(of: holders, situation.edge.holderKind)
            && isAny(of: holderParts, situation.holderPart)
            && isAny(of: targetParts, situation.targetPart)
            && (isElement ?? situation.edge.isElement) == situation.edge.isElement
            && (isProperty ?? situation.edge.isProperty) == situation.edge.isProperty
            && isOfLibraries == situation.isOfLibraries && (!isEntry || situation.isEntry)
            && (!isContainer || situation.isContainer)
            && (nextLabel.map(situation.nextLabel.hasPrefix) ?? true)
            && (labels.isEmpty || labels.contains { situation.edge.label.hasPrefix($0) })
            && (!isMethodReference || situation.edge.isMethodReference)
            && (!isLazy || situation.edge.isLazy) && (!isWrapped || situation.edge.isWrapped)
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
        through.isEmpty || nearness(in: situation) > 0
    }

    /// How near to the edge what `through` names is: the greater, the nearer. 0 where it is not on
    /// the path, and for a pattern without it.
    func nearness(in situation: RetainSituation) -> Int {
        let steps = situation.before + [situation.edge]
        let last = steps.lastIndex { step in
            [step.holder, step.target].contains { text in
                through.contains { text.hasPrefix($0) }
            }
        }
        return last.map { $0 + 1 } ?? 0
    }
}

extension RetainPathStep {
    /// True for an element of a collection, or a part of one.
    var isElement: Bool { label.contains("]") || isSomeElement }
    /// True for a whole property, false for an element or a part of one.
    var isProperty: Bool { !isElement && !label.contains(".") }
    /// True for a property that the sources declare as lazy.
    var isLazy: Bool { declarationWords.contains("lazy") }
    /// False for a property declared as a constant, or with a type that looks like no optional.
    var canBeNil: Bool {
        if declarationWords.contains("let") { return false }
        guard declarationWords.contains(where: { $0.hasSuffix(":") }) else { return true }
        return declarationWords.contains { $0.contains { "?!".contains($0) } }
            || declarationWords.contains { $0.hasPrefix("Optional<") }
    }
    /// True for a property with an attribute that looks like a wrapper.
    var isWrapped: Bool {
        declarationWords.contains { word in
            word.first == "@" && word.dropFirst().first?.isUppercase == true
                && !["@MainActor", "@IBOutlet"].contains(word)
        }
    }
}

/// What is known of a suspect edge when a hint is chosen for it.
struct RetainSituation {
    let reason: RetentionReason
    let edge: RetainPathStep
    /// The holder's part in a RIB, if it has one.
    let holderPart: ObjectKind?
    let targetPart: ObjectKind?
    /// The edges between the root and the suspect one.
    let before: [RetainPathStep]
    /// True when the edge can only be changed through its library's interface.
    var isOfLibraries = false
    /// True when the holder is an element of a collection of the project, and no part of a RIB.
    var isEntry = false
    /// True when the target belongs to a library and has the object somewhere inside.
    var isContainer = false
    /// The label with which the target holds the next object; empty when the target is the object.
    var nextLabel = ""
    /// The types of other objects that should be gone and that the same closure captures, or the
    /// same collection has.
    var alsoCaptured: [String] = []
    /// The part that the leaked object has in its RIB.
    var leakedPart: ObjectKind?

    /// The part that has what runs: of the target or, where that has none, of the leaked object.
    var ownerPart: ObjectKind? { targetPart ?? leakedPart }
}
