// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Something that is not an object and leads to one.
struct HeapRoot {
    /// The object that it leads to.
    let object: UInt
    /// The kind of root: a variable with its symbol, a stack with its thread.
    let holder: RetainStep.Holder
    /// The address of the reference, or the object's own address when the object lies in an image.
    let address: UInt
    let isInferred: Bool
    /// The functions behind the reference: the function of a closure when the reference is its
    /// context, or the functions that a task is in when the task holds it. Called only for the
    /// roots of paths, because finding them may mean reading a whole stack.
    var functions: () -> [UInt] = { [] }
    /// Whether a task holds the object.
    var isOfTask = false
    /// What the holder calls the place; empty when the holder is the reference itself.
    var label = ""
    /// The address of the object that contains the reference, or owns the memory that contains it,
    /// if any.
    var owner: UInt?

    /// The significant bits of a word that no type describes.
    private static let inferredBits: UInt = 0x7FFF_FFFF_FFF0

    /// Whether the root still leads to its object.
    func isStillThere(memory: GuardedMemory) -> Bool {
        if address == object { return true }
        guard let word = memory.word(at: address) else { return false }
        // Bits that an address does not use may hold other data.
        return [word & Slot.addressBits, word & Self.inferredBits].contains(object)
    }
}

/// The roots of one kind, including objects that are roots themselves.
struct RootGroup {
    let reason: RetentionReason
    /// The objects that the walk starts from.
    let objects: [UInt]
    /// The roots that lead to each object; empty when the objects are the roots.
    let roots: [HeapRoot]

    /// - Parameter objects: Objects that are roots themselves, where no root leads to them.
    init(_ reason: RetentionReason, _ roots: [HeapRoot] = [], objects: [UInt] = []) {
        (self.reason, self.roots) = (reason, roots)
        self.objects = objects + roots.map(\.object)
    }
}

extension PathSearch {
    mutating func walk(from group: RootGroup, endsWhenFound: Bool = false) {
        walk(
            from: group.objects, areReferences: !group.roots.isEmpty, endsWhenFound: endsWhenFound)
    }
}

extension [RootGroup] {
    /// The owner of the untyped field that a path begins at, if it does.
    func owner(of path: FoundPath) -> UInt? {
        guard case .root(let rank, let index) = path.origin else { return nil }
        let roots = self[Int(rank)].roots
        return roots.isEmpty ? nil : roots[index].owner
    }
}

/// A word in memory without types that is the address of an object.
///
/// It may be left over, or a reference that does not keep its object alive.
struct InferredRoot: Hashable {
    enum Kind {
        /// A field of an object, or memory that a field leads to.
        case field
        case task
        /// Pending work of a dispatch queue, a timer or a source.
        case queue
        /// Foundation's own memory: run loops and their timers, observers.
        case foundation
        /// A thread's stack or a thread-local variable.
        case thread
    }

    /// Where words are looked for.
    struct Origin: Hashable {
        var kind: Kind
        /// A name for people: `a dispatch queue`, `thread worker`; empty for a field.
        var name = ""
        /// The address of the task that owns the memory, if any.
        var task: UInt?
        /// For a field, or memory that a field leads to, the address of the object with the field.
        var owner: UInt?
        /// The field's name as in the declaration; empty for elements behind an object's fields.
        var label = ""
    }

    let origin: Origin
    /// The address of the allocation or region that contains the word.
    let holder: UInt
    /// The offset of the word in the holder, in bytes. If the target is a closure's context, the
    /// preceding word is the closure's code.
    let place: UInt32
    let target: UInt

    var address: UInt { holder &+ UInt(place) }

    /// The same with the inverted address of the object, or with that inverted back. A list of
    /// these does not contain the objects' addresses, which later parts of the search look for.
    var inverted: InferredRoot {
        InferredRoot(origin: origin, holder: holder, place: place, target: ~target)
    }
}
