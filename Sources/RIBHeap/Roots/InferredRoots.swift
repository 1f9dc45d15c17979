/// The roots that no type describes, in the order in which they explain an object.
struct InferredRoots {
    let groups: [RootGroup]
    /// True when time or room was over before all was looked at.
    let isPartial: Bool

    /// - Parameters:
    ///   - codeUse: What lies at an address, if it is a function.
    ///   - globals: All variables that lead to objects.
    ///   - ownFrames: An address in the calling thread's stack; what is below belongs to the search.
    init(
        graph: SwiftObjectGraph, globals: [HeapRoot], codeUse: @escaping (UInt) -> CodeUse,
        limits: SearchLimits, ownFrames: UInt
    ) {
        let opaque = OpaqueRoots(
            memory: graph.memory, limits: limits, isObject: graph.isDescribed,
            nameOfHalfDescribed: HalfDescribed(graph: graph).name)
        let function = TaskFunction(memory: graph.memory, use: codeUse)
        let found = opaque.find(ownFrames: ownFrames, objects: globals.map(\.object))
        func group(
            _ reason: Retention.Reason, where isWanted: (InferredRoot) -> Bool
        ) -> RootGroup {
            RootGroup(
                reason,
                found.roots.filter(isWanted).map {
                    Self.root($0, memory: graph.memory, function)
                })
        }
        groups = [
            RootGroup(.global, globals.filter { $0.evidence == .inferred }),
            // These are certain to hold what is in them, others may hold what is left over.
            group(.global) { $0.isHalfDescribed },
            group(.task) { $0.kind == .task },
            group(.queue) { $0.kind == .queue },
            group(.global) { $0.kind == .foundation && !$0.isHalfDescribed },
            group(.thread) { $0.kind == .thread },
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
