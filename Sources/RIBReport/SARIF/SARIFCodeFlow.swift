import RIBAnalysis
import RIBTrees

/// A retain path as a code flow: from the root to the object, an edge a step.
struct SARIFCodeFlow: Encodable {
    private let message: SARIFMessage
    private let threadFlows: [Flow]

    /// - Returns: Nil for a path without edges.
    init?(_ path: RetainPath, type: String) {
        guard !path.steps.isEmpty else { return nil }
        message = SARIFMessage(RetainPathText(path: path, type: type).title)
        threadFlows = [
            Flow(
                locations: path.steps.enumerated().map { index, step in
                    Step(step, isSuspect: index == path.suspect)
                })
        ]
    }

    private struct Flow: Encodable {
        let locations: [Step]
    }

    private struct Step: Encodable {
        let location: SARIFLocation
        let importance: String

        init(_ step: RetainPathStep, isSuspect: Bool) {
            let words = RetainPathText.words(of: step)
            let place = step.file.flatMap { $0.hasPrefix("/") ? nil : SourcePlace($0, step.line) }
            location = SARIFLocation(
                place,
                message: words.holder + words.label
                    + (step.target.isEmpty ? "" : " → \(step.target)")
                    + (step.isInferred ? " (inferred)" : ""))
            importance = isSuspect ? "essential" : "important"
        }
    }
}
