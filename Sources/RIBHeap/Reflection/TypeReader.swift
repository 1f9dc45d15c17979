// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Where values of a type keep what, read from the records that the Swift runtime has of types.
///
/// A type is the address of its metadata, which is never freed; 0 stands for none. The records are
/// those that `Mirror` uses, but no value is looked at. Use it from one thread at a time.
final class TypeReader {
    enum Kind {
        case unknown
        /// A number, or another value without references.
        case builtin
        case rawPointer
        /// The storage of a collection, whose lowest and highest bits may carry other data.
        case bridgeObject
        case tuple
        case `struct`
        case noPayloadEnum
        case singlePayloadEnum
        case multiPayloadEnum
        /// A function with its context.
        case function
        /// A function of C with its captured values, in memory of C.
        case block
        case opaqueExistential
        case classExistential
        /// A weak or unowned reference to an object of a protocol's type.
        case weakExistential
        case errorExistential
        case metatype
        case strong
        case unowned
        case weak
        case unmanaged
    }

    /// A field of an object or a value, an element of a tuple, or the payload of an enum's case.
    struct Child {
        var name: String
        var offset: Int
        let kind: Kind
        /// The type without weak, unowned or unmanaged; 0 for one that only the kind describes.
        let type: UInt
    }

    /// The most fields, elements or payloads of a type.
    static let mostChildren = 1024
    static let mostOfValue = 1 << 16

    private var images: [Range<UInt>] = []
    private var imagesGeneration: UInt64?
    private var types: Set<UInt> = []
    private var children: [UInt: [Child]] = [:]
    private var names: [UInt: String] = [:]
    /// For the copy of a value. Not malloc's: there, a copy of a reference looks like one.
    private var copy: UnsafeMutableRawPointer?

    deinit { if let copy { ribleak_memory_unmap(copy, Self.mostOfValue) } }

    /// Whether an address lies in a loaded image, where all that the compiler made is.
    func isInImage(_ address: UInt) -> Bool {
        if images.contains(where: { $0.contains(address) }) { return true }
        let generation = ribleak_images_generation()
        guard generation != imagesGeneration else { return false }
        imagesGeneration = generation
        images = LoadedImage.all().flatMap { [$0.range] + $0.data }
        return images.contains { $0.contains(address) }
    }

    /// The type at an address that anything may have led to, or 0 when there is none.
    func type(at address: UInt, _ memory: GuardedMemory) -> UInt {
        if types.contains(address) { return address }
        // The function that destroys a value is in code, whoever made the metadata.
        guard address & 7 == 0, let word = memory.word(at: address),
            let witnesses = memory.word(at: address &- 8), witnesses & 7 == 0,
            let destroy = memory.word(at: witnesses &+ 8), isInImage(destroy)
        else { return 0 }
        if let kind = MetadataKind(rawValue: word) {
            if let wanted = kind.descriptorKind {
                let descriptor = memory.word(at: address &+ 8)
                guard isDescriptor(descriptor, wanted, memory) else { return 0 }
            }
        } else {
            let found = HeapMetadata(at: address, memory: memory)
            guard found?.kind == .class, isDescriptor(found?.descriptor, 16, memory) else {
                return 0
            }
        }
        types.insert(address)
        return address
    }

    /// Whether there is what describes all types of a declaration, with its kind.
    private func isDescriptor(_ address: UInt?, _ kind: UInt32, _ memory: GuardedMemory) -> Bool {
        guard let address, isInImage(address),
            let flags = HeapMetadata.number(at: address, memory), flags & 0x1F == kind
        else { return false }
        // Its name and its fields.
        return [address &+ 8, address &+ 16].allSatisfy {
            let target = Self.target($0)
            return target == 0 || isInImage(target)
        }
    }

    /// The name of a type with its module: `Swift.String`; empty for none.
    func name(of type: UInt) -> String {
        guard type != 0 else { return "" }
        if names[type] == nil { names[type] = _typeName(HeapMetadata.type(at: type)) }
        return names[type] ?? ""
    }
}

/// The sizes of types and their parts.
extension TypeReader {
    /// The size of a type's values in bytes; 0 when it is not known.
    func size(of type: UInt) -> Int { Int(truncatingIfNeeded: witness(64, of: type)) }
    func stride(of type: UInt) -> Int { Int(truncatingIfNeeded: witness(72, of: type)) }
    func alignment(of type: UInt) -> Int { Int(witness(80, of: type) & 0xFF) + 1 }

    /// Whether an existential stores a value of this type itself, instead of a reference to it.
    func isInline(_ type: UInt) -> Bool { witness(80, of: type) & 0x0002_0000 == 0 }

