import RIBRecorder

/// The RIBs without base classes that are attached below one RIB, oldest first.
///
/// Weak: a node lives as long as the recorder knows its RIB.
final class PlainChildren: Sendable {
    private struct Child {
        weak var node: PlainRIBNode?
    }

    private let children = Protected<[Child]>([])

    /// Those whose RIB is not known to be freed.
    var living: [PlainRIBNode] { children.withLock { $0 }.compactMap(\.node) }

    // A node that is freed under the lock owns nothing of the host's and does not come back here.

    func add(_ node: PlainRIBNode) {
        children.withLock { children in
            children.removeAll { $0.node == nil || $0.node === node }
            children.append(Child(node: node))
        }
    }

    func remove(_ node: PlainRIBNode) {
        children.withLock { children in
            children.removeAll { $0.node == nil || $0.node === node }
        }
    }
}
