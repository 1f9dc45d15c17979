// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    // Not exported: an app that uses RxSwift imports it where it does, as with uber's package.
    import RxSwift

    /// The time during which an interactor may work.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol InteractorScope: AnyObject {
        /// Whether the interactor may work now.
        var isActive: Bool { get }

        /// Says when `isActive` changes.
        ///
        /// Each new observer gets the present value at once, no value twice in a row, and completion
        /// when the interactor is freed.
        var isActiveStream: Observable<Bool> { get }
    }

    /// The life of a router, as others may follow it.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol RouterScope: AnyObject {
        /// Says what happens to the router, and completes when the router is freed.
        var lifecycle: Observable<RouterLifecycle> { get }
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
        /// Each new observer gets the present value at once, no value twice in a row, and completion
        /// when the worker is freed.
        var isStartedStream: Observable<Bool> { get }
    }
#endif
