// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

extension Finding {
    /// What is wrong, in one line, such as `OffGameRouter at Root/OffGame is still alive`.
    package var headline: String { "\(type) at \(placeInTree) \(complaint)" }

    /// The RIB path. For growth outside of the tree, what holds more with each turn.
    package var placeInTree: String {
        if !ribPath.isEmpty { return ribPath }
        return growth.flatMap { $0.place.isEmpty ? nil : $0.place } ?? "an unknown place"
    }

    /// What keeps it alive, in one line, such as `kept alive by LoggedInRouter.previousScreens[0]`;
    /// nil where that is not known.
    package var keeper: String? {
        guard let retainPath else { return nil }
        guard let step = retainPath.suspectStep ?? retainPath.steps.last else {
            return retainPath.title()
        }
        let place = step.placeText.map { " at \($0)" } ?? ""
        return "\(retainPath.reason == .cycle ? "keeps itself alive through" : "kept alive by") "
            + step.holder
            + (step.holderKind == .closure ? place + step.joinedLabel : step.joinedLabel + place)
            + (step.isInferred ? " (inferred)" : "")
    }

    /// The text in place of a retain path; nil when there is a path, or nothing is kept alive.
    ///
    /// A process that was killed during the search, or that was set not to search, has written
    /// none.
    package var missingPath: String? {
        kind.isAboutKeptObject && retainPath == nil
            ? "what keeps it alive is not in the trace" : nil
    }

    /// The other objects it keeps alive, in one line; nil when there are none.
    package var alsoKept: String? {
        guard !victims.isEmpty else { return nil }
        let shown = victims.prefix(TextLimits.usual.victims).map(\.type).joined(separator: ", ")
        let left = victims.count - TextLimits.usual.victims
        return "also keeps alive \(shown)" + (left > 0 ? ", \(left) more" : "")
    }

    /// What a person needs in order to act, one line each: what is wrong, why, and how to fix it.
    package var advice: [String] {
        [
            headline, keeper, subscription.map { "through \($0.chain)" }, alsoKept,
            test.map { "in the test \($0)" }, hint.map { "Hint: \($0)" },
            fixCommand.map { "Fix: \($0)" }, foresightLine,
        ].compactMap { $0 }
    }

    /// Which rule says it before the code runs, and where.
    package var foresightText: String? {
        foresight.map { "\($0.rule) at \($0.place.file):\($0.place.line)" }
    }

    /// The same in a sentence.
    package var foresightLine: String? {
        foresightText.map { "ribleak lint already reports it: \($0)" }
    }
}

extension Finding {
    /// What is wrong, in words that follow the culprit's type, such as `is still alive (3 of
    /// them)`.
    package var complaint: String {
        let often = count > 1 ? " (\(count) of them)" : ""
        if endedWithTree, let complaint = kind.complaintOnceEnded { return complaint + often }
        switch kind {
        case .lifecycleViolation:
            return (violation?.complaint ?? kind.complaint) + (count > 1 ? " (\(count) times)" : "")
        case .growingObjects:
            return growth?.complaint ?? kind.complaint
        case .lateDeallocation:
            return lateness ?? kind.complaint + often
        default:
            if kind.isAboutSubscription, let subscription {
                return subscription.complaint(about: kind, count: count)
            }
            return (kind.isLeak && endedWithTree ? ending : kind.complaint) + often
        }
    }

    /// When an object was let go in the end.
    private var ending: String {
        let wait = keptUntil?.nanoseconds
        guard let rib = keptUntil?.ribPath?.split(separator: "/").last else {
            return wait.map { "was kept for \(Quantity.duration(nanoseconds: $0))" }
                ?? "was freed only with its whole tree"
        }
        // In a test, all of it takes no time that a person would count.
        let long = wait.flatMap { $0 < 100_000_000 ? nil : $0 }
        return "was kept until \(rib) was detached"
            + (long.map { ", \(Quantity.duration(nanoseconds: $0))" } ?? "")
    }

    private var lateness: String? {
        guard let late else { return nil }
        let most = late.isUpperBound ? "at most " : ""
        let after = Quantity.duration(nanoseconds: late.freedAfter)
        let by = Quantity.duration(nanoseconds: late.late)
        return "was freed \(most)\(after) after it was released, \(most)\(by) late"
            + (count > 1 ? " (the latest of \(count))" : "")
    }
}

