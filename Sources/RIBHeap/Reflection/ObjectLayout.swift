// SPDX-License-Identifier: Apache-2.0

/// Where objects of one class, or contexts of one closure, keep strong references.
struct ObjectLayout {
    enum Shape: UInt8 {
        /// Slots at fixed offsets.
        case plain
        /// No type describes the contents.
        case opaque
        /// A box. Its metadata names the type of its value.
        case box
        /// The box of an error, which names the error's type.
        case error
        case array
        case set
        case dictionary
    }

    var isOpaque: Bool { shape == .opaque }

    /// What a person would call the object.
    enum Role: UInt8 {
        /// An object that someone's code made.
        case object
        /// A closure's context, a captured variable or an indirect payload.
        case context
        /// Storage that holds only its elements.
        case storage
    }

    let shape: Shape
    let role: Role
    /// Whether each slot is a plain reference or a function.
    let isSimple: Bool
    /// The number of bytes, from the start, that can contain slots.
    let size: UInt32
    /// The slots in the pool of the object, of an element, or of a dictionary's key.
    let slots: Range<Int>
    /// The distance in bytes from one element, or key, to the next.
    let stride: UInt32
    /// The slots of a dictionary's value.
    let valueSlots: Range<Int>
    let valueStride: UInt32
    /// The offset of an array's elements, or of a box's value.
    let start: UInt32
}

/// A place in an object or a value that may hold a strong reference.
struct Slot {
    enum Kind: UInt8 {
        /// One word, which is the reference.
        case reference
        /// A function's address followed by its context, unless the address is 0.
        case function
        /// Three words with a value, or a reference to it, followed by the type.
        case existential
        /// An enum with slots that depend on its case; `detail` is its number in the pool.
        case cases
    }

    let kind: Kind
    /// Whether the word's bits outside the address carry other information.
    let isTagged: Bool
    /// The offset in bytes from the start of the object or value.
    var offset: UInt32
    let detail: UInt32

    /// The bits of a word that an address can use. Swift's own objects lie below 2^56 at multiples
    /// of 8.
    static let addressBits: UInt = 0x00FF_FFFF_FFFF_FFF8
}
