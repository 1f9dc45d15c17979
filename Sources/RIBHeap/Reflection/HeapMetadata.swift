// SPDX-License-Identifier: Apache-2.0

/// The parts of the runtime's records of types that say what a heap object is.
///
/// These are fixed by the binary interface of Swift on platforms without Objective-C.
struct HeapMetadata {
    /// What the first word of metadata says.
    enum Kind: UInt {
        case `class` = 0
        case context = 0x400
        case box = 0x500
        case error = 0x501
        case task = 0x502
        case job = 0x503
    }

    /// The words from the metadata's address on.
    private let words: (UInt, UInt, UInt, UInt, UInt, UInt)
    let kind: Kind

    /// Nil when there is no heap object's metadata at an address.
    init?(at address: UInt, memory: GuardedMemory) {
        var words: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)
        let isThere = withUnsafeMutableBytes(of: &words) { buffer in
            memory.read(address, into: buffer)
                // What is not a class's may be shorter.
                || memory.read(address, into: .init(rebasing: buffer[..<24]))
        }
        guard isThere, let kind = Kind(rawValue: words.0) else { return nil }
        self.words = words
        self.kind = kind
        if kind == .class {
            // The descriptor of a class says so in its lowest five bits.
            guard instanceSize >= 16, let descriptor, let flags = memory.word(at: descriptor),
                flags & 0x1F == 16
            else { return nil }
        }
    }

    /// A class's superclass.
    var superclass: UInt? { words.1 == 0 ? nil : words.1 }

    /// The size of a class's objects in bytes.
    var instanceSize: UInt32 { UInt32(truncatingIfNeeded: words.3) }

    /// What a class has in common with its other specialisations.
    var descriptor: UInt? { words.5 % 4 == 0 && words.5 >= 4096 ? words.5 : nil }

    /// Where the fields are that a class declares itself, in bytes, unless it is a subclass of one that
    /// another version of a library may lay out anew.
    static func fieldOffsets(ofClass address: UInt, memory: GuardedMemory) -> [Int]? {
        guard let descriptor = HeapMetadata(at: address, memory: memory)?.descriptor,
            let flags = memory.word(at: descriptor), flags & (1 << 29) == 0,
            // How many fields there are, and after how many words of the metadata they come.
            let counts = memory.word(at: descriptor &+ 36),
            let count = Int(exactly: counts & 0xFFFF_FFFF), count <= 4096
        else { return nil }
        let start = address &+ (counts >> 32) &* 8
        var offsets = [UInt](repeating: 0, count: count)
        guard offsets.withUnsafeMutableBytes({ memory.read(start, into: $0) }) else { return nil }
        return offsets.map { Int(truncatingIfNeeded: $0) }
    }

    /// The address of the function that frees objects of a class, which stands before its metadata.
    static func destructor(ofClass address: UInt, memory: GuardedMemory) -> UInt? {
        memory.word(at: address &- 16)
    }

    /// Where the first captured value of a context, or the value of a box, is, in bytes.
    var valueOffset: UInt32 { UInt32(truncatingIfNeeded: words.1) }

    /// What a context captures, or the type of a box's value.
    var payload: UInt { words.2 }
}

/// The fields of a class as the runtime itself knows them, which is what `Mirror` is made of.
///
/// For classes that the reflection library gives up on, such as those with a field that cannot be
/// copied; of such a field the runtime only says where it is.
struct RuntimeFields {
    struct Field {
        let name: String
        /// In bytes from the object's start.
        let offset: Int
        /// The address of the type's metadata.
        let type: UInt
        let isStrong: Bool
    }

    /// Those that the class declares, without those of superclasses.
    let all: [Field]
    /// Those of them that are held strongly.
    var strong: [Field] { all.filter(\.isStrong) }

    /// - Parameter metadata: The address of a class's metadata. It must be one.
    init(ofClass metadata: UInt, superclass: UInt?) {
        guard let type = Self.type(at: metadata) else {
            all = []
            return
        }
        let inherited = superclass.flatMap(Self.type(at:)).map { recursiveCount($0) } ?? 0
        let count = min(recursiveCount(type), SlotFinder.most.slots)
        all = (min(inherited, count)..<count).compactMap { Self.field($0, of: type) }
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