extension RunReport {
    /// How many findings `ribleak lint` reports, too, in one line; nil when the sources were not
    /// compared.
    package var foresightLine: String? {
        let own = findings.filter { $0.libraryLeak == nil }
        guard isLinted, !own.isEmpty else { return nil }
        let foreseen = own.count { $0.foresight != nil }
        return
            "ribleak lint already reports \(foreseen) of \(Quantity.counted(own.count, "finding"))"
    }
}

extension GrowthFacts {
    /// By how much it grows, such as `grows: +2 each turn, 5 turns, 14 by now`.
    var complaint: String {
        let what = unit == .elements ? each == 1 ? "element " : "elements " : ""
        return "grows: +\(each) \(what)each turn, \(Quantity.counted(turns, "turn")), "
            + "\(count) by now"
    }
}

extension GrowthOutcome {
    /// Why growth could not be measured, in one sentence; nil when it was.
    package var obstacle: String? {
        let reason: String? =
            switch self {
            case .measured: nil
            case .tooManyObjects: "the heap has more objects than one measurement visits"
            case .notSettled:
                "the main queue did not run between the turns: check on the main thread, outside "
                    + "main-queue blocks, or await the check in an async test"
            case .memoryUnreadable: "the process may not read its own memory"
            case .turnedOff:
                "searching the heap is turned off by RIBLEAK_LEVEL=counts or "
                    + "RIBLEAK_SEARCH_LIMIT=0"
            }
        return reason.map { "whether anything grows is not known: \($0)" }
    }

    /// The same for a scenario of which nothing was recorded.
    package static let nothingRecorded =
        "whether anything grows is not known: nothing is recorded, as RIBLEAK_LEVEL says"
}

extension SubscriptionFacts {
    /// What is wrong with the owner's subscription, such as `is still subscribed 1.2 s after its
    /// deactivation`. The count is of subscriptions, or of owners of such.
    func complaint(about kind: FindingKind, count: Int) -> String {
        let often = count > 1 ? " (\(count) subscriptions)" : ""
        switch kind {
        case .outlivedInteractor:
            let most = count > 1 ? " (the longest of \(count) subscriptions)" : ""
            return (ownerIsFreed ? "was freed, but is still subscribed" : "is still subscribed")
                + after(outlivedBy) + most
        case .subscribedWhileInactive:
            return "subscribed while inactive\(often)"
        case .accumulatingSubscriptions:
            return accumulation + (count > 1 ? " (the most of \(count) of them)" : "")
        default:
            let first = valuesWhileInactive == 1 ? "," : ", the first"
            return "received \(Quantity.counted(valuesWhileInactive, "value")) while inactive"
                + first + after(firstFiredAfter) + often
        }
    }

    private var accumulation: String {
        guard let accumulated else { return "subscribed again with each activation" }
        return "has \(accumulated.count) live subscriptions from one place, added by "
            + "\(accumulated.activations) activations"
    }

    private func after(_ nanoseconds: UInt64?) -> String {
        guard let nanoseconds else { return " after its deactivation" }
        return " \(Quantity.duration(nanoseconds: nanoseconds)) after its deactivation"
    }
}

extension ViolationFacts {
    /// What was done to the object, such as `was loaded again without a new attach`.
    var complaint: String {
        let router = other?.type ?? "a router"
        return switch violation {
        case .attachedTwice:
            "was attached \(newParent.map { "to \($0.type)" } ?? "again") "
                + "while \(router) still has it"
        case .detachedNonChild: "was detached from \(router), but was not its child"
        case .freedWhileAttached: "was freed without didDetach"
        case .freedWhileActive: "was freed while it was active"
        case .loadedTwice: "was loaded again without a new attach"
        case .offOwnerThread: "was changed on another thread than its tree's"
        case .attachedBelowItself: "would attach to its own descendant \(router)"
        case .replacedWhileAttached:
            "stayed attached to \(router), which had another one in its place"
        case .clearedWhileAttached:
            "stayed attached to \(router), whose field for it was empty"
        }
    }
}
