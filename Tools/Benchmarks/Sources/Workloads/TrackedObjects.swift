// SPDX-License-Identifier: Apache-2.0

import CPeers
import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// The bytes that the recorder keeps for a living object at level `full`, apart from its interned
/// stack. Measure them once per process.
public struct TrackedObjects: Sendable {
    /// An object of a base class, attached.
    public let recorded: Double
    /// A view, which has no base class and needs its own entry.
    public let identified: Double
    /// A view that was detached and is watched until it is freed.
    public let watched: Double

    private final class View {}

    public init(objects count: Int) throws {
        let run = try RecordedRun()
        let recorder = run.recorder
        let views = (0..<count).map { _ in View() }
        // The first object of each kind pays for what all of them share.
        let first = View()
        for _ in 0..<2 {
            _ = recorder.recordCreation(of: View.self)
            recorder.watch(first, recorder.identifyView(first))
        }
        recorded = Self.bytesEach(count) {
            for _ in 0..<count { _ = recorder.recordCreation(of: View.self) }
        }
        let identified = Self.bytesEach(count) {
            for view in views { _ = recorder.identifyView(view) }
        }
        self.identified = identified
        watched =
            identified
            + Self.bytesEach(count) {
                for view in views { recorder.watch(view, recorder.identifyView(view)) }
            }
        withExtendedLifetime((views, first, run)) {}
    }

    private static func bytesEach(_ count: Int, _ work: () -> Void) -> Double {
        let before = peers_allocated_bytes()
        work()
        let after = peers_allocated_bytes()
        return Double(after > before ? after - before : 0) / Double(count)
    }
}

/// A number that several threads add to.
final class Sum: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var total: UInt64 = 0  // only touched while `lock` is held

    var value: UInt64 { lock.withLock { total } }

    func add(_ amount: UInt64) { lock.withLock { total += amount } }
}
