/// The roots that no type describes, in the order in which they explain an object.
struct InferredRoots {
    let groups: [RootGroup]
    /// True when time or room was over before all was looked at.
    let isPartial: Bool

    /// - Parameters:
    ///   - codeUse: What lies at an address, if it is a function.
    ///   - globals: Variables of which it is not known whether they are strong references.
    ///   - ownFrames: An address in the calling thread's stack; what is below belongs to the search.
    init(
        graph: SwiftObjectGraph, globals: [HeapRoot], codeUse: @escaping (UInt) -> CodeUse,
        limits: SearchLimits, ownFrames: UInt
    ) {
        let opaque = OpaqueRoots(
            memory: graph.memory, limits: limits, isObject: graph.isDescribed,
            nameOfHalfDescribed: HalfDescribed(graph: graph).name)
        let function = TaskFunction(memory: graph.memory, use: codeUse)
        let found = opaque.find(ownFrames: ownFrames)
        func group(_ reason: Retention.Reason, _ kinds: [InferredRoot.Kind]) -> RootGroup {
            RootGroup(
                reason,
                found.roots.filter { kinds.contains($0.kind) }.map {
                    Self.root($0, memory: graph.memory, function)
                })
        }
        groups = [
            RootGroup(.global, globals), group(.task, [.task]), group(.queue, [.queue]),
            group(.global, [.foundation]), group(.thread, [.thread]),
        ]
        isPartial = found.isPartial
    }

    private static func root(
        _ found: InferredRoot, memory: GuardedMemory, _ function: TaskFunction
    ) -> HeapRoot {
        let address = found.holder &+ UInt(found.place)
        // What a task holds, the function holds that it is in.
        let suspended = found.task.flatMap { function.address(of: $0) }
        // What a closure captures comes after its function, if both are there.
        let before = found.place >= 8 ? memory.word(at: address &- 8) : nil
        return HeapRoot(
            object: found.target, holder: .other(name: found.name), address: address,
            evidence: .inferred,
            code: suspended ?? before.flatMap { function.use($0) == .none ? nil : $0 },
            isHalfDescribed: found.isHalfDescribed)
    }
}
