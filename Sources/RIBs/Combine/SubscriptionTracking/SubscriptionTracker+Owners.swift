#if !RxSwift && !canImport(Combine)
    import RIBRecorder
    import RIBTrace

    /// Whose subscriptions are that were made while nobody's code ran.
    extension SubscriptionTracker {
        func sort(of type: Any.Type) -> OwnerSort {
            if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
                return .owner
            }
            // A router is its interactor's.
            if type is any Routing.Type { return .standIn }
            if type is any Publisher.Type { return .publisher }
            return type is any Cancellable.Type ? .token : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            subscribers.withLock { $0.unowned(after: object) }
        }

        func give(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            subscribers.withLock { $0.give(owners, in: ledger) }
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            subscribers.withLock { $0.followed(ids) }
        }
    }
#endif
