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
