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

    /// The first words of the metadata.
    private let words: (UInt, UInt, UInt, UInt, UInt, UInt)
    let kind: Kind

    /// Returns nil when there is no heap object's metadata at the address.
    init?(at address: UInt, memory: GuardedMemory) {
        var words: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)
        let isThere = withUnsafeMutableBytes(of: &words) { buffer in
            memory.read(address, into: buffer)
                // Metadata of anything but a class may be shorter.
                || memory.read(address, into: .init(rebasing: buffer[..<24]))
        }
        guard isThere, let kind = Kind(rawValue: words.0) else { return nil }
        self.words = words
        self.kind = kind
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

    /// A class's superclass.
    var superclass: UInt? { words.1 == 0 ? nil : words.1 }

    /// The size of a class's objects in bytes.
    var instanceSize: UInt32 { UInt32(truncatingIfNeeded: words.3) }

    /// What a class shares with its other specialisations.
    var descriptor: UInt? { words.5 % 4 == 0 && words.5 >= 4096 ? words.5 : nil }

    /// The byte offsets of the fields that a class declares itself. Nil for a subclass of a class
    /// that another version of a library may lay out differently.
    static func fieldOffsets(ofClass address: UInt, memory: GuardedMemory) -> [Int]? {
        guard let descriptor = HeapMetadata(at: address, memory: memory)?.descriptor,
            let flags = memory.word(at: descriptor), flags & (1 << 29) == 0,
            // The number of fields, and the word in the metadata at which their offsets begin.
            let counts = memory.word(at: descriptor &+ 36),
            let count = Int(exactly: counts & 0xFFFF_FFFF), count <= 4096
        else { return nil }
        let start = address &+ (counts >> 32) &* 8
        var offsets = [UInt](repeating: 0, count: count)
        guard offsets.withUnsafeMutableBytes({ memory.read(start, into: $0) }) else { return nil }
        return offsets.map { Int(truncatingIfNeeded: $0) }
    }

    /// The address of the function that frees objects of a class. It stands before the class's
    /// metadata.
    static func destructor(ofClass address: UInt, memory: GuardedMemory) -> UInt? {
        memory.word(at: address &- 16)
    }

    /// The byte offset of a context's first captured value, or of a box's value.
    var valueOffset: UInt32 { UInt32(truncatingIfNeeded: words.1) }

    /// What a context captures, or the type of a box's value.
    var payload: UInt { words.2 }
}

/// The objects that a closure captures, of a context that the reflection library cannot handle.
///
/// The library fails where the types of captures depend on types that the context does not name
/// itself: `{ root[keyPath: path] }` for a `root` of any class gets them from the key path. Without
/// such names, the layout of the context is fixed, so each captured value of a generic type is an
/// object. Weak and unowned captures have other types.
struct CapturedObjects {
    /// Offsets in bytes from the context's start, up to the first capture of another type.
    private(set) var offsets: [UInt32] = []

    private static let most = 64

    init(of context: HeapMetadata, memory: GuardedMemory) {
        guard context.kind == .context else { return }
        var counts: (captures: UInt32, sources: UInt32, names: UInt32) = (0, 0, 0)
        guard withUnsafeMutableBytes(of: &counts, { memory.read(context.payload, into: $0) }),
            counts.sources > 0, counts.names == 0
        else { return }
        for index in 0..<min(Int(counts.captures), Self.most) {
            let place = context.payload &+ 12 &+ UInt(4 * index)
            guard let type = Self.target(of: place, memory), Self.isObject(type, memory) else {
                return
            }
            offsets.append(context.valueOffset &+ UInt32(8 * index))
        }
    }

    /// Whether a type's mangled name is a generic parameter's or a class's.
    private static func isObject(_ name: UInt, _ memory: GuardedMemory) -> Bool {
        var next = name
        func byte() -> UInt8? {
            var byte: UInt8 = 0
            defer { next &+= 1 }
            return withUnsafeMutableBytes(of: &byte) { memory.read(next, into: $0) } ? byte : nil
        }
        guard let first = byte() else { return false }
        if first == 1 || first == 2 {
            // The class's descriptor, or a pointer to it, in place of its name.
            guard let target = target(of: next, memory),
                let descriptor = first == 1 ? target : memory.word(at: target),
                isClass(descriptor, memory)
            else { return false }
            next &+= 4
            guard let second = byte() else { return false }
            if second == 0 { return true }
            guard second == UInt8(ascii: "y") else { return false }
        } else {
            guard isOfParameter(first) else { return false }
        }
        // The rest is generic parameters, and the end of a class's list of them.
        for _ in 0..<most {
            guard let rest = byte() else { return false }
            if rest == 0 { return true }
            guard isOfParameter(rest) || first <= 2 && rest == UInt8(ascii: "G") else {
                return false
            }
        }
        return false
    }

