// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// A subscriber whose subscription is followed, from its `subscribe` to its end.
    ///
    /// What changes is reached in the lock of the tracker only.
    final class FollowedSubscriber {
        private(set) var id: CombineIdentifier
        /// Kept. Changed, in the lock, by the thread that makes the subscription only, until that is
        /// made.
        private(set) var unretainedOwner: Unmanaged<Activity>
        /// True when it delivers nothing while its owner is inactive.
        var isSilent = false
        /// Nil until the subscription stands in the ledger.
        var entry: LedgerEntry?
        var subscription: CombineIdentifier?
        /// An entry that ended, whose memory the next one takes.
        private var spareEntry: LedgerEntry?
        /// What lives as long as the subscription: the subscriber, or else its subscription. Its memory
        /// is kept, itself not. Nil when neither is an object.
        private var lifetimeObject: UnsafeMutableRawPointer?
        /// The subject that the subscriber feeds, as `lifetimeObject`. Without it what is left is dead:
        /// OpenCombine's does not cancel its upstream once its subject is gone, nor pass values on.
        private var subject: UnsafeMutableRawPointer?

        /// - Parameter object: The subscriber, living, if it is an object.
        init(id: CombineIdentifier, owner: Activity, object: UnsafeMutableRawPointer?) {
            self.id = id
            unretainedOwner = .passRetained(owner)
            lifetimeObject = object
            if let object { ObjectReference.keepMemory(of: object) }
        }

        /// Follows nothing any more, until `begin`. For the only one who refers to this.
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

        /// Whose subscription it is.
        var owner: Activity {
            get { unretainedOwner.takeUnretainedValue() }
            set {
                // Mostly it is the same: then no reference is counted.
                if unretainedOwner.toOpaque() == Unmanaged.passUnretained(newValue).toOpaque() {
                    return
                }
                let old = unretainedOwner
                unretainedOwner = .passRetained(newValue)
                old.release()
            }
        }

        /// Its entry in the ledger, which it has no more.
        func takeEntry() -> LedgerEntry? { entry.take() }

        /// Takes an entry that ended.
        func giveSpare(_ ended: consuming LedgerEntry) { spareEntry = consume ended }

        /// The entry that ended last, which this has no more.
        func takeSpareEntry() -> LedgerEntry? { spareEntry.take() }

        /// Takes a living object, which the subscription lives as long as, unless the subscriber is one
        /// or this has been done.
        func setLifetimeObject(_ object: UnsafeMutableRawPointer) {
            guard lifetimeObject == nil else { return }
            lifetimeObject = object
            ObjectReference.keepMemory(of: object)
        }

        /// Takes the living subject that it feeds.
        func setSubject(_ object: UnsafeMutableRawPointer) {
            guard subject == nil else { return }
            subject = object
            ObjectReference.keepMemory(of: object)
        }

        var hasLifetimeObject: Bool { lifetimeObject != nil }

        /// The subscriber, or else its subscription, while that lives. Its memory is kept as long as this
        /// follows it.
        var object: UnsafeMutableRawPointer? {
            lifetimeObject.flatMap { ObjectReference.isLiving($0) ? $0 : nil }
        }

        /// True for what feeds a subject that is gone.
        var isSubjectGone: Bool { subject.map { !ObjectReference.isLiving($0) } ?? false }

        /// True when it went without a word, and when nothing shows that it did not. Calls no code of
        /// the host's.
        var isGone: Bool {
            if isSubjectGone { return true }
            if let lifetimeObject { return !ObjectReference.isLiving(lifetimeObject) }
            // Nothing can show it before the subscription is made.
            return entry != nil
        }
    }
#endif
