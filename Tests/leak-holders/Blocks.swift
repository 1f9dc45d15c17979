import Foundation
import RIBs

/// Interactors that are kept by work for later. Sendable, because only the main thread uses them.
final class AsyncAfterInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 100_000) { self.use() }
    }

    func use() { touch(self) }
}

final class MainAsyncAfterInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 100_000) { [self] in
            use()
        }
    }

    func use() { touch(self) }
}

final class AfterMethodInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 100_000, execute: use)
    }

    @Sendable func use() { touch(self) }
}

final class WorkItemInteractor: Interactor, @unchecked Sendable {
    private var item: DispatchWorkItem?

    override func didBecomeActive() {
        item = DispatchWorkItem { self.use() }
    }

    func use() { touch(self) }
}

final class LaterWorkItemInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        let item = DispatchWorkItem { self.use() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 100_000, execute: item)
    }

    func use() { touch(self) }
}

final class SuspendedQueueInteractor: Interactor, @unchecked Sendable {
    private let queue: DispatchQueue

    init(queue: DispatchQueue) { self.queue = queue }

    override func didBecomeActive() {
        queue.async { self.use() }
    }

    func use() { touch(self) }
}

final class OperationInteractor: Interactor, @unchecked Sendable {
    private let queue: OperationQueue

    init(queue: OperationQueue) { self.queue = queue }

    override func didBecomeActive() {
        queue.addOperation { self.use() }
    }

    func use() { touch(self) }
}

final class BlockOperationInteractor: Interactor, @unchecked Sendable {
    private let queue: OperationQueue

    init(queue: OperationQueue) { self.queue = queue }

    override func didBecomeActive() {
        let operation = BlockOperation { self.use() }
        operation.completionBlock = { print("done") }
        queue.addOperation(operation)
    }

    func use() { touch(self) }
}

final class OwnBlockOperationInteractor: Interactor, @unchecked Sendable {
    private var operation: BlockOperation?

    override func didBecomeActive() {
        operation = BlockOperation { self.use() }
    }

    func use() { touch(self) }
}

final class DispatchSourceInteractor: Interactor, @unchecked Sendable {
    private var source: (any DispatchSourceTimer)?

    override func didBecomeActive() {
        let source = DispatchSource.makeTimerSource(queue: .main)
        source.schedule(deadline: .now() + 100_000, repeating: 100_000)
        source.setEventHandler { self.use() }
        source.resume()
        self.source = source
    }

    func use() { touch(self) }
}

final class SignalSourceInteractor: Interactor, @unchecked Sendable {
    private let keeper: SourceKeeper

    init(keeper: SourceKeeper) { self.keeper = keeper }

    override func didBecomeActive() {
        let source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
        source.setEventHandler(handler: DispatchWorkItem { self.use() })
        source.setCancelHandler { print("cancelled") }
        source.resume()
        keeper.sources.append(source)
    }

    func use() { touch(self) }
}

final class SourceKeeper {
    var sources: [any DispatchSourceProtocol] = []
}

final class GroupInteractor: Interactor, @unchecked Sendable {
    private let group: DispatchGroup

    init(group: DispatchGroup) { self.group = group }

    override func didBecomeActive() {
        group.notify(queue: .main) { self.use() }
    }

    func use() { touch(self) }
}

final class ObserverInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        _ = NotificationCenter.default.addObserver(
            forName: Notification.Name("holders"), object: nil, queue: nil
        ) { _ in self.use() }
    }

    func use() { touch(self) }
}

final class QueuedObserverInteractor: Interactor, @unchecked Sendable {
    private var observer: (any NSObjectProtocol)?

    override func didBecomeActive() {
        observer = NotificationCenter.default.addObserver(
            forName: Notification.Name("holders"), object: nil, queue: .main, using: handle)
    }

    @Sendable func handle(_ notification: Notification) { touch(self) }
}

final class TimerInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        _ = Timer.scheduledTimer(withTimeInterval: 100_000, repeats: true) { _ in self.use() }
    }

    func use() { touch(self) }
}

