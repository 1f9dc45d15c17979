// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    // The only place that chooses the streams of this module: Apple's Combine where it exists, and
    // OpenCombine, which has the same names, elsewhere. It is exported, so that code for several
    // platforms needs no import and cannot choose the other one.
    #if canImport(Combine)
        @_exported import Combine
    #else
        @_exported import OpenCombine
        // Queues and run loops as schedulers, and publishers of timers, notifications and requests.
        @_exported import OpenCombineDispatch
        @_exported import OpenCombineFoundation
    #endif

    /// What the runtime's parts publish: values, and no failure.
    public typealias RIBStream<Value> = AnyPublisher<Value, Never>

    extension LeakDetector {
        var statusStream: LeakDetectionStatusStream {
            isBusy.map { $0 ? .InProgress : .DidComplete }.eraseToAnyPublisher()
        }
    }

    extension LifecycleEvents {
        /// Calls a handler with each event from now on.
        ///
        /// The handler is called at once, on the thread that makes the change and outside all
        /// locks. Older handlers are called first. A handler may attach and detach RIBs, and
        /// observe and cancel. All handlers are notified of such a change before the handler's own
        /// call returns, so later handlers get the newer change first. If it detaches a RIB that is
        /// just being attached, the RIB is inactive when the attaching call returns. A RIB that is
        /// being detached may be attached again only after the detaching call.
        ///
        /// - Parameter handler: Called with each event, until the returned observation is cancelled
        ///   or freed. Where trees belong to several threads, any of these threads may release it.
        /// - Returns: The observation; keep it. Any thread may cancel it. A call that has begun on
        ///   another thread may still continue then.
        public static func observe(
            _ handler: @escaping @Sendable (LifecycleEvent) -> Void
        ) -> AnyCancellable {
            let number = observers.add(handler)
            return AnyCancellable { observers.remove(number) }
        }
    }

    extension WeakInteractorScope {
        var isActiveStream: RIBStream<Bool> {
            source?.isActiveStream ?? Just(false).eraseToAnyPublisher()
        }
    }

    extension InteractorScope {
        /// Calls a function with the current activity and with each change.
        ///
        /// - Returns: The observation; keep it. It ends when it is freed.
        func observeActivity(_ onChange: @escaping (Bool) -> Void) -> any SubscriptionToken {
            isActiveStream.sink(receiveValue: onChange)
        }
    }

    extension AnyCancellable: SubscriptionToken {
        func end() { cancel() }
    }

    /// Notifies those that follow a router's lifecycle.
    typealias LifecycleSubject = PassthroughSubject<RouterLifecycle, Never>

    extension LifecycleSubject {
        var stream: RIBStream<RouterLifecycle> { eraseToAnyPublisher() }

        func notify(_ event: RouterLifecycle) { send(event) }

        /// Completes, because the router is being freed.
        func finish() { send(completion: .finished) }
    }
#endif
