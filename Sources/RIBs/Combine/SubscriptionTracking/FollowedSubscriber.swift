// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// A subscriber whose subscription is followed, from its `subscribe` to its end.
    ///
    /// A subscription may end without a report, when its objects are simply freed. To notice that,
    /// this refers to up to two objects. It keeps their memory but does not retain them.
    /// - The lifetime object lives as long as the subscription. It is the subscriber, or else the
    ///   subscription object. Once it is freed, the subscription is over.
    /// - The subject is the Combine `Subject` that the subscriber feeds, if it feeds one. Once it
    ///   is freed, values reach nothing, although nothing cancels the upstream.
    ///
    /// Its state is accessed only under the tracker's lock.
    final class FollowedSubscriber {
        let id: CombineIdentifier
        /// The owner of the subscription. Until that is made, only the thread that makes it changes
        /// this, under the lock.
        var owner: Activity
        /// True when it delivers nothing while its owner is inactive.
        var isSilent = false
        /// Nil until the subscription is in the ledger.
        var entry: LedgerEntry?
        var subscription: CombineIdentifier?
        /// The subscriber, or else its subscription. Nil when neither is an object.
        private var lifetimeObject: UnsafeMutableRawPointer?
        /// The subject that the subscriber feeds, if any.
        private var subject: UnsafeMutableRawPointer?

        /// - Parameter object: The living subscriber, if it is an object.
        init(id: CombineIdentifier, owner: Activity, object: UnsafeMutableRawPointer?) {
            self.id = id
            self.owner = owner
            lifetimeObject = object
            if let object { ObjectReference.keepMemory(of: object) }
        }

        deinit {
            if let lifetimeObject { ObjectReference.giveUpMemory(of: lifetimeObject) }
            if let subject { ObjectReference.giveUpMemory(of: subject) }
        }

        /// Moves it to another owner. It is silent while that owner is inactive.
        func confine(to owner: Activity) {
            self.owner = owner
            isSilent = true
        }

        /// Sets the lifetime object to a living object, unless there is one already.
        func setLifetimeObject(_ object: UnsafeMutableRawPointer) {
            guard lifetimeObject == nil else { return }
            lifetimeObject = object
            ObjectReference.keepMemory(of: object)
        }

        /// Sets the living subject that it feeds, unless there is one already.
        func setSubject(_ object: UnsafeMutableRawPointer) {
            guard subject == nil else { return }
            subject = object
            ObjectReference.keepMemory(of: object)
        }

        var hasLifetimeObject: Bool { lifetimeObject != nil }

        /// The lifetime object while it lives. Its memory is kept as long as this follows it.
        var object: UnsafeMutableRawPointer? {
            lifetimeObject.flatMap { ObjectReference.isLiving($0) ? $0 : nil }
        }

        /// Whether it feeds a subject that was freed.
        var isSubjectGone: Bool { subject.map { !ObjectReference.isLiving($0) } ?? false }

        /// Whether it ended without a report, or nothing can show that it did not. Calls no code of
        /// the host.
        var isGone: Bool {
            if isSubjectGone { return true }
            if let lifetimeObject { return !ObjectReference.isLiving(lifetimeObject) }
            // Without a lifetime object, it counts as ended once the subscription is made and
            // entered.
            return entry != nil
        }
    }
#endif
