import RIBHeap

/// The same objects read as if memory could not go away: what guarding is compared with.
struct UnguardedGraph: ObjectGraph {
    private let kinds = PlainGraph.kinds

    func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        let metadata = Self.word(at: node)
        for kind in kinds where kind.metadata == metadata {
            for offset in kind.offsets {
                let target = Self.word(at: node + offset)
                guard target != 0 else { continue }
                references.append(HeapReference(target: target, place: offset))
            }
        }
    }

    /// The shape's objects live as long as the process.
    private static func word(at address: UInt) -> UInt {
        UnsafePointer<UInt>(bitPattern: address)?.pointee ?? 0
    }
}
