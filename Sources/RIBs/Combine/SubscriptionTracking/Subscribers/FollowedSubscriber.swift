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
    ///   is freed, values reach nothing, although OpenCombine does not cancel the upstream.
    ///
    /// Its state is accessed only under the tracker's lock.
    final class FollowedSubscriber {
        private(set) var id: CombineIdentifier
        /// Retained. Until the subscription is made, only the thread that makes it changes this,
        /// under the lock.
        private(set) var unretainedOwner: Unmanaged<Activity>
        /// True when it delivers nothing while its owner is inactive.
        var isSilent = false
        /// Nil until the subscription is in the ledger.
        var entry: LedgerEntry?
        var subscription: CombineIdentifier?
        /// An ended entry, whose memory the next one reuses.
        private var spareEntry: LedgerEntry?
        /// The subscriber, or else its subscription. Nil when neither is an object.
        private var lifetimeObject: UnsafeMutableRawPointer?
        /// The subject that the subscriber feeds, if any.
        private var subject: UnsafeMutableRawPointer?

        /// - Parameter object: The living subscriber, if it is an object.
        init(id: CombineIdentifier, owner: Activity, object: UnsafeMutableRawPointer?) {
            self.id = id
            unretainedOwner = .passRetained(owner)
            lifetimeObject = object
            if let object { ObjectReference.keepMemory(of: object) }
        }

        /// Stops following, until `begin`. Only code that holds the only reference may call it.
        func end() {
            isSilent = false
            entry = nil
            subscription = nil
            giveUpMemory()
        }

        private func giveUpMemory() {
            if let lifetimeObject { ObjectReference.giveUpMemory(of: lifetimeObject) }
            if let subject { ObjectReference.giveUpMemory(of: subject) }
            (lifetimeObject, subject) = (nil, nil)
        }

        /// Follows another subscriber after `end`, with the parameters of `init`.
        func begin(id: CombineIdentifier, owner: Activity, object: UnsafeMutableRawPointer?) {
            self.id = id
            self.owner = owner
            lifetimeObject = object
            if let object { ObjectReference.keepMemory(of: object) }
        }

        deinit {
            giveUpMemory()
            unretainedOwner.release()
        }

        /// The owner of the subscription.
        var owner: Activity {
            get { unretainedOwner.takeUnretainedValue() }
            set {
                // Usually it is the same. Then no reference is counted.
                if unretainedOwner.toOpaque() == Unmanaged.passUnretained(newValue).toOpaque() {
                    return
                }
                let old = unretainedOwner
                unretainedOwner = .passRetained(newValue)
                old.release()
            }
        }

        /// Removes and returns its entry in the ledger.
        func takeEntry() -> LedgerEntry? { entry.take() }

        /// Stores an ended entry for reuse.
        func giveSpare(_ ended: consuming LedgerEntry) { spareEntry = consume ended }

        /// Removes and returns the ended entry.
        func takeSpareEntry() -> LedgerEntry? { spareEntry.take() }

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
