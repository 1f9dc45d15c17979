import RIBTrace

/// The ids of a RIB's parts.
struct SyntheticRIB {
    let router: ObjectID
    let interactor: ObjectID
    let view: ObjectID
    let subscriptions: [SubscriptionID]
}
