import Foundation

/// Lets threads go on once all of them have come.
final class Barrier: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var missing: Int  // only touched while `condition` is locked

    init(_ count: Int) {
        missing = count
    }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        if missing == 0 { condition.broadcast() }
        while missing > 0 { condition.wait() }
    }
}