    /// One of the words that describe a type's values; 0 for a type without them.
    private func witness(_ offset: UInt, of type: UInt) -> UInt {
        let witnesses = type == 0 ? 0 : Self.word(type &- 8)
        return witnesses == 0 ? 0 : Self.word(witnesses &+ offset)
    }

    private static let isNoncopyable: UInt = 0x0080_0000
    private static let isEnum: UInt = 0x0020_0000

    func kind(of type: UInt) -> Kind {
        // On Linux, blocks have no witnesses. A value that cannot be copied may have moved away.
        guard type != 0, Self.word(type &- 8) != 0,
            witness(80, of: type) & Self.isNoncopyable == 0
        else { return .unknown }
        switch MetadataKind(rawValue: Self.word(type)) {
        case .structure:
            return Self.fieldRecords(of: Self.word(type &+ 8)) == 0 ? .builtin : .struct
        case .enumeration, .optional:
            switch Self.payloadCount(of: Self.word(type &+ 8)) {
            case 0: return .noPayloadEnum
            case 1: return .singlePayloadEnum
            default: return .multiPayloadEnum
            }
        case .opaque: return builtinKind(name(of: type))
        case .tuple: return .tuple
        case .function:
            switch Self.word(type &+ 8) >> 16 & 0xFF {
            case 0: return .function
            case 1: return .block
            default: return .builtin
            }
        case .existential:
            let flags = Self.number(type &+ 8)
            if flags >> 24 & 0x3F == 1 { return .errorExistential }
            return flags >> 31 == 0 ? .classExistential : .opaqueExistential
        case .extendedExistential:
            switch Self.number(Self.word(type &+ 8)) & 0xFF {
            case 0: return .opaqueExistential
            case 1: return .classExistential
            default: return .unknown
            }
        case .metatype, .existentialMetatype: return .metatype
        case .foreignReference: return .builtin
        case .fixedArray: return .unknown
        case .foreignClass, .wrapper, nil: return .strong
        }
    }

    private func builtinKind(_ name: String) -> Kind {
        switch name {
        case "Builtin.NativeObject", "Builtin.UnknownObject", "Builtin.AnyObject": return .strong
        case "Builtin.BridgeObject": return .bridgeObject
        case "Builtin.RawPointer": return .rawPointer
        default: return .builtin
        }
    }

    /// The fields of a struct, the elements of a tuple, or the payloads of an enum by the number of
    /// their case. Cases without a payload come last and are left out.
    func children(of type: UInt) -> [Child] {
        if children[type] == nil { children[type] = findChildren(of: type) }
        return children[type] ?? []
    }

    private func findChildren(of type: UInt) -> [Child] {
        guard type != 0, let kind = MetadataKind(rawValue: Self.word(type)) else { return [] }
        let descriptor = Self.word(type &+ 8)
        switch kind {
        case .structure:
            let offsets = type &+ UInt(Self.number(descriptor &+ 24)) &* 8
            return fields(of: descriptor, Self.number(descriptor &+ 20), type &+ 16) {
                Int(Self.number(offsets &+ $0 &* 4))
            }
        case .enumeration, .optional:
            return fields(of: descriptor, Self.payloadCount(of: descriptor), type &+ 16) { _ in 0 }
        case .tuple: return elements(of: type)
        default: return []
        }
    }

    private func elements(of tuple: UInt) -> [Child] {
        let labels = Self.text(at: Self.word(tuple &+ 16))
            .split(separator: " ", omittingEmptySubsequences: false)
        return (0..<min(Self.word(tuple &+ 8), UInt(Self.mostChildren))).map { index in
            let place = tuple &+ 24 &+ 16 &* index
            let label = Int(index) < labels.count ? String(labels[Int(index)]) : ""
            let type = Self.word(place)
            return Child(
                name: label.isEmpty ? "\(index)" : label, offset: Int(Self.number(place &+ 8)),
                kind: self.kind(of: type), type: type)
        }
    }

    /// The fields that a class declares itself; empty where there is no class.
    func fields(of found: HeapMetadata, _ memory: GuardedMemory) -> [Child] {
        guard type(at: found.address, memory) != 0, let descriptor = found.descriptor else {
            return []
        }
        let members = Self.membersOffset(of: descriptor)
        let isFixed = Self.number(descriptor) >> 29 & 1 == 0
        let offsets =
            found.address &+ UInt(Self.number(descriptor &+ 40)) &* 8 &+ (isFixed ? 0 : members)
        return fields(of: descriptor, Self.number(descriptor &+ 36), found.address &+ members) {
            Int(truncatingIfNeeded: Self.word(offsets &+ $0 &* 8))
        }
    }

