// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RxSwift

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
