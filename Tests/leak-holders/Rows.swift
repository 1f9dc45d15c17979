import Foundation
import RIBs

@MainActor let root = RootRouter(interactor: RootInteractor())
@MainActor private var services: Services { root.interactor.services }

/// Each makes an interactor that something keeps.
@MainActor let rows: [(String, @MainActor () -> Interactor)] = [
    ("sleep", { SleepingInteractor() }),
    ("sleep-in-method", { SleepingInMethodInteractor() }),
    ("async-let", { AsyncLetInteractor() }),
    ("task-group", { TaskGroupInteractor() }),
    ("loop", { LoopInteractor(stream: services.stream.stream) }),
    ("values", { ValuesInteractor(numbers: services.numbers.eraseToAnyPublisher()) }),
    ("future", { FutureInteractor(future: services.future) }),
    ("checked-continuation", { CheckedContinuationInteractor(keeper: services.continuations) }),
    ("unsafe-continuation", { UnsafeContinuationInteractor(keeper: services.continuations) }),
    ("actor", { ActorInteractor(reader: services.reader) }),
    ("main-actor", { MainActorInteractor() }),
    ("detached", { DetachedInteractor() }),
    (
        "weak-then-strong",
        { WeakThenStrongInteractor(stream: AsyncStream<Int>.makeStream().stream) }
    ),
    ("nested-task", { NestedTaskInteractor() }),
    ("service-task", { ServiceTaskInteractor(service: services.quotes) }),
    ("task-method", { TaskMethodInteractor() }),

    ("async-after", { AsyncAfterInteractor() }),
    ("main-async-after", { MainAsyncAfterInteractor() }),
    ("after-method", { AfterMethodInteractor() }),
    ("work-item", { WorkItemInteractor() }),
    ("later-work-item", { LaterWorkItemInteractor() }),
    ("suspended-queue", { SuspendedQueueInteractor(queue: services.suspended) }),
    ("operation", { OperationInteractor(queue: services.operations) }),
    ("block-operation", { BlockOperationInteractor(queue: services.operations) }),
    ("own-block-operation", { OwnBlockOperationInteractor() }),
    ("dispatch-source", { DispatchSourceInteractor() }),
    ("signal-source", { SignalSourceInteractor(keeper: services.sources) }),
    ("group", { GroupInteractor(group: services.group) }),
    ("observer", { ObserverInteractor() }),
    ("queued-observer", { QueuedObserverInteractor() }),
    ("timer", { TimerInteractor() }),
    ("own-timer", { OwnTimerInteractor() }),
    ("thread", { ThreadInteractor(semaphore: services.semaphore) }),
    ("thread-block", { ThreadBlockInteractor(semaphore: services.semaphore) }),
    ("perform", { PerformInteractor(loop: .main) }),
    ("method-reference", { MethodReferenceInteractor(button: services.button()) }),
    ("argument-method", { ArgumentMethodInteractor(button: services.button()) }),
    ("sink-method", { SinkMethodInteractor(numbers: services.numbers) }),
    ("assign", { AssignInteractor(numbers: services.numbers) }),
    ("map-method", { MapMethodInteractor(numbers: services.numbers) }),
    ("target-action", { TargetActionInteractor(button: services.button()) }),

    (
        "noncopyable",
        {
            let it = NoncopyableInteractor()
            services.noncopyable.slot.value = it
            return it
        }
    ),
    (
        "mutex",
        {
            let it = MutexInteractor()
            services.mutex.state.withLock { $0.current = it }
            return it
        }
    ),
    ("mutex-closure", { MutexClosureInteractor(store: services.mutex) }),
    (
        "buffer",
        {
            let it = BufferInteractor()
            services.buffer.elements = Buffer.holding(it)
            return it
        }
    ),
    (
        "raw",
        {
            let it = RawInteractor()
            services.raw.slots[3] = it
            return it
        }
    ),
    (
        "buffer-pointer",
        {
            let it = BufferPointerInteractor()
            services.bufferPointer.slots[3] = it
            return it
        }
    ),
    (
        "unmanaged",
        {
            let it = UnmanagedInteractor()
            services.unmanaged.kept = .passRetained(it)
            return it
        }
    ),
    ("lost-unmanaged", { LostUnmanagedInteractor() }),
    (
        "opaque-pointer",
        {
            let it = OpaquePointerInteractor()
            services.opaquePointer.context = Unmanaged.passRetained(it).toOpaque()
            return it
        }
    ),
    ("thread-dictionary", { ThreadDictionaryInteractor() }),
    (
        "published",
        {
            let it = PublishedInteractor()
            services.published.selected = it
            return it
        }
    ),
    (
        "wrapped",
        {
            let it = WrappedInteractor()
            services.wrapped.current = it
            return it
        }
    ),
    (
        "shared",
        {
            let it = SharedInteractor()
            services.shared.current = it
            return it
        }
    ),
    (
        "cache",
        {
            let it = CacheInteractor()
            services.cache.cache.setObject(it, forKey: "key")
            return it
        }
    ),
    (
        "dictionary",
        {
            let it = DictionaryInteractor()
            services.dictionary.table["key"] = it
            return it
        }
    ),
    (
        "array",
        {
            let it = ArrayInteractor()
            services.array.list.add(it)
            return it
        }
    ),
    (
        "task-local",
        {
            let it = TaskLocalInteractor()
            Current.$interactor.withValue(it) {
                _ = Task { try? await Task.sleep(for: .seconds(100_000)) }
            }
            return it
        }
    ),
    (
        "user-info",
        {
            let it = UserInfoInteractor()
            services.userInfo.notification = Notification(
                name: Notification.Name("x"), object: nil, userInfo: ["who": it])
            return it
        }
    ),
    (
        "atomically",
        {
            let it = AtomicallyInteractor()
            services.atomically.current.value = it
            return it
        }
    ),
]
