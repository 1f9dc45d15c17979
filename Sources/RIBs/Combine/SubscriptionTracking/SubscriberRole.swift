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
        /// The stream library's own `Sink` or `Assign`, whose fields are known.
        static let knownEnd = SubscriberRole(rawValue: 32)

        /// Whether it may be the end of a chain, and so may be followed.
        var mayBeEnd: Bool {
            !contains(.operatorPart) || !isDisjoint(with: [.wantsValues, .ledgered])
        }

        /// - Parameter type: The type of a subscriber.
        init(_ type: Any.Type) {
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
#endif
