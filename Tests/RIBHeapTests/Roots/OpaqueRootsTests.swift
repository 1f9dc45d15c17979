// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Testing

@testable import RIBHeap

/// Roots in memory that no type describes. Timers are years away, so none fires.
///
/// Each test runs in its own process: other tests also leave memory without types, which may lead to
/// the same object.
@Suite struct OpaqueRootsTests {
    @Test func aBlockForLater() async {
        await #expect(processExitsWith: .success) {
            let found = kinds { held in
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(years)) {
                    _ = held.address
                }
            }
            #expect(found == [.queue])
        }
    }

    @Test func aWorkItemForLater() async {
        await #expect(processExitsWith: .success) {
            var item: DispatchWorkItem?
            let found = kinds { held in
                let work = DispatchWorkItem { _ = held.address }
                DispatchQueue.global().asyncAfter(
                    deadline: .now() + .seconds(years), execute: work)
                item = work
            }
            #expect(found == [.queue])
            item?.cancel()
        }
    }

    @Test func workThatWaitsItsTurn() async {
        await #expect(processExitsWith: .success) {
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
    }

    @Test func aTimerSource() async {
        await #expect(processExitsWith: .success) {
            var timer: (any DispatchSourceTimer)?
            let found = kinds { held in
                let source = DispatchSource.makeTimerSource(queue: .global())
                source.schedule(deadline: .now() + .seconds(years))
                source.setEventHandler { _ = held.address }
                source.activate()
                timer = source
            }
            #expect(found == [.queue])
            timer?.cancel()
        }
    }

    /// It takes a few looks until the task sleeps.
    @Test func aSleepingTask() async {
        await #expect(processExitsWith: .success) {
            var task: Task<Void, Never>?
            let (begins, begin) = AsyncStream.makeStream(of: Void.self)
            let mark = Held.mark { held in
                task = Task.detached {
                    begin.yield()
                    // Never waited for, and cancelled below.
                    try? await Task.sleep(for: .seconds(years))
                    _ = held.address
                }
            }
            for await _ in begins { break }
            var names: [String] = []
            for _ in 0..<100 where names != ["a task"] {
                await Task.yield()
                names = Held.roots(of: mark).map(\.origin.name)
            }
            #expect(names == ["a task"])
            task?.cancel()
            await task?.value
            // A task may let go of what it holds a little later than it says that it has ended.
            for _ in 0..<100 where !Held.roots(of: mark).isEmpty { await Task.yield() }
            #expect(Held.roots(of: mark) == [])
        }
    }

    /// It takes a few looks until the task waits.
    @Test func aTaskThatWaitsForAValue() async {
        await #expect(processExitsWith: .success) {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            var task: Task<Void, Never>?
            let mark = Held.mark { held in
                task = Task.detached {
                    for await _ in stream {}
                    _ = held.address
                }
            }
            var roots: [InferredRoot] = []
            for _ in 0..<100 where roots.map(\.origin.kind) != [.task] {
                await Task.yield()
                roots = Held.roots(of: mark)
            }
            #expect(roots.map(\.origin.kind) == [.task])
            // One reference, to the task.
            #expect(roots.first?.origin.task == task.map { unsafeBitCast($0, to: UInt.self) })
            continuation.finish()
            await task?.value
        }
    }

    @Test func anObserver() async {
        await #expect(processExitsWith: .success) {
            let name = Notification.Name("anObserver")
            let mark = Held.mark { held in
                observer = NotificationCenter.default.addObserver(
                    forName: name, object: nil, queue: nil
                ) { _ in _ = held.address }
            }
            // Foundation, or the main queue by way of its run loop.
            #expect(Held.roots(of: mark).contains { $0.origin.kind != .thread })
            if let observer { NotificationCenter.default.removeObserver(observer) }
            observer = nil
            #expect(Held.roots(of: mark) == [])
        }
    }

    @Test func aTimerOfARunLoop() async {
        await #expect(processExitsWith: .success) {
            let mark = Held.mark { held in
                let made = Timer(timeInterval: Double(years), repeats: true) { _ in
                    _ = held.address
                }
                RunLoop.main.add(made, forMode: .common)
                timer = made
            }
            // Foundation, or the main queue by way of its run loop.
            #expect(Held.roots(of: mark).contains { $0.origin.kind != .thread })
            timer?.invalidate()
            timer = nil
        }
    }

    @Test func theStackOfAThreadThatWaits() async {
        await #expect(processExitsWith: .success) {
            let (started, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            // Safe, because the semaphore orders what the thread sets before it is read.
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
    }

    /// The search for tasks reads all memory. On a busy machine a thread may be on its way to where it
    /// waits then, so its stack is read when it waits.
    @Test func aVariableThatAThreadHasSetSinceTheSearchBegan() async {
        await #expect(processExitsWith: .success) {
            let (started, sets) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let (hasSet, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            // Safe, because the semaphores order what the thread sets before it is read: `place` by
            // `started`, `mark` by `hasSet`.
            nonisolated(unsafe) var mark: Held.Mark?
            nonisolated(unsafe) var place: UInt = 0
            Thread.detachNewThread {
                var held: Held?
                withUnsafeMutablePointer(to: &held) { variable in
                    place = UInt(bitPattern: variable)
                    started.signal()
                    sets.wait()
                    variable.pointee = Held()
                    mark = variable.pointee?.mark
                    hasSet.signal()
                    end.wait()
                    variable.pointee = nil
                }
            }
            started.wait()
            let memory = GuardedMemory()
            var walk = OpaqueWalk(
                memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 500_000),
                isObject: { mark?.isObject($0, in: memory) ?? false })
            #expect(memory.word(at: place) == 0)
            sets.signal()
            hasSet.wait()
            let found = walk.find(.threads, ownFrames: 0)
            #expect(found.map(\.origin.kind) == [.thread])
            end.signal()
        }
    }

    @Test func aVariableOfAThread() async {
        await #expect(processExitsWith: .success) {
            #expect(!rootsOfAVariableOfThisThread().isEmpty)
        }
    }
}

