// SPDX-License-Identifier: Apache-2.0

#if RxSwift
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
        func hear(_ hear: @escaping (Bool) -> Void) -> any SubscriptionToken {
            DisposableToken(isActiveStream.subscribe(unfollowed: hear))
        }
    }

    /// Ends a subscription by its disposable.
    final class DisposableToken: SubscriptionToken {
        private let disposable: any Disposable

        init(_ disposable: any Disposable) { self.disposable = disposable }

        func end() { disposable.dispose() }
    }

    extension PublishSubject: LifecycleSubject where Element == RouterLifecycle {
        func tell(_ event: RouterLifecycle) { onNext(event) }
        func finish() { onCompleted() }
    }
#endif
