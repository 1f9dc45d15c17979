import Foundation
import RIBRecorder
import RIBs

final class RootInteractor: Interactor, @unchecked Sendable {
    let services = Services()
}

final class RootRouter: Router<RootInteractor> {}

final class Services {
    let continuations = ContinuationKeeper()
    let sources = SourceKeeper()
    let stream = AsyncStream<Int>.makeStream()
    let numbers = PassthroughSubject<Int, Never>()
    let future = Future<Int, Never> { _ in }
    let reader = Reader()
    let quotes = QuoteService()
    let suspended = DispatchQueue(label: "suspended")
    let operations = OperationQueue()
    let group = DispatchGroup()
    let semaphore = DispatchSemaphore(value: 0)
    var buttons: [Button] = []
    let noncopyable = NoncopyableStore()
    let mutex = MutexStore()
    let buffer = BufferStore()
    let raw = RawStore()
    let bufferPointer = BufferPointerStore()
    let unmanaged = UnmanagedStore()
    let opaquePointer = OpaquePointerStore()
    let published = PublishedStore()
    let wrapped = WrappedStore()
    let shared = SharedStore()
    let cache = CacheStore()
    let dictionary = DictionaryStore()
    let array = ArrayStore()
    let userInfo = UserInfoStore()
    let atomically = AtomicallyStore()

    init() {
        suspended.suspend()
        operations.isSuspended = true
        group.enter()
    }

    func button() -> Button {
        let button = Button()
        buttons.append(button)
        return button
    }
}

let root = RootRouter(interactor: RootInteractor())
var services: Services { root.interactor.services }

let rows: [(String, @MainActor () -> Interactor)] = [
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
    ("static-method", { StaticMethodInteractor(button: services.button()) }),

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

@inline(never) @MainActor func play(_ make: @MainActor () -> Interactor) {
    let router = Router(interactor: make())
    root.attachChild(router)
    root.detachChild(router)
}

root.interactor.activate()
root.load()
SubscriptionTracking.enable()
let wanted = Set(CommandLine.arguments.dropFirst())
for (name, make) in rows where wanted.isEmpty || wanted.contains(name) { play(make) }
for _ in 0..<20 { _ = RunLoop.main.run(mode: .default, before: Date() + 0.01) }
Recorder.shared.settle()
