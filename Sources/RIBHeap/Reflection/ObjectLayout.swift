// SPDX-License-Identifier: Apache-2.0

/// Where objects of one class, or contexts of one closure, keep strong references.
struct ObjectLayout {
    enum Shape: UInt8 {
        /// Slots at fixed places.
        case plain
        /// No type says what is there.
        case opaque
        /// A box whose metadata names the type of its value.
        case box
        /// An error in its box, which names its type.
        case error
        case array
        case set
        case dictionary
    }

    var isOpaque: Bool { shape == .opaque }

    /// What a person would call the object.
    enum Role: UInt8 {
        /// An object that somebody's code made.
        case object
        /// A closure's context, a captured variable or an indirect payload.
        case context
        /// Storage that only says where its elements are.
        case storage
    }

    let shape: Shape
    let role: Role
    /// Whether each slot is a reference or a function by itself.
    let isSimple: Bool
    /// In bytes from the start; what is beyond has no slots.
    let size: UInt32
    /// Of the object, or of an element; of a key in a dictionary.
    let slots: SlotRange
    /// In bytes from one element, or key, to the next.
    let stride: UInt32
    /// Of a dictionary's value.
    let valueSlots: SlotRange
    let valueStride: UInt32
    /// Where an array's elements begin, or a box's value.
    let start: UInt32
}

/// A place in an object or a value where a strong reference may be.
struct Slot {
    enum Kind: UInt8 {
        /// One word is the reference.
        case reference
        /// A function's address and then, unless that is 0, its context.
        case function
        /// Three words for a value, or a reference to where it is, and then its type.
        case existential
        /// An enum whose case says which slots it has; `detail` is its number.
        case cases
    }

    let kind: Kind
    /// Whether other bits of the word than an address has say something about it.
    let isTagged: Bool
    /// In bytes from the start of the object, or of the value.
    let offset: UInt32
    let detail: UInt32

    /// The bits of a word that an address can have: those of Swift's own objects lie below 2^56 and
    /// are multiples of 8.
    static let addressBits: UInt = 0x00FF_FFFF_FFFF_FFF8
}

/// A row of slots in ``SlotPool``.
struct SlotRange {
    var start: UInt32 = 0
    var count: UInt32 = 0

    var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
