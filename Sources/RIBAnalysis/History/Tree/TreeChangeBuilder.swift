import RIBTrace

/// Makes changes of events, in one pass.
struct TreeChangeBuilder: EventConsumer {
    private(set) var ribs: [TreeChanges.RIB] = []
    private(set) var changes: [TreeChange] = []
    /// How many changes came after as many as are kept.
    private(set) var omitted = 0
    private var model = TraceModel()
    private var numbers: [ObjectID: Int] = [:]
    /// The RIBs of what is active: of interactors, and of RIBs without base classes.
    private var active: [ObjectID: ObjectID] = [:]
    private var now: UInt64 = 0
    private let metadata: TraceMetadata
    private let limit: Int

    /// - Parameter limit: How many changes are kept.
    init(_ metadata: TraceMetadata, limit: Int) {
        self.metadata = metadata
        self.limit = limit
    }

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) { model.define(event) }

    /// Takes one more event that is no definition, in time order.
    mutating func apply(_ event: PackedEvent) {
        model.apply(event)
        now = metadata.sinceStart(event.timestamp)
        let id = ObjectID(event.subject)
        switch event.record {
        case .objectCreated: if standsInTree(id) { add(.made, id) }
        case .objectDestroyed:
            deactivate(id)
            if standsInTree(id) { add(.freed, id) }
        case .launched: add(.launched, id)
        case .attached: add(.attached, id, to: ObjectID(event.related))
        case .detached: add(.detached, id)
        case .activated: activate(id)
        case .deactivated: deactivate(id)
        default: break  // does not change the tree
        }
    }

    private func standsInTree(_ id: ObjectID) -> Bool { model.nodes[id]?.kind.standsInTree == true }

    private mutating func activate(_ id: ObjectID) {
        guard active[id] == nil, let rib = model.router(of: id) else { return }
        active[id] = rib
        add(.activated, rib)
    }

    private mutating func deactivate(_ id: ObjectID) {
        guard let rib = active.removeValue(forKey: id) else { return }
        add(.deactivated, rib)
    }

    private mutating func add(_ kind: TreeChange.Kind, _ id: ObjectID, to parent: ObjectID = .none)
    {
        // A damaged trace may tell of objects that it never tells the making of.
        guard model.nodes[id] != nil else { return }
        guard changes.count < limit else {
            omitted += 1
            return
        }
        changes.append(
            TreeChange(
                kind, of: number(of: id), at: now,
                to: model.nodes[parent] == nil ? nil : number(of: parent)))
    }

    private mutating func number(of id: ObjectID) -> Int {
        if let number = numbers[id] { return number }
        let number = ribs.count
        numbers[id] = number
        ribs.append(TreeChanges.RIB(id: id.rawValue, type: model.typeName(of: id)))
        return number
    }
}
