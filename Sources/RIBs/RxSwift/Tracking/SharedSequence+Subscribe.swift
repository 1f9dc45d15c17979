// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxCocoa
    import RxRelay
    import RxSwift

    extension ControlEvent: FollowedObservable {}
    extension ControlProperty: FollowedObservable {}

    // As with observables, methods of a type are chosen over RxCocoa's own, of a protocol.

    extension SharedSequence where SharingStrategy == DriverSharingStrategy {
        /// Subscribes functions, on the main thread only: RxCocoa's method, followed.
        public func drive(
            onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                asObservable(), of: "Driver", as: "drive", onNext: onNext,
                onCompleted: onCompleted, onDisposed: onDisposed
            ) { originalDrive(self, $0, $2, $3) }
        }

        /// Subscribes nothing: RxCocoa's method, followed.
        public func drive() -> any Disposable {
            drive(onNext: nil, onCompleted: nil, onDisposed: nil)
        }

        /// Subscribes functions that get an object held weakly: RxCocoa's method, followed.
        public func drive<Object: AnyObject>(
            with object: Object, onNext: ((Object, Element) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            drive(
                onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Sends the events to observers: RxCocoa's method, followed.
        public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
        where Observer.Element == Element {
            drive(
                onNext: passing(to: observers) { $0.onNext($1) },
                onCompleted: completing(observers))
        }

        /// Sends the events to observers of optional values: RxCocoa's method, followed.
        public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
        where Observer.Element == Element? {
            drive(
                onNext: passing(to: observers) { $0.onNext($1) },
                onCompleted: completing(observers))
        }

        /// Sends the values to relays: RxCocoa's method, followed.
        public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays of optional values: RxCocoa's method, followed.
        public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays: RxCocoa's method, followed.
        public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays of optional values: RxCocoa's method, followed.
        public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }
    }

    extension SharedSequence where SharingStrategy == SignalSharingStrategy {
        /// Subscribes functions: RxCocoa's method, followed.
        public func emit(
            onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                asObservable(), of: "Signal", as: "emit", onNext: onNext,
                onCompleted: onCompleted, onDisposed: onDisposed
            ) { originalEmit(self, $0, $2, $3) }
        }

        /// Subscribes nothing: RxCocoa's method, followed.
        public func emit() -> any Disposable {
            emit(onNext: nil, onCompleted: nil, onDisposed: nil)
        }

        /// Subscribes functions that get an object held weakly: RxCocoa's method, followed.
        public func emit<Object: AnyObject>(
            with object: Object, onNext: ((Object, Element) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            emit(
                onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Sends the events to observers: RxCocoa's method, followed.
        public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element {
            emit(
                onNext: passing(to: observers) { $0.onNext($1) },
                onCompleted: completing(observers))
        }

        /// Sends the events to observers of optional values: RxCocoa's method, followed.
        public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
        where Observer.Element == Element? {
            emit(
                onNext: passing(to: observers) { $0.onNext($1) },
                onCompleted: completing(observers))
        }

        /// Sends the values to relays: RxCocoa's method, followed.
        public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays of optional values: RxCocoa's method, followed.
        public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays: RxCocoa's method, followed.
        public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays of optional values: RxCocoa's method, followed.
        public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays: RxCocoa's method, followed.
        public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }

        /// Sends the values to relays of optional values: RxCocoa's method, followed.
        public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
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
