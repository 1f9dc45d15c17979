/// The roots that no type describes, in the order in which they explain an object.
///
/// They are looked for part by part, the most telling and cheapest first.
struct InferredRoots {
    private let opaque: OpaqueRoots
    private let function: TaskFunction
    private let memory: GuardedMemory
    private let globals: [HeapRoot]
    private let ownFrames: UInt
    private var search: OpaqueRoots.Search?
    private var left = OpaqueRoots.Part.allCases[...]

    /// True when time or room was over before all was looked at.
    var isPartial: Bool { search?.isPartial ?? false }

    /// - Parameters:
    ///   - codeUse: What lies at an address, if it is a function.
    ///   - globals: All variables that lead to objects.
    ///   - ownFrames: An address in the calling thread's stack; what is below belongs to the search.
    init(
        graph: SwiftObjectGraph, globals: [HeapRoot], codeUse: @escaping (UInt) -> CodeUse,
        limits: SearchLimits, ownFrames: UInt
    ) {
        opaque = OpaqueRoots(
            memory: graph.memory, limits: limits, isObject: graph.isDescribed,
            nameOfHalfDescribed: HalfDescribed(graph: graph).name)
        function = TaskFunction(memory: graph.memory, use: codeUse)
        memory = graph.memory
        self.globals = globals
        self.ownFrames = ownFrames
    }

    /// The roots of the next part; nil when there are no more.
    mutating func next() -> [RootGroup]? {
        guard let part = left.popFirst() else { return nil }
        let search = search ?? opaque.search(ownFrames: ownFrames, objects: globals.map(\.object))
        self.search = search
        let found = search.find(part)
        func group(
            _ reason: Retention.Reason, where isWanted: (InferredRoot) -> Bool
        ) -> RootGroup {
            RootGroup(reason, found.filter(isWanted).map(root))
        }
        let groups = [
            RootGroup(.global, part == .work ? globals.filter { $0.evidence == .inferred } : []),
            // These are certain to hold what is in them, others may hold what is left over.
            group(.global) { $0.isHalfDescribed },
            group(.task) { $0.kind == .task },
            group(.queue) { $0.kind == .queue },
            group(.global) { $0.kind == .foundation && !$0.isHalfDescribed },
            group(.thread) { $0.kind == .thread },
        ]
        return groups.filter { !$0.roots.isEmpty }
    }

    private func root(_ found: InferredRoot) -> HeapRoot {
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
