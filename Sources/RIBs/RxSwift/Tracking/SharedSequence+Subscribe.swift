// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxCocoa
    import RxRelay
    import RxSwift

    extension ControlEvent: FollowedObservable {}
    extension ControlProperty: FollowedObservable {}

    // As with observables, methods of a type are chosen over RxCocoa's own, of a protocol.

    extension SharedSequence where SharingStrategy == DriverSharingStrategy {
        /// Subscribes functions to this driver, and follows the subscription. It behaves like
        /// RxCocoa's method, on the main thread only.
        ///
        /// - Parameters:
        ///   - onNext: Gets each value.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func drive(
            onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                self, of: "Driver", as: "drive", onNext: onNext, onCompleted: onCompleted,
                onDisposed: onDisposed
            ) {
                originalDrive($0, $1, $2, $3)
            }
        }

        /// Subscribes nothing to this driver, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Returns: What ends the subscription.
        public func drive() -> any Disposable {
            drive(onNext: nil, onCompleted: nil, onDisposed: nil)
        }

        /// Subscribes functions to this driver that get an object, which they do not keep, and
        /// follows the subscription. It behaves like RxCocoa's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onNext: Gets each value.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func drive<Object: AnyObject>(
            with object: Object, onNext: ((Object, Element) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            drive(
                onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Sends this driver's values to observers, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter observers: Get each value, and the end.
        /// - Returns: What ends the subscription.
        public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
        where Observer.Element == Element {
            drive(
                onNext: { value in for observer in observers { observer.onNext(value) } },
                onCompleted: { for observer in observers { observer.onCompleted() } })
        }

        /// Sends this driver's values to observers, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter observers: Get each value, and the end.
        /// - Returns: What ends the subscription.
        public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
        where Observer.Element == Element? {
            drive(
                onNext: { value in for observer in observers { observer.onNext(value) } },
                onCompleted: { for observer in observers { observer.onCompleted() } })
        }

        /// Sends this driver's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
            drive(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this driver's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
            drive(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this driver's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
            drive(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this driver's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
            drive(onNext: { value in for relay in relays { relay.accept(value) } })
        }
    }

    extension SharedSequence where SharingStrategy == SignalSharingStrategy {
        /// Subscribes functions to this signal, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameters:
        ///   - onNext: Gets each value.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func emit(
            onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                self, of: "Signal", as: "emit", onNext: onNext, onCompleted: onCompleted,
                onDisposed: onDisposed
            ) {
                originalEmit($0, $1, $2, $3)
            }
        }

        /// Subscribes nothing to this signal, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Returns: What ends the subscription.
        public func emit() -> any Disposable {
            emit(onNext: nil, onCompleted: nil, onDisposed: nil)
        }

        /// Subscribes functions to this signal that get an object, which they do not keep, and
        /// follows the subscription. It behaves like RxCocoa's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onNext: Gets each value.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func emit<Object: AnyObject>(
            with object: Object, onNext: ((Object, Element) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            emit(
                onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Sends this signal's values to observers, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter observers: Get each value, and the end.
        /// - Returns: What ends the subscription.
        public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element {
            emit(
                onNext: { value in for observer in observers { observer.onNext(value) } },
                onCompleted: { for observer in observers { observer.onCompleted() } })
        }

        /// Sends this signal's values to observers, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter observers: Get each value, and the end.
        /// - Returns: What ends the subscription.
        public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element? {
            emit(
                onNext: { value in for observer in observers { observer.onNext(value) } },
                onCompleted: { for observer in observers { observer.onCompleted() } })
        }

        /// Sends this signal's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
            emit(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this signal's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
            emit(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this signal's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
            emit(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this signal's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
            emit(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this signal's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
            emit(onNext: { value in for relay in relays { relay.accept(value) } })
        }

        /// Sends this signal's values to relays, and follows the subscription. It behaves like
        /// RxCocoa's method.
        ///
        /// - Parameter relays: Get each value.
        /// - Returns: What ends the subscription.
        public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
            emit(onNext: { value in for relay in relays { relay.accept(value) } })
        }
    }

    /// Subscribes as RxCocoa does, and follows the subscription if tracking is on.
    ///
    /// - Parameters:
    ///   - kind: The type of such a source in code.
    ///   - word: The name of the method that it calls here.
    private func follow<Source: SharedSequenceConvertibleType>(
        _ source: Source, of kind: String, as word: String, onNext: ((Source.Element) -> Void)?,
        onCompleted: (() -> Void)?, onDisposed: (() -> Void)?,
        original: (
            Source, ((Source.Element) -> Void)?, (() -> Void)?, (() -> Void)?
        ) -> any Disposable
    ) -> any Disposable {
        guard let tracker = SubscriptionTracking.tracker else {
            return original(source, onNext, onCompleted, onDisposed)
        }
        let chain = ObservableChain.words(of: source.asObservable(), as: kind)
        return tracker.follow("\(chain) → \(word)", receiveValue: onNext ?? { _ in }) {
            onValue, onEnd in
            original(
                source, onValue, ending(onCompleted, onEnd, .completed),
                ending(onDisposed, onEnd, .cancelled))
        }
    }

    /// RxCocoa's own, as generic code finds it.
    private func originalDrive<Source: SharedSequenceConvertibleType>(
        _ source: Source, _ onNext: ((Source.Element) -> Void)?, _ onCompleted: (() -> Void)?,
        _ onDisposed: (() -> Void)?
    ) -> any Disposable where Source.SharingStrategy == DriverSharingStrategy {
        source.drive(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// RxCocoa's own, as generic code finds it.
    private func originalEmit<Source: SharedSequenceConvertibleType>(
        _ source: Source, _ onNext: ((Source.Element) -> Void)?, _ onCompleted: (() -> Void)?,
        _ onDisposed: (() -> Void)?
    ) -> any Disposable where Source.SharingStrategy == SignalSharingStrategy {
        source.emit(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }
#endif
