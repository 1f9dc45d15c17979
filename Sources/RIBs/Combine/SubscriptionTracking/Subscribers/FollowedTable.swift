// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    /// Followed subscribers by identifier: a map with open addressing and linear probing.
    /// `Dictionary`'s hash would take too long at each value.
    ///
    /// It retains its subscribers by hand, since a look-up must not count references. A second
    /// table, beside one that retains them, does not.
    final class FollowedTable {
        private struct Slot {
            var id: CombineIdentifier
            /// Nil where the slot is free.
            var subscriber: Unmanaged<FollowedSubscriber>?
        }

        private struct Table {
            var slots: UnsafeMutablePointer<Slot>
            /// One less than the capacity, which is a power of two.
            let mask: Int
            var count = 0

            init(capacity: Int) {
                slots = .allocate(capacity: capacity)
                slots.initialize(repeating: Slot(id: CombineIdentifier()), count: capacity)
                mask = capacity - 1
            }
        }

        /// A pointer, because the Swift runtime checks each access to a variable property of an
        /// object.
        private let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)

        private let keeps: Bool

        /// - Parameters:
        ///   - capacity: A power of two.
        ///   - keeps: False if each subscriber is retained elsewhere as long as it is in here.
        init(capacity: Int = 64, keeps: Bool = true) {
            self.keeps = keeps
            table.initialize(to: Table(capacity: capacity))
        }

        deinit {
            removeAll()
            table.pointee.slots.deallocate()
            table.deallocate()
        }

        var count: Int { table.pointee.count }

        subscript(id: CombineIdentifier) -> FollowedSubscriber? {
            unretained(id)?.takeUnretainedValue()
        }

        /// Same, without counting references. Valid until it is removed.
        func unretained(_ id: CombineIdentifier) -> Unmanaged<FollowedSubscriber>? {
            slot(of: id).pointee.subscriber
        }

        /// Whether that subscriber has the identifier.
        func has(_ subscriber: FollowedSubscriber, at id: CombineIdentifier) -> Bool {
            slot(of: id).pointee.subscriber?.toOpaque()
                == Unmanaged.passUnretained(subscriber).toOpaque()
        }

        /// Stores a subscriber under an identifier.
        ///
        /// - Returns: The previous subscriber with that identifier.
        @discardableResult
        func set(_ subscriber: FollowedSubscriber, for id: CombineIdentifier) -> FollowedSubscriber?
        {
            exchange(keeps ? .passRetained(subscriber) : .passUnretained(subscriber), for: id)
                .map(taken)
        }

        /// Same as `set`, for a reference that is already retained if this table retains its
        /// subscribers. So is the result.
        @inline(__always)
        func exchange(
            _ subscriber: Unmanaged<FollowedSubscriber>, for id: CombineIdentifier
        ) -> Unmanaged<FollowedSubscriber>? {
            let slot = slot(of: id)
            let previous = slot.pointee.subscriber
            slot.pointee = Slot(id: id, subscriber: subscriber)
            if previous == nil {
                table.pointee.count += 1
                if table.pointee.count * 2 > table.pointee.mask { grow() }
            }
            return previous
        }

        /// - Returns: The subscriber that had the identifier.
        @discardableResult
        func remove(_ id: CombineIdentifier) -> FollowedSubscriber? { take(id).map(taken) }

        /// Same as `remove`. The result is still retained if this table retains its subscribers.
        func take(_ id: CombineIdentifier) -> Unmanaged<FollowedSubscriber>? {
            let (slots, mask) = (table.pointee.slots, table.pointee.mask)
            var hole = slot(of: id) - slots
            guard let removed = slots[hole].subscriber else { return nil }
            // Moves later entries back into the hole, so that no search ends too soon.
            var next = (hole + 1) & mask
            while slots[next].subscriber != nil {
                let home = Self.hash(slots[next].id) & mask
                if (next - home) & mask >= (next - hole) & mask {
                    slots[hole] = slots[next]
                    hole = next
                }
                next = (next + 1) & mask
            }
            slots[hole].subscriber = nil
            table.pointee.count -= 1
            return removed
        }

        private func taken(_ subscriber: Unmanaged<FollowedSubscriber>) -> FollowedSubscriber {
            keeps ? subscriber.takeRetainedValue() : subscriber.takeUnretainedValue()
        }

        /// All subscribers, in no particular order.
        var all: [FollowedSubscriber] {
            (0...table.pointee.mask).compactMap {
                table.pointee.slots[$0].subscriber?.takeUnretainedValue()
            }
        }

        func removeAll() {
            for index in 0...table.pointee.mask {
                if keeps { table.pointee.slots[index].subscriber?.release() }
                table.pointee.slots[index].subscriber = nil
            }
            table.pointee.count = 0
        }

        /// The slot of an identifier, or the free slot where it belongs.
        private func slot(of id: CombineIdentifier) -> UnsafeMutablePointer<Slot> {
            let (slots, mask) = (table.pointee.slots, table.pointee.mask)
            var index = Self.hash(id) & mask
            while slots[index].subscriber != nil, slots[index].id != id {
                index = (index + 1) & mask
            }
            return slots + index
        }

        private func grow() {
            let old = table.pointee
            table.pointee = Table(capacity: 2 * (old.mask + 1))
            table.pointee.count = old.count
            for place in 0...old.mask where old.slots[place].subscriber != nil {
                slot(of: old.slots[place].id).pointee = old.slots[place]
            }
            old.slots.deallocate()
        }

        /// Fibonacci hashing, because identifiers are counters or addresses, whose low bits are all
        /// alike.
        @inline(__always)
        private static func hash(_ id: CombineIdentifier) -> Int {
            Int((bits(of: id) &* 0x9e37_79b9_7f4a_7c15) >> 32)
        }

        /// The identifier's bytes if it is just a number, as in all releases of OpenCombine: equal
        /// ones have the same bytes. Otherwise its own hash value.
        @inline(__always)
        private static func bits(of id: CombineIdentifier) -> UInt64 {
            guard MemoryLayout<CombineIdentifier>.size == MemoryLayout<UInt64>.size else {
                return UInt64(truncatingIfNeeded: id.hashValue)
            }
            return withUnsafeBytes(of: id) { $0.loadUnaligned(as: UInt64.self) }
        }
    }
#endif
