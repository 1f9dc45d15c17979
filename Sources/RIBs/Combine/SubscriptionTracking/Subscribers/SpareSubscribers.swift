#if !RxSwift && !canImport(Combine)
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

        /// Whether the caller alone refers to it. Counts no references.
        private static func isUnique(_ subscriber: Unmanaged<FollowedSubscriber>) -> Bool {
            var subscriber = subscriber
            return withUnsafeMutablePointer(to: &subscriber) {
                // An unmanaged reference is one in memory.
                $0.withMemoryRebound(to: FollowedSubscriber.self, capacity: 1) {
                    isKnownUniquelyReferenced(&$0.pointee)
                }
            }
        }

        /// Takes what the caller kept, and keeps it if nobody else does and there is room.
        mutating func give(_ ended: Unmanaged<FollowedSubscriber>) {
            guard count < Self.limit, Self.isUnique(ended) else {
                ended.release()
                return
            }
            ended._withUnsafeGuaranteedRef { $0.end() }
            spares[count] = ended
            count += 1
        }
    }
#endif
