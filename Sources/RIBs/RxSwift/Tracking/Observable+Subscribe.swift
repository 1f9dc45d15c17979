// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxCocoa
    import RxRelay
    import RxSwift

    /// The observables of RxSwift, RxRelay and RxCocoa, whose subscriptions are followed.
    ///
    /// Where code imports both modules, Swift prefers its methods over RxSwift's of the same names,
    /// because this protocol refines RxSwift's, and those of a type over those of a protocol. They
    /// behave alike, but the subscription is followed if ``SubscriptionTracking`` is on. Code here
    /// reaches RxSwift's methods by being generic over RxSwift's protocol.
    public protocol FollowedObservable: ObservableType {}

    extension Observable: FollowedObservable {}
    extension PublishRelay: FollowedObservable {}
    extension BehaviorRelay: FollowedObservable {}
    extension ReplayRelay: FollowedObservable {}
    extension ControlEvent: FollowedObservable {}
    extension ControlProperty: FollowedObservable {}

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

        /// Same, for observers.
        func bind<Observer: ObserverType>(
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
    }
#endif
