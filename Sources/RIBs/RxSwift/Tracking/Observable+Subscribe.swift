// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxRelay
    import RxSwift

    /// RxSwift's and RxRelay's observables, whose subscriptions are followed.
    ///
    /// Where code imports both modules, Swift prefers its methods over RxSwift's of the same names,
    /// because this protocol refines RxSwift's. Code here reaches RxSwift's methods by being
    /// generic over RxSwift's protocol.
    public protocol FollowedObservable: ObservableType {}

    extension Observable: FollowedObservable {}
    extension PublishRelay: FollowedObservable {}
    extension BehaviorRelay: FollowedObservable {}
    extension ReplayRelay: FollowedObservable {}

    extension FollowedObservable {
        /// Subscribes functions to this observable, and follows the subscription.
        ///
        /// It behaves like RxSwift's method.
        ///
        /// - Parameters:
        ///   - onNext: Gets each value.
        ///   - onError: Gets the error that ends the sequence.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe(
            onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
            onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
        ) -> any Disposable {
            follow(
                self, as: "subscribe", onNext: onNext, onError: onError, onCompleted: onCompleted,
                onDisposed: onDisposed)
        }

        /// Subscribes functions to this observable that get an object, which they do not keep, and
        /// follows the subscription.
        ///
        /// It behaves like RxSwift's method.
        ///
        /// - Parameters:
        ///   - object: Held weakly: once it is gone, no function is called.
        ///   - onNext: Gets each value.
        ///   - onError: Gets the error that ends the sequence.
        ///   - onCompleted: Called when the sequence completes.
        ///   - onDisposed: Called at any end.
        /// - Returns: What ends the subscription.
        public func subscribe<Object: AnyObject>(
            with object: Object, onNext: ((Object, Element) -> Void)? = nil,
            onError: ((Object, any Error) -> Void)? = nil,
            onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
        ) -> any Disposable {
            follow(
                self, as: "subscribe", onNext: bound(onNext, to: object),
                onError: bound(onError, to: object), onCompleted: bound(onCompleted, to: object),
                onDisposed: bound(onDisposed, to: object))
        }

        /// Subscribes a function to all events of this observable, and follows the subscription.
        ///
        /// It behaves like RxSwift's method.
        ///
        /// - Parameter on: Gets each event.
        /// - Returns: What ends the subscription.
        public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
            follow(
                self, as: "subscribe", onNext: { on(.next($0)) }, onError: { on(.error($0)) },
                onCompleted: { on(.completed) }, onDisposed: nil)
        }
    }

    extension ObservableType {
        /// Subscribes for the runtime itself, which enters no ledger.
        func subscribe(unfollowed onNext: @escaping (Element) -> Void) -> any Disposable {
            subscribe(onNext: onNext)
        }

        fileprivate func original(
            _ onNext: ((Element) -> Void)?, _ onError: ((any Error) -> Void)?,
            _ onCompleted: (() -> Void)?, _ onDisposed: (() -> Void)?
        ) -> any Disposable {
            subscribe(
                onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
        }
    }

    /// Subscribes as RxSwift does, and follows the subscription if tracking is on.
    ///
    /// - Parameters:
    ///   - source: What the code subscribes to, for the text of the chain.
    ///   - kind: The type that wraps it in code.
    ///   - word: The name of the method that it calls.
    func follow<Source: ObservableType>(
        _ source: Source, of kind: String = "Observable", as word: String,
        onNext: ((Source.Element) -> Void)?, onError: ((any Error) -> Void)?,
        onCompleted: (() -> Void)?, onDisposed: (() -> Void)?
    ) -> any Disposable {
        guard let tracker = SubscriptionTracking.tracker else {
            return source.original(onNext, onError, onCompleted, onDisposed)
        }
        return tracker.follow(
            "\(ObservableChain.words(of: source, as: kind)) → \(word)",
            receiveValue: onNext ?? { _ in },
            subscribe: { onValue, onEnd in
                source.original(
                    onValue, ending(onError, onEnd), ending(onCompleted, onEnd, .completed),
                    ending(onDisposed, onEnd, .cancelled))
            })
    }

    /// A function that first ends the followed subscription.
    func ending(
        _ function: (() -> Void)?, _ onEnd: @escaping (SubscriptionEnd) -> Void,
        _ end: SubscriptionEnd
    ) -> () -> Void {
        {
            onEnd(end)
            function?()
        }
    }

    /// A function for errors that first ends the followed subscription. Nil stays nil, since
    /// RxSwift handles errors without a handler itself. That end is reported like any other.
    private func ending(
        _ onError: ((any Error) -> Void)?, _ onEnd: @escaping (SubscriptionEnd) -> Void
    ) -> ((any Error) -> Void)? {
        onError.map { onError in
            {
                onEnd(.failed)
                onError($0)
            }
        }
    }

    /// A function that gets an object while that lives.
    func bound<Object: AnyObject>(
        _ function: ((Object) -> Void)?, to object: Object
    ) -> (() -> Void)? {
        function.map { function in { [weak object] in if let object { function(object) } } }
    }

    /// A function that gets an object while that lives, and a value.
    func bound<Object: AnyObject, Value>(
        _ function: ((Object, Value) -> Void)?, to object: Object
    ) -> ((Value) -> Void)? {
        function.map { function in { [weak object] in if let object { function(object, $0) } } }
    }
#endif
