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

    extension Interactor {
        /// Publishes `isActive`: the current value first, then each change, and completion when the
        /// interactor is freed. Subscribers are notified in the order in which they subscribed, as
        /// in uber's RIBs.
        public var isActiveStream: AnyPublisher<Bool, Never> { activeness.eraseToAnyPublisher() }
    }

    extension Worker {
        /// Publishes `isStarted`: the current value first, then each change, and completion when
        /// the worker is freed.
        public var isStartedStream: AnyPublisher<Bool, Never> { startedness.eraseToAnyPublisher() }
    }

    extension Router {
        /// Publishes what happens to the router, and completes when the router is freed.
        ///
        /// Call it on the thread that owns the tree.
        public var lifecycle: AnyPublisher<RouterLifecycle, Never> {
            let known = lifecycleSubject as? PassthroughSubject<RouterLifecycle, Never>
            let subject = known ?? PassthroughSubject()
            lifecycleSubject = subject
            return subject.eraseToAnyPublisher()
        }
    }

    /// Whether a ``LeakDetector`` expects anything.
    public typealias LeakDetectionStatusStream = AnyPublisher<LeakDetectionStatus, Never>

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
        var isActiveStream: AnyPublisher<Bool, Never> {
            source?.isActiveStream ?? Just(false).eraseToAnyPublisher()
        }
    }

    extension ObservedInteractable {
        var isActiveStream: AnyPublisher<Bool, Never> { interactable.isActiveStream }
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

    extension PassthroughSubject: LifecycleSubject
    where Output == RouterLifecycle, Failure == Never {
        func notify(_ event: RouterLifecycle) { send(event) }
        func finish() { send(completion: .finished) }
    }

    /// The time during which an interactor may work.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol InteractorScope: AnyObject {
        /// Whether the interactor may work now.
        var isActive: Bool { get }

        /// Publishes `isActive`.
        ///
        /// Each new subscriber gets the current value at once, then each change, and completion
        /// when the interactor is freed.
        var isActiveStream: AnyPublisher<Bool, Never> { get }
    }

    /// The lifecycle of a router, for others to follow.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol RouterScope: AnyObject {
        /// Publishes what happens to the router, and completes when the router is freed.
        var lifecycle: AnyPublisher<RouterLifecycle, Never> { get }
    }

    /// Logic that runs while an interactor is active, and may serve several of them in turn.
    ///
    /// A test double that conforms to this can stand in for a worker; it needs no base class.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol Working: AnyObject {
        /// Starts the worker: now if the interactor is active, otherwise as soon as it becomes
        /// active.
        ///
        /// - Parameter interactorScope: The interactor whose activity bounds the work.
        func start(_ interactorScope: any InteractorScope)

        /// Stops the worker at once.
        func stop()

        /// Whether the worker was started and not stopped; it may still wait for its interactor.
        var isStarted: Bool { get }

        /// Publishes `isStarted`.
        ///
        /// Each new subscriber gets the current value at once, then each change, and completion
        /// when the worker is freed.
        var isStartedStream: AnyPublisher<Bool, Never> { get }
    }
#endif
