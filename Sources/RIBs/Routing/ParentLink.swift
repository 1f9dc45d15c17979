// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A way from a child to its parent that ends with the parent; copies are the same way.
///
/// In place of a weak reference: that would make each reference to the parent slower for ever. It also
/// tells, while the parent is being freed, what stood above it: see `FreedWithTree`.
package struct ParentLink: Sendable {
    private struct Reference: @unchecked Sendable {
        // Right, since it is only read under the lock under which the parent's `deinit` ends it.
        unowned(unsafe) let parent: any RecordedRouting
        let address: UnsafeMutableRawPointer

        var object: (any RecordedRouting)? {
            ObjectReference.whileRetained(address) { parent }
        }
    }

    private struct State: Sendable {
        /// Nil once the parent's `deinit` has begun.
        var reference: Reference?
        /// The way from the parent to the one that it was last attached to.
        var above: ParentLink?
        /// When the parent itself was detached, on the recorder's clock; nil while it is attached.
        var parentDetachedAt: UInt64?
    }

    /// A router on the way up, which may be gone.
    struct Ancestor {
        let id: ObjectID
        let address: UInt
        /// True while it is being freed.
        let isBeingFreed: Bool
        /// When it was detached, on the recorder's clock; nil while it is attached.
        let detachedAt: UInt64?
    }

    /// More routers above one are not looked at.
    private static let mostAncestors = 4_096

    private let state: Protected<State>
    private let id: ObjectID
    private let address: UInt

    /// - Parameter above: The way to what the parent is attached to.
    init(_ parent: any RecordedRouting, above: ParentLink?) {
        let address = Unmanaged<AnyObject>.passUnretained(parent).toOpaque()
        id = parent.recordedID
        self.address = UInt(bitPattern: address)
        state = Protected(
            State(reference: Reference(parent: parent, address: address), above: above))
    }

    /// Nil once the parent is being freed, on whichever thread: a parent that let a child go may
    /// be freed on another one than the child's next parent belongs to.
    package var parent: (any RecordedRouting)? {
        state.withLock { $0.reference?.object }
    }

    /// Notes that the parent was attached. Takes time with the number of routers above it.
    func parentAttached(below above: ParentLink?) {
        state.withLock { state in
            state.above = above
            state.parentDetachedAt = nil
        }
        above?.endRing(with: self)
    }

    /// Drops what leads from here back to a link: a parent that goes down with its tree keeps what is above it
    /// until it is attached elsewhere, and links that were above each other in turn would keep each other.
    private func endRing(with link: ParentLink) {
        var last = self
        for _ in 0..<Self.mostAncestors {
            guard let above = last.state.withLock({ $0.above }) else { return }
            if above.state.cell === link.state.cell {
                last.state.withLock { $0.above = nil }
                return
            }
            last = above
        }
    }

    /// Notes that the parent was detached. Nobody asks what is above it from then on.
    func parentDetached(at time: UInt64) {
        state.withLock { state in
            state.above = nil
            state.parentDetachedAt = time
        }
    }

    /// Ends the way, from the parent's `deinit`.
    func cut() { state.withLock { $0.reference = nil } }

    /// The parent and the routers above it, nearest first, up to the first that was detached.
    var ancestors: [Ancestor] {
        var ancestors: [Ancestor] = []
        var next: ParentLink? = self
        while let link = next, ancestors.count < Self.mostAncestors {
            let (ancestor, above) = link.state.withLock { state in
                let isLiving = state.reference.map { ObjectReference.isLiving($0.address) }
                let isBeingFreed = isLiving.map { !$0 }
                // Its own `deinit` came first: what subclasses hold goes after that.
                return (
                    Ancestor(
                        id: link.id, address: link.address,
                        isBeingFreed: isBeingFreed
                            ?? ObjectReference.isBeingFreed(at: link.address),
                        detachedAt: state.parentDetachedAt), state.above
                )
            }
            ancestors.append(ancestor)
            next = ancestor.detachedAt == nil ? above : nil
        }
        return ancestors
    }
}
