// SPDX-License-Identifier: Apache-2.0

/// The parts of the runtime's type records that describe heap objects.
///
/// Swift's binary interface fixes these on platforms without Objective-C.
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

    /// Returns nil when there is no heap object's metadata at the address.
    init?(at address: UInt, memory: GuardedMemory) {
        func word(_ index: UInt) -> UInt? { memory.word(at: address &+ index &* 8) }
        guard let kind = word(0).flatMap(Kind.init(rawValue:)), let second = word(1),
            let third = word(2)
        else { return nil }
        (self.address, self.kind) = (address, kind)
        superclass = second == 0 ? nil : second
        valueOffset = UInt32(truncatingIfNeeded: second)
        payload = third
        // Metadata of anything but a class may be shorter.
        instanceSize = UInt32(truncatingIfNeeded: word(3) ?? 0)
        descriptor = word(5).flatMap { $0 % 4 == 0 && $0 >= 4096 ? $0 : nil }
        if kind == .class {
            // The lowest five bits of a class's descriptor say that it is a class. Its metadata
            // follows the address of its value witnesses, and a copy, such as the reflection
            // library keeps, the size of the copy.
            guard instanceSize >= 16, let descriptor, let flags = memory.word(at: descriptor),
                flags & 0x1F == 16, let before = memory.word(at: address &- 8),
                before > Self.mostOfCopy
            else { return nil }
        }
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

    /// The byte offsets of the fields that a class declares itself. Nil for a subclass of a class
    /// that another version of a library may lay out differently.
    func fieldOffsets(_ memory: GuardedMemory) -> [Int]? {
        guard let descriptor, let flags = memory.word(at: descriptor), flags & (1 << 29) == 0,
            // The number of fields, and the word in the metadata at which their offsets begin.
            let counts = memory.word(at: descriptor &+ 36),
            let count = Int(exactly: counts & 0xFFFF_FFFF), count <= 4096
        else { return nil }
        let start = address &+ (counts >> 32) &* 8
        let offsets = (0..<UInt(count)).compactMap { memory.word(at: start &+ $0 &* 8) }
        return offsets.count == count ? offsets.map { Int(truncatingIfNeeded: $0) } : nil
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
}

/// The objects that a closure captures, of a context that the reflection library cannot handle.
///
/// The library fails where the types of captures depend on types that the context does not name
/// itself: `{ root[keyPath: path] }` for a `root` of any class gets them from the key path. Without
/// such names, the layout of the context is fixed, so each captured value of a generic type is an
/// object. Weak and unowned captures have other types.
extension HeapMetadata {
    private static let mostCaptures = 64

    /// Their offsets in bytes from the context's start, up to the first capture of another type.
    func capturedObjects(_ memory: GuardedMemory) -> [UInt32] {
        // The numbers of captures, of sources of metadata and of names.
        guard kind == .context, let captures = Self.number(at: payload, memory),
            let sources = Self.number(at: payload &+ 4, memory), sources > 0,
            Self.number(at: payload &+ 8, memory) == 0
        else { return [] }
        var offsets: [UInt32] = []
        for index in 0..<min(captures, UInt32(Self.mostCaptures)) {
            let place = payload &+ 12 &+ UInt(4 * index)
            // A generic parameter, or a class, which may have generic parameters.
            guard let type = Self.target(of: place, memory),
                let name = Self.mangledName(at: type, memory),
                name.wholeMatch(of: /[xqd_0-9]+|@(y[xqd_0-9G]*)?/) != nil
            else { break }
            offsets.append(valueOffset &+ 8 * index)
        }
        return offsets
    }

    /// The number of 32 bits at an address.
    static func number(at address: UInt, _ memory: GuardedMemory) -> UInt32? {
        memory.withBytes(at: address, count: 4) { $0.loadUnaligned(as: UInt32.self) }
    }

    private static let longestName = 1 << 16

    /// A type's mangled name, with `@` in place of a class that it refers to and `?` of what else
    /// it does; nil for one that does not end.
    fileprivate static func mangledName(at start: UInt, _ memory: GuardedMemory) -> String? {
        var (name, next) = ("", start)
        while name.utf8.count < longestName,
            let byte = memory.withBytes(at: next, count: 1, { $0[0] })
        {
            if byte == 0 { return name }
            // References take 4 bytes, or are an address.
            next &+= byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
            if byte < 0x20 {
                name += isClass(byte, at: next &- 4, memory) ? "@" : "?"
            } else {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return nil
    }

    /// Whether a reference in a mangled name is a class's descriptor, or leads to one's address.
    private static func isClass(_ kind: UInt8, at place: UInt, _ memory: GuardedMemory) -> Bool {
        guard kind <= 2, let target = target(of: place, memory),
            let descriptor = kind == 1 ? target : memory.word(at: target),
            let flags = number(at: descriptor, memory)
        else { return false }
        return flags & 0x1F == 16
    }

    /// The address that a relative reference leads to; nil for an empty one.
    fileprivate static func target(of place: UInt, _ memory: GuardedMemory) -> UInt? {
        number(at: place, memory).flatMap {
            $0 == 0 ? nil : place &+ UInt(bitPattern: Int(Int32(bitPattern: $0)))
        }
    }
}

/// A field of a class as the runtime knows it. `Mirror` uses the same records.
///
/// Used for classes that the reflection library cannot handle, such as those with a noncopyable
/// field. For such a field, the runtime only reports its place.
struct RuntimeField {
    let name: String
    let offset: Int
    /// The address of the metadata of the field's type.
    let type: UInt
    let isStrong: Bool

    private static let most = 4096

    /// The fields that a class declares, without those of superclasses.
    ///
    /// - Parameter metadata: The address of a class's metadata. It must be valid.
    static func all(
        ofClass metadata: UInt, superclass: UInt?, _ memory: GuardedMemory
    ) -> [RuntimeField] {
        let type = HeapMetadata.type(at: metadata)
        let inherited = superclass.map { recursiveCount(HeapMetadata.type(at: $0)) } ?? 0
        let count = min(recursiveCount(type), most)
        return (min(inherited, count)..<count).compactMap {
            guard let name = nameOfBlock($0 - inherited, ofClass: metadata, memory) else {
                return field($0, of: type)
            }
            // A block passes as a pointer, so that `UnreflectedFields` includes it.
            return RuntimeField(
                name: name, offset: recursiveChildOffset(type, $0),
                type: UInt(bitPattern: ObjectIdentifier(UnsafeRawPointer?.self)), isStrong: false)
        }
    }

    /// The name of a field, if its type has to do with blocks: Linux's runtime does not fill in
    /// their metadata, and crashes where it makes that of an optional one. It must not be asked
    /// about them.
    private static func nameOfBlock(
        _ index: Int, ofClass metadata: UInt, _ memory: GuardedMemory
    ) -> String? {
        #if os(Linux)
            // The class's descriptor leads to a header, with a record for each field behind it.
            guard index >= 0, let descriptor = memory.word(at: metadata &+ 40),
                let header = HeapMetadata.target(of: descriptor &+ 16, memory),
                let count = HeapMetadata.number(at: header &+ 12, memory), index < count
            else { return nil }
            let record = header &+ 16 &+ 12 * UInt(index)
            // These letters mark a block.
            guard let type = HeapMetadata.target(of: record &+ 4, memory),
                HeapMetadata.mangledName(at: type, memory)?.contains("XB") ?? true,
                let name = HeapMetadata.target(of: record &+ 8, memory)
            else { return nil }
            return UnsafePointer<CChar>(bitPattern: name).map { String(cString: $0) }
        #else
            return nil
        #endif
    }

    private static func field(_ index: Int, of type: Any.Type) -> RuntimeField? {
        var record = FieldRecord(name: nil, free: nil, isStrong: false, isVariable: false)
        let fieldType = recursiveChildMetadata(type, index, &record)
        defer { record.free?(record.name) }
        guard let name = record.name else { return nil }
        return RuntimeField(
            name: String(cString: name), offset: recursiveChildOffset(type, index),
            type: UInt(bitPattern: ObjectIdentifier(fieldType)),
            isStrong: record.isStrong)
    }
}

/// What the runtime fills in for a field.
private struct FieldRecord {
    let name: UnsafePointer<CChar>?
    let free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    let isStrong: Bool
    let isVariable: Bool
}

// The standard library's own `Mirror` calls these.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChildMetadata(
    _ type: Any.Type, _ index: Int, _ field: UnsafeMutablePointer<FieldRecord>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(_ type: Any.Type, _ index: Int) -> Int
