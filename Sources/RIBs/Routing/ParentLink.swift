// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A reference to a router that does not retain it.
///
/// A weak one would make each retain and release of the router slower for ever. Read it under the
/// lock under which the router's `deinit` removes it: the router may be in that `deinit`, but not
/// past it.
// `@unchecked Sendable` and `unowned(unsafe)` are safe: the router is only read under that lock.
struct UnretainedRouter: @unchecked Sendable {
    private unowned(unsafe) let router: any PlacedRouting
    let address: UnsafeMutableRawPointer

    init(_ router: any PlacedRouting) {
        self.router = router
        address = Unmanaged<AnyObject>.passUnretained(router).toOpaque()
    }

    /// The router; nil when it is being freed.
    var object: (any PlacedRouting)? { ObjectReference.whileRetained(address) { router } }
}

/// A link from a child to its parent, cut in the parent's `deinit`. Copies share it. While the
/// parent is being freed, it also shows the routers above it: see `recordFreedWithTree`.
struct ParentLink: Sendable {
    private struct State: Sendable {
        /// Nil once the parent's `deinit` has begun.
        var reference: UnretainedRouter?
        /// The link from the parent to the one that it was last attached to.
        var above: ParentLink?
        /// When the parent itself was detached, on the recorder's clock; nil while it is attached.
        var parentDetachedAt: UInt64?
    }

    /// The most routers above one that are looked at.
    private static let mostAncestors = 4_096

    private let state: Protected<State>
    let id: ObjectID
    private let address: UInt

    init(_ parent: any PlacedRouting, above: ParentLink?) {
        let reference = UnretainedRouter(parent)
        id = parent.recordedID
        address = UInt(bitPattern: reference.address)
        state = Protected(State(reference: reference, above: above))
    }

    /// The parent; nil once it is being freed. A former parent may be freed on another thread than
    /// that of the child's next parent.
    var parent: (any PlacedRouting)? { state.withLock { $0.reference?.object } }

    /// Notes that the parent was attached. Takes time with the number of routers above it.
    func parentAttached(below above: ParentLink?) {
        state.withLock { ($0.above, $0.parentDetachedAt) = (above, nil) }
        above?.endRing(with: self)
    }

    /// Cuts the path from here back to a link. A parent that was detached with its tree keeps the
    /// link above it. So links that were above each other in turn would retain each other.
    private func endRing(with link: ParentLink) {
        var last = self
        for _ in 0..<Self.mostAncestors {
            guard let above = last.state.withLock({ $0.above }) else { return }
            if above.state.cell === link.state.cell {
                return last.state.withLock { $0.above = nil }
            }
            last = above
        }
    }

    /// Notes that the parent was detached. What is above it does not matter from then on.
    func parentDetached(at time: UInt64) {
        state.withLock { ($0.above, $0.parentDetachedAt) = (nil, time) }
    }

    /// Cuts the link, in the parent's `deinit`.
    func cut() { state.withLock { $0.reference = nil } }

    /// This link and those above it, nearest first, up to the first whose parent was detached.
    var ancestors: [ParentLink] {
        let links = sequence(first: self) { link in
            link.state.withLock { $0.parentDetachedAt == nil ? $0.above : nil }
        }
        return Array(links.prefix(Self.mostAncestors))
    }

    /// The routers above that are just being freed, and so held until now what was detached from
    /// the parent at a time. One that was detached before did not keep it: its detach was too
    /// early.
    func holders(sinceDetachAt time: UInt64) -> [(router: ObjectID, address: UInt)] {
        let holders = ancestors.filter { link in
            link.state.withLock { state in
                // A cut link means a `deinit` that has begun, not that fields are released.
                let isBeingFreed =
                    state.reference.map { !ObjectReference.isLiving($0.address) }
                    ?? ObjectReference.isBeingFreed(at: link.address)
                return isBeingFreed && (state.parentDetachedAt.map { $0 > time } ?? true)
            }
        }
        return holders.map { ($0.id, $0.address) }
    }
}
