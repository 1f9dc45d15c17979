#if !canImport(Combine)
    import RIBRecorder

    /// A subscriber whose subscription is followed, from its `subscribe` to its end.
    ///
    /// What changes is reached in the lock of the tracker only.
    final class FollowedSubscriber {
        let id: CombineIdentifier
        /// Changed, in the lock, by the thread that makes the subscription only, until that is made.
        var owner: Activity
        /// True when it delivers nothing while its owner is inactive.
        var isSilent = false
        /// Nil until the subscription stands in the ledger.
        var entry: LedgerEntry?
        var subscription: CombineIdentifier?
        /// How it is found out that it went without a word.
        var presence: Presence

        enum Presence {
            /// It is an object, and too few are followed to look for those that went.
            case object
            /// By what lives as long as the subscription: the object itself, or the subscription.
            case witness(WeakReference)
            /// Not at all: it is no object.
            case unknown
        }

        init(id: CombineIdentifier, owner: Activity, presence: Presence) {
            self.id = id
            self.owner = owner
            self.presence = presence
        }
    }

    /// Refers to an object without keeping it alive.
    final class WeakReference {
        private(set) weak var object: AnyObject?

        init(_ object: AnyObject) { self.object = object }
    }
#endif
