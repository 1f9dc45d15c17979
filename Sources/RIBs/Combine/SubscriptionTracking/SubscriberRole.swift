// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    /// The role of a subscriber, as far as its type shows it.
    struct SubscriberRole {
        /// A part of an operator, not something that wants the values itself.
        let isOperatorPart: Bool
        /// It feeds a subject.
        let feedsSubject: Bool
        /// Like `Sink` and `Assign`: it can be cancelled, but has no one below it to pass a
        /// subscription to.
        let wantsValues: Bool
        /// It enters itself into the ledger.
        let entersItself: Bool
        let isObject: Bool
        /// The stream library's own `Sink` or `Assign`, whose fields are known.
        let isKnownEnd: Bool

        /// - Parameter type: The type of a subscriber.
        init(_ type: Any.Type) {
            let name = ReportedTypeName(type)
            isOperatorPart = name.isOperatorPart
            feedsSubject = name.isSubject
            wantsValues = type is any Cancellable.Type && !(type is any Subscription.Type)
            entersItself = type is any RecordedSubscriber.Type
            isObject = type is AnyClass
            isKnownEnd = name.isKnownEnd
        }

        /// Whether it may be the end of a chain, and so may be followed.
        var mayBeEnd: Bool { !isOperatorPart || wantsValues || entersItself }
    }
#endif
