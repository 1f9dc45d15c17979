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

    /// What ends a subscription or an observation when it is disposed of.
    public typealias RIBSubscription = any Disposable

    func subscription(_ end: @escaping () -> Void) -> RIBSubscription {
        Disposables.create(with: end)
    }

    extension InteractorScope {
        /// Calls a function with the current activity and with each change.
        func observeActivity(_ onChange: @escaping (Bool) -> Void) -> any SubscriptionToken {
            EndingCall(isActiveStream.original(onChange, nil, nil, nil).dispose)
        }
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
