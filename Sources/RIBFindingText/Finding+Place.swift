// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

extension Finding {
    /// The line of the project to look at first. It is the first known one of these: where the
    /// culprit is kept alive, where the rule was broken, where the subscription was made, where the
    /// RIB was detached, where the object was made, where the RIB was attached.
    ///
    /// All formats and failed tests show this place. Nil when no stack names a file of the project.
    package var place: SourcePlace? { places.first }

    /// The same as `place`, but only of a file in the repository, so that it is valid on other
    /// machines too. If no first line is one, takes the innermost one of any stack, and at last the
    /// declaration of the type.
    ///
    /// Formats for code hosts and CI servers show this place.
    package var relativePlace: SourcePlace? {
        (places + stacksInOrder.flatMap(lines)).first(where: \.isInRepository) ?? declaration
    }

    /// The same as `relativePlace`, for readers that refuse a finding without a file.
    ///
    /// - Parameter manifest: The file to name when no other is known: the package's manifest,
    ///   relative to the repository's root.
    package func relativePlace(orManifest manifest: String) -> SourcePlace {
        relativePlace ?? SourcePlace(startOf: manifest)
    }

    private var places: [SourcePlace] {
        ([suspectPlace] + stacksInOrder.map(place)).compactMap { $0 }
    }

    private var stacksInOrder: [CallStack] {
        [stacks.violation, stacks.subscribe, stacks.detach, stacks.allocation, stacks.attach]
            .compactMap { $0 }
    }

    private func lines(of stack: CallStack) -> [SourcePlace] {
        stack.frames.filter { StackText.library(of: $0) == nil }
            .compactMap { frame in frame.file.flatMap { SourcePlace($0, frame.line) } }
    }

    /// The innermost call of the project. The project's helpers for subscribing count last, since
    /// many subscriptions use them.
    package func frame(in stack: CallStack) -> StackFrame? {
        let own = stack.frames.filter { StackText.library(of: $0) == nil && $0.file != nil }
        return own.first { !$0.isOfStreams } ?? own.first
    }

    private func place(in stack: CallStack) -> SourcePlace? {
        frame(in: stack).flatMap { frame in frame.file.flatMap { SourcePlace($0, frame.line) } }
    }

    private var suspectPlace: SourcePlace? {
        guard let step = retainPath?.suspectStep, let file = step.file, step.library == nil,
            CodeOrigin.library(ofFile: file) == nil
        else { return nil }
        return SourcePlace(file, step.line)
    }
}
