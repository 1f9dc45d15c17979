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
