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

    /// Whether the target's type begins like this.
    func isTarget(_ type: String) -> Bool { edge.target.hasPrefix(type) }

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

// The words in which hints speak of an edge.

extension RetainSituation {
    /// The target's type, or `it`.
    var target: String { edge.target.isEmpty ? "it" : edge.target }

    /// The object, with what else of its RIB is in the same collection.
    var elements: String { Self.list(["it"] + alsoCaptured.map { "the \($0)" }) }

    /// How a closure should capture its objects.
    var weakly: String {
        let isSelf = edge.label == "captures self"
        let others = (isSelf ? [] : [edge.target]) + alsoCaptured
        let named = others.filter { !$0.isEmpty }.map { "the \($0)" }
        let weakly = named.isEmpty ? (isSelf ? [] : ["it weakly"]) : ["\(Self.list(named)) weakly"]
        return Self.list((isSelf ? ["[weak self]"] : []) + weakly)
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and \(last)"
    }

    /// How the object's RIB or worker ends what runs for it.
    ///
    /// - Parameter verb: What the stream library calls it.
    func ending(_ verb: String = "cancel") -> String {
        switch ownerPart {
        case .worker: "with .\(verb)OnStop(_:)"
        case .rib: Self.whereItDetaches
        default: "with .\(verb)OnDeactivate(interactor:)"
        }
    }

    /// A RIB without base classes tells that it is detached, and is not told.
    private static let whereItDetaches = "where you call didDetach()"

    /// How to start a task so that it ends.
    var start: String {
        switch ownerPart {
        case .worker, .rib: return "End it \(ending())"
        default:
            let isSelf = targetPart == .interactor && edge.label == "captures self"
            return "Start it with task(in: \(isSelf ? "self" : "interactor")), which cancels it on "
                + "deactivation"
        }
    }

    /// Where the object's RIB or worker can call what removes it.
    var removing: String {
        switch ownerPart {
        case .worker: ", such as by a remove call in didStop()"
        case .rib: ", such as \(Self.whereItDetaches)"
        case .interactor: ", such as by a remove call in willResignActive()"
        case .object, nil: ""
        default: ", such as by a remove call in the interactor's willResignActive()"
        }
    }

    /// The property that stores the closure, as another way. Nothing where no property of the
    /// project is known to, or where the RIB itself has it, perhaps in a lazy property.
    var clearing: String {
        let storing = before.last { $0.holderKind != .closure }
        guard let storing, storing.holderKind == .object || storing.holderKind == .global,
            !storing.isOfLibrary, !storing.isInferred, reason != .cycle
        else { return "" }
        return ", or release it in \(storing.property) when the RIB is detached"
    }
}

extension RetainPathStep {
    /// The holder and the label, as an expression.
    var place: String { joined(label[...]) }

    /// The holder and the first name of the label.
    var property: String { joined(label.prefix { $0 != "." && $0 != "[" }) }

    /// The holder and the label, without the element's place.
    var collection: String { joined(label[..<(label.lastIndex(of: "[") ?? label.endIndex)]) }

    private func joined(_ label: Substring) -> String {
        holder + (label.isEmpty ? "" : ".\(label)")
    }

    /// How to set the property to nil.
    var clear: String {
        canBeNil
            ? "Set \(place) to nil" : "Make \(place) an optional variable, and set it to nil"
    }
}
