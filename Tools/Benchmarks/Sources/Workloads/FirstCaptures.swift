// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder

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

private final class Box<Value>: @unchecked Sendable {
    // Safe: the value is read only after a semaphore has signalled the write.
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
