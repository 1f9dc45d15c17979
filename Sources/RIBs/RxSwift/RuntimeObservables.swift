// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    // Not exported: an app that uses RxSwift imports it where it does, as with uber's package.
    import RxSwift

    extension Interactor {
        /// Emits `isActive`: the current value first, then each change, and completion when the
        /// interactor is freed. Observers are notified in the order in which they subscribed, as in
        /// uber's RIBs.
        public var isActiveStream: Observable<Bool> { activeness.observable() }
    }

    extension Worker {
        /// Emits `isStarted`: the current value first, then each change, and completion when the
        /// worker is freed.
        public var isStartedStream: Observable<Bool> { startedness.observable() }
    }

    extension Router {
        /// Emits what happens to the router, and completes when the router is freed.
        ///
        /// Call it on the thread that owns the tree.
        public var lifecycle: Observable<RouterLifecycle> {
            let subject = lifecycleSubject as? PublishSubject<RouterLifecycle> ?? PublishSubject()
            lifecycleSubject = subject
            return subject.asObservable()
        }
    }

    /// Whether a ``LeakDetector`` expects anything.
    public typealias LeakDetectionStatusStream = Observable<LeakDetectionStatus>

    extension LeakDetector {
        var statusStream: LeakDetectionStatusStream {
            isBusy.observable().map { $0 ? .InProgress : .DidComplete }
        }
    }

    extension LifecycleEvents {
        /// Calls a handler with each event from now on.
        ///
        /// The handler is called at once, on the thread that makes the change and outside all
        /// locks. Older handlers are called first. A handler may attach and detach RIBs, and
        /// observe and dispose. All handlers are notified of such a change before the handler's own
        /// call returns, so later handlers get the newer change first. If it detaches a RIB that is
        /// just being attached, the RIB is inactive when the attaching call returns. A RIB that is
        /// being detached may be attached again only after the detaching call.
        ///
        /// - Parameter handler: Called with each event, until the returned observation is disposed
        ///   of.
        /// - Returns: The observation. Any thread may dispose of it. A call that has begun on
        ///   another thread may still continue then.
        public static func observe(
            _ handler: @escaping @Sendable (LifecycleEvent) -> Void
        ) -> any Disposable {
            let number = observers.add(handler)
            return Disposables.create { observers.remove(number) }
        }
    }

    extension WeakInteractorScope {
        var isActiveStream: Observable<Bool> { source?.isActiveStream ?? .just(false) }
    }

    extension ObservedInteractable {
        var isActiveStream: Observable<Bool> { interactable.isActiveStream }
    }

    extension InteractorScope {
        /// Calls a function with the current activity and with each change.
        ///
        /// - Returns: A token that ends this.
        func observeActivity(_ onChange: @escaping (Bool) -> Void) -> any SubscriptionToken {
            DisposableToken(isActiveStream.subscribe(unfollowed: onChange))
        }
    }

    /// Ends a subscription by its disposable.
    final class DisposableToken: SubscriptionToken {
        private let disposable: any Disposable

        init(_ disposable: any Disposable) { self.disposable = disposable }

        func end() { disposable.dispose() }
    }

    extension PublishSubject: LifecycleSubject where Element == RouterLifecycle {
        func notify(_ event: RouterLifecycle) { onNext(event) }
        func finish() { onCompleted() }
    }

    /// The time during which an interactor may work.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol InteractorScope: AnyObject {
        /// Whether the interactor may work now.
        var isActive: Bool { get }

        /// Emits `isActive`.
        ///
        /// Each new observer gets the current value at once, then each change, and completion when
        /// the interactor is freed.
        var isActiveStream: Observable<Bool> { get }
    }

    /// The lifecycle of a router, for others to follow.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol RouterScope: AnyObject {
        /// Emits what happens to the router, and completes when the router is freed.
        var lifecycle: Observable<RouterLifecycle> { get }
    }

    /// Logic that runs while an interactor is active, and may serve several of them in turn.
    ///
    /// A test double that conforms to this can stand in for a worker; it needs no base class.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol Working: AnyObject {
        /// Starts the worker: now if the interactor is active, otherwise as soon as it becomes
        /// active.
        ///
        /// - Parameter interactorScope: The interactor whose activity bounds the work.
        func start(_ interactorScope: any InteractorScope)

        /// Stops the worker at once.
        func stop()

        /// Whether the worker was started and not stopped; it may still wait for its interactor.
        var isStarted: Bool { get }

        /// Emits `isStarted`.
        ///
        /// Each new observer gets the current value at once, then each change, and completion when
        /// the worker is freed.
        var isStartedStream: Observable<Bool> { get }
    }
#endif
