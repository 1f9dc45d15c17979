import Foundation
import RIBs
import Synchronization

/// What the others do, without keeping the interactor: nothing of this leaks.
final class CarefulInteractor: Interactor, @unchecked Sendable {
    private let services: Services
    private let careful: (CarefulInteractor, Services) -> Void
    var item: Any?
    var cancellables = Set<AnyCancellable>()

    init(_ services: Services, _ careful: @escaping (CarefulInteractor, Services) -> Void) {
        self.services = services
        self.careful = careful
    }

    override func didBecomeActive() { careful(self, services) }

    func use() { touch(self) }
    func load() async { touch(self) }
}

final class WeakBox: @unchecked Sendable {  // safe: only the main thread uses it
    weak var value: CarefulInteractor?
    init(_ value: CarefulInteractor) { self.value = value }
}

struct WeakSlot: ~Copyable {
    weak var value: CarefulInteractor?
    unowned(unsafe) var other: CarefulInteractor
}

/// Keeps nothing of what it gets. Safe to send: only the main thread uses it.
final class CarefulStore: @unchecked Sendable {
    let state = Mutex<WeakBox?>(nil)
    var slot: WeakSlotHolder?
    var kept: Unmanaged<CarefulInteractor>?
    var raw: UnsafeMutableRawPointer?
    let boxes = UnsafeMutablePointer<WeakBox?>.allocate(capacity: 4)

    init() { boxes.initialize(repeating: nil, count: 4) }
}

final class WeakSlotHolder {
    var slot: WeakSlot
    init(_ slot: consuming WeakSlot) { self.slot = slot }
}

/// Of each way to keep an interactor, one that does not.
@MainActor let twins: [(String, (CarefulInteractor, Services) -> Void)] = [
    (
        "sleep",
        { interactor, _ in
            Task { [weak interactor] in
                try? await Task.sleep(for: .seconds(100_000))
                interactor?.use()
            }
        }
    ),
    (
        "loop",
        { interactor, services in
            let stream = services.stream.stream
            Task { [weak interactor] in
                for await _ in stream { interactor?.use() }
            }
        }
    ),
    (
        "detached",
        { interactor, _ in
            Task.detached { [unowned interactor] in
                try? await Task.sleep(for: .seconds(100_000))
                interactor.use()
            }
        }
    ),
    (
        "main-actor",
        { interactor, _ in
            Task { @MainActor [weak interactor] in
                try? await Task.sleep(for: .seconds(100_000))
                await interactor?.load()
            }
        }
    ),
    (
        "ended task",
        { interactor, _ in
            let task = Task { interactor.use() }
            interactor.item = task
        }
    ),
    (
        "async-after",
        { interactor, _ in
            DispatchQueue.main.asyncAfter(deadline: .now() + 100_000) { [weak interactor] in
                interactor?.use()
            }
        }
    ),
    (
        "work-item",
        { interactor, _ in
            interactor.item = DispatchWorkItem { [unowned interactor] in interactor.use() }
        }
    ),
    (
        "suspended-queue",
        { interactor, services in
            services.suspended.async { [weak interactor] in interactor?.use() }
        }
    ),
    (
        "operation",
        { interactor, services in
            services.operations.addOperation { [weak interactor] in interactor?.use() }
        }
    ),
    (
        "dispatch-source",
        { interactor, _ in
            let source = DispatchSource.makeTimerSource(queue: .main)
            source.schedule(deadline: .now() + 100_000, repeating: 100_000)
            source.setEventHandler { [unowned(unsafe) interactor] in interactor.use() }
            source.resume()
            interactor.item = source
        }
    ),
    (
        "group",
        { interactor, services in
            services.group.notify(queue: .main) { [weak interactor] in interactor?.use() }
        }
    ),
    (
        "observer",
        { interactor, _ in
            interactor.item = NotificationCenter.default.addObserver(
                forName: Notification.Name("twins"), object: nil, queue: nil
            ) { [weak interactor] _ in interactor?.use() }
        }
    ),
    (
        "timer",
        { interactor, _ in
            _ = Timer.scheduledTimer(withTimeInterval: 100_000, repeats: true) {
                [weak interactor] _ in interactor?.use()
            }
        }
    ),
    (
        "thread",
        { interactor, services in
            let semaphore = services.semaphore
            Thread.detachNewThread { [weak interactor] in
                semaphore.wait()
                interactor?.use()
            }
        }
    ),
    (
        "method-reference",
        { interactor, services in
            services.button().onTap = { [weak interactor] in interactor?.use() }
        }
    ),
    (
        "sink",
        { interactor, services in
            services.numbers.sink { [weak interactor] _ in interactor?.use() }
                .cancelOnDeactivate(interactor: interactor)
        }
    ),
    (
        "mutex",
        { interactor, services in
            services.careful.state.withLock { $0 = WeakBox(interactor) }
        }
    ),
    (
        "noncopyable",
        { interactor, services in
            services.careful.slot = WeakSlotHolder(
                WeakSlot(value: interactor, other: interactor))
        }
    ),
    (
        "raw",
        { interactor, services in services.careful.boxes[2] = WeakBox(interactor) }
    ),
    (
        "unmanaged",
        { interactor, services in services.careful.kept = .passUnretained(interactor) }
    ),
    (
        "opaque-pointer",
        { interactor, services in
            services.careful.raw = Unmanaged.passUnretained(interactor).toOpaque()
        }
    ),
    (
        "released",
        { interactor, _ in Unmanaged.passRetained(interactor).release() }
    ),
]
