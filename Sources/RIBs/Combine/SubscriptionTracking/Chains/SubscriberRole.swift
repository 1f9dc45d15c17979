// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// The role of a subscriber, as far as its type shows it.
    struct SubscriberRole: OptionSet {
        let rawValue: UInt8

        /// A part of an operator, not something that wants the values itself.
        static let operatorPart = SubscriberRole(rawValue: 1)
        /// It feeds a subject.
        static let subject = SubscriberRole(rawValue: 2)
        /// Like `Sink` and `Assign`: it can be cancelled, but has no one below it to pass a
        /// subscription to.
        static let wantsValues = SubscriberRole(rawValue: 4)
        /// It enters itself into the ledger.
        static let ledgered = SubscriberRole(rawValue: 8)
        /// It is an object.
        static let object = SubscriberRole(rawValue: 16)
        /// OpenCombine's `Sink` or `Assign`, whose fields are known.
        static let knownEnd = SubscriberRole(rawValue: 32)

        /// Whether it may be the end of a chain, and so may be followed.
        var mayBeEnd: Bool {
            !contains(.operatorPart) || !isDisjoint(with: [.wantsValues, .ledgered])
        }

        /// A cache: reading a name takes thousands of instructions, and each operator of each chain
        /// needs its role.
        private static let roles = Protected<[ObjectIdentifier: SubscriberRole]>([:])

        /// - Parameter type: The type of a subscriber. A process has only as many as its code.
        static func of(_ type: Any.Type) -> SubscriberRole {
            let key = ObjectIdentifier(type)
            if let known = roles.withLock({ $0[key] }) { return known }
            let role = SubscriberRole(type)
            roles.withLock { $0[key] = role }
            return role
        }

        private init(_ type: Any.Type) {
            let name = ReportedTypeName(type)
            var role: SubscriberRole = []
            if name.isOperatorPart { role.insert(.operatorPart) }
            if name.isSubject { role.insert(.subject) }
            if type is any Cancellable.Type, !(type is any Subscription.Type) {
                role.insert(.wantsValues)
            }
            if type is any RecordedSubscriber.Type { role.insert(.ledgered) }
            if type is AnyClass { role.insert(.object) }
            if name.isKnownEnd { role.insert(.knownEnd) }
            self = role
        }

        init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// The roles that one thread asked for recently. Finding one takes no lock.
    struct SubscriberRoles {
        private struct Slot {
            var type: ObjectIdentifier?
            var role: SubscriberRole = []
        }

        /// A power of two, greater than the number of types that one piece of code uses.
        private static let capacity = 128

        private let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)

        init() { slots.initialize(repeating: Slot(), count: Self.capacity) }

        /// Frees the memory. Call it once, when nothing uses it any more.
        func deallocate() { slots.deallocate() }

        @inline(__always)
        func role(of type: Any.Type) -> SubscriberRole {
            let key = ObjectIdentifier(type)
            // Fibonacci hashing, because the low bits of addresses are all alike.
            let spread = UInt(bitPattern: key) &* 0x9e37_79b9_7f4a_7c15
            let slot = slots + Int(spread >> 32) & (Self.capacity - 1)
            if slot.pointee.type == key { return slot.pointee.role }
            let role = SubscriberRole.of(type)
            slot.pointee = Slot(type: key, role: role)
            return role
        }
    }
#endif
