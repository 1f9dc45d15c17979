// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

extension Finding {
    /// The line of the project to look at first, the first known one of these: what `ribleak lint`
    /// reports, which is the mistake's, where a closure captures the culprit or its property is
    /// declared, where the rule was broken, where the subscription was made, where the RIB was
    /// detached, where the object was made, where the RIB was attached.
    ///
    /// All formats and failed tests show this place. Nil when no stack names a file of the project.
    package var place: SourcePlace? { places.first?.place }

    /// What happened at `place`, and where, such as `detached at Sources/App/Home.swift:12`.
    package var placeText: String? {
        places.first.map { "\($0.verb) at \($0.place.file):\($0.place.line)" }
    }

    /// Whether nothing is known that is nearer to the mistake than where the object was detached.
    var isPlacedAtDetach: Bool { places.first?.verb == kind.detachVerb }

    /// The same as `place`, but only of a file in the repository, so that it is valid on other
    /// machines: else the innermost line of any stack, or the type's declaration. Formats for code
    /// hosts and CI show it.
    package var relativePlace: SourcePlace? {
        let frames = stacksInOrder.flatMap(\.stack.frames).filter { $0.ownLibrary == nil }
        return (places.map(\.place) + frames.compactMap(\.sourcePlace))
            .first(where: \.isInRepository) ?? declaration
    }

    /// The command that writes what the hint says into the sources; nil where nothing names the code
    /// to change.
    package var fixCommand: String? {
        guard let hint, libraryLeak == nil, let verb = places.first?.verb else { return nil }
        let step = retainPath?.suspectStep
        let isKnown =
            switch verb {
            case "captured": step?.label == "captures self" || step?.isMethodReference == true
            case "kept":
                hint.contains("where you detach")
                    || hint.hasPrefix("Make ") && !hint.contains("the two keep each other alive")
            case "mistake", "subscribed": true
            default: hint.contains("call detachChild")
            }
        return isKnown ? "ribleak fix --only \(fingerprint.description)" : nil
    }

    private var places: [(verb: String, place: SourcePlace)] {
        let kept = suspectPlace.map {
            (retainPath?.suspectStep?.holderKind == .closure ? "captured" : "kept", $0)
        }
        let foreseen = foresight.map { ("mistake", $0.place) }
        return [foreseen, kept].compactMap { $0 }
            + stacksInOrder.compactMap { verb, stack in
                frame(in: stack)?.sourcePlace.map { (verb, $0) }
            }
    }

    /// Whether a property keeps the culprit. A subscription that is still live is then its effect.
    private var isKeptByProperty: Bool {
        guard kind.isLeak, let step = retainPath?.suspectStep else { return false }
        return step.holderKind == .object && step.library == nil && !step.label.isEmpty
    }

    private var stacksInOrder: [(verb: String, stack: CallStack)] {
        [
            ("done", stacks.violation),
            ("subscribed", isKeptByProperty ? nil : stacks.subscribe),
            (kind.detachVerb, stacks.detach),
            ("made", stacks.allocation), ("attached", stacks.attach),
        ].compactMap { verb, stack in stack.map { (verb, $0) } }
    }

    /// The project's innermost call. Helpers for all RIBs and streams count last: many use them.
    package func frame(in stack: CallStack) -> StackFrame? {
        let own = stack.frames.filter { $0.ownLibrary == nil && $0.file != nil }
        // An initializer that the compiler wrote has no line.
        let lined = own.filter { $0.line ?? 0 > 0 }
        return lined.first { !$0.isOfHelper } ?? lined.first ?? own.first
    }

    private var suspectPlace: SourcePlace? {
        guard let step = retainPath?.suspectStep, let file = step.file, step.library == nil,
            CodeOrigin.library(ofFile: file) == nil
        else { return nil }
        return SourcePlace(file, step.line)
    }
}

extension StackFrame {
    fileprivate var sourcePlace: SourcePlace? { file.flatMap { SourcePlace($0, line) } }
}
