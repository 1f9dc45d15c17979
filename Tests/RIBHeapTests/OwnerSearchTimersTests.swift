// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBHeap

/// The timers of a thread's own run loop, which nothing runs.
@Suite struct OwnerSearchTimersTests {
    private final class Owner: Sendable {
        func tick() {}
    }

    private final class RunningLoop: @unchecked Sendable {
        // Safe: written before the thread says that it waits.
        private(set) var loop = RunLoop.current
        private let isOver = DispatchSemaphore(value: 0)

        init(_ setUp: @escaping @Sendable (RunLoop) -> Void) {
            let isReady = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [self, isOver] in
                loop = .current
                setUp(loop)
                isReady.signal()
                isOver.wait()
            }
            isReady.wait()
        }

        func end() { isOver.signal() }
    }

    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private func search() throws -> OwnerSearch {
        try OwnerSearch { $0 is Owner.Type ? .owner : .other }
    }

    /// The intervals of the timers that are found of a run loop.
    private func intervals(_ setUp: @escaping @Sendable (RunLoop) -> Void) throws -> [Double] {
        let thread = RunningLoop(setUp)
        defer { thread.end() }
        return try search().timers(of: address(thread.loop), ofClass: Timer.self).map {
            // Safe: the run loop keeps them until its thread ends.
            Unmanaged<Timer>.fromOpaque(UnsafeRawPointer(bitPattern: $0)!).takeUnretainedValue()
                .timeInterval
        }.sorted()
    }

    @Test func aRunLoopLeadsToItsTimers() throws {
        #expect(
            try intervals { loop in
                for interval in 1...40 {
                    loop.add(
                        Timer(timeInterval: Double(interval), repeats: true) { _ in },
                        forMode: interval % 2 == 0 ? .default : .common)
                }
            } == (1...40).map(Double.init))
    }

    /// A deactivation waits for this. What a run loop leads to is all memory, in the end. In a process of
    /// its own: beside other tests it leads to their timers too.
    @Test func onlyMemoryNearTheRunLoopIsRead() async {
        await #expect(processExitsWith: .success) {
            let chain = (0..<600).map { _ in
                UnsafeMutablePointer<UInt>.allocate(capacity: 1_000)
            }
            defer { for piece in chain { piece.deallocate() } }
            for (piece, next) in zip(chain, chain.dropFirst()) {
                piece.initialize(repeating: 0, count: 1_000)
                piece[500] = UInt(bitPattern: next)
            }
            // Safe: the run loop never runs, so nothing uses it.
            nonisolated(unsafe) let first = chain[0]
            let thread = RunningLoop { loop in
                loop.perform { first[0] = 0 }
                Self.add(9, to: loop)
            }
            defer { thread.end() }
            let test = Self()
            let search = try test.search()
            let before = search.memory.pagesRead
            #expect(search.timers(of: test.address(thread.loop), ofClass: Timer.self).count == 1)
            #expect(search.memory.pagesRead - before < 500)
        }
    }

    @Test func aTimerThatWasNotAddedIsLeftOut() throws {
        let timer = Timer(timeInterval: 7, repeats: true) { _ in }
        #expect(try intervals { Self.add(9, to: $0) } == [9])
        withExtendedLifetime(timer) {}
    }

    @Test func aTimerThatOnlyAClosureOfTheRunLoopHoldsIsLeftOut() throws {
        // Safe: the run loop never runs, so nothing uses the timer.
        nonisolated(unsafe) let timer = Timer(timeInterval: 7, repeats: true) { _ in }
        let found = try intervals { loop in
            loop.perform { timer.fire() }
            Self.add(9, to: loop)
        }
        #expect(found == [9])
    }

    @Test func anInvalidatedTimerIsLeftOut() throws {
        let found = try intervals { loop in
            Self.add(7, to: loop).invalidate()
            Self.add(9, to: loop)
        }
        #expect(found == [9])
    }

    @discardableResult
    private static func add(_ interval: Double, to loop: RunLoop) -> Timer {
        let timer = Timer(timeInterval: interval, repeats: true) { _ in }
        loop.add(timer, forMode: .default)
        return timer
    }

    @Test func theClosureOfATimerIsLookedInto() throws {
        let owner = Owner()
        let timer = Timer(timeInterval: 7, repeats: true) { [weak owner] _ in owner?.tick() }
        let search = try search()
        #expect(search.captured(by: address(timer), in: ["_fire"], weakly: false) == [])
        #expect(
            search.captured(by: address(timer), in: ["_fire"], weakly: true) == [address(owner)])
    }
}
