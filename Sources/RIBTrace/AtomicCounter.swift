import CRIBShims

/// A number that any thread may read and change.
package final class AtomicCounter: @unchecked Sendable {
    // Unchecked but right: the cell never moves and is only reached by atomic operations.
    private let cell: UnsafeMutablePointer<UInt64>

    package init(_ value: UInt64 = 0) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: value)
    }

    deinit {
        cell.deallocate()
    }

    package var value: UInt64 {
        get { ribleak_atomic_load(cell) }
        set { ribleak_atomic_store(cell, newValue) }
    }

    /// - Returns: The value after adding one.
    @discardableResult
    package func increment() -> UInt64 { add(1) }

    /// - Returns: The value after adding `amount`.
    @discardableResult
    package func add(_ amount: UInt64) -> UInt64 { ribleak_atomic_add(cell, amount) &+ amount }
}
