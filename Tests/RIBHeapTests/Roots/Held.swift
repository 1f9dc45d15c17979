@testable import RIBHeap

/// An object that something holds, and the search for what does.
final class Held: Sendable {
    static var metadata: UInt { UInt(bitPattern: ObjectIdentifier(Held.self)) }

    var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The address as it is not found by a search: tests keep it in memory that is looked at.
    var hidden: UInt { ~address }

    static func hiddenAddress(keeping body: (Held) -> Void) -> UInt {
        let held = Held()
        body(held)
        return held.hidden
    }

    /// The roots that lead to the object whose hidden address this is, as found in memory without types.
    static func roots(of hidden: UInt) -> [InferredRoot] {
        let memory = GuardedMemory()
        let roots = OpaqueRoots(memory: memory) { memory.word(at: $0) == Held.metadata }
        var frame = 0
        return withUnsafeMutablePointer(to: &frame) {
            roots.find(ownFrames: UInt(bitPattern: $0)).roots.filter { $0.target == ~hidden }
        }
    }
}
