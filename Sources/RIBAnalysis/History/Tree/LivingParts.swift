import RIBTrace

/// What the living RIBs of a process are up to, by the RIB.
struct LivingParts {
    private(set) var active: Set<ObjectID> = []
    private(set) var subscriptions: [ObjectID: Int] = [:]
    /// The types of started workers, oldest worker first.
    private(set) var workers: [ObjectID: [String]] = [:]

    init(of state: LiveState) {
        let model = state.model
        var known: [ObjectID: ObjectID?] = [:]
        func rib(of part: ObjectID) -> ObjectID? {
            if let rib = known[part] { return rib }
            let rib = model.router(of: part)
            known[part] = rib
            return rib
        }
        active = Set(state.active.compactMap(rib))
        for owner in state.subscriptionOwners.values {
            if let rib = rib(of: owner) { subscriptions[rib, default: 0] += 1 }
        }
        for (worker, interactor) in state.workerInteractors.sorted(by: { $0.key < $1.key }) {
            if let rib = rib(of: interactor) {
                workers[rib, default: []].append(model.typeName(of: worker))
            }
        }
    }
}
