// SPDX-License-Identifier: Apache-2.0

/// The children of a router, oldest first.
///
/// Routers of the base class count how many such lists contain them. So a new child is recognised
/// without a search among its siblings, of which there may be thousands.
struct AttachedChildren {
    private(set) var routers: [any Routing] = []

    var isEmpty: Bool { routers.isEmpty }

    func contains(_ child: any Routing) -> Bool { index(of: child) != nil }

    /// Whether a router is attached; faster where its base class is known.
    func contains(_ child: any Routing, placed: (any PlacedRouting)?) -> Bool {
        placed?.record.listCount != 0 && contains(child)
    }

    /// Searches from the youngest, which is usually removed first.
    private func index(of child: any Routing) -> Int? {
        // `first` would allocate in debug builds.
        if !routers.isEmpty, routers[0] === child { return 0 }
        return routers.lastIndex { $0 === child }
    }

    mutating func append(_ child: any Routing, placed: (any PlacedRouting)?) {
        placed?.record.listCount += 1
        routers.append(child)
    }

    mutating func remove(_ child: any Routing, placed: (any PlacedRouting)?) {
        guard let index = index(of: child) else { return }
        routers.remove(at: index)
        placed?.record.listCount -= 1
    }

    /// Takes the list that the host set.
    ///
    /// - Returns: The old one, to be released afterwards: a `deinit` may run any code.
    mutating func replace(by new: [any Routing]) -> [any Routing] {
        for router in new { (router as? any PlacedRouting)?.record.listCount += 1 }
        for router in routers { (router as? any PlacedRouting)?.record.listCount -= 1 }
        defer { routers = new }
        return routers
    }
}

extension Array {
    /// Removes the first element that is the same object as the given one.
    public mutating func removeElementByReference(_ element: Element) {
        if let index = firstIndex(where: { $0 as AnyObject === element as AnyObject }) {
            remove(at: index)
        }
    }
}
