import RIBTrace

extension FindingKind {
    /// What usually mends a finding of this kind; nil where the violation itself, or what
    /// keeps an object alive, says it.
    ///
    /// - Parameter part: The culprit's part in its RIB.
    func hint(for part: ObjectKind?) -> String? {
        switch self {
        case .firedWhileInactive where part == .worker:
            "Cancel it with .cancelOnStop(_:), or keep its values back with .confineTo(_:)."
        case .leakedRouter, .leakedInteractor, .leakedPresenter, .leakedView, .leakedWorker,
            .leakedWorkflow, .leakedComponent, .leakedObject:
            // What keeps it alive must be known first.
            nil
        case .firedWhileInactive:
            """
            Cancel it with .cancelOnDeactivate(interactor:), or keep its values back with \
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
            "End it in didStop, or cancel it with .cancelOnStop(_:)."
        case .outlivedInteractor:
            """
            End it in willResignActive, or cancel it with .cancelOnDeactivate(interactor:); a task \
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
            Each start subscribes anew: end the subscription with .cancelOnStop(_:), or make it \
            once, in init.
            """
        case .accumulatingSubscriptions:
            """
            Each activation subscribes anew: end the subscription with \
            .cancelOnDeactivate(interactor:), or make it once, in init.
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
