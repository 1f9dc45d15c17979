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
    public let laterOnThread: UInt64

    public init() throws {
        let began = peers_nanoseconds()
        let run = try RecordedRun()
        starting = peers_nanoseconds() - began
        let main = Self.firstAndLater(run)
        (firstInProcess, laterInProcess) = main
        let measured = Box<(UInt64, UInt64)>((0, 0))
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            measured.value = Self.firstAndLater(run)
            ended.signal()
        }
        ended.wait()
        (firstOnThread, laterOnThread) = measured.value
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
