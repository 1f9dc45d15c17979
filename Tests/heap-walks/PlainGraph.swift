import RIBHeap

/// Objects of classes whose references are known by their offsets, found the way reflection's are:
/// by the metadata that the first word leads to.
struct PlainGraph: ObjectGraph {
    /// Metadata, and the offsets of strong references in its instances.
    static let kinds: [(metadata: UInt, offsets: [UInt])] = [
        (metadata(of: Link()), [16]),
        (metadata(of: Branch()), [16, 24]),
    ]

    let memory: GuardedMemory
    private let kinds = PlainGraph.kinds

    init(memory: GuardedMemory) {
        self.memory = memory
    }

    func prepare(_ nodes: [UInt]) { memory.prepare(nodes) }

    func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        guard let metadata = memory.word(at: node) else { return }
        for kind in kinds where kind.metadata == metadata {
            for offset in kind.offsets {
                guard let target = memory.word(at: node + offset), target != 0 else { continue }
                references.append(HeapReference(target: target, place: offset))
            }
        }
    }

    static func address(of object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private static func metadata(of object: AnyObject) -> UInt {
        UInt(bitPattern: ObjectIdentifier(type(of: object)))
    }
}

final class Link {
    var next: Link?
    var value = 0
}

final class Branch {
    var left: Branch?
    var right: Branch?
}
