// swift-format-ignore-file
// Made by Tools/rx-forms: change that.

#if RxSwift
    import Dispatch
    import Foundation
    import RxCocoa
    import RxRelay
    import RxSwift

    extension FollowedObservable {
        /// Subscribes functions: the library's own method, followed.
        public func subscribe(onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(self, as: "subscribe", onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, original)
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func subscribe<Object: AnyObject>(with object: Object, onNext: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            subscribe(onNext: bound(onNext, to: object), onError: bound(onError, to: object), onCompleted: bound(onCompleted, to: object), onDisposed: bound(onDisposed, to: object))
        }
        /// Subscribes a function to all events: the library's own method, followed.
        public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
            subscribe(onNext: { on(.next($0)) }, onError: { on(.error($0)) }, onCompleted: { on(.completed) })
        }
    }

    extension ObservableType {
        func original(_ onNext: ((Element) -> Void)?, _ onError: ((any Error) -> Void)?, _ onCompleted: (() -> Void)?, _ onDisposed: (() -> Void)?) -> any Disposable { subscribe(onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed) }
    }

    extension Infallible {
        /// Subscribes functions: the library's own method, followed.
        public func subscribe(onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(asObservable(), of: "Infallible", as: "subscribe", onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, asObservable().original)
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func subscribe<Object: AnyObject>(with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            subscribe(onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object), onDisposed: bound(onDisposed, to: object))
        }
        /// Subscribes a function to all events: the library's own method, followed.
        public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
            subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
        }
    }

    extension PrimitiveSequence where Trait == SingleTrait {
        /// Subscribes functions: the library's own method, followed.
        public func subscribe(onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(asObservable(), of: "Single", onSuccess) { onValue, onEnd in original(completing(onValue, onEnd), ending(onFailure, onEnd), ending(onDisposed, onEnd, .cancelled)) }
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func subscribe<Object: AnyObject>(with object: Object, onSuccess: ((Object, Element) -> Void)? = nil, onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            subscribe(onSuccess: bound(onSuccess, to: object), onFailure: bound(onFailure, to: object), onDisposed: bound(onDisposed, to: object))
        }
        /// Subscribes a function to all events: the library's own method, followed.
        public func subscribe(_ on: @escaping (SingleEvent<Element>) -> Void) -> any Disposable {
            subscribe(onSuccess: { on(.success($0)) }, onFailure: { on(.failure($0)) })
        }
    }

    extension PrimitiveSequenceType where Trait == SingleTrait {
        func original(_ onSuccess: ((Element) -> Void)?, _ onFailure: ((any Error) -> Void)?, _ onDisposed: (() -> Void)?) -> any Disposable { subscribe(onSuccess: onSuccess, onFailure: onFailure, onDisposed: onDisposed) }
    }

    extension PrimitiveSequence where Trait == MaybeTrait {
        /// Subscribes functions: the library's own method, followed.
        public func subscribe(onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(asObservable(), of: "Maybe", onSuccess) { onValue, onEnd in original(completing(onValue, onEnd), ending(onError, onEnd), ending(onCompleted, onEnd, .completed), ending(onDisposed, onEnd, .cancelled)) }
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func subscribe<Object: AnyObject>(with object: Object, onSuccess: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            subscribe(onSuccess: bound(onSuccess, to: object), onError: bound(onError, to: object), onCompleted: bound(onCompleted, to: object), onDisposed: bound(onDisposed, to: object))
        }
        /// Subscribes a function to all events: the library's own method, followed.
        public func subscribe(_ on: @escaping (MaybeEvent<Element>) -> Void) -> any Disposable {
            subscribe(onSuccess: { on(.success($0)) }, onError: { on(.error($0)) }, onCompleted: { on(.completed) })
        }
    }

    extension PrimitiveSequenceType where Trait == MaybeTrait {
        func original(_ onSuccess: ((Element) -> Void)?, _ onError: ((any Error) -> Void)?, _ onCompleted: (() -> Void)?, _ onDisposed: (() -> Void)?) -> any Disposable { subscribe(onSuccess: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed) }
    }

    extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
        /// Subscribes functions: the library's own method, followed.
        public func subscribe(onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(asObservable(), of: "Completable", onCompleted.map { end in { (_: Void) in end() } }) { onValue, onEnd in original(completing(onValue, onEnd).map { end in { end(()) } }, ending(onError, onEnd), ending(onDisposed, onEnd, .cancelled)) }
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func subscribe<Object: AnyObject>(with object: Object, onCompleted: ((Object) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            subscribe(onCompleted: bound(onCompleted, to: object), onError: bound(onError, to: object), onDisposed: bound(onDisposed, to: object))
        }
        /// Subscribes a function to all events: the library's own method, followed.
        public func subscribe(_ on: @escaping (CompletableEvent) -> Void) -> any Disposable {
            subscribe(onCompleted: { on(.completed) }, onError: { on(.error($0)) })
        }
    }

    extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
        func original(_ onCompleted: (() -> Void)?, _ onError: ((any Error) -> Void)?, _ onDisposed: (() -> Void)?) -> any Disposable { subscribe(onCompleted: onCompleted, onError: onError, onDisposed: onDisposed) }
    }

    extension FollowedObservable {
        /// Sends the events to observers: the library's own method, followed.
        public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element {
            bind(observers, { $0.onNext($1) })
        }
        /// Sends the events to observers: the library's own method, followed.
        public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element? {
            bind(observers, { $0.onNext($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
            bind(passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
            bind(passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
            bind(passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
            bind(passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
            bind(passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
            bind(passing(to: relays) { $0.accept($1) })
        }
    }

    extension SharedSequence where SharingStrategy == DriverSharingStrategy {
        /// Subscribes nothing: the library's own method, followed.
        public func drive() -> any Disposable {
            drive(onNext: nil, onCompleted: nil, onDisposed: nil)
        }
        /// Sends the events to observers: the library's own method, followed.
        public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable where Observer.Element == Element {
            drive(onNext: passing(to: observers) { $0.onNext($1) }, onCompleted: completing(observers))
        }
        /// Sends the events to observers: the library's own method, followed.
        public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable where Observer.Element == Element? {
            drive(onNext: passing(to: observers) { $0.onNext($1) }, onCompleted: completing(observers))
        }
        /// Sends the values to relays: the library's own method, followed.
        public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
            drive(onNext: passing(to: relays) { $0.accept($1) })
        }
    }

    extension SharedSequence where SharingStrategy == DriverSharingStrategy {
        /// Subscribes functions: the library's own method, followed.
        public func drive(onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(asObservable(), of: "Driver", as: "drive", onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed) { original($0, $2, $3) }
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func drive<Object: AnyObject>(with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            drive(onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object), onDisposed: bound(onDisposed, to: object))
        }
    }

    extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
        func original(_ onNext: ((Element) -> Void)?, _ onCompleted: (() -> Void)?, _ onDisposed: (() -> Void)?) -> any Disposable { drive(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed) }
    }

    extension SharedSequence where SharingStrategy == SignalSharingStrategy {
        /// Subscribes nothing: the library's own method, followed.
        public func emit() -> any Disposable {
            emit(onNext: nil, onCompleted: nil, onDisposed: nil)
        }
        /// Sends the events to observers: the library's own method, followed.
        public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element {
            emit(onNext: passing(to: observers) { $0.onNext($1) }, onCompleted: completing(observers))
        }
        /// Sends the events to observers: the library's own method, followed.
        public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element? {
            emit(onNext: passing(to: observers) { $0.onNext($1) }, onCompleted: completing(observers))
        }
        /// Sends the values to relays: the library's own method, followed.
        public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }
        /// Sends the values to relays: the library's own method, followed.
        public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
            emit(onNext: passing(to: relays) { $0.accept($1) })
        }
    }

    extension SharedSequence where SharingStrategy == SignalSharingStrategy {
        /// Subscribes functions: the library's own method, followed.
        public func emit(onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> any Disposable {
            follow(asObservable(), of: "Signal", as: "emit", onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed) { original($0, $2, $3) }
        }
        /// Subscribes functions that get an object held weakly: the library's own method, followed.
        public func emit<Object: AnyObject>(with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil) -> any Disposable {
            emit(onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object), onDisposed: bound(onDisposed, to: object))
        }
    }

    extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
        func original(_ onNext: ((Element) -> Void)?, _ onCompleted: (() -> Void)?, _ onDisposed: (() -> Void)?) -> any Disposable { emit(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed) }
    }

    extension Foundation.Timer {
        /// `cancelOnDeactivate` in uber's spelling.
        @discardableResult public func disposeOnDeactivate(interactor: Interactor) -> Self { cancelOnDeactivate(interactor: interactor) }
        /// `cancelOnStop` in uber's spelling.
        @discardableResult public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension Task {
        /// `cancelOnDeactivate` in uber's spelling.
        @discardableResult public func disposeOnDeactivate(interactor: Interactor) -> Self { cancelOnDeactivate(interactor: interactor) }
        /// `cancelOnStop` in uber's spelling.
        @discardableResult public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension DispatchWorkItem {
        /// `cancelOnDeactivate` in uber's spelling.
        @discardableResult public func disposeOnDeactivate(interactor: Interactor) -> Self { cancelOnDeactivate(interactor: interactor) }
        /// `cancelOnStop` in uber's spelling.
        @discardableResult public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension DispatchSourceProtocol {
        /// `cancelOnDeactivate` in uber's spelling.
        @discardableResult public func disposeOnDeactivate(interactor: Interactor) -> Self { cancelOnDeactivate(interactor: interactor) }
        /// `cancelOnStop` in uber's spelling.
        @discardableResult public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }
    }

    extension NSObjectProtocol {
        /// `cancelOnDeactivate` in uber's spelling.
        @discardableResult public func disposeOnDeactivate(interactor: Interactor, of center: NotificationCenter = .default) -> Self { cancelOnDeactivate(interactor: interactor, of: center) }
        /// `cancelOnStop` in uber's spelling.
        @discardableResult public func disposeOnStop(_ worker: Worker, of center: NotificationCenter = .default) -> Self { cancelOnStop(worker, of: center) }
    }
#endif
