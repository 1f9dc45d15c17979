/// The children that a router is at work to detach: nearly always one, and then without allocation.
struct LeavingChildren {
    private var first: ObjectIdentifier?
    private var others: [ObjectIdentifier] = []

    func contains(_ child: any Routing) -> Bool {
        let id = ObjectIdentifier(child)
        return first == id || others.contains(id)
    }

    mutating func insert(_ child: any Routing) {
        if first == nil {
            first = ObjectIdentifier(child)
        } else {
            others.append(ObjectIdentifier(child))
        }
    }

    mutating func remove(_ child: any Routing) {
        let id = ObjectIdentifier(child)
        if first == id {
            first = nil
        } else {
            others.removeAll { $0 == id }
        }
    }
}
