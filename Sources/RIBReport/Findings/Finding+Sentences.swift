import RIBAnalysis
import RIBTrees

extension Finding {
    /// What is wrong, in one line, such as `OffGameRouter at Root/OffGame is still alive`.
    package var headline: String {
        "\(type) at \(ribPath.isEmpty ? "an unknown place" : ribPath) \(complaint)"
    }

    /// What keeps it alive, in one line, such as `kept alive by LoggedInRouter.previousScreens[0]`;
    /// nil where that is not known.
    var keeper: String? {
        guard let retainPath else { return nil }
        guard let step = retainPath.suspectStep ?? retainPath.steps.last else {
            return RetainPathText(path: retainPath, type: type).title
        }
        let words = RetainPathText.words(of: step)
        let place = step.file.map { " at \($0)" + (step.line.map { ":\($0)" } ?? "") } ?? ""
        return "\(retainPath.reason == .cycle ? "keeps itself alive through" : "kept alive by") "
            + words.holder + place + words.label + (step.isInferred ? " (inferred)" : "")
    }

    /// What to say in a retain path's place; nil where there is one, or nothing is kept alive.
    ///
    /// A process that was killed while it searched, or that was told not to, has written none.
    var missingPath: String? {
        isKeptAlive && retainPath == nil ? "what keeps it alive is not in the trace" : nil
    }

    /// Whether it should be gone; one that is still attached should be kept.
    var isKeptAlive: Bool { kind.isLeak && kind != .viewGoneStillAttached }

    /// What it drags along, in one line; nil for nothing.
    var draggedAlong: String? {
        guard !victims.isEmpty else { return nil }
        let shown = victims.prefix(TextLimits.usual.victims).map(\.type).joined(separator: ", ")
        let left = victims.count - TextLimits.usual.victims
        return "drags along \(shown)" + (left > 0 ? ", \(left) more" : "")
    }

    /// What a person needs to act, a line each: what is wrong, why, what mends it, and what shows the
    /// rest.
    var advice: [String] {
        [
            headline, keeper, subscription.map { "through \($0.chain)" }, draggedAlong,
            test.map { "in the test \($0)" }, hint.map { "Hint: \($0)" },
            "ribleak explain \(fingerprint.description)",
        ].compactMap { $0 }
    }
}
