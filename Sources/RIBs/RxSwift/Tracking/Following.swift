// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    // The methods of this folder, and their forms in `Generated`, are RxSwift's, RxRelay's and
    // RxCocoa's own: the same names, and the same behaviour. They follow the subscription that they
    // make if tracking is on. A form `with` an object holds that weakly: once it is gone, no
    // function is called. The library's own method is there as `original`, by which the runtime
    // subscribes for itself, too: that enters no ledger.

    /// Subscribes by the library's own method, `original`, and follows the subscription if tracking
    /// is on. What comes first is for the text of the chain: see `SubscriptionChain`.
    func follow<Value>(
        _ source: some ObservableType, of kind: String = "Observable", as word: String,
        onNext: ((Value) -> Void)?, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil,
        _ original: (
            ((Value) -> Void)?, ((any Error) -> Void)?, (() -> Void)?, (() -> Void)?
        ) -> any Disposable
    ) -> any Disposable {
        guard SubscriptionTracking.isEnabled else {
            return original(onNext, onError, onCompleted, onDisposed)
        }
        return follow(source, of: kind, as: word, onNext) { onValue, onEnd in
            original(
                onValue, ending(onError, onEnd), ending(onCompleted, onEnd, .completed),
                ending(onDisposed, onEnd, .cancelled))
        }
    }

    /// Same, for a method that ends in another way: `subscribe` calls it with a function for a
    /// value, and calls the other one at the end.
    func follow<Value>(
        _ source: some ObservableType, of kind: String, as word: String = "subscribe",
        _ receiveValue: ((Value) -> Void)?,
        _ subscribe: (((Value) -> Void)?, @escaping (SubscriptionEnd) -> Void) -> any Disposable
    ) -> any Disposable {
        guard let tracker = SubscriptionTracking.tracker else {
            return subscribe(receiveValue) { _ in }
        }
        return tracker.follow(
            SubscriptionChain(observable: source, kind: kind, method: word),
            receiveValue: receiveValue ?? { _ in }, subscribe: { subscribe($0, $1) })
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

    /// Nil stays nil: RxSwift reports errors without a handler itself, and that end as any other.
    func ending(
        _ onError: ((any Error) -> Void)?, _ onEnd: @escaping (SubscriptionEnd) -> Void
    ) -> ((any Error) -> Void)? {
        onError.map { onError in
            {
                onEnd(.failed)
                onError($0)
            }
        }
    }

    /// A function for the only value, after which the followed subscription ends. Nil stays nil.
    func completing<Value>(
        _ onValue: ((Value) -> Void)?, _ onEnd: @escaping (SubscriptionEnd) -> Void
    ) -> ((Value) -> Void)? {
        onValue.map { onValue in
            {
                onValue($0)
                onEnd(.completed)
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

    /// A function that passes a value on to observers or relays.
    func passing<Receiver, Value>(
        to receivers: [Receiver], _ pass: @escaping (Receiver, Value) -> Void
    ) -> (Value) -> Void {
        { value in for receiver in receivers { pass(receiver, value) } }
    }

    func completing(_ observers: [some ObserverType]) -> () -> Void {
        { for observer in observers { observer.onCompleted() } }
    }
#endif
