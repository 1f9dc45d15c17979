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
