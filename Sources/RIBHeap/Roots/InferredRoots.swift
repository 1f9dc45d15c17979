// SPDX-License-Identifier: Apache-2.0

/// The roots that no type describes, in the order in which they explain an object.
///
/// The search goes part by part, the strongest evidence and lowest cost first.
struct InferredRoots {
    private let opaque: OpaqueRoots
    private let filter: RootFilter
    private let names: TypeNames
    private let globals: [HeapRoot]
    private let invertedObjects: [UInt]
    private let ownFrames: UInt
    private var search: OpaqueRoots.Search?
    private var left = OpaqueRoots.Part.allCases[...]

    /// Whether time or room ran out before everything was visited.
    var isPartial: Bool { search?.isPartial ?? false }

    /// - Parameters:
    ///   - targets: The objects to explain.
    ///   - invertedObjects: All known objects, to search their fields. The addresses are inverted,
    ///     because the searched memory may once have held this list.
    ///   - globals: All variables that lead to objects.
    ///   - images: The images of the process.
    ///   - ownFrames: An address in the calling thread's stack. The stack below it belongs to the
    ///     search.
    init(
        graph: SwiftObjectGraph, targets: [UInt], invertedObjects: [UInt], globals: [HeapRoot],
        images: GlobalRoots, limits: SearchLimits, ownFrames: UInt
    ) {
        let names = TypeNames(graph: graph)
        let unreflected = UnreflectedFields(graph: graph)
        let idle = IdleObjects(memory: graph.memory)
        let functions = TaskFunctions(memory: graph.memory, use: images.codeUse)
        let filter = RootFilter(
            targets: targets, graph: graph, functions: functions, images: images,
            isOfLibraries: names.isOfLibraries)
        opaque = OpaqueRoots(
            memory: graph.memory, limits: limits, isObject: graph.isDescribed,
            object: {
                let fields = unreflected.fields(of: $0)
                guard !fields.isEmpty else { return nil }
                let isOfLibraries = names.isOfLibraries($0)
                if isOfLibraries, idle.has($0, type: names.name(of: $0)) { return nil }
                return OpaqueWalk.Object(unreflected: fields, isOfLibraries: isOfLibraries)
            },
            accepts: filter.accepts)
        self.filter = filter
        self.names = names
        self.globals = globals
        self.invertedObjects = invertedObjects
        self.ownFrames = ownFrames
    }

    /// The roots of the next part; nil when there are no more.
    mutating func next() -> [RootGroup]? {
        guard let part = left.popFirst() else { return nil }
        let search =
            search
            ?? opaque.search(
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
            functions: { [filter] in filter.functions(at: found) },
            isOfTask: found.task != nil, label: found.field?.label ?? "", owner: found.field?.object
        )
    }
}
