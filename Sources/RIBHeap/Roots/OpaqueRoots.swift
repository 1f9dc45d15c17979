// SPDX-License-Identifier: Apache-2.0

/// Finds objects that only memory without types leads to: untyped fields, tasks, work of queues and
/// timers, Foundation's own memory, and the stacks and variables of threads.
///
/// Use it for objects that no observed path explains. What it finds is inferred.
///
/// One search, which reads memory again and goes part by part in order.
final class OpaqueRoots {
    /// The parts of a search, the strongest evidence first.
    enum Part: CaseIterable {
        /// Values and memory of objects that their types do not describe.
        case fields
        case tasks
        case queues
        case foundation
        /// Fields that may or may not retain what they lead to.
        case unmanaged
        case threads
    }

    private var walk: OpaqueWalk
    private let maps = ProcessMaps()
    private let memory: GuardedMemory
    private let limits: SearchLimits
    private let ownFrames: UInt
    private let invertedObjects: [UInt]
    private var taken = 0

    /// Whether time or room ran out before everything was visited.
    var isPartial: Bool { walk.isPartial }

    /// - Parameters:
    ///   - limits: The largest number of allocations to search, and the time.
    ///   - ownFrames: An address in the calling thread's stack. The stack below it belongs to the
    ///     search, which itself knows the addresses that it looks for.
    ///   - invertedObjects: The objects with fields to search, as inverted addresses.
    ///   - isObject: Whether an allocation is an object with references that its type describes.
    ///     This should include the contexts of closures, so that their weak references do not count
    ///     as holding.
    ///   - object: The untyped fields of such an object, for the walk.
    ///   - accepts: Whether to believe a word. If not, another word may lead to the object.
    init(
        memory: GuardedMemory, limits: SearchLimits = SearchLimits(nodes: 500_000),
        ownFrames: UInt, invertedObjects: [UInt] = [], isObject: @escaping (UInt) -> Bool,
        object: @escaping (UInt) -> OpaqueWalk.Object? = { _ in nil },
        accepts: @escaping (InferredRoot) -> Bool = { _ in true }
    ) {
        memory.forget()
        self.memory = memory
        self.limits = limits
        self.ownFrames = ownFrames
        self.invertedObjects = invertedObjects
        walk = OpaqueWalk(
            memory: memory, maps: maps, limits: limits, isObject: isObject, object: object,
            accepts: accepts)
    }

    /// The allocations in use with a first word, by address.
    func allocations(beginningWith first: UInt) -> [UInt] {
        let chunks = walk.chunks
        return maps.allocations(beginningWith: first, memory, limits)
            .filter { chunks.size(of: $0) != nil }
    }

    /// The objects that a part leads to and no earlier part does, each with the first word that
    /// leads to it. Objects reached only through each other keep the name of the first.
    func find(_ part: Part) -> [InferredRoot] {
        switch part {
        case .fields: walk.walk(fromFieldsOf: invertedObjects)
        case .tasks: walk.walk(fromTasks: SwiftTask.all(in: maps, memory, limits))
        case .queues:
            walk(.queue, "a dispatch queue", from: ["libdispatch.so", "libswift_Concurrency.so"])
        case .foundation:
            walk(
                .foundation, "Foundation", from: ["libFoundation.so", "libFoundationEssentials.so"])
        case .unmanaged: walk.walk(fromUnmanagedFieldsOf: invertedObjects)
        case .threads:
            let threads = ThreadMemory.all(memory: memory, maps: maps, ownFrames: ownFrames)
            // The parts before have read all memory, perhaps while a thread was on its way to where
            // it waits now.
            memory.forgetPages()
            walk.walk(
                from: threads.map {
                    (InferredRoot.Origin(kind: .thread, name: $0.name), $0.regions)
                })
        }
        defer { taken = walk.found.count }
        return Array(walk.found[taken...])
    }

    private func walk(_ kind: InferredRoot.Kind, _ name: String, from libraries: [String]) {
        let variables = maps.variables(ofLibraries: libraries)
        walk.walk(from: [(InferredRoot.Origin(kind: kind, name: name), variables)])
    }
}
