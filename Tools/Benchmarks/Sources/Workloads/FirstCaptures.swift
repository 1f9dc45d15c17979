// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder

/// What the first captures after recording started cost, in nanoseconds; once a process.
///
/// Each is the first capture of its stack, so that only being first in the process or on the
/// thread differs.
public struct FirstCaptures: Sendable {
    public let starting: UInt64
    public let firstInProcess: UInt64
    public let laterInProcess: UInt64
    public let firstOnThread: UInt64
    /// The first call of bare `unw_backtrace` on another thread, at the same depth.
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
        // Each level is a stack of its own.
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
    // Unchecked but right: read only after a semaphore said that the write is done.
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
