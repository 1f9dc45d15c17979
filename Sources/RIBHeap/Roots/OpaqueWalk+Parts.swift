// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Finds objects that only memory without types leads to: untyped fields, tasks, work of queues and
/// timers, Foundation's own memory, and the stacks and variables of threads.
///
/// Use it for objects that no observed path explains. What it finds is inferred.
extension OpaqueWalk {
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

    /// The allocations in use with a first word, by address.
    func allocations(beginningWith first: UInt) -> [UInt] {
        #if canImport(ObjectiveC)
            // To read what malloc keeps in reserve would make the system provide it.
            sequence(first: 0) { [chunks] in chunks.next(after: $0) }
                .filter { memory.word(at: $0) == first }
        #else
            maps.allocations(beginningWith: first, memory, limits)
                .filter { chunks.size(of: $0) != nil }
        #endif
    }

    /// The objects that a part leads to and no earlier part does, each with the first word that
    /// leads to it. Objects reached only through each other keep the name of the first.
    ///
    /// - Parameters:
    ///   - inverted: The objects with fields to search, as inverted addresses.
    ///   - ownFrames: An address in the calling thread's stack. The stack below it belongs to the
    ///     search, which itself knows the addresses that it looks for.
    mutating func find(
        _ part: Part, fieldsOf inverted: [UInt] = [], ownFrames: UInt
    ) -> [InferredRoot] {
        let known = found.count
        switch part {
        case .fields: walk(fromFieldsOf: inverted)
        case .tasks:
            guard let first = SwiftTask.metadata(memory) else { break }
            walk(fromTasks: SwiftTask.inOrder(allocations(beginningWith: first), memory))
        case .queues:
            walk(.queue, "a dispatch queue", from: ["libdispatch.", "libswift_Concurrency."])
        case .foundation:
            let own = ["libFoundation.", "libFoundationEssentials.", "Foundation."]
            walk(.foundation, "Foundation", from: own + ["CoreFoundation."])
        case .unmanaged: walk(fromUnmanagedFieldsOf: inverted)
        case .threads:
            let list = ribleak_memory_map(ThreadMemory.listSize)
            defer { if let list { ribleak_memory_unmap(list, ThreadMemory.listSize) } }
            let threads = ThreadMemory.all(
                memory: memory, maps: maps, ownFrames: ownFrames, list: list)
            // The parts before have read all memory, perhaps while a thread was on its way to where
            // it waits now.
            memory.forgetPages()
            walk(
                from: threads.map {
                    (InferredRoot.Origin(kind: .thread, name: $0.name), $0.regions)
                })
        }
        return Array(found[known...])
    }

    private mutating func walk(
        _ kind: InferredRoot.Kind, _ name: String, from libraries: [String]
    ) {
        let variables = maps.variables(ofLibraries: libraries)
        walk(from: [(InferredRoot.Origin(kind: kind, name: name), variables)])
    }
}
