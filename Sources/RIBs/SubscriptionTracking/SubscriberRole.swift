#if !canImport(Combine)
    import RIBRecorder

    /// What a subscriber is for, by the name of its type.
    struct SubscriberRole {
        /// Whether it is a part of an operator, not something that wants the values itself.
        let isOperatorPart: Bool
        /// Whether it feeds a subject.
        let isSubject: Bool

        /// Known ones: a name takes thousands of instructions, and each operator of each chain asks.
        private static let roles = Protected<[ObjectIdentifier: SubscriberRole]>([:])

        /// - Parameter type: A subscriber's; those of a process are as many as its code has.
        static func of(_ type: Any.Type) -> SubscriberRole {
            let key = ObjectIdentifier(type)
            if let known = roles.withLock({ $0[key] }) { return known }
            let name = ReportedTypeName(type)
            let role = SubscriberRole(
                isOperatorPart: name.isOperatorPart, isSubject: name.isSubject)
            roles.withLock { $0[key] = role }
            return role
        }
    }
#endif
