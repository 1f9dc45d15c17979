// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import RIBTrace

/// Keeps streams ready for threads to come, so that a thread's first event makes no file.
final class SpareStreams: Sendable {
    /// How many streams are ready when recording starts, and after each refill. Each takes a
    /// packet on disk.
    private static let most = 4
    /// How few may be left. Asking for more wakes another thread, which costs as much as some
    /// captures: few threads of an app should have to.
    private static let fewest = 1

    private let writer: Protected<TraceWriter>
    private let isRefilling = AtomicCounter()
    /// Not the thread that took the last one: a new file costs more than a hundred captures.
    private let queue = DispatchQueue(label: "ribleak.spare-streams", qos: .utility)

    init(of writer: Protected<TraceWriter>) {
        self.writer = writer
    }

    /// A stream for the calling thread, after which more may be made elsewhere.
    ///
    /// - Throws: `TraceError` when there are too many.
    func claim() throws -> StreamWriter {
        let (claimed, left) = try writer.withLock { (try $0.claimStream(), $0.readyCount) }
        if left <= Self.fewest { refill() }
        return claimed
    }

    func release(_ stream: StreamWriter) {
        writer.withLock { $0.release(stream) }
    }

    private func refill() {
        guard isRefilling.increment() == 1 else { return }
        queue.async { [self] in
            isRefilling.value = 0
            refillNow()
        }
    }

    /// Makes streams here. They are made outside of the writer's lock: no thread waits for a disk.
    func refillNow() {
        while let stream = writer.withLock({ $0.takeUnready(of: Self.most) }) {
            guard stream.prepare(at: ribleak_clock_monotonic()) else {
                // A limit or a full disk: the next thread asks again.
                return writer.withLock { $0.release(stream) }
            }
            writer.withLock { $0.addReady(stream) }
        }
    }
}
