// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    // Not exported: an app that uses RxSwift imports it where it does, as with uber's package.
    import RxSwift

    extension Interactor {
        /// Says when `isActive` changes: the present value first, no value twice in a row, and completion
        /// when the interactor is freed. Observers hear in the order in which they came, as uber's do.
        public var isActiveStream: Observable<Bool> { activeness.observable() }
    }

    extension Worker {
        /// Says when `isStarted` changes: the present value first, no value twice in a row, and
        /// completion when the worker is freed.
        public var isStartedStream: Observable<Bool> { startedness.observable() }
    }

    extension Router {
        /// Says what happens to the router, and completes when the router is freed.
        ///
        /// To be asked for on the thread that owns the tree.
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
        /// The handler is called at once, on the thread that makes the change and outside of all locks;
        /// of several handlers, the oldest first. It may attach and detach RIBs, and observe and dispose.
        /// What it changes is told to all handlers before its own call returns, so those behind it hear
        /// of the newer change first. A RIB that it takes out while that comes into the tree is inactive
        /// when the call that attached it returns; one that is being taken out may come in again only
        /// after the call that takes it out.
        ///
        /// - Parameter handler: Called with each event, until what is returned is disposed of.
        /// - Returns: The observation. Any thread may dispose of it; a call that has begun on another
        ///   thread then may still go on.
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
        /// Has a function called with the present activity and with each change.
        ///
        /// - Returns: What ends that.
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

        /// Says when `isActive` changes.
        ///
        /// Each new observer gets the present value at once, no value twice in a row, and completion
        /// when the interactor is freed.
        var isActiveStream: Observable<Bool> { get }
    }

    /// The life of a router, as others may follow it.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol RouterScope: AnyObject {
        /// Says what happens to the router, and completes when the router is freed.
        var lifecycle: Observable<RouterLifecycle> { get }
    }

    /// Logic that runs while an interactor is active, and may serve several of them in turn.
    ///
    /// A test double that conforms to this can stand in for a worker; it needs no base class.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol Working: AnyObject {
        /// Starts the worker: now if the interactor is active, otherwise as soon as it becomes active.
        ///
        /// - Parameter interactorScope: The interactor whose activity bounds the work.
        func start(_ interactorScope: any InteractorScope)

        /// Stops the worker at once.
        func stop()

        /// Whether the worker was started and not stopped; it may still wait for its interactor.
        var isStarted: Bool { get }

        /// Says when `isStarted` changes.
        ///
        /// Each new observer gets the present value at once, no value twice in a row, and completion
        /// when the worker is freed.
        var isStartedStream: Observable<Bool> { get }
    }
#endif
