// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxCocoa
    import RxRelay
    import RxSwift

    /// The observables of RxSwift, RxRelay and RxCocoa, whose subscriptions are followed.
    ///
    /// Where code imports both modules, Swift prefers its methods over RxSwift's of the same names,
    /// because this protocol refines RxSwift's. They behave alike, but the subscription is followed
    /// if ``SubscriptionTracking`` is on. Code here reaches RxSwift's methods by being generic over
    /// RxSwift's protocol.
    public protocol FollowedObservable: ObservableType {}

    extension Observable: FollowedObservable {}
    extension PublishRelay: FollowedObservable {}
    extension BehaviorRelay: FollowedObservable {}
    extension ReplayRelay: FollowedObservable {}
    extension ControlEvent: FollowedObservable {}
    extension ControlProperty: FollowedObservable {}

    extension FollowedObservable {
        /// Subscribes functions: RxSwift's method, followed.
        public func subscribe(
            onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
            onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                self, as: "subscribe", onNext: onNext, onError: onError, onCompleted: onCompleted,
                onDisposed: onDisposed, original)
        }
    }

    // `bind(onNext:)` and `bind(with:onNext:)` are there even where RxCocoa is not available.
    extension FollowedObservable {
        /// Also for the generated forms.
        func bind(
            as word: String = "bind(to:)", _ onNext: ((Element) -> Void)?
        ) -> any Disposable {
            // What is bound must not fail: RxSwift stops a debug build.
            follow(
                self, as: word, onNext: onNext,
                onError: { assertionFailure("Binding error: \($0)") }, original)
        }

        private func bind<Observer: ObserverType>(
            _ observers: [Observer], _ onNext: @escaping (Observer, Element) -> Void
        ) -> any Disposable {
            follow(
                self, as: "bind(to:)", onNext: passing(to: observers, onNext),
                onError: passing(to: observers) { $0.onError($1) },
                onCompleted: completing(observers), original)
        }

        /// Subscribes a function: RxCocoa's method, followed.
        public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
            bind(as: "bind(onNext:)", onNext)
        }

        /// Subscribes a function that gets an object held weakly: RxCocoa's method, followed.
        public func bind<Object: AnyObject>(
            with object: Object, onNext: @escaping (Object, Element) -> Void
        ) -> any Disposable {
            bind(as: "bind(with:onNext:)", bound(onNext, to: object))
        }

        /// Sends the events to observers: RxCocoa's method, followed.
        public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element {
            bind(observers) { $0.onNext($1) }
        }

        /// Sends the events to observers of optional values: RxCocoa's method, followed.
        public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element? {
            bind(observers) { $0.onNext($1) }
        }
    }

    // As with observables, methods of a type are chosen over RxSwift's own, of a protocol.

    extension PrimitiveSequence where Trait == SingleTrait {
        /// Subscribes functions: RxSwift's method, followed.
        public func subscribe(
            onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(asObservable(), of: "Single", onSuccess) { onValue, onEnd in
                original(
                    completing(onValue, onEnd), ending(onFailure, onEnd),
                    ending(onDisposed, onEnd, .cancelled))
            }
        }
    }

    extension PrimitiveSequence where Trait == MaybeTrait {
        /// Subscribes functions: RxSwift's method, followed.
        public func subscribe(
            onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
            onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(asObservable(), of: "Maybe", onSuccess) { onValue, onEnd in
                original(
                    completing(onValue, onEnd), ending(onError, onEnd),
                    ending(onCompleted, onEnd, .completed), ending(onDisposed, onEnd, .cancelled))
            }
        }
    }

    extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
        /// Subscribes functions: RxSwift's method, followed.
        /// The completion counts as the value.
        public func subscribe(
            onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            let onValue = onCompleted.map { onCompleted in { (_: Void) in onCompleted() } }
            return follow(asObservable(), of: "Completable", onValue) { onValue, onEnd in
                let onCompleted = completing(onValue, onEnd)
                return original(
                    onCompleted.map { onCompleted in { onCompleted(()) } },
                    ending(onError, onEnd), ending(onDisposed, onEnd, .cancelled))
            }
        }
    }

    extension Infallible {
        /// Subscribes functions: RxSwift's method, followed.
        public func subscribe(
            onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            let source = asObservable()
            return follow(
                source, of: "Infallible", as: "subscribe", onNext: onNext,
                onCompleted: onCompleted, onDisposed: onDisposed, source.original)
        }
    }
#endif
