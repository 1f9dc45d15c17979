// SPDX-License-Identifier: Apache-2.0

/// Finds the objects that variables of the calling thread's functions hold, or those of its task.
///
/// A test keeps there what its scenario adds to. Only variables of functions that have not returned
/// count, and not those of this tool. No type describes a stack, so these roots are inferred.
struct StackRoots {
    private let graph: SwiftObjectGraph
    private let images: GlobalRoots
    private let hidden: HiddenTypes
    private static let mostBytes: UInt = 1 << 20

    init(graph: SwiftObjectGraph, images: GlobalRoots, _ hidden: HiddenTypes) {
        self.graph = graph
        self.images = images
        self.hidden = hidden
    }

    /// Whether there is an object at an address. Words on a stack may be anything.
    private func isObject(_ address: UInt) -> Bool {
        graph.layout(of: address) != nil
            && graph.memory.word(at: address).map(hidden.isRealType) ?? false
    }

    /// - Parameter frames: An address in the stack. Functions called from there are left out.
    /// - Returns: The roots, those of the innermost function first.
    func find(from frames: UInt) -> [HeapRoot] {
        let maps = ProcessMaps()
        guard let stack = maps.mapping(of: frames)?.region else { return [] }
        let writable = AddressRanges(maps.writable)
        let start = frames & ~7
        let functions = StackFrames(from: start, memory: graph.memory) {
            images.codeUse(of: $0) != .none
        }
        var roots: [HeapRoot] = []
        var met: Set<UInt> = []
        for address in stride(from: start, to: min(stack.end, start + Self.mostBytes), by: 8) {
            guard let object = graph.memory.word(at: address), writable.contains(object),
                !met.contains(~object), isObject(object)
            else { continue }
            let function = functions.function(at: address)
            let symbol = function.map(images.functionName) ?? ""
            // Behind a library without frame pointers, no function is known.
            guard function != nil ? !HiddenTypes.areOfTool(symbol) : functions.end <= address else {
                continue
            }
            met.insert(~object)
            let isNamed =
                function.map { images.codeUse(of: $0) == .own } ?? false
                && !HiddenTypes.containVariable(symbol)
            roots.append(
                HeapRoot(
                    object: object, holder: .other(name: "the calling thread"), address: address,
                    evidence: .inferred, functions: { isNamed ? function.map { [$0] } ?? [] : [] }))
        }
        return roots
    }

    /// The most memory of one task that is searched, in pieces.
    private static let mostSlabs = 1024

    /// What the variables of a task's functions hold. The task must be the calling one.
    func find(inTask task: UInt) -> [HeapRoot] {
        guard let metadata = AllocationContents.slabMetadata(graph.memory) else { return [] }
        let writable = AddressRanges(ProcessMaps().writable)
        let contents = AllocationContents(memory: graph.memory)
        var roots: [HeapRoot] = []
        var met: Set<UInt> = []
        var next = TaskFunctions.slab(of: task, graph.memory)
        for _ in 0..<Self.mostSlabs {
            guard let slab = next, graph.memory.word(at: slab) == metadata else { break }
            let end = slab &+ UInt(contents.count(at: slab, of: Int(Self.mostBytes)))
            for address in stride(from: slab &+ Self.slabHeader, to: end, by: 8) {
                guard let object = graph.memory.word(at: address), writable.contains(object),
                    !met.contains(~object), isObject(object)
                else { continue }
                met.insert(~object)
                roots.append(
                    HeapRoot(
                        object: object, holder: .other(name: "the calling task"), address: address,
                        evidence: .inferred))
            }
            next = graph.memory.word(at: slab &+ 8)
        }
        return roots
    }

    private static let slabHeader: UInt = 32
}
