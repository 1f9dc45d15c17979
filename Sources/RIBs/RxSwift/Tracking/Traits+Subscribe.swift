// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    // As with observables, methods of a type are chosen over RxSwift's own, of a protocol.

    extension PrimitiveSequence where Trait == SingleTrait {
        /// Subscribes functions to this single, and follows the subscription. It behaves like
        /// RxSwift's method.
        ///
        /// - Parameters:
        ///   - onSuccess: Gets the value.
        ///   - onFailure: Gets the error.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe(
            onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            following("Single", onSuccess) { onValue, onEnd in
                original(
                    onValue.map { onValue in
                        {
                            onValue($0)
                            onEnd(.completed)
                        }
                    },
                    onFailure.map { onFailure in
                        {
                            onEnd(.failed)
                            onFailure($0)
                        }
                    },
                    {
                        onEnd(.cancelled)
                        onDisposed?()
                    })
            }
        }

        /// Subscribes functions that get an object to this single; the object is not kept. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onSuccess: Gets the value.
        ///   - onFailure: Gets the error.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe<Object: AnyObject>(
            with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
            onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            subscribe(
                onSuccess: bound(onSuccess, to: object), onFailure: bound(onFailure, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Subscribes a function to the result of this single, and follows the subscription. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameter observer: Gets the result.
        /// - Returns: What ends the subscription.
        public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void)
            -> any Disposable
        {
            subscribe(
                onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
        }
    }

    extension PrimitiveSequence where Trait == MaybeTrait {
        /// Subscribes functions to this maybe, and follows the subscription. It behaves like
        /// RxSwift's method.
        ///
        /// - Parameters:
        ///   - onSuccess: Gets the value.
        ///   - onError: Gets the error.
        ///   - onCompleted: Called when there is no value.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe(
            onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
            onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            following("Maybe", onSuccess) { onValue, onEnd in
                original(
                    onValue.map { onValue in
                        {
                            onValue($0)
                            onEnd(.completed)
                        }
                    },
                    onError.map { onError in
                        {
                            onEnd(.failed)
                            onError($0)
                        }
                    },
                    {
                        onEnd(.completed)
                        onCompleted?()
                    },
                    {
                        onEnd(.cancelled)
                        onDisposed?()
                    })
            }
        }

        /// Subscribes functions that get an object to this maybe; the object is not kept. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onSuccess: Gets the value.
        ///   - onError: Gets the error.
        ///   - onCompleted: Called when there is no value.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe<Object: AnyObject>(
            with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
            onError: ((Object, any Error) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            subscribe(
                onSuccess: bound(onSuccess, to: object), onError: bound(onError, to: object),
                onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Subscribes a function to the event of this maybe, and follows the subscription. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameter observer: Gets the event.
        /// - Returns: What ends the subscription.
        public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void)
            -> any Disposable
        {
            subscribe(
                onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) },
                onCompleted: { observer(.completed) })
        }
    }

    extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
        /// Subscribes functions to this completable, and follows the subscription. It behaves like
        /// RxSwift's method.
        ///
        /// - Parameters:
        ///   - onCompleted: Called when it completes: that counts as its value.
        ///   - onError: Gets the error.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe(
            onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            following(
                "Completable", onCompleted.map { onCompleted in { (_: Void) in onCompleted() } }
            ) {
                onValue, onEnd in
                original(
                    onValue.map { onValue in
                        {
                            onValue(())
                            onEnd(.completed)
                        }
                    },
                    onError.map { onError in
                        {
                            onEnd(.failed)
                            onError($0)
                        }
                    },
                    {
                        onEnd(.cancelled)
                        onDisposed?()
                    })
            }
        }

        /// Subscribes functions that get an object to this completable; the object is not kept. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onCompleted: Called when it completes.
        ///   - onError: Gets the error.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe<Object: AnyObject>(
            with object: Object, onCompleted: ((Object) -> Void)? = nil,
            onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            subscribe(
                onCompleted: bound(onCompleted, to: object), onError: bound(onError, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Subscribes a function to the event of this completable, and follows the subscription. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameter observer: Gets the event.
        /// - Returns: What ends the subscription.
        public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> any Disposable {
            subscribe(
                onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
        }
    }

    extension Infallible {
        /// Subscribes functions to this sequence, and follows the subscription. It behaves like
        /// RxSwift's method.
        ///
        /// - Parameters:
        ///   - onNext: Gets each value.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe(
            onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
            onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                asObservable(), of: "Infallible", as: "subscribe", onNext: onNext, onError: nil,
                onCompleted: onCompleted, onDisposed: onDisposed)
        }

        /// Subscribes functions that get an object to this infallible; the object is not kept. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onNext: Gets each value.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe<Object: AnyObject>(
            with object: Object, onNext: ((Object, Element) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            subscribe(
                onNext: bound(onNext, to: object), onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Subscribes a function to the events of this sequence, and follows the subscription. It
        /// behaves like RxSwift's method.
        ///
        /// - Parameter on: Gets each event.
        /// - Returns: What ends the subscription.
        public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void)
            -> any Disposable
        {
            subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
        }
    }

    // MARK: - RxSwift's own

    extension PrimitiveSequence {
        /// Subscribes by `subscribe`, and follows the subscription if tracking is on.
        ///
        /// - Parameter kind: This type's name in code.
        fileprivate func following<Value>(
            _ kind: String, _ receiveValue: ((Value) -> Void)?,
            _ subscribe: (((Value) -> Void)?, @escaping (SubscriptionEnd) -> Void) -> any Disposable
        ) -> any Disposable {
            guard let tracker = SubscriptionTracking.tracker else {
                return subscribe(receiveValue) { _ in }
            }
            let source = asObservable()
            return tracker.follow(
                "\(ObservableChain.words(of: source, as: kind)) → subscribe",
                receiveValue: receiveValue ?? { _ in },
                subscribe: { onValue, onEnd in subscribe(onValue, onEnd) })
        }
    }

    extension PrimitiveSequenceType where Trait == SingleTrait {
        fileprivate func original(
            _ onSuccess: ((Element) -> Void)?, _ onFailure: ((any Error) -> Void)?,
            _ onDisposed: (() -> Void)?
        ) -> any Disposable {
            subscribe(onSuccess: onSuccess, onFailure: onFailure, onDisposed: onDisposed)
        }
    }

    extension PrimitiveSequenceType where Trait == MaybeTrait {
        fileprivate func original(
            _ onSuccess: ((Element) -> Void)?, _ onError: ((any Error) -> Void)?,
            _ onCompleted: (() -> Void)?, _ onDisposed: (() -> Void)?
        ) -> any Disposable {
            subscribe(
                onSuccess: onSuccess, onError: onError, onCompleted: onCompleted,
                onDisposed: onDisposed)
        }
    }

    extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
        fileprivate func original(
            _ onCompleted: (() -> Void)?, _ onError: ((any Error) -> Void)?,
            _ onDisposed: (() -> Void)?
        ) -> any Disposable {
            subscribe(onCompleted: onCompleted, onError: onError, onDisposed: onDisposed)
        }
    }
#endif
