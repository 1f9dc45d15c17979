import Foundation
import RIBs

/// Interactors whose task never ends. `@unchecked Sendable` is safe: each task waits for good, so
/// only the main thread uses them.
final class SleepingInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task {
            try? await Task.sleep(nanoseconds: .max / 4)
            use()
        }
    }

    func use() { touch(self) }
}

final class SleepingInMethodInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task {
            await refresh()
        }
    }

    func refresh() async {
        try? await Task.sleep(for: .seconds(100_000))
    }
}

final class AsyncLetInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task {
            async let first = load(1)
            async let second = load(2)
            _ = await (first, second)
        }
    }

    func load(_ number: Int) async -> Int {
        try? await Task.sleep(for: .seconds(100_000))
        return number
    }
}

final class TaskGroupInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<2 {
                    group.addTask { await self.load(number) }
                }
            }
        }
    }

    func load(_ number: Int) async {
        try? await Task.sleep(for: .seconds(100_000))
    }
}

final class LoopInteractor: Interactor, @unchecked Sendable {
    private let stream: AsyncStream<Int>

    init(stream: AsyncStream<Int>) { self.stream = stream }

    override func didBecomeActive() {
        Task {
            for await number in stream { use(number) }
        }
    }

    func use(_ number: Int) { touch(self) }
}

final class ValuesInteractor: Interactor, @unchecked Sendable {
    private let numbers: AnyPublisher<Int, Never>

    init(numbers: AnyPublisher<Int, Never>) { self.numbers = numbers }

    override func didBecomeActive() {
        Task {
            for await number in numbers.values { use(number) }
        }
    }

    func use(_ number: Int) { touch(self) }
}

final class FutureInteractor: Interactor, @unchecked Sendable {
    private let future: Future<Int, Never>

    init(future: Future<Int, Never>) { self.future = future }

    override func didBecomeActive() {
        Task {
            use(await future.value)
        }
    }

    func use(_ number: Int) { touch(self) }
}

final class CheckedContinuationInteractor: Interactor, @unchecked Sendable {
    private let keeper: ContinuationKeeper

    init(keeper: ContinuationKeeper) { self.keeper = keeper }

    override func didBecomeActive() {
        Task {
            await withCheckedContinuation { keeper.checked.append($0) }
            use()
        }
    }

    func use() { touch(self) }
}

final class UnsafeContinuationInteractor: Interactor, @unchecked Sendable {
    private let keeper: ContinuationKeeper

    init(keeper: ContinuationKeeper) { self.keeper = keeper }

    override func didBecomeActive() {
        Task {
            await wait()
            use()
        }
    }

    func wait() async {
        await withUnsafeContinuation { keeper.unsafe.append($0) }
    }

    func use() { touch(self) }
}

final class ContinuationKeeper: @unchecked Sendable {
    var checked: [CheckedContinuation<Void, Never>] = []
    var unsafe: [UnsafeContinuation<Void, Never>] = []
}

actor Reader {
    func read() async -> Int {
        try? await Task.sleep(for: .seconds(100_000))
        return 1
    }
}

final class ActorInteractor: Interactor, @unchecked Sendable {
    private let reader: Reader

    init(reader: Reader) { self.reader = reader }

    override func didBecomeActive() {
        Task {
            use(await reader.read())
        }
    }

    func use(_ number: Int) { touch(self) }
}

final class MainActorInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task { @MainActor in
            try? await Task.sleep(for: .seconds(100_000))
            use()
        }
    }

    func use() { touch(self) }
}

final class DetachedInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        start()
    }

    private func start() {
        Task.detached(priority: .background) {
            try? await Task.sleep(for: .seconds(100_000))
            self.use()
        }
    }

    func use() { touch(self) }
}

final class WeakThenStrongInteractor: Interactor, @unchecked Sendable {
    private let stream: AsyncStream<Int>

    init(stream: AsyncStream<Int>) { self.stream = stream }

    override func didBecomeActive() {
        let begun = DispatchSemaphore(value: 0)
        Task { [weak self] in
            guard let self else { return }
            begun.signal()
            for await number in stream { use(number) }
        }
        begun.wait()
    }

    func use(_ number: Int) { touch(self) }
}

final class NestedTaskInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                Task {
                    try? await Task.sleep(for: .seconds(100_000))
                    self.use()
                    done.resume()
                }
            }
        }
    }

    func use() { touch(self) }
}

final class ServiceTaskInteractor: Interactor, @unchecked Sendable {
    private let service: QuoteService

    init(service: QuoteService) { self.service = service }

    override func didBecomeActive() {
        Task {
            let quote = await service.quote()
            use(quote)
        }
    }

    func use(_ quote: String) { touch(self) }
}

final class QuoteService: Sendable {
    func quote() async -> String {
        try? await Task.sleep(for: .seconds(100_000))
        return ""
    }
}

final class TaskMethodInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() {
        Task(operation: work)
    }

    @Sendable func work() async {
        try? await Task.sleep(for: .seconds(100_000))
        use()
    }

    func use() { touch(self) }
}
