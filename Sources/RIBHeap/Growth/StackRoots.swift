// SPDX-License-Identifier: Apache-2.0

/// Finds the objects that variables of the calling thread's functions hold.
///
/// Only variables of the project's functions that have not returned count. A test keeps there what
/// its scenario adds to. No type describes a stack, so these roots are inferred.
struct StackRoots {
    private let graph: SwiftObjectGraph
    private let images: GlobalRoots
    private static let mostBytes: UInt = 1 << 20

    init(graph: SwiftObjectGraph, images: GlobalRoots) {
        self.graph = graph
        self.images = images
    }

    /// - Parameter frames: An address in the stack. Functions called from there are left out.
    /// - Returns: The roots, those of the innermost function first.
    func find(from frames: UInt) -> [HeapRoot] {
        let maps = ProcessMaps()
        guard let stack = maps.mapping(of: frames)?.region else { return [] }
        let writable = AddressRanges(maps.writable)
        let functions = StackFrames(from: frames & ~7, memory: graph.memory) {
            images.codeUse(of: $0) != .none
        }
        var roots: [HeapRoot] = []
        var met: Set<UInt> = []
        var address = frames & ~7
        while address < min(stack.end, frames + Self.mostBytes) {
            defer { address += 8 }
            guard let object = graph.memory.word(at: address), writable.contains(object),
                !met.contains(~object), graph.layout(of: object) != nil,
                let function = functions.function(at: address), isOfProject(function)
            else { continue }
            met.insert(~object)
            roots.append(
                HeapRoot(
                    object: object, holder: .other(name: "the calling thread"), address: address,
                    evidence: .inferred, functions: { [function] }))
        }
        return roots
    }

    private func isOfProject(_ code: UInt) -> Bool {
        guard images.codeUse(of: code) == .own else { return false }
        return !HiddenTypes.containVariable(images.functionName(at: code))
    }
}
