// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// What can be wrong with a RIB, by its name in reports.
public enum FindingKind: String, CaseIterable, Sendable {
    case leakedRouter = "leaked-router"
    case leakedInteractor = "leaked-interactor"
    case leakedPresenter = "leaked-presenter"
    case leakedView = "leaked-view"
    case leakedWorker = "leaked-worker"
    case leakedWorkflow = "leaked-workflow"
    case leakedComponent = "leaked-component"
    case leakedObject = "leaked-object"
    case growingObjects = "growing-objects"
    case firedWhileInactive = "fired-while-inactive"
    case viewGoneStillAttached = "view-gone-still-attached"
    case lateDeallocation = "late-deallocation"
    case lifecycleViolation = "lifecycle-violation"
    case neverAttached = "never-attached"
    case outlivedInteractor = "outlived-interactor"
    case subscribedWhileInactive = "subscribed-while-inactive"
    case accumulatingSubscriptions = "accumulating-subscriptions"

    /// The kind for an object that should have been freed.
    package init(leaked kind: ObjectKind) {
        self = FindingKind(rawValue: "leaked-\(kind)") ?? .leakedObject
    }

    /// Whether something stays in memory, or in the tree, that should be gone.
    public var isLeak: Bool {
        rawValue.hasPrefix("leaked-") || self == .growingObjects || self == .viewGoneStillAttached
    }

    /// Whether the finding is worth a look but fails neither a test nor a gate.
    public var isWarning: Bool { !isLeak && self != .firedWhileInactive }

    /// Whether the finding is about a subscription.
    public var isAboutSubscription: Bool {
        self == .firedWhileInactive || self == .outlivedInteractor
            || self == .subscribedWhileInactive || self == .accumulatingSubscriptions
    }

    /// Whether the culprit should be gone. One that is still attached should be alive.
    package var isAboutKeptObject: Bool { isLeak && self != .viewGoneStillAttached }

    /// The title that reports show, such as `Leaked router`.
    package var title: String {
        let words = rawValue.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// What is wrong, in words that follow the culprit's type. Used when the finding has no more
    /// precise facts.
    package var complaint: String {
        switch self {
        case .growingObjects: "grows with each turn"
        case .viewGoneStillAttached: "is still attached, though its view left the screen"
        case .lateDeallocation: "was freed late"
        case .lifecycleViolation: "broke the lifecycle"
        case .neverAttached: "was built but never attached"
        default:
            isLeak ? "is still alive" : "has a subscription that it should not have"
        }
    }

    /// The complaint about an object that was let go in the end; nil when the finding says until
    /// when it was kept.
    package var complaintOnceEnded: String? {
        self == .viewGoneStillAttached
            ? "stayed attached, though its view left the screen" : nil
    }

    /// What happened where the finding's detach is: other things happen to a view than to a router.
    package var detachVerb: String { self == .viewGoneStillAttached ? "left" : "detached" }

    /// The usual fix for a finding of this kind; nil when the violation or the retain path gives
    /// the hint.
    func hint(for part: ObjectKind?, chain: String = "") -> String? {
        fix(for: part).map { Self.filled($0, forEnding: chain) }
    }

    /// The fix, with words in braces that depend on the library of the subscription.
    private func fix(for part: ObjectKind?) -> String? {
        switch (self, part) {
        case (.viewGoneStillAttached, .rib):
            "Its view was dismissed: call didDetach for this RIB in the same place."
        case (.viewGoneStillAttached, _):
            "Its view was dismissed: call detachChild for this router in the same place."
        case (.lateDeallocation, _):
            """
            Something held it for a while, such as an animation, a task or a delayed closure: \
            release it earlier, or capture [weak self].
            """
        case (.neverAttached, _):
            """
            Attach it where it is built, or build it only once it is needed: nothing ends what it \
            has set up.
            """
        case (.firedWhileInactive, .rib), (.outlivedInteractor, .rib):
            "Dispose of it where you call didDetach."
        case (.firedWhileInactive, .worker): "{Cancel} it with .{cancelOnStop}."
        case (.firedWhileInactive, _): "{Cancel} it with .{cancelOnDeactivate}{orConfine}."
        case (.outlivedInteractor, .worker):
            "End it in didStop, or {cancel} it with .{cancelOnStop}."
        case (.outlivedInteractor, _):
            """
            End it in willResignActive, or {cancel} it with .{cancelOnDeactivate}; a task must \
            look whether it is cancelled.
            """
        case (.subscribedWhileInactive, .rib):
            "Subscribe after didAttach, and no longer after didDetach."
        case (.subscribedWhileInactive, .worker):
            "Subscribe in didStart or later, and no longer after didStop."
        case (.subscribedWhileInactive, _):
            """
            Subscribe in didBecomeActive or later, and no longer after willResignActive; where \
            values should wait for the activation, use .confineTo(_:).
            """
        case (.accumulatingSubscriptions, .rib):
            "Each attachment subscribes anew: dispose of it where you call didDetach."
        case (.accumulatingSubscriptions, .worker):
            """
            Each start subscribes anew: end the subscription with .{cancelOnStop}, or make it \
            once, in init.
            """
        case (.accumulatingSubscriptions, _):
            """
            Each activation subscribes anew: end the subscription with .{cancelOnDeactivate}, or \
            make it once, in init.
            """
        default: nil
        }
    }

    /// A fix in the API of the library that made a subscription. RxSwift's chains end in
    /// `subscribe`, `bind`, `drive` or `emit`.
    private static func filled(_ hint: String, forEnding chain: String) -> String {
        let calls = chain.components(separatedBy: " → ")
        let last = calls.last ?? ""
        let isShared = last == "drive" || last == "emit"
        let isObservable = last == "subscribe" || last.hasPrefix("bind(") || isShared
        let isHandedOver = calls.count == 1 && !["", "sink", "assign", "subscribe"].contains(last)
        let words = [
            "{Cancel}": isObservable ? "Dispose of" : "Cancel",
            "{cancel}": isObservable ? "dispose of" : "cancel",
            "{cancelOnDeactivate}":
                "\(isObservable ? "dispose" : "cancel")OnDeactivate(interactor:)",
            "{cancelOnStop}": "\(isObservable ? "dispose" : "cancel")OnStop(_:)",
            // Only publishers and observables can keep values back, unlike a timer, an observer of
            // notifications or a driver.
            "{orConfine}":
                isHandedOver || isShared ? "" : ", or keep its values back with .confineTo(_:)",
        ]
        return words.reduce(hint) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }
}
