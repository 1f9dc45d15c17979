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

    /// What ends a subscription or an observation when it is cancelled or freed: keep it.
    public typealias RIBSubscription = AnyCancellable

    func subscription(_ end: @escaping () -> Void) -> RIBSubscription { AnyCancellable(end) }

    extension RIBStream where Failure == Never {
        static func just(_ value: Output) -> Self { Just(value).eraseToAnyPublisher() }
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