    private static func isOfParameter(_ byte: UInt8) -> Bool {
        "xqd_0123456789".utf8.contains(byte)
    }

    private static func isClass(_ descriptor: UInt, _ memory: GuardedMemory) -> Bool {
        var flags: UInt32 = 0
        return withUnsafeMutableBytes(of: &flags) { memory.read(descriptor, into: $0) }
            && flags & 0x1F == 16
    }

    /// The address that a relative reference leads to.
    private static func target(of place: UInt, _ memory: GuardedMemory) -> UInt? {
        var offset: Int32 = 0
        guard withUnsafeMutableBytes(of: &offset, { memory.read(place, into: $0) }) else {
            return nil
        }
        return place &+ UInt(bitPattern: Int(offset))
    }
}

/// The fields of a class as the runtime knows them. `Mirror` uses the same records.
///
/// Used for classes that the reflection library cannot handle, such as those with a noncopyable
/// field. For such a field, the runtime only reports its place.
struct RuntimeFields {
    struct Field {
        let name: String
        /// The offset in bytes from the object's start.
        let offset: Int
        /// The address of the metadata of the field's type.
        let type: UInt
        let isStrong: Bool
    }

    /// The fields that the class declares, without those of superclasses.
    let all: [Field]
    /// The fields that are strong references.
    var strong: [Field] { all.filter(\.isStrong) }

    /// - Parameter metadata: The address of a class's metadata. It must be valid.
    init(ofClass metadata: UInt, superclass: UInt?) {
        guard let type = Self.type(at: metadata) else {
            all = []
            return
        }
        let inherited = superclass.flatMap(Self.type(at:)).map { recursiveCount($0) } ?? 0
        let count = min(recursiveCount(type), SlotFinder.most.slots)
        all = (min(inherited, count)..<count).compactMap {
            guard let name = Self.nameOfBlock($0 - inherited, ofClass: metadata) else {
                return Self.field($0, of: type)
            }
            return Field(
                name: name, offset: recursiveChildOffset(type, $0),
                type: UInt(bitPattern: ObjectIdentifier(UnsafeRawPointer?.self)), isStrong: false)
        }
    }

    /// The name of a field, if its type has to do with blocks: Linux's runtime does not fill in
    /// their metadata, and crashes where it makes that of an optional one. It must not be asked
    /// about them.
    ///
    /// - Parameter index: The field's place among those that the class declares.
    private static func nameOfBlock(_ index: Int, ofClass metadata: UInt) -> String? {
        #if os(Linux)
            // The class's descriptor leads to a header, with a record for each field behind it.
            guard index >= 0,
                let descriptor = UnsafeRawPointer(bitPattern: metadata)?.load(
                    fromByteOffset: 40, as: UnsafeRawPointer?.self),
                let header = target(of: descriptor + 16),
                index < header.load(fromByteOffset: 12, as: UInt32.self)
            else { return nil }
            let record = header + 16 + 12 * index
            guard let type = target(of: record + 4), isOfBlock(type),
                let name = target(of: record + 8)
            else { return nil }
            return String(cString: name.assumingMemoryBound(to: CChar.self))
        #else
            return nil
        #endif
    }

    /// The address that a relative reference leads to.
    private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = place.load(as: Int32.self)
        return offset == 0 ? nil : place + Int(offset)
    }

    /// Whether a mangled name has the mark of a block.
    private static func isOfBlock(_ name: UnsafeRawPointer) -> Bool {
        var (last, next) = (UInt8(0), name)
        while case let byte = next.load(as: UInt8.self), byte != 0 {
            if last == UInt8(ascii: "X"), byte == UInt8(ascii: "B") { return true }
            last = byte
            // Between the letters stand references to other types: 4 bytes, or an address.
            next += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
        }
        return false
    }

    private static func type(at metadata: UInt) -> Any.Type? {
        // A type is the address of its metadata, which is never freed.
        UnsafeRawPointer(bitPattern: metadata).map { unsafeBitCast($0, to: Any.Type.self) }
    }

    private static func field(_ index: Int, of type: Any.Type) -> Field? {
        var record = FieldRecord(name: nil, free: nil, isStrong: false, isVariable: false)
        let fieldType = recursiveChildMetadata(type, index, &record)
        defer { record.free?(record.name) }
        guard let name = record.name else { return nil }
        return Field(
            name: String(cString: name), offset: recursiveChildOffset(type, index),
            type: UInt(bitPattern: unsafeBitCast(fieldType, to: UnsafeRawPointer.self)),
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
