// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// A number that any thread may read and change; copies share it.
// Usable from inline, or other modules would call what is one instruction.
@usableFromInline
package struct AtomicCounter: @unchecked Sendable {
    // Unchecked but right: the number lies in an object, which never moves, and is only reached by
    // atomic operations.
    @usableFromInline
    let cell: ManagedBuffer<Void, UInt64>

    @inlinable
    package init(_ value: UInt64 = 0) {
        cell = .create(minimumCapacity: 1) { _ in }
        cell.withUnsafeMutablePointerToElements { $0.initialize(to: value) }
    }

    @inlinable
    package var value: UInt64 {
        get { cell.withUnsafeMutablePointerToElements { ribleak_atomic_load($0) } }
        nonmutating set {
            cell.withUnsafeMutablePointerToElements { ribleak_atomic_store($0, newValue) }
        }
    }

    /// - Returns: The value after adding one.
    @discardableResult
    @inlinable
    package func increment() -> UInt64 { add(1) }

    /// - Returns: The value after taking one away.
    @discardableResult
    @inlinable
    package func decrement() -> UInt64 { add(.max) }

    /// Adds an amount, or nothing and says false if the value would be greater than a limit.
    package func add(_ amount: UInt64, upTo limit: UInt64) -> Bool {
        if add(amount) <= limit { return true }
        add(0 &- amount)
        return false
    }

    /// - Returns: The value after adding `amount`, which wraps around.
    @discardableResult
    @inlinable
    package func add(_ amount: UInt64) -> UInt64 {
        cell.withUnsafeMutablePointerToElements { ribleak_atomic_add($0, amount) } &+ amount
    }
}
