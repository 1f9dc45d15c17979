// SPDX-License-Identifier: Apache-2.0

import CPeers
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// Captures at one stack depth: with the recorder, which knows the stack already, and with
/// `unw_backtrace` alone.
public struct CaptureWork: Sendable {
    /// The number of frames that the recorder writes and `unw_backtrace` finds.
    public let depth: (recorder: Int, bare: Int)

    private let run: RecordedRun
    private let levels: (recorder: Int, bare: Int)
    private static let capacity = 64

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
