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
