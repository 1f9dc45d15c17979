// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The story of an object in lines.
struct ObjectStoryText {
    private static let proseWidth = 86

    let story: ObjectStory

    var lines: [TextLine] {
        [
            TextLine("object:\(story.id)  ", .faint) + TextLine(story.type, .strong)
                + TextLine(story.isDestroyed ? ", destroyed" : ", alive at the end"),
            FactLines.process(story.process),
            TextLine(),
            FactLines.fact("kind", kind),
            FactLines.fact("RIB path", TextLine(story.ribPath, .place)),
        ] + FactLines.facts("owned by", story.owners.map(FactLines.object)) + subscriptions
            + [TextLine()] + moves + FactLines.stack("made by", story.made)
            + FactLines.stack("last attached by", story.attached)
            + FactLines.stack(
                story.kind == .view ? "last left by" : "last detached by", story.detached)
    }

    private var subscriptions: [TextLine] {
        let list = story.subscriptions.map { "subscription:\($0)" }.joined(separator: ", ")
        return FactLines.facts(
            "owns", Prose.wrapped(list, width: Self.proseWidth).map { TextLine($0) })
    }

    private var moves: [TextLine] {
        let times = story.moves.map { Quantity.seconds(nanoseconds: $0.time) }
        let width = times.map(\.count).max() ?? 0
        return zip(times, story.moves).map { time, move in
            TextLine("  " + String(repeating: " ", count: width - time.count) + time + "  ")
                + Self.line(for: move)
        }
    }

    private static func line(for move: ObjectMove) -> TextLine {
        let (words, link) = words(for: move.kind)
        guard let other = move.other, let link else { return TextLine(words) }
        return TextLine("\(words) \(link) ") + FactLines.object(other)
    }

    /// The words for what happened, and the word before the other object involved.
    private static func words(for kind: ObjectMove.Kind) -> (words: String, link: String?) {
        switch kind {
        case .made: ("made", nil)
        case .launched: ("launched", nil)
        case .attached: ("attached", "to")
        case .detached: ("detached", "from")
        case .activated: ("activated", nil)
        case .deactivated: ("deactivated", nil)
        case .started: ("started", "by")
        case .stopped: ("stopped", nil)
        case .viewAppeared: ("appeared on the screen", nil)
        case .viewLeft: ("left the screen", nil)
        case .foundAlive(0): ("found alive when all was judged", nil)
        case .foundAlive(let late):
            ("found alive \(Quantity.duration(nanoseconds: late)) after it should have gone", nil)
        case .destroyed: ("destroyed", nil)
        }
    }

    private var kind: String {
        switch story.kind {
        case .router: "router"
        case .interactor: "interactor"
        case .presenter: "presenter"
        case .view: "view"
        case .worker: "worker"
        case .workflow: "workflow"
        case .component: "component"
        case .object: "tracked object"
        case .rib: "RIB without base classes"
        }
    }
}
