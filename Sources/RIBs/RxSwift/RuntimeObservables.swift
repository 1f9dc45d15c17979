// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    // Not exported: an app that uses RxSwift imports it where it does, as with uber's package.
    import RxSwift

    /// What the runtime's parts emit.
    public typealias RIBStream<Value> = Observable<Value>

    extension LeakDetector {
        var statusStream: LeakDetectionStatusStream {
            isBusy.stream.map { $0 ? .InProgress : .DidComplete }
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
        var isActiveStream: RIBStream<Bool> { source?.isActiveStream ?? .just(false) }
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

    /// Notifies those that follow a router's lifecycle.
    typealias LifecycleSubject = PublishSubject<RouterLifecycle>

    extension LifecycleSubject {
        var stream: RIBStream<RouterLifecycle> { asObservable() }

        func notify(_ event: RouterLifecycle) { onNext(event) }

        /// Completes, because the router is being freed.
        func finish() { onCompleted() }
    }
#endif
