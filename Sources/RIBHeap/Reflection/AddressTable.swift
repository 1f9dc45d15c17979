// SPDX-License-Identifier: Apache-2.0

/// Maps addresses to numbers like a dictionary, but cheaper.
final class AddressTable {
    /// Behind a pointer, because each access to a class's own variables has an exclusivity check.
    private struct Storage {
        var keys: UnsafeMutablePointer<UInt>
        var values: UnsafeMutablePointer<UInt32>
        /// The number of slots minus 1. The number of slots is a power of two.
        var mask: Int

        init(slots: Int) {
            keys = .allocate(capacity: slots)
            keys.initialize(repeating: 0, count: slots)
            values = .allocate(capacity: slots)
            values.initialize(repeating: 0, count: slots)
            mask = slots - 1
        }

        func slot(of key: UInt) -> Int {
            var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
            while keys[slot] != 0, keys[slot] != key { slot = (slot &+ 1) & mask }
            return slot
        }

        func deallocate() {
            keys.deallocate()
            values.deallocate()
        }
    }

    private let storage: UnsafeMutablePointer<Storage>
    private(set) var count = 0

    init() {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(slots: 256))
    }

    deinit {
        storage.pointee.deallocate()
        storage.deallocate()
    }

    /// The number of an address. The address must not be 0.
    subscript(key: UInt) -> UInt32? {
        let slot = storage.pointee.slot(of: key)
        return storage.pointee.keys[slot] == key ? storage.pointee.values[slot] : nil
    }

    func insert(_ key: UInt, _ value: UInt32) {
        if count * 2 > storage.pointee.mask { grow() }
        let slot = storage.pointee.slot(of: key)
        if storage.pointee.keys[slot] == 0 { count += 1 }
        storage.pointee.keys[slot] = key
        storage.pointee.values[slot] = value
    }

    func removeAll() {
        guard count > 0 else { return }
        storage.pointee.keys.update(repeating: 0, count: storage.pointee.mask + 1)
        count = 0
    }

    private func grow() {
        let old = storage.pointee
        let larger = Storage(slots: (old.mask + 1) * 2)
        for index in 0...old.mask where old.keys[index] != 0 {
            let slot = larger.slot(of: old.keys[index])
            larger.keys[slot] = old.keys[index]
            larger.values[slot] = old.values[index]
        }
        old.deallocate()
        storage.pointee = larger
    }
}

/// A list of plain values that only grows. Reads need no reference counting and no access checks.
final class FlatList<Element: BitwiseCopyable> {
    private let start: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    private var capacity = 256
    private(set) var count = 0

    init() {
        start = .allocate(capacity: 1)
        start.initialize(to: .allocate(capacity: capacity))
    }

    deinit {
        start.pointee.deallocate()
        start.deallocate()
    }

    /// - Parameter index: Less than `count`; this is not checked.
    subscript(index: Int) -> Element { start.pointee[index] }

    /// Adds a value and returns its index.
    @discardableResult
    func append(_ element: Element) -> Int {
        if count == capacity { grow() }
        (start.pointee + count).initialize(to: element)
        count += 1
        return count - 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: start.pointee, count: count)
        start.pointee.deallocate()
        start.pointee = larger
        capacity *= 2
    }
}
