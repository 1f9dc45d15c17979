// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// The story of an object in lines.
struct ObjectStoryText {
    private static let proseWidth = 86

    let story: ObjectStory
    /// The columns of the text; nil for no limit.
    var width: Int?
    let ids: PrintedIDs

    var lines: [TextLine] {
        [
            TextLine("\(ids.object(story.id))  ", .faint) + TextLine(story.type, .strong)
                + TextLine(story.isDestroyed ? ", destroyed" : ", alive at the end"),
            FactLines.process(story.process),
            TextLine(),
            FactLines.fact("kind", kind),
            FactLines.fact("RIB path", TextLine(story.ribPath, .place)),
        ] + FactLines.facts("owned by", story.owners.map { FactLines.object($0, ids) })
            + subscriptions
            + [TextLine()] + moves + FactLines.stack("made by", story.made)
            + FactLines.stack("last attached by", story.attached)
            + FactLines.stack(
                story.kind == .view ? "last left by" : "last detached by", story.detached)
    }

    private var subscriptions: [TextLine] {
        let list = story.subscriptions.map(ids.subscription).joined(separator: ", ")
        return FactLines.facts(
            "owns",
            Prose.wrapped(list, width: min(Self.proseWidth, (width ?? .max) - FactLines.indent))
                .map { TextLine($0) })
    }

    private var moves: [TextLine] {
        let times = story.moves.map { Quantity.seconds(nanoseconds: $0.time) }
        let width = times.map(\.count).max() ?? 0
        return zip(times, story.moves).map { time, move in
            TextLine("  " + String(repeating: " ", count: width - time.count) + time + "  ")
                + line(for: move)
        }
    }

    private func line(for move: ObjectMove) -> TextLine {
        if let other = move.other, let link = move.kind.link {
            return TextLine("\(move.kind.story) \(link) ") + FactLines.object(other, ids)
        }
        guard move.kind == .stillAlive else { return TextLine(move.kind.story) }
        let when =
            move.late == 0
            ? "when all was judged"
            : "\(Quantity.duration(nanoseconds: move.late)) after it should have gone"
        return TextLine("\(move.kind.story) \(when)")
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

/// The story of a subscription in lines.
struct SubscriptionStoryText {
    let story: SubscriptionStory
    let ids: PrintedIDs

    private var subscription: ListedSubscription { story.subscription }

    var lines: [TextLine] {
        let end = subscription.end?.word ?? "alive"
        let fired = subscription.firedWhileInactive
        return [
            TextLine("\(ids.subscription(subscription.id))  ", .faint)
                + TextLine(subscription.chain, .strong)
                + TextLine(", \(subscription.end == nil ? "alive at the end" : end)")
                + TextLine(fired ? ", fired while inactive" : "", .alarm),
            FactLines.process(story.process),
            TextLine(),
        ] + ownership + [TextLine()] + life
            + FactLines.stack("subscribed by", story.made)
            + FactLines.stack("first value while inactive sent by", story.firing?.stack)
    }

    private var ownership: [TextLine] {
        let owner =
            subscription.owner.map { FactLines.object($0, ids) }
            ?? TextLine("not known")
        return [
            subscription.owner.map { FactLines.fact("RIB path", TextLine($0.ribPath, .place)) },
            FactLines.fact("owner", owner),
            FactLines.fact("owner by", attribution),
            FactLines.fact("bound", confinement),
        ].compactMap { $0 }
    }

    private var life: [TextLine] {
        let seconds = { Quantity.seconds(nanoseconds: $0) }
        let deliveries = subscription.deliveries
        var lines = [FactLines.fact("made", "\(seconds(subscription.madeAt)) into the recording")]
        if let deliveries {
            let values =
                "\(deliveries.whileActive) while active, \(deliveries.whileInactive) while inactive"
            lines.append(FactLines.fact("values", values))
        } else {
            lines.append(FactLines.fact("values", "unknown: the trace ends before it says so"))
        }
        if let first = deliveries?.first { lines.append(FactLines.fact("first", seconds(first))) }
        if let last = deliveries?.last { lines.append(FactLines.fact("last", seconds(last))) }
        if let firing = story.firing {
            let after = Quantity.duration(nanoseconds: firing.sinceDeactivation)
            let test = firing.test.map { ", in the test \($0)" } ?? ""
            lines.append(
                FactLines.fact(
                    "inactive", TextLine("first value \(after) after the deactivation\(test)")))
        }
        let end = subscription.end?.word ?? "alive"
        lines.append(
            FactLines.fact("end", subscription.endedAt.map { "\(end) at \(seconds($0))" } ?? end))
        return lines
    }

    private var attribution: String {
        let word = subscription.attribution.name
        return switch subscription.attribution {
        case .explicit: "\(word): the code that made it says so"
        case .current: "\(word): it was made while the owner's code ran"
        case .captured: "\(word): its closure captures the owner"
        case .kept: "\(word): the owner, or what it alone keeps, has the token"
        case .capturedWeakly: "\(word): its closure captures the owner, but not strongly"
        case .disputed:
            "\(word): its token, its closure and the code that made it do not agree on an owner"
        case .made:
            "\(word): the owner's own code made it, and there was no other of its kind"
        case .task: "\(word): the closure of the task that made it captures the owner"
        case .unowned: word
        }
    }

    private var confinement: String {
        let word = subscription.confinement.word
        return switch subscription.confinement {
        case .none: "by nothing known"
        case .silent: "\(word): delivers nothing while its owner is inactive"
        case .ending: "\(word): ends when its owner becomes inactive"
        }
    }
}
