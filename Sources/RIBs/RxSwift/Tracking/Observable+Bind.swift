// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxRelay
    import RxSwift

    extension FollowedObservable {
        /// Subscribes a function to this observable, and follows the subscription.
        ///
        /// It behaves like RxCocoa's method, even where RxCocoa is not available.
        ///
        /// - Parameter onNext: Gets each value.
        /// - Returns: What ends the subscription.
        public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
            follow(
                self, as: "bind(onNext:)", onNext: onNext, onError: bindingError, onCompleted: nil,
                onDisposed: nil)
        }

        /// Subscribes a function to this observable that gets an object, which it does not keep,
        /// and follows the subscription.
        ///
        /// It behaves like RxCocoa's method, even where RxCocoa is not available.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, the function is not called.
        ///   - onNext: Gets each value.
        /// - Returns: What ends the subscription.
        public func bind<Object: AnyObject>(
            with object: Object, onNext: @escaping (Object, Element) -> Void
        ) -> any Disposable {
            follow(
                self, as: "bind(with:onNext:)", onNext: bound(onNext, to: object),
                onError: bindingError,
                onCompleted: nil, onDisposed: nil)
        }

        /// Sends the events of this observable to observers, and follows the subscription.
        ///
        /// It behaves like RxCocoa's method.
        ///
        /// - Parameter observers: Get each value, and the end.
        /// - Returns: What ends the subscription.
        public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for observer in observers { observer.onNext(value) } },
                onError: { error in for observer in observers { observer.onError(error) } },
                onCompleted: { for observer in observers { observer.onCompleted() } },
                onDisposed: nil)
        }

        /// Sends the events of this observable to observers, and follows the subscription.
        ///
        /// It behaves like RxCocoa's method.
        ///
        /// - Parameter observers: Get each value, and the end.
        /// - Returns: What ends the subscription.
        public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element? {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for observer in observers { observer.onNext(value) } },
                onError: { error in for observer in observers { observer.onError(error) } },
                onCompleted: { for observer in observers { observer.onCompleted() } },
                onDisposed: nil)
        }

        /// Sends the values of this observable to relays, and follows the subscription.
        ///
        /// It behaves like RxRelay's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for relay in relays { relay.accept(value) } },
                onError: bindingError, onCompleted: nil, onDisposed: nil)
        }

        /// Sends the values of this observable to relays, and follows the subscription.
        ///
        /// It behaves like RxRelay's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for relay in relays { relay.accept(value) } },
                onError: bindingError, onCompleted: nil, onDisposed: nil)
        }

        /// Sends the values of this observable to relays, and follows the subscription.
        ///
        /// It behaves like RxRelay's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for relay in relays { relay.accept(value) } },
                onError: bindingError, onCompleted: nil, onDisposed: nil)
        }

        /// Sends the values of this observable to relays, and follows the subscription.
        ///
        /// It behaves like RxRelay's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for relay in relays { relay.accept(value) } },
                onError: bindingError, onCompleted: nil, onDisposed: nil)
        }

        /// Sends the values of this observable to relays, and follows the subscription.
        ///
        /// It behaves like RxRelay's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for relay in relays { relay.accept(value) } },
                onError: bindingError, onCompleted: nil, onDisposed: nil)
        }

        /// Sends the values of this observable to relays, and follows the subscription.
        ///
        /// It behaves like RxRelay's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
            follow(
                self, as: "bind(to:)",
                onNext: { value in for relay in relays { relay.accept(value) } },
                onError: bindingError, onCompleted: nil, onDisposed: nil)
        }
    }

    /// What is bound must not fail: RxSwift stops a debug build.
    private func bindingError(_ error: any Error) { assertionFailure("Binding error: \(error)") }
#endif
