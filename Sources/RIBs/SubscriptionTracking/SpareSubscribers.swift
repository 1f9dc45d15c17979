#if !canImport(Combine)
    /// What one thread followed and nobody refers to any more: it serves what is followed next, since
    /// to allocate and free memory takes longer than all that is noted in it.
    struct SpareSubscribers {
        /// What is cancelled together is mostly no more than this.
        private static let limit = 64

        /// Each is kept.
        private let spares = UnsafeMutablePointer<Unmanaged<FollowedSubscriber>>.allocate(
            capacity: limit)
        private var count = 0

        /// Frees the memory; call it once.
        mutating func deallocate() {
            while let spare = take() { spare.release() }
            spares.deallocate()
        }

        /// One that follows nothing, kept for the caller; nil when there is none.
        @inline(__always)
        mutating func take() -> Unmanaged<FollowedSubscriber>? {
            guard count > 0 else { return nil }
            count -= 1
            return spares[count]
        }

        /// Takes what the caller kept, and keeps it if nobody else does and there is room.
        mutating func give(_ ended: Unmanaged<FollowedSubscriber>) {
            var subscriber = ended.takeRetainedValue()
            guard count < Self.limit, isKnownUniquelyReferenced(&subscriber) else { return }
            subscriber.end()
            spares[count] = .passRetained(subscriber)
            count += 1
        }
    }
#endif
