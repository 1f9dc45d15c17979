// SPDX-License-Identifier: Apache-2.0

@testable import RIBHeap

/// An object that something holds, and the search for what does.
final class Held: Sendable {
    /// Identifies an object without being found in a search for it. A later object at the same address
    /// has another mark.
    struct Mark {
        fileprivate let invertedAddress: UInt
        fileprivate let number: UInt

        /// Whether the object that had this mark is at an address.
        func isObject(_ address: UInt, in memory: GuardedMemory) -> Bool {
            address == ~invertedAddress && memory.word(at: address) == Held.metadata
                && memory.word(at: address + 16) == number
        }
    }

    private static var metadata: UInt { UInt(bitPattern: ObjectIdentifier(Held.self)) }

    // The first word of an object that is its own.
    private let number = UInt.random(in: 1...UInt.max)

    var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    var mark: Mark { Mark(invertedAddress: ~address, number: number) }

    /// The mark of an object that only `body` can keep.
    static func mark(keeping body: (Held) -> Void) -> Mark {
        let held = Held()
        body(held)
        return held.mark
    }

    /// The roots that lead to an object, as found in memory without types.
    static func roots(of mark: Mark) -> [InferredRoot] {
        let memory = GuardedMemory()
        var frame = 0
        return withUnsafeMutablePointer(to: &frame) { frame in
            var walk = OpaqueWalk(
                memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 500_000),
                isObject: { mark.isObject($0, in: memory) })
            for part in OpaqueWalk.Part.allCases {
                _ = walk.find(part, ownFrames: UInt(bitPattern: frame))
            }
            return walk.found
        }
    }
}
