// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    // The one place that chooses the streams of this module: Apple's Combine where it exists,
    // OpenCombine, which has the same names, elsewhere. Exported, so that code which moves between
    // platforms needs no import of its own and cannot pick the other one.
    #if canImport(Combine)
        @_exported import Combine
    #else
        @_exported import OpenCombine
        // Queues and run loops as schedulers, and publishers of timers, notifications and requests.
        @_exported import OpenCombineDispatch
        @_exported import OpenCombineFoundation
    #endif

    extension Interactor {
        /// Says when `isActive` changes: the present value first, no value twice in a row, and completion
        /// when the interactor is freed. Subscribers hear in the order in which they came, as uber's do.
        public var isActiveStream: AnyPublisher<Bool, Never> { activeness.eraseToAnyPublisher() }
    }

    extension Worker {
        /// Says when `isStarted` changes: the present value first, no value twice in a row, and
        /// completion when the worker is freed.
        public var isStartedStream: AnyPublisher<Bool, Never> { startedness.eraseToAnyPublisher() }
    }

    extension Router {
        /// Says what happens to the router, and completes when the router is freed.
        ///
        /// To be asked for on the thread that owns the tree.
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
        /// The handler is called at once, on the thread that makes the change and outside of all locks;
        /// of several handlers, the oldest first. It may attach and detach RIBs, and observe and cancel.
        /// What it changes is told to all handlers before its own call returns, so those behind it hear
        /// of the newer change first. A RIB that it takes out while that comes into the tree is inactive
        /// when the call that attached it returns; one that is being taken out may come in again only
        /// after the call that takes it out.
        ///
        /// - Parameter handler: Called with each event, until what is returned is cancelled or freed.
        ///   Where trees belong to several threads, any of them may release it.
        /// - Returns: The observation; keep it. Any thread may cancel it; a call that has begun on
        ///   another thread then may still go on.
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
        /// Has a function called with the present activity and with each change.
        ///
        /// - Returns: Keep it: it ends when this is freed.
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

        /// Says when `isActive` changes.
        ///
        /// Each new subscriber gets the present value at once, no value twice in a row, and completion
        /// when the interactor is freed.
        var isActiveStream: AnyPublisher<Bool, Never> { get }
    }

    /// The life of a router, as others may follow it.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol RouterScope: AnyObject {
        /// Says what happens to the router, and completes when the router is freed.
        var lifecycle: AnyPublisher<RouterLifecycle, Never> { get }
    }

    /// Logic that runs while an interactor is active, and may serve several of them in turn.
    ///
    /// A test double that conforms to this can stand in for a worker; it needs no base class.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol Working: AnyObject {
        /// Starts the worker: now if the interactor is active, otherwise as soon as it becomes active.
        ///
        /// - Parameter interactorScope: The interactor whose activity bounds the work.
        func start(_ interactorScope: any InteractorScope)

        /// Stops the worker at once.
        func stop()

        /// Whether the worker was started and not stopped; it may still wait for its interactor.
        var isStarted: Bool { get }

        /// Says when `isStarted` changes.
        ///
        /// Each new subscriber gets the present value at once, no value twice in a row, and completion
        /// when the worker is freed.
        var isStartedStream: AnyPublisher<Bool, Never> { get }
    }
#endif
