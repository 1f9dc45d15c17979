// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// Captures at one stack depth: with the recorder, which knows the stack already, and with
/// `unw_backtrace` alone.
public struct CaptureWork: Sendable {
    /// The number of frames that the recorder writes and `unw_backtrace` finds.
    public let depth: (recorder: Int, bare: Int)

    private let run: RecordedRun
    private let levels: (recorder: Int, bare: Int)
    private static let capacity = 512

    /// Finds the call depth at which each sees the wanted number of frames.
    ///
    /// - Throws: When this number cannot be reached, or libunwind is missing.
    public init(depth wanted: Int) throws {
        guard peers_unwind_load() == 1 else { throw Failure("libunwind.so.8 is missing") }
        run = try RecordedRun(stackDepth: Self.capacity)
        let run = run
        let shallow = (try Self.recorded(in: run, levels: 0), Self.bare(levels: 0))
        levels = (wanted - shallow.0, wanted - shallow.1)
        depth = (
            try Self.recorded(in: run, levels: levels.recorder), Self.bare(levels: levels.bare)
        )
        guard depth == (wanted, wanted) else {
            throw Failure("frames are \(depth), not \(wanted)")
        }
        recorded(1)
    }

    /// Captures and interns a known stack.
    public func recorded(_ times: Int) {
        Self.recorded(times, in: run, levels: levels.recorder) { _ in }
    }

    /// Captures the same frames with `unw_backtrace`.
    public func bare(_ times: Int) {
        Self.bare(times, levels: levels.bare) { _ in }
    }

    private static func recorded(in run: RecordedRun, levels: Int) throws -> Int {
        var stack = StackID.none
        recorded(1, in: run, levels: levels) { stack = $0 }
        return try run.addresses(of: stack).count
    }

    private static func bare(levels: Int) -> Int {
        var count = 0
        bare(1, levels: levels) { count = $0 }
        return count
    }

    // One loop serves calibration and measurement: stacks are equal only when they come from the
    // same place.

    @inline(never)
    private static func recorded(
        _ times: Int, in run: RecordedRun, levels: Int, last: (StackID) -> Void
    ) {
        atDepth(levels) {
            var stack = StackID.none
            for _ in 0..<times { stack = run.recorder.captureStack() }
            last(stack)
        }
    }

    @inline(never)
    private static func bare(_ times: Int, levels: Int, last: (Int) -> Void) {
        atDepth(levels) {
            withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: capacity) {
                frames in
                var count: Int32 = 0
                for _ in 0..<times {
                    count = peers_unwind_backtrace(frames.baseAddress, Int32(capacity))
                }
                last(Int(count))
            }
        }
    }
}

/// Runs `body` with `levels` more stack frames than the caller has.
@inline(never)
public func atDepth(_ levels: Int, _ body: () -> Void) {
    if levels > 0 { atDepth(levels - 1, body) } else { body() }
    // Keeps the frame on the stack while `body` runs.
    peers_keep_frame()
}

/// The costs of the first captures after recording started, in nanoseconds. Measure them once per
/// process.
///
/// Each is the first capture of its stack. So they differ only in being the first of the process or
/// of the thread.
public struct FirstCaptures: Sendable {
    public let starting: UInt64
    public let firstInProcess: UInt64
    public let laterInProcess: UInt64
    public let firstOnThread: UInt64
    /// The first call of plain `unw_backtrace` on another thread, at the same depth.
    public let bareOnThread: UInt64

    public init() throws {
        let began = peers_nanoseconds()
        let run = try RecordedRun()
        starting = peers_nanoseconds() - began
        let main = Self.firstAndLater(run)
        (firstInProcess, laterInProcess) = main
        guard peers_unwind_load() == 1 else { throw Failure("libunwind does not load") }
        bareOnThread = Self.onNewThread { Self.bareCapture() }
        firstOnThread = Self.onNewThread { Self.firstAndLater(run).0 }
    }

    private static func onNewThread(_ measure: @escaping @Sendable () -> UInt64) -> UInt64 {
        let measured = Box<UInt64>(0)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            measured.value = measure()
            ended.signal()
        }
        ended.wait()
        return measured.value
    }

    private static func bareCapture() -> UInt64 {
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 64)
        var taken: UInt64 = 0
        atDepth(20) {
            let began = peers_nanoseconds()
            _ = peers_unwind_backtrace(&frames, 64)
            taken = peers_nanoseconds() - began
        }
        return taken
    }

    private static func firstAndLater(_ run: RecordedRun) -> (UInt64, UInt64) {
        var taken: [UInt64] = []
        taken.reserveCapacity(16)
        // Each level gives a different stack.
        for level in 0..<16 {
            atDepth(20 + level) {
                let began = peers_nanoseconds()
                _ = run.recorder.captureStack()
                taken.append(peers_nanoseconds() - began)
            }
        }
        return (taken[0], taken[8...].sorted()[4])
    }
}

/// Carries a value out of another thread.
private final class Box<Value>: @unchecked Sendable {
    // Safe: the value is read only after a semaphore has signalled the write.
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// How many of the frames that `unw_step` finds the recorder finds too, when foreign code lies
/// between our frames.
public struct Completeness: Sendable {
    public let scenario: String
    public let found: Int
    public let expected: Int

    private static let capacity = 200

    /// - Throws: When `unw_step` is not available.
    public static func measured() throws -> [Completeness] {
        guard peers_unwind_load() == 1 else { throw Failure("libunwind.so.8 is missing") }
        return [
            try Completeness("qsort") { visit in
                var visit = visit
                withUnsafeMutablePointer(to: &visit) { visit in
                    peers_call_through_qsort(
                        { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, visit)
                }
            },
            try Completeness("Foundation") { visit in
                let pattern = try NSRegularExpression(pattern: "a")
                let everything = NSRange(location: 0, length: 1)
                pattern.enumerateMatches(in: "a", range: everything) { _, _, _ in visit() }
            },
            try Completeness("Codable") { visit in
                _ = try JSONEncoder().encode([Visitor(visit: visit)])
            },
            try Completeness("dispatch queue") { visit in
                // Safe: this thread waits until the queue's thread has called it.
                nonisolated(unsafe) let visit = visit
                let ended = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    visit()
                    ended.signal()
                }
                ended.wait()
            },
        ]
    }

    private struct Visitor: Encodable {
        let visit: () -> Void

        func encode(to encoder: any Encoder) throws {
            visit()
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
    }

    private init(_ scenario: String, _ arrange: (@escaping () -> Void) throws -> Void) throws {
        self.scenario = scenario
        let run = try RecordedRun(stackDepth: Self.capacity)
        var stack = StackID.none
        var stepped: [UInt64] = []
        try arrange {
            stack = run.recorder.captureStack()
            stepped = Self.step()
        }
        guard stepped.count > 3 else { throw Failure("unw_step finds no frames") }
        // The innermost frames differ, because the two calls are in different places.
        let expected = stepped.dropFirst()
        let found = Set(try run.addresses(of: stack))
        self.expected = expected.count
        self.found = expected.count { found.contains($0) }
    }

    @inline(__always)
    private static func step() -> [UInt64] {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: capacity) {
            frames in
            let count = Int(peers_unwind_step(frames.baseAddress, Int32(capacity)))
            return frames[..<count].map { UInt64(UInt(bitPattern: $0)) }
        }
    }
}
