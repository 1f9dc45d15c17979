#if !RxSwift && !canImport(Combine)
    /// The roles that one thread asked for lately: finding one takes no lock.
    struct SubscriberRoles {
        private struct Slot {
            var type: ObjectIdentifier?
            var role: SubscriberRole = []
        }

        /// A power of two, above the number of types that one stretch of code brings.
        private static let capacity = 128

        private let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)

        init() { slots.initialize(repeating: Slot(), count: Self.capacity) }

        /// Frees the memory; call it once, when nobody asks any more.
        func deallocate() { slots.deallocate() }

        @inline(__always)
        func role(of type: Any.Type) -> SubscriberRole {
            let key = ObjectIdentifier(type)
            // Addresses, whose low bits are all alike: Fibonacci hashing.
            let spread = UInt(bitPattern: key) &* 0x9e37_79b9_7f4a_7c15
            let slot = slots + Int(spread >> 32) & (Self.capacity - 1)
            if slot.pointee.type == key { return slot.pointee.role }
            let role = SubscriberRole.of(type)
            slot.pointee = Slot(type: key, role: role)
            return role
        }
    }
#endif
