// SPDX-License-Identifier: Apache-2.0

/// Where objects of one class, or contexts of one closure, keep strong references.
///
/// ``ObjectLayouts`` makes one when a search first meets an object with some metadata. The slots
/// are ranges of its ``SlotPool``.
struct ObjectLayout {
    /// Objects and contexts have slots at fixed offsets.
    enum Shape: UInt8 {
        /// An object that someone's code made.
        case object
        /// A task or a job. No type describes the contents.
        case opaque
        /// A closure's context.
        case context
        /// A captured variable or an indirect payload. Its metadata names the type of its value.
        case box
        /// The box of an error, which names the error's type.
        case error
        case array
        case set
        case dictionary
    }

    let shape: Shape
    /// Whether each slot is a plain reference or a function, which tells its target by itself.
    var isSimple = false
    /// Whether the object's second word counts references. Objective-C counts them elsewhere.
    var isCounted = true
    /// The number of bytes, from the start, that can contain slots.
    let size: UInt32
    /// The slots in the pool of the object, of an element, or of a dictionary's key.
    var slots = 0..<0
    /// The distance in bytes from one element, or key, to the next.
    var stride: UInt32 = 0
    /// The slots of a dictionary's value.
    var valueSlots = 0..<0
    var valueStride: UInt32 = 0
    /// The offset of an array's elements, or of a box's value.
    var start: UInt32 = 0

    var isOpaque: Bool { shape == .opaque }
    /// Whether a person would call it an object.
    var isObject: Bool { shape == .object || shape == .opaque }
    /// Whether it belongs to a closure, a variable or a value.
    var isContext: Bool { shape == .context || shape == .box || shape == .error }
    /// Whether it holds only the elements of a collection.
    var isStorage: Bool { !isObject && !isContext }
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
        /// An enum with slots that depend on its case; `detail` is its index in `SlotPool.cases`.
        case cases
    }

    let kind: Kind
    /// Whether the word's bits outside the address may carry other data, such as an enum's case.
    let isTagged: Bool
    /// The offset in bytes from the start of the object or value.
    var offset: UInt32
    let detail: UInt32

    /// The bits of a word that an address can use. Swift's own objects lie below 2^56 at multiples
    /// of 8.
    static let addressBits: UInt = 0x00FF_FFFF_FFFF_FFF8
}