    func fields(
        of descriptor: UInt, _ count: UInt32, _ arguments: UInt, offset: (UInt) -> Int
    ) -> [Child] {
        let records = Self.fieldRecords(of: descriptor)
        let most = records == 0 ? 0 : min(count, Self.number(records &+ 12))
        return (0..<min(UInt(most), UInt(Self.mostChildren))).map { index in
            let record = records &+ 16 &+ 12 &* index
            let name = Self.text(at: Self.target(record &+ 8))
            var (kind, type): (Kind, UInt) = (.strong, 0)
            // The payload of an indirect case is in a box.
            if Self.number(record) & 1 == 0 {
                (kind, type) = described(Self.target(record &+ 4)) {
                    ribleak_type_of_field($0, $1, descriptor, arguments)
                }
                // The runtime says so of what cannot be copied.
                if kind == .tuple, size(of: type) == 0 { kind = .unknown }
            }
            return Child(
                name: name.hasPrefix(Self.lazy) ? String(name.dropFirst(Self.lazy.count)) : name,
                offset: offset(index), kind: kind, type: type)
        }
    }

    private static let lazy = "$__lazy_storage_$_"

    /// An argument of a generic type; 0 when it has none with this number.
    func argument(_ index: UInt, of type: UInt) -> UInt {
        guard type != 0 else { return 0 }
        let kind = MetadataKind(rawValue: Self.word(type))
        guard kind == nil || kind?.descriptorKind != nil else { return 0 }
        let descriptor = Self.word(type &+ (kind == nil ? HeapMetadata.descriptorOffset : 8))
        // The number of parameters follows the descriptor of a generic type.
        guard descriptor != 0, Self.number(descriptor) & 0x80 != 0,
            index < Self.number(descriptor &+ (kind == nil ? 52 : 36)) & 0xFFFF
        else { return 0 }
        return Self.word(
            type &+ (kind == nil ? Self.membersOffset(of: descriptor) : 16) &+ 8 &* index)
    }

    /// The number of the case that an enum's value has, given a copy of the value.
    func enumCase(of value: UnsafeRawBufferPointer, type: UInt) -> Int? {
        guard let source = value.baseAddress, value.count <= Self.mostOfValue,
            witness(80, of: type) & Self.isEnum != 0
        else { return nil }
        if copy == nil { copy = ribleak_memory_map(Self.mostOfValue) }
        guard let copy else { return nil }
        // At the start of a page, it has the alignment of any type.
        copy.copyMemory(from: source, byteCount: value.count)
        return Int(ribleak_type_case(type, copy))
    }
}

/// The kinds of metadata of types; all others are of classes.
private enum MetadataKind: UInt {
    case structure = 0x200
    case enumeration, optional, foreignClass, foreignReference
    case opaque = 0x300
    case tuple, function, existential, metatype, wrapper, existentialMetatype, extendedExistential
    case fixedArray

    /// The lowest bits of what describes all types of a declaration.
    var descriptorKind: UInt32? {
        switch self {
        case .structure: 17
        case .enumeration, .optional: 18
        default: nil
        }
    }
}

/// Reads the records of a type. They stay where they are, so that no guard is needed.
extension TypeReader {
    static func word(_ address: UInt) -> UInt { ribleak_record_word(address) }
    static func number(_ address: UInt) -> UInt32 { ribleak_record_number(address) }
    static func target(_ place: UInt) -> UInt { ribleak_record_target(place) }

    static func text(at address: UInt) -> String {
        UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } ?? ""
    }

    /// Where the names and types of a declaration's fields are; 0 for one of C.
    fileprivate static func fieldRecords(of descriptor: UInt) -> UInt { target(descriptor &+ 16) }

    fileprivate static func payloadCount(of descriptor: UInt) -> UInt32 {
        number(descriptor &+ 20) & 0x00FF_FFFF
    }

    /// Where a class's own part of its metadata begins, with its generic arguments.
    fileprivate static func membersOffset(of descriptor: UInt) -> UInt {
        let flags = number(descriptor)
        // The runtime finds it for a class whose superclass another library may lay out anew.
        if flags >> 29 & 1 != 0 { return word(target(descriptor &+ 24)) }
        let words =
            flags >> 28 & 1 != 0
            ? 0 &- UInt(number(descriptor &+ 24))
            : UInt(number(descriptor &+ 28)) &- UInt(number(descriptor &+ 32))
        return words &* 8
    }
}
