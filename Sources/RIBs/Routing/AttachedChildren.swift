// SPDX-License-Identifier: Apache-2.0

/// The children of a router, oldest first.
///
/// Routers of the base class count how many such lists contain them. So a new child is recognised
/// without a search among its siblings, of which there may be thousands.
struct AttachedChildren {
    private(set) var routers: [any Routing] = []
    /// True if the host set the list. Then its routers may not have counted it. Their counts of
    /// other lists are never too low.
    private let isForeign: Bool

    init() {
        isForeign = false
    }

    init(foreign routers: [any Routing]) {
        self.routers = routers
        isForeign = true
    }

    var isEmpty: Bool { routers.isEmpty }

    func contains(_ child: any Routing) -> Bool { index(of: child) != nil }

    /// Whether a router is attached; faster where its base class is known.
    func contains(_ child: any Routing, placed: (any PlacedRouting)?) -> Bool {
        if let placed, !isForeign, placed.record.listCount == 0 { return false }
        return contains(child)
    }

    /// Searches from the youngest, which is usually removed first.
    private func index(of child: any Routing) -> Int? {
        // `first` would allocate in debug builds.
        if !routers.isEmpty, routers[0] === child { return 0 }
        return routers.lastIndex { $0 === child }
    }

    mutating func append(_ child: any Routing, placed: (any PlacedRouting)?) {
        if !isForeign { placed?.record.listCount += 1 }
        routers.append(child)
    }

    mutating func remove(_ child: any Routing, placed: (any PlacedRouting)?) {
        guard let index = index(of: child) else { return }
        routers.remove(at: index)
        if !isForeign { placed?.record.listCount -= 1 }
    }
}

extension Array {
    /// Removes the first element that is the same object as the given one.
    ///
    /// - Parameter element: The object to remove; nothing happens if it is not there.
    public mutating func removeElementByReference(_ element: Element) {
        if let index = firstIndex(where: { $0 as AnyObject === element as AnyObject }) {
            remove(at: index)
        }
    }
}
