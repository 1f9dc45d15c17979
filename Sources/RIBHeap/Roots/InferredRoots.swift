/// The roots that no type describes, in the order in which they explain an object.
struct InferredRoots {
    let groups: [RootGroup]
    /// True when time or room was over before all was looked at.
    let isPartial: Bool

    /// - Parameters:
    ///   - isCode: Whether an address lies among functions.
    ///   - globals: Variables of which it is not known whether they are strong references.
    ///   - ownFrames: An address in the calling thread's stack; what is below belongs to the search.
    init(
        graph: SwiftObjectGraph, globals: [HeapRoot], isCode: (UInt) -> Bool,
        limits: SearchLimits, ownFrames: UInt
    ) {
        let opaque = OpaqueRoots(
            memory: graph.memory, limits: limits, isObject: graph.isDescribed)
        let found = opaque.find(ownFrames: ownFrames)
        func group(_ reason: Retention.Reason, _ kinds: [InferredRoot.Kind]) -> RootGroup {
            RootGroup(
                reason,
                found.roots.filter { kinds.contains($0.kind) }.map {
                    Self.root($0, graph, isCode: isCode)
                })
        }
        groups = [
            RootGroup(.global, globals), group(.task, [.task]),
            group(.queue, [.queue, .foundation]), group(.thread, [.thread]),
        ]
        isPartial = found.isPartial
    }

    private static func root(
        _ found: InferredRoot, _ graph: SwiftObjectGraph, isCode: (UInt) -> Bool
    ) -> HeapRoot {
        let address = found.holder &+ UInt(found.place)
        // What a closure captures comes after its function, if both are there.
        let before = found.place >= 8 ? graph.memory.word(at: address &- 8) : nil
        return HeapRoot(
            object: found.target, holder: .other(name: found.name), address: address,
            evidence: .inferred, code: before.flatMap { isCode($0) ? $0 : nil })
    }
}
