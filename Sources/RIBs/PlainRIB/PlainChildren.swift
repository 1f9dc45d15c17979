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

    func add(_ node: PlainRIBNode) {
        let known = living
        if known.contains(where: { $0 === node }) { return }
        children.withLock { children in children = (known + [node]).map(Child.init) }
    }

    func remove(_ node: PlainRIBNode) {
        let others = living.filter { $0 !== node }
        children.withLock { children in children = others.map(Child.init) }
    }
}
