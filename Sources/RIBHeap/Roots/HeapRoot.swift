// SPDX-License-Identifier: Apache-2.0

/// Something that is no object and leads to one.
struct HeapRoot {
    /// The object that it leads to.
    let object: UInt
    /// What it is: a variable by its symbol, a stack by its thread.
    let holder: RetainStep.Holder
    /// Where the reference is; the object's own address when that lies in an image itself.
    let address: UInt
    let evidence: RetainEvidence
    /// When the reference is a closure's context, the address of its function; when a task holds it, those that the
    /// task is in. Asked only for the roots of paths: to find them may mean to go through a whole stack.
    var functions: () -> [UInt] = { [] }
    /// Whether a task holds it.
    var isOfTask = false
    /// What the place is called, in the words of the holder; empty where the holder is the reference.
    var label = ""
    /// The address of the object that the reference is in, or whose memory has it, if it is one's.
    var owner: UInt?

    /// The bits that count where no type says what a word is.
    private static let inferredBits: UInt = 0x7FFF_FFFF_FFF0

    /// Whether it leads there still.
    func isStillThere(memory: GuardedMemory) -> Bool {
        if address == object { return true }
        guard let word = memory.word(at: address) else { return false }
        // Bits that an address leaves free may say something else.
        return [word & Slot.addressBits, word & Self.inferredBits].contains(object)
    }
}

/// The roots of one kind, the objects that are roots themselves among them.
struct RootGroup {
    let reason: Retention.Reason
    /// The objects that the walk begins with.
    let objects: [UInt]
    /// What leads to each of them; empty when they are the roots.
    let roots: [HeapRoot]

    init(attachedRouters: [UInt]) {
        reason = .attachedRouter
        objects = attachedRouters
        roots = []
    }

    init(_ reason: Retention.Reason, _ roots: [HeapRoot]) {
        self.reason = reason
        objects = roots.map(\.object)
        self.roots = roots
    }
}

/// A word, in memory that no type describes, which is the address of an object.
///
/// It may be left over, or a reference that does not keep its object alive.
package struct InferredRoot: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
        /// A field of an object, or memory that one leads to.
        case field
        case task
        /// Work for later: of a dispatch queue, a timer or a source.
        case queue
        /// What Foundation keeps in memory of its own: run loops and their timers, observers.
        case foundation
        /// The stack of a thread, or a variable of its own.
        case thread
    }

    /// A field of which no type says what it refers to.
    package struct Field: Hashable, Sendable {
        /// The address of the object.
        package let object: UInt
        /// As its declaration has it; empty for elements that lie behind an object's fields.
        package let label: String
    }

    package let kind: Kind
    /// For people: `a dispatch queue`, `thread worker`; empty for a field.
    package let name: String
    /// The address of the allocation or region that has the word.
    package let holder: UInt
    /// Where in it, in bytes. If the target is a closure's context, its code is in the word before.
    package let place: UInt32
    /// The address of the object.
    package let target: UInt
    /// The address of the task that owns the holder, if one does.
    package var task: UInt?
    /// The field that leads to the holder, if one does.
    package var field: Field?

    /// Where the word is.
    var address: UInt { holder &+ UInt(place) }
}
