// SPDX-License-Identifier: Apache-2.0

/// The parts of the runtime's type records that describe heap objects.
///
/// Swift's binary interface fixes these.
struct HeapMetadata {
    /// The kind, which is the first word of the metadata.
    enum Kind: UInt {
        case `class` = 0
        case context = 0x400
        case box = 0x500
        case error = 0x501
        case task = 0x502
        case job = 0x503
    }

    /// The most bytes of a copy. No code has so low an address.
    private static let mostOfCopy: UInt = 1 << 20

    // Where a class's metadata has the size of its objects and its descriptor, in bytes. With
    // Objective-C, it is Objective-C's record of a class up to the word before its size.
    #if canImport(ObjectiveC)
        private static let sizeOffset: UInt = 48
        static let descriptorOffset: UInt = 64
    #else
        private static let sizeOffset: UInt = 24
        static let descriptorOffset: UInt = 40
    #endif

    let address: UInt
    let kind: Kind
    /// A class's superclass.
    let superclass: UInt?
    /// The byte offset of a context's first captured value, or of a box's value.
    let valueOffset: UInt32
    /// What a context captures, or the type of a box's value.
    let payload: UInt
    /// The size of a class's objects in bytes.
    let instanceSize: UInt32
    /// What a class shares with its other specialisations.
    let descriptor: UInt?
    /// Whether an object's second word counts references. The fields begin there for a class that
    /// inherits from one of Objective-C.
    let isCounted: Bool

    /// Returns nil when there is no heap object's metadata at the address.
    init?(at address: UInt, memory: GuardedMemory) {
        func word(_ index: UInt) -> UInt? { memory.word(at: address &+ index &* 8) }
        guard let first = word(0), let kind = Self.kind(first), let second = word(1),
            let third = word(2)
        else { return nil }
        (self.address, self.kind) = (address, kind)
        superclass = second == 0 ? nil : second
        valueOffset = UInt32(truncatingIfNeeded: second)
        payload = third
        // Metadata of anything but a class may be shorter.
        instanceSize = UInt32(truncatingIfNeeded: word(Self.sizeOffset / 8) ?? 0)
        descriptor = word(Self.descriptorOffset / 8).flatMap {
            $0 % 4 == 0 && $0 >= 4096 ? $0 : nil
        }
        #if canImport(ObjectiveC)
            // The flags of a class of Swift, and the mark of one: other classes have no more words.
            let flags = kind == .class ? (word(5) ?? 0, word(4) ?? 0) : (2, 2)
            guard flags.1 & 2 != 0 else { return nil }
            isCounted = flags.0 & 2 != 0
        #else
            isCounted = true
        #endif
        if kind == .class {
            // The lowest five bits of a class's descriptor say that it is a class. Its metadata
            // follows the address of its value witnesses, and a copy the size of the copy.
            guard instanceSize >= (isCounted ? 16 : 8), let descriptor,
                let flags = memory.word(at: descriptor), flags & 0x1F == 16,
                let before = memory.word(at: address &- 8), before > Self.mostOfCopy
            else { return nil }
        }
    }

    private static func kind(_ word: UInt) -> Kind? {
        #if canImport(ObjectiveC)
            // A class begins with the address of its own class.
            if word > 0x7FF { return .class }
        #endif
        return Kind(rawValue: word)
    }

    private static let mostClasses = 128

    /// A class and its superclasses, the class first; empty when there is no class at the address.
    static func classes(from address: UInt?, _ memory: GuardedMemory) -> [HeapMetadata] {
        var classes: [HeapMetadata] = []
        var next = address
        while let address = next, classes.count < mostClasses,
            let found = HeapMetadata(at: address, memory: memory), found.kind == .class
        {
            classes.append(found)
            next = found.superclass
        }
        return classes
    }

    /// The size of a type's values in bytes, and their flags with the alignment, from the value
    /// witnesses that stand just before the type's metadata.
    static func valueWitnesses(
        of type: UInt, _ memory: GuardedMemory
    ) -> (size: UInt, flags: UInt)? {
        guard type & 7 == 0, let witnesses = memory.word(at: type &- 8), witnesses & 7 == 0,
            let size = memory.word(at: witnesses &+ 64),
            let flags = memory.word(at: witnesses &+ 80)
        else { return nil }
        return (size, flags)
    }

    /// The type with the metadata at an address, where there must be some. A type is the address of
    /// its metadata, which is never freed.
    static func type(at address: UInt) -> Any.Type { unsafeBitCast(address, to: Any.Type.self) }

    /// The number of 32 bits at an address.
    static func number(at address: UInt, _ memory: GuardedMemory) -> UInt32? {
        memory.withBytes(at: address, count: 4) { $0.loadUnaligned(as: UInt32.self) }
    }
}
