// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Records what was detached and kept by its tree until that went.
///
/// At a test's end both are gone, and nothing is left to see. So a router or an interactor that was
/// detached looks around in its own `deinit`: if the root above it is being freed just now, or after
/// the test's body any router above it, and holds it in memory, that was its keeper. In an app its
/// deadline tells.
enum EndWithTree {
    /// To be called at the beginning of an object's `deinit`.
    ///
    /// - Parameters:
    ///   - leftAt: When it was detached, on the recorder's clock; nil if it never was, or was as a part
    ///     of its parent's own end.
    ///   - link: The way to what it was detached from.
    ///   - parts: What goes with it, as far as that should be gone; asked for only if it is to be told.
    /// - Returns: True if it was told, and its parts with it.
    static func record(
        _ object: AnyObject, _ id: ObjectID, leftAt: UInt64?, below link: ParentLink?,
        parts: () -> [ObjectID]
    ) -> Bool {
        // Outside of tests, where this costs each RIB something, nobody asks.
        guard let leftAt, let link, Recorder.withShared({ $0.isInTest }),
            let scope = Recorder.shared.scopeExpectingToGo(id)
        else { return false }
        let bodyEnd = Recorder.shared.bodyEnd(of: scope)
        // What the clean-up after the body lets go is let go by right.
        if let bodyEnd, leftAt > bodyEnd { return false }
        let holders = holders(among: link.ancestors, bodyEnd)
        guard !holders.isEmpty else { return false }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return Recorder.shared.endsWithTree(
            [id] + parts(), at: address, in: scope,
            heldBy: holders.map { (router: $0.id, address: $0.address) })
    }

    /// The routers whose end is the end of the tree that they stand in, or stood in at the end of the
    /// test's body.
    private static func holders(
        among ancestors: [ParentLink.Ancestor], _ bodyEnd: UInt64?
    ) -> [ParentLink.Ancestor] {
        let inTree = ancestors.filter { ancestor in
            guard let leftAt = ancestor.leftAt else { return true }
            return bodyEnd.map { leftAt > $0 } ?? false
        }
        let isRootGoing =
            inTree.last.map { $0.isGoing && $0.leftAt == nil } == true
            && inTree.count == ancestors.count
        return isRootGoing || bodyEnd != nil ? inTree.filter(\.isGoing) : []
    }
}
