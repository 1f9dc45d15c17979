import RIBAnalysis

extension Finding {
    /// The line of the project to look at first: the one that keeps the culprit alive, else where the
    /// rule was broken, the value subscribed to, the RIB detached or the object made.
    ///
    /// The one place of a finding, for all formats and for the failures of tests. Nil where no stack
    /// names a file of the project.
    package var place: SourcePlace? { places.first }

    /// As `place`, but only below the working directory, so that other machines know it too.
    var relativePlace: SourcePlace? {
        places.first { !$0.file.hasPrefix("/") && !$0.file.hasPrefix("\(PathRedaction.mark)/") }
    }

    private var places: [SourcePlace] {
        let inOrder = [stacks.violation, stacks.subscribe, stacks.detach, stacks.allocation]
        return [suspectPlace].compactMap { $0 }
            + inOrder.lazy.compactMap { $0 }.compactMap { stack in
                stack.frames.lazy.filter { StackText.library(of: $0) == nil }
                    .compactMap { frame in frame.file.flatMap { SourcePlace($0, frame.line) } }
                    .first
            }
    }

    private var suspectPlace: SourcePlace? {
        guard let step = retainPath?.suspectStep, let file = step.file, step.library == nil,
            CodeOrigin.library(ofFile: file) == nil
        else { return nil }
        return SourcePlace(file, step.line)
    }
}
