import Dispatch
import Foundation
import Testing

@testable import RIBHeap

/// What keeps an object alive without a type to tell of it. Timers are years away, so none fires.
@Suite struct OpaqueRootsTests {
    private static let years = 100_000_000
    // Each is used by one test alone, and not on a stack, where it would be found too.
    nonisolated(unsafe) private static var observer: (any NSObjectProtocol)?
    nonisolated(unsafe) private static var timer: Timer?

    /// The kinds of the roots that lead to an object which `keep` is given.
    private func kinds(_ keep: (Held) -> Void) -> Set<InferredRoot.Kind> {
        Set(Held.roots(of: Held.mark(keeping: keep)).map(\.kind))
    }

    @Test func aBlockForLater() {
        #expect(
            kinds { held in
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.years)) {
                    _ = held.address
                }
            } == [.queue])
    }

    @Test func aWorkItemForLater() {
        var item: DispatchWorkItem?
        let found = kinds { held in
            let work = DispatchWorkItem { _ = held.address }
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .seconds(Self.years), execute: work)
            item = work
        }
        #expect(found == [.queue])
        item?.cancel()
    }

    @Test func workThatWaitsItsTurn() {
        let queue = DispatchQueue(label: "busy")
        let (started, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue.async {
            started.signal()
            end.wait()
        }
        started.wait()
        let mark = Held.mark { held in queue.async { _ = held.address } }
        #expect(!Held.roots(of: mark).isEmpty)
        end.signal()
        queue.sync {}
        #expect(Held.roots(of: mark) == [])
    }

    @Test func aTimerSource() {
        var timer: (any DispatchSourceTimer)?
        let mark = Held.mark { held in
            let source = DispatchSource.makeTimerSource(queue: .global())
            source.schedule(deadline: .now() + .seconds(Self.years))
            source.setEventHandler { _ = held.address }
            source.activate()
            timer = source
        }
        #expect(Held.roots(of: mark).map(\.kind) == [.queue])
        timer?.cancel()
    }

    /// In a process of its own: a look takes seconds where all other tests run, and it takes a few
    /// until the task sleeps.
    @Test func aSleepingTask() async {
        await #expect(processExitsWith: .success) {
            var task: Task<Void, Never>?
            let (begins, begin) = AsyncStream.makeStream(of: Void.self)
            let mark = Held.mark { held in
                task = Task.detached {
                    begin.yield()
                    // For years: never waited for, and cancelled below.
                    try? await Task.sleep(for: .seconds(100_000_000))
                    _ = held.address
                }
            }
            for await _ in begins { break }
            var names: [String] = []
            for _ in 0..<100 where names != ["a sleeping task"] {
                await Task.yield()
                names = Held.roots(of: mark).map(\.name)
            }
            #expect(names == ["a sleeping task"])
            task?.cancel()
            await task?.value
            // A task may let go of what it holds a little later than it says that it has ended.
            for _ in 0..<100 where !Held.roots(of: mark).isEmpty { await Task.yield() }
            #expect(Held.roots(of: mark) == [])
        }
    }

    @Test func aTaskThatWaitsForAValue() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        var task: Task<Void, Never>?
        let mark = Held.mark { held in
            task = Task.detached {
                for await _ in stream {}
                _ = held.address
            }
        }
        let roots = Held.roots(of: mark)
        #expect(roots.map(\.kind) == [.task])
        // One reference, to the task.
        #expect(roots.first?.task == task.map { unsafeBitCast($0, to: UInt.self) })
        continuation.finish()
        await task?.value
    }

    @Test func anObserver() {
        let name = Notification.Name("anObserver")
        let mark = Held.mark { held in
            Self.observer = NotificationCenter.default.addObserver(
                forName: name, object: nil, queue: nil
            ) { _ in _ = held.address }
        }
        // Foundation, or the main queue by way of its run loop.
        #expect(Held.roots(of: mark).contains { $0.kind != .thread })
        if let observer = Self.observer { NotificationCenter.default.removeObserver(observer) }
        Self.observer = nil
        #expect(Held.roots(of: mark) == [])
    }

    @Test func aTimerOfARunLoop() {
        let mark = Held.mark { held in
            let made = Timer(timeInterval: Double(Self.years), repeats: true) { _ in
                _ = held.address
            }
            RunLoop.main.add(made, forMode: .common)
            Self.timer = made
        }
        // Foundation, or the main queue by way of its run loop.
        #expect(Held.roots(of: mark).contains { $0.kind != .thread })
        Self.timer?.invalidate()
        Self.timer = nil
    }

    @Test func theStackOfAThreadThatWaits() {
        let (started, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Right, since the semaphore orders what the thread sets before it is read.
        nonisolated(unsafe) var mark: Held.Mark?
        let thread = Thread {
            let held = Held()
            withExtendedLifetime(held) {
                mark = held.mark
                started.signal()
                end.wait()
            }
        }
        thread.name = "waiting"
        thread.start()
        started.wait()
        #expect(mark.map { Held.roots(of: $0).isEmpty } == false)
        end.signal()
    }

    @Test func aVariableOfAThread() {
        let mark = Held.mark { Thread.current.threadDictionary["aVariableOfAThread"] = $0 }
        #expect(!Held.roots(of: mark).isEmpty)
        Thread.current.threadDictionary.removeObject(forKey: "aVariableOfAThread")
    }
}
