/// The roots that no type describes, in the order in which they explain an object.
///
/// They are looked for part by part, the most telling and cheapest first.
struct InferredRoots {
    private let opaque: OpaqueRoots
    private let functions: TaskFunctions
    private let belief: RootBelief
    private let names: TypeNames
    private let globals: [HeapRoot]
    private let invertedObjects: [UInt]
    private let ownFrames: UInt
    private var search: OpaqueRoots.Search?
    private var left = OpaqueRoots.Part.allCases[...]

    /// True when time or room was over before all was looked at.
    var isPartial: Bool { search?.isPartial ?? false }

    /// - Parameters:
    ///   - targets: The objects to explain.
    ///   - invertedObjects: All objects that are known, whose fields are looked at. Their addresses are
    ///     inverted, since memory that is looked at may have had this list in it before.
    ///   - globals: All variables that lead to objects.
    ///   - images: The images as they are.
    ///   - ownFrames: An address in the calling thread's stack; what is below belongs to the search.
    init(
        graph: SwiftObjectGraph, targets: [UInt], invertedObjects: [UInt], globals: [HeapRoot],
        images: GlobalRoots, limits: SearchLimits, ownFrames: UInt
    ) {
        let names = TypeNames(graph: graph)
        let untold = UntoldFields(graph: graph)
        let functions = TaskFunctions(memory: graph.memory, use: images.codeUse)
        let belief = RootBelief(
            targets: targets, graph: graph, functions: functions, images: images)
        opaque = OpaqueRoots(
            memory: graph.memory, limits: limits, isObject: graph.isDescribed,
            object: {
                OpaqueWalk.Object(
                    untold: untold.fields(of: $0), isOfLibraries: names.isOfLibraries($0))
            },
            accepts: belief.accepts)
        self.functions = functions
        self.belief = belief
        self.names = names
        self.globals = globals
        self.invertedObjects = invertedObjects
        self.ownFrames = ownFrames
    }

    /// The roots of the next part; nil when there are no more.
    mutating func next() -> [RootGroup]? {
        guard let part = left.popFirst() else { return nil }
        let search = search ?? opaque.search(
                ownFrames: ownFrames, invertedObjects: invertedObjects)
        self.search = search
        let found = search.find(part)
        func group(_ reason: Retention.Reason, _ kind: InferredRoot.Kind) -> RootGroup {
            RootGroup(reason, found.filter { $0.kind == kind }.map(root))
        }
        let groups = [
            RootGroup(
                .global, part == .fields ? globals.filter { $0.evidence == .inferred } : []),
            group(.global, .field), group(.task, .task), group(.queue, .queue),
            group(.global, .foundation), group(.thread, .thread),
        ]
        return groups.filter { !$0.roots.isEmpty }
    }

    private func root(_ found: InferredRoot) -> HeapRoot {
        HeapRoot(
            object: found.target,
            holder: found.field.map { .object(type: names.name(of: $0.object)) }
                ?? .other(name: found.name),
            address: found.address, evidence: .inferred,
            // What a task holds, the functions hold that it is in.
            functions: found.task.map(functions.addresses) ?? belief.code(before: found),
            isOfTask: found.task != nil, label: found.field?.label ?? "", owner: found.field?.object)
    }
}

/// Which words to believe that lead to the objects to be explained.
///
/// Memory without types is full of what was left behind, and what the search is for was in many lists. Other
/// objects lead to these by their types, so they may be met anywhere.
private final class RootBelief {
    /// Inverted, since the search itself may be found on a stack.
    private let targets: Set<UInt>
    private let memory: GuardedMemory
    private let owner: CodeOwner
    private let functions: TaskFunctions
    private let images: GlobalRoots
    /// A function's own variables lie at most so far from the address that it returns to.
    private static let reach: UInt = 2048

    init(
        targets: [UInt], graph: SwiftObjectGraph, functions: TaskFunctions, images: GlobalRoots
    ) {
        self.targets = Set(targets.map { ~$0 })
        memory = graph.memory
        owner = CodeOwner(graph: graph, symbol: images.functionName)
        self.functions = functions
        self.images = images
    }

    func accepts(_ found: InferredRoot) -> Bool {
        guard targets.contains(~found.target) else { return true }
        switch found.kind {
        case .field, .foundation: return true
        case .task:
            guard let task = found.task, found.holder != task else { return true }
            return owner.ownsOne(
                of: functions.addresses(of: task), found.target, whenNobodyDoes: true)
        case .queue:
            // Work is a function and what that is called with.
            return !code(before: found).isEmpty
        case .thread:
            return owner.ownsOne(
                of: ownCode(around: found.address), found.target, whenNobodyDoes: false)
        }
    }

    /// What a closure captures comes after its function, if both are there.
    func code(before found: InferredRoot) -> [UInt] {
        guard found.place >= 8, let word = memory.word(at: found.address &- 8),
            images.codeUse(of: word) != .none
        else { return [] }
        return [word]
    }

    private func ownCode(around address: UInt) -> [UInt] {
        stride(from: address &- Self.reach, to: address &+ Self.reach, by: 8).compactMap {
            memory.word(at: $0)
        }.filter { images.codeUse(of: $0) == .own }
    }
}
