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

    /// Whether something stays in memory, or in the tree, that should be gone.
    public var isLeak: Bool { declaration.severity == .leak }

    /// Whether the finding is worth a look but fails neither a test nor a gate.
    public var isWarning: Bool { declaration.severity == .warning }

    /// Whether the finding is about a subscription.
    public var isAboutSubscription: Bool { declaration.isAboutSubscription }

    /// The title that reports show, such as `Leaked router`.
    package var title: String {
        let words = rawValue.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// What a finding of this kind says, in one sentence.
    package var meaning: String { declaration.meaning }

    /// What is wrong, in words that follow the culprit's type. Used when the finding has no more
    /// precise facts.
    package var complaint: String { declaration.complaint }

    /// The complaint about an object that was let go in the end; nil when the finding says until
    /// when it was kept.
    package var complaintOnceEnded: String? { declaration.complaintOnceEnded }

    /// Whether the culprit should be gone. One that is still attached should be alive.
    package var isAboutKeptObject: Bool { isLeak && self != .viewGoneStillAttached }

    /// What happened where the finding's detach is: other things happen to a view than to a router.
    package var detachVerb: String { declaration.detachVerb }

    /// The usual fix for a finding of this kind; nil when the violation or the retain path gives
    /// the hint.
    ///
    /// - Parameters:
    ///   - part: The culprit's part in its RIB, or `.rib` for a RIB without base classes.
    ///   - chain: The chain of publishers, for a finding about a subscription.
    func hint(for part: ObjectKind?, chain: String = "") -> String? {
        let declaration = declaration
        let hint =
            switch part {
            case .worker: declaration.workerHint ?? declaration.hint
            case .rib: declaration.plainRIBHint ?? declaration.hint
            default: declaration.hint
            }
        return hint.map { FindingKindDeclaration.filled($0, forEnding: chain) }
    }
}

// MARK: - Declarations

/// The facts about one kind of finding that all formats share.
private struct FindingKindDeclaration {
    enum Severity {
        /// Something stays in memory or in the tree that should be gone.
        case leak
        /// Code ran that should not have.
        case error
        /// Fails neither a test nor a gate.
        case warning
    }

    let severity: Severity
    var isAboutSubscription = false
    /// What a finding says, in one sentence.
    let meaning: String
    /// What is wrong, in words that follow the culprit's type.
    let complaint: String
    /// The same, once the object was let go; nil when the finding says until when it was kept.
    var complaintOnceEnded: String?
    /// What happened where the finding's detach is.
    var detachVerb = "detached"
    /// The usual fix; nil when it depends on the finding. Words in braces depend on the library of
    /// the subscription.
    var hint: String?
    /// The fix for a worker, if it differs.
    var workerHint: String?
    /// The fix for a RIB without base classes, if it differs.
    var plainRIBHint: String?

    static func leak(_ meaning: String) -> FindingKindDeclaration {
        FindingKindDeclaration(severity: .leak, meaning: meaning, complaint: "is still alive")
    }

    /// A fix in the API of the library that made a subscription.
    ///
    /// - Parameter chain: The chain of publishers. RxSwift's chains end in `subscribe`, `bind`,
    ///   `drive` or `emit`.
    static func filled(_ hint: String, forEnding chain: String) -> String {
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

extension FindingKind {
    private var declaration: FindingKindDeclaration {
        switch self {
        case .leakedRouter: .leak("A router was detached, but something still holds it.")
        case .leakedInteractor:
            .leak("A RIB was detached, but something still holds its interactor.")
        case .leakedPresenter: .leak("A RIB was detached, but something still holds its presenter.")
        case .leakedView: .leak("A RIB was detached, but something still holds its view.")
        case .leakedWorker: .leak("A RIB was detached, but something still holds a worker of it.")
        case .leakedWorkflow:
            .leak("A RIB was detached, but something still holds a workflow of it.")
        case .leakedComponent: .leak("A RIB was detached, but something still holds its component.")
        case .leakedObject: .leak("An object that was expected to be freed is still alive.")
        case .growingObjects:
            FindingKindDeclaration(
                severity: .leak,
                meaning: "A scenario that a test repeats leaves more behind with each turn.",
                complaint: "grows with each turn")
        case .firedWhileInactive:
            FindingKindDeclaration(
                severity: .error, isAboutSubscription: true,
                meaning: "A subscription delivered a value while its interactor was inactive.",
                complaint: "has a subscription that it should not have",
                hint: "{Cancel} it with .{cancelOnDeactivate}{orConfine}.",
                workerHint: "{Cancel} it with .{cancelOnStop}.",
                plainRIBHint: "Dispose of it where you call didDetach.")
        case .viewGoneStillAttached:
            FindingKindDeclaration(
                severity: .leak,
                meaning: "A view left the screen, but its router is still attached.",
                complaint: "is still attached, though its view left the screen",
                complaintOnceEnded: "stayed attached, though its view left the screen",
                detachVerb: "left",
                hint: "Its view was dismissed: call detachChild for this router in the same place.",
                plainRIBHint:
                    "Its view was dismissed: call didDetach for this RIB in the same place.")
        case .lateDeallocation:
            FindingKindDeclaration(
                severity: .warning, meaning: "An object was freed, but only after its deadline.",
                complaint: "was freed late",
                hint: """
                    Something held it for a while, such as an animation, a task or a delayed \
                    closure: release it earlier, or capture [weak self].
                    """)
        case .lifecycleViolation:
            FindingKindDeclaration(
                severity: .warning, meaning: "Code did what the architecture does not allow.",
                complaint: "broke the lifecycle")
        case .neverAttached:
            FindingKindDeclaration(
                severity: .warning,
                meaning: "A RIB of the tree built a router and keeps it without attaching it.",
                complaint: "was built but never attached",
                hint: """
                    Attach it where it is built, or build it only once it is needed: nothing ends \
                    what it has set up.
                    """)
        case .outlivedInteractor:
            FindingKindDeclaration(
                severity: .warning, isAboutSubscription: true,
                meaning: "A subscription is alive after its interactor was deactivated or freed.",
                complaint: "has a subscription that it should not have",
                hint: """
                    End it in willResignActive, or {cancel} it with .{cancelOnDeactivate}; a task \
                    must look whether it is cancelled.
                    """,
                workerHint: "End it in didStop, or {cancel} it with .{cancelOnStop}.",
                plainRIBHint: "Dispose of it where you call didDetach.")
        case .subscribedWhileInactive:
            FindingKindDeclaration(
                severity: .warning, isAboutSubscription: true,
                meaning: "An interactor subscribed while it was inactive.",
                complaint: "has a subscription that it should not have",
                hint: """
                    Subscribe in didBecomeActive or later, and no longer after willResignActive; \
                    where values should wait for the activation, use .confineTo(_:).
                    """,
                workerHint: "Subscribe in didStart or later, and no longer after didStop.",
                plainRIBHint: "Subscribe after didAttach, and no longer after didDetach.")
        case .accumulatingSubscriptions:
            FindingKindDeclaration(
                severity: .warning, isAboutSubscription: true,
                meaning: "Each activation of an interactor adds a subscription, and none ends.",
                complaint: "has a subscription that it should not have",
                hint: """
                    Each activation subscribes anew: end the subscription with \
                    .{cancelOnDeactivate}, or make it once, in init.
                    """,
                workerHint: """
                    Each start subscribes anew: end the subscription with .{cancelOnStop}, or make \
                    it once, in init.
                    """,
                plainRIBHint:
                    "Each attachment subscribes anew: dispose of it where you call didDetach.")
        }
    }
}
