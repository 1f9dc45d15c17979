// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Where objects of a few types are made, noted during one turn of a scenario.
///
/// Objects without a base class record nothing. So once it is known which types pile up, the last
/// turn notes the stacks that make objects of these types. On Linux with glibc only; a program that
/// contains Swift's runtime itself notes nothing.
enum AllocationSites {
    /// Held by the scenario that notes. There is one set of notes in a process.
    private static let isTaken = Protected(false)

    /// Begins to note. Call `end` after a result of true.
    ///
    /// - Parameter types: The addresses of types' metadata.
    static func begin(_ types: [UInt]) -> Bool {
        guard !types.isEmpty, take() else { return false }
        let didBegin = types.withUnsafeBufferPointer {
            ribleak_allocations_watch($0.baseAddress, Int32(clamping: $0.count)) == 1
        }
        if !didBegin { isTaken.withLock { $0 = false } }
        return didBegin
    }

    private static func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    /// Stops noting. What was noted can be asked for until `forget`.
    static func end() { ribleak_allocations_end() }

    /// Lets another scenario note.
    static func forget() { isTaken.withLock { $0 = false } }

    /// The return addresses of the stack that made an object, innermost first; empty when it was
    /// not noted.
    static func stack(of object: UInt) -> [UInt] {
        var frames: UnsafePointer<UnsafeMutableRawPointer?>?
        let count = ribleak_allocations_find(object, &frames)
        guard count > 0, let frames else { return [] }
        return (0..<Int(count)).map { UInt(bitPattern: frames[$0]) }
    }
}
