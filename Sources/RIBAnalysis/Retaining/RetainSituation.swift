// SPDX-License-Identifier: Apache-2.0

import RIBTrace

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

    /// Whether a router, or a RIB without base classes, is the holder.
    var isHeldByRouter: Bool { holderPart?.isTreeNode ?? false }

    /// Whether the target's type begins like one of these.
    func isTarget(_ types: String...) -> Bool { types.contains(where: edge.target.hasPrefix) }

    /// How near to the edge one of these is on the path: the greater, the nearer; 0 for none.
    ///
    /// - Parameter names: Beginnings of types and functions.
    func nearness(of names: [String]) -> Int {
        let last = (before + [edge]).lastIndex { step in
            [step.holder, step.target].contains { text in names.contains(where: text.hasPrefix) }
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
