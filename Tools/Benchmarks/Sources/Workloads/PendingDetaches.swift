import CPeers
import Foundation
import RIBRecorder
import RIBs

/// RIBs that were detached and that something still holds: what it costs to judge them.
public final class PendingDetaches {
    private let parent = Router(interactor: Interactor())
    private let held: [Router<Interactor>]

    /// - Parameter count: How many RIBs are detached.
    public init(count: Int) {
        parent.interactor.activate()
        parent.load()
        held = (0..<count).map { _ in Router(interactor: Interactor()) }
        for child in held {
            parent.attachChild(child)
            parent.detachChild(child)
        }
    }

    /// Waits for twice the time that they have.
    ///
    /// - Returns: Nanoseconds that all threads worked meanwhile.
    public func passDeadline() -> UInt64 {
        Self.worked { RunLoop.main.run(until: Date(timeIntervalSinceNow: 2)) }
    }

    /// - Returns: Nanoseconds that all threads worked until all was judged.
    public func settle() -> UInt64 {
        Self.worked { Recorder.shared.settle() }
    }

    private static func worked(_ work: () -> Void) -> UInt64 {
        let before = peers_processor_nanoseconds()
        work()
        return peers_processor_nanoseconds() - before
    }
}
