/// A number for each of some addresses: what a dictionary does, without its costs.
final class AddressTable {
    private var keys: UnsafeMutablePointer<UInt>
    private var values: UnsafeMutablePointer<UInt32>
    private var mask: Int
    private(set) var count = 0

    init() {
        mask = 1023
        keys = .allocate(capacity: 1024)
        keys.initialize(repeating: 0, count: 1024)
        values = .allocate(capacity: 1024)
        values.initialize(repeating: 0, count: 1024)
    }

    deinit {
        keys.deallocate()
        values.deallocate()
    }

    @inline(__always)
    private func slot(of key: UInt) -> Int {
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while keys[slot] != 0, keys[slot] != key { slot = (slot &+ 1) & mask }
        return slot
    }

    /// The number of an address that is not 0.
    @inline(__always)
    subscript(key: UInt) -> UInt32? {
        let slot = slot(of: key)
        return keys[slot] == key ? values[slot] : nil
    }

    func insert(_ key: UInt, _ value: UInt32) {
        if count * 2 > mask { grow() }
        let slot = slot(of: key)
        if keys[slot] == 0 { count += 1 }
        keys[slot] = key
        values[slot] = value
    }

    func removeAll() {
        keys.update(repeating: 0, count: mask + 1)
        count = 0
    }

    private func grow() {
        let (oldKeys, oldValues, oldCapacity) = (keys, values, mask + 1)
        let capacity = oldCapacity * 2
        mask = capacity - 1
        keys = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        values = .allocate(capacity: capacity)
        values.initialize(repeating: 0, count: capacity)
        for index in 0..<oldCapacity where oldKeys[index] != 0 {
            let slot = slot(of: oldKeys[index])
            keys[slot] = oldKeys[index]
            values[slot] = oldValues[index]
        }
        oldKeys.deallocate()
        oldValues.deallocate()
    }
}
