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
    case firedWhileInactive = "fired-while-inactive"
    case viewGoneStillAttached = "view-gone-still-attached"
    case lateDeallocation = "late-deallocation"
    case lifecycleViolation = "lifecycle-violation"
    case neverAttached = "never-attached"
    case outlivedInteractor = "outlived-interactor"
    case subscribedWhileInactive = "subscribed-while-inactive"
    case accumulatingSubscriptions = "accumulating-subscriptions"

    /// The kind for an object that should have been freed.
    public init(leaked kind: ObjectKind) {
        self =
            switch kind {
            case .router: .leakedRouter
            case .interactor: .leakedInteractor
            case .presenter: .leakedPresenter
            case .view: .leakedView
            case .worker: .leakedWorker
            case .workflow: .leakedWorkflow
            case .component: .leakedComponent
            case .object, .rib: .leakedObject
            }
    }

    /// True when something stays in memory, or in the tree, that should be gone.
    public var isLeak: Bool { self != .firedWhileInactive && !isWarning }

    /// True for what is worth a look but fails neither a test nor a gate.
    public var isWarning: Bool {
        switch self {
        case .lateDeallocation, .lifecycleViolation, .neverAttached, .outlivedInteractor,
            .subscribedWhileInactive, .accumulatingSubscriptions:
            true
        default:
            false
        }
    }

    /// True for what is about a subscription.
    public var isAboutSubscription: Bool {
        switch self {
        case .firedWhileInactive, .outlivedInteractor, .subscribedWhileInactive,
            .accumulatingSubscriptions:
            true
        default:
            false
        }
    }
}

extension FindingKind {
    /// What usually mends a finding of this kind; nil where the violation itself, or what
    /// keeps an object alive, says it.
    ///
    /// - Parameters:
    ///   - part: The culprit's part in its RIB.
    ///   - chain: What the subscription consists of, for a finding about one.
    func hint(for part: ObjectKind?, chain: String = "") -> String? {
        let end = SubscriptionEnding(of: chain)
        return switch self {
        case .firedWhileInactive where part == .worker:
            "\(end.verb) it with .\(end.onStop), or keep its values back with .confineTo(_:)."
        case .leakedRouter, .leakedInteractor, .leakedPresenter, .leakedView, .leakedWorker,
            .leakedWorkflow, .leakedComponent, .leakedObject:
            // What keeps it alive must be known first.
            nil
        case .firedWhileInactive:
            """
            \(end.verb) it with .\(end.onDeactivate), or keep its values back with \
            .confineTo(_:).
            """
        case .viewGoneStillAttached:
            "Its view was dismissed: call detachChild for this router in the same place."
        case .lateDeallocation:
            """
            Something held it for a while, such as an animation, a task or a delayed closure: let \
            go of it earlier, or capture [weak self].
            """
        case .neverAttached:
            """
            Attach it where it is built, or build it only once it is needed: nothing ends what it \
            has set up.
            """
        case .outlivedInteractor where part == .worker:
            "End it in didStop, or \(end.verb.lowercased()) it with .\(end.onStop)."
        case .outlivedInteractor:
            """
            End it in willResignActive, or \(end.verb.lowercased()) it with .\(end.onDeactivate); a task \
            must look whether it is cancelled.
            """
        case .subscribedWhileInactive where part == .worker:
            "Subscribe in didStart or later, and no longer after didStop."
        case .subscribedWhileInactive:
            """
            Subscribe in didBecomeActive or later, and no longer after willResignActive; where \
            values should wait for the activation, use .confineTo(_:).
            """
        case .accumulatingSubscriptions where part == .worker:
            """
            Each start subscribes anew: end the subscription with .\(end.onStop), or make it \
            once, in init.
            """
        case .accumulatingSubscriptions:
            """
            Each activation subscribes anew: end the subscription with \
            .\(end.onDeactivate), or make it once, in init.
            """
        case .lifecycleViolation:
            nil
        }
    }

    /// The same, when a RIB without base classes is the culprit.
    var hintForPlainRIB: String? {
        switch self {
        case .firedWhileInactive, .outlivedInteractor:
            "Dispose of it where you call didDetach."
        case .subscribedWhileInactive:
            "Subscribe after didAttach, and no longer after didDetach."
        case .accumulatingSubscriptions:
            "Each attachment subscribes anew: dispose of it where you call didDetach."
        case .viewGoneStillAttached:
            "Its view was dismissed: call didDetach for this RIB in the same place."
        default:
            hint(for: .rib)
        }
    }
}

/// What ends a subscription with its owner's activity, in the words of the library that it was made with.
private struct SubscriptionEnding {
    let verb: String
    let onDeactivate: String
    let onStop: String

    /// - Parameter chain: RxSwift's end in `subscribe` or `bind`.
    init(of chain: String) {
        let last = chain.components(separatedBy: " → ").last ?? ""
        let isObservable = last == "subscribe" || last.hasPrefix("bind(")
        verb = isObservable ? "Dispose of" : "Cancel"
        onDeactivate = "\(isObservable ? "dispose" : "cancel")OnDeactivate(interactor:)"
        onStop = "\(isObservable ? "dispose" : "cancel")OnStop(_:)"
    }
}