private let years = 100_000_000

// Safe, because one test alone uses each, in its own process. They are not on a stack, where the
// search would find them too.
nonisolated(unsafe) private var observer: (any NSObjectProtocol)?
nonisolated(unsafe) private var timer: Timer?

/// The kinds of the roots that lead to an object which `keep` gives to libdispatch for later.
///
/// Searches until a queue leads there. A thread of libdispatch takes delayed work at some time, and
/// while that thread runs, the search leaves out its memory.
private func kinds(_ keep: (Held) -> Void) -> Set<InferredRoot.Kind> {
    let mark = Held.mark(keeping: keep)
    var found: Set<InferredRoot.Kind> = []
    for _ in 0..<100 where !found.contains(.queue) {
        found = Set(Held.roots(of: mark).map(\.origin.kind))
        sched_yield()
    }
    return found
}

/// `Thread.current` is not for asynchronous code.
private func rootsOfAVariableOfThisThread() -> [InferredRoot] {
    let variables = Thread.current.threadDictionary
    let mark = Held.mark { variables["held"] = $0 }
    defer { variables.removeObject(forKey: "held") }
    return Held.roots(of: mark)
}

@Suite struct RootFilterTests {
    private func accepts(_ object: AnyObject, in kind: InferredRoot.Kind) throws -> Bool {
        let graph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: TypeReader()), memory: GuardedMemory())
        let images = GlobalRoots()
        let filter = RootFilter(
            targets: [], graph: graph, images: images, isOfLibraries: { _ in false })
        let target = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return withExtendedLifetime(object) {
            filter.accepts(
                InferredRoot(origin: .init(kind: kind), holder: 0, place: 0, target: target))
        }
    }

    /// The path of a leak began there now and then, at a closure that the thread had long begun with.
    @Test func onlyItsThreadKeepsTheObjectOfAThread() throws {
        let thread = Thread {}
        #expect(try !accepts(thread, in: .foundation))
        #expect(try accepts(thread, in: .thread))
        #expect(try accepts(NSObject(), in: .foundation))
    }
}