final class OwnTimerInteractor: Interactor, @unchecked Sendable {
    private var timer: Timer?

    override func didBecomeActive() {
        let timer = Timer(timeInterval: 100_000, repeats: true) { [self] timer in use(timer) }
        RunLoop.main.add(timer, forMode: .common)
        self.timer = timer
    }

    func use(_ timer: Timer) { touch(self) }
}

final class ThreadInteractor: Interactor, @unchecked Sendable {
    private let semaphore: DispatchSemaphore

    init(semaphore: DispatchSemaphore) { self.semaphore = semaphore }

    override func didBecomeActive() {
        Thread.detachNewThread { [semaphore] in
            semaphore.wait()
            self.use()
        }
    }

    func use() { touch(self) }
}

final class ThreadBlockInteractor: Interactor, @unchecked Sendable {
    private let semaphore: DispatchSemaphore

    init(semaphore: DispatchSemaphore) { self.semaphore = semaphore }

    override func didBecomeActive() {
        let thread = Thread { self.run() }
        thread.name = "poller"
        thread.start()
    }

    private func run() {
        semaphore.wait()
        use()
    }

    func use() { touch(self) }
}

final class PerformInteractor: Interactor, @unchecked Sendable {
    private let loop: RunLoop

    init(loop: RunLoop) { self.loop = loop }

    override func didBecomeActive() {
        loop.perform(inModes: [RunLoop.Mode("never")]) { self.use() }
    }

    func use() { touch(self) }
}

final class MethodReferenceInteractor: Interactor, @unchecked Sendable {
    private let button: Button

    init(button: Button) { self.button = button }

    override func didBecomeActive() {
        button.onTap = tapped
    }

    func tapped() { touch(self) }
}

final class ArgumentMethodInteractor: Interactor, @unchecked Sendable {
    private let button: Button

    init(button: Button) { self.button = button }

    override func didBecomeActive() {
        button.onText = textChanged(to:animated:)
    }

    private func textChanged(to text: String, animated: Bool) { touch(self) }
}

final class SinkMethodInteractor: Interactor, @unchecked Sendable {
    private let numbers: PassthroughSubject<Int, Never>
    private var cancellables = Set<AnyCancellable>()

    init(numbers: PassthroughSubject<Int, Never>) { self.numbers = numbers }

    override func didBecomeActive() {
        numbers.sink(receiveValue: show).store(in: &cancellables)
    }

    func show(_ number: Int) { touch(self) }
}

final class AssignInteractor: Interactor, @unchecked Sendable {
    private let numbers: PassthroughSubject<Int, Never>
    private var cancellables = Set<AnyCancellable>()
    private var number = 0

    init(numbers: PassthroughSubject<Int, Never>) { self.numbers = numbers }

    override func didBecomeActive() {
        numbers.assign(to: \.number, on: self).store(in: &cancellables)
    }
}

final class MapMethodInteractor: Interactor, @unchecked Sendable {
    private let numbers: PassthroughSubject<Int, Never>
    private var cancellables = Set<AnyCancellable>()

    init(numbers: PassthroughSubject<Int, Never>) { self.numbers = numbers }

    override func didBecomeActive() {
        numbers.map(text(of:)).sink { _ in }.store(in: &cancellables)
    }

    func text(of number: Int) -> String {
        touch(self)
        return ""
    }
}

final class TargetActionInteractor: Interactor, @unchecked Sendable {
    private let button: Button

    init(button: Button) { self.button = button }

    override func didBecomeActive() {
        button.onTap = { [unowned button] in button.last = self }
    }
}

final class Button {
    var onTap: (() -> Void)?
    var onText: ((String, Bool) -> Void)?
    var last: AnyObject?
}

/// What the optimiser leaves alone.
@inline(never) func touch(_ object: AnyObject) {
    touched = ObjectIdentifier(object)
}

// Safe: nothing reads it, and it makes no difference which thread's value stays: each is one word.
// Public, so that the optimizer keeps the writes, and so the calls of `touch`.
nonisolated(unsafe) public var touched: ObjectIdentifier?
