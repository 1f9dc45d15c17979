// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
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

    /// What `CancelWithOwner` ends.
    typealias EndableSubscription = Disposable

    extension Disposable {
        var plain: any Disposable { self }

        var token: EndingCall { EndingCall(dispose) }

        /// Whether a tracker may follow it.
        var mayBeFollowed: Bool { true }

        /// Whether a tracker follows it, for this owner from now on.
        func isClaimed(by owner: Activity) -> Bool { SubscriptionTracking.tracksLast(by: owner) }
    }

    extension ObservableType {
        /// Passes values on only while an interactor is active.
        ///
        /// The subscription itself lives on. A value that comes while the interactor is inactive
        /// waits; the latest one, new or not, is passed on when the interactor becomes active.
        /// Inside an interactor, `disposeOnDeactivate(interactor:)` is usually what you want.
        public func confineTo(_ interactorScope: any InteractorScope) -> Observable<Element> {
            let owner = WeakInteractorScope(interactorScope).interactor?.activity
            let confined = Observable.combineLatest(interactorScope.isActiveStream, self) {
                isActive, value in (isActive, value)
            }.filter { isActive, _ in isActive }.map { _, value in value }
            // Comes last, so that the text of the chain can recognise it by its four operators.
            return confined.do(onSubscribe: {
                if let owner { SubscriptionTracking.confineSubscriptionBeingMade(to: owner) }
            })
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

    extension ActivityStream {
        /// Emits the current value first, then each change, and completes at the end.
        var stream: RIBStream<Bool> {
            Observable.create { observer in
                let listener = Listener(observer)
                guard add(listener) else {
                    observer.onCompleted()
                    return Disposables.create()
                }
                listener.offer(value)
                return Disposables.create { remove(listener) }
            }
        }

        /// One observer, which gets no value twice in a row. RxSwift gives it none after its end.
        private final class Listener: ActivityListener {
            private let observer: AnyObserver<Bool>
            private let last = Protected<Bool?>(nil)

            init(_ observer: AnyObserver<Bool>) { self.observer = observer }

            func offer(_ value: Bool) {
                let previous = last.withLock { last in
                    defer { last = value }
                    return last
                }
                if previous != value { observer.onNext(value) }
            }

            func finish() { observer.onCompleted() }
        }
    }
#endif
