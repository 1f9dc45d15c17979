// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import CRemoteMirror
import Foundation

@testable import RIBHeap

/// Swift's reflection library, applied to this process: the judge of ``TypeReader``.
///
/// Linux's toolchain has it beside a dynamic standard library. Use it from one thread at a time.
/// All its reads copy memory, whatever you ask.
final class RemoteMirror {
    /// A type as the library knows it; 0 for none.
    typealias TypeReference = UInt64

    private let library: UnsafeMutablePointer<ribleak_mirror>
    /// A copy of the object that the library reads, with spare room behind it, so that the library
    /// does not read past it.
    private let instance: UnsafeMutableRawBufferPointer
    private static let mostCopied = 4096
    private var imagesGeneration: UInt64?
    private var knownImages: Set<UInt> = []

    init() throws(HeapSearch.Unavailable) {
        library = .allocate(capacity: 1)
        library.initialize(to: ribleak_mirror())
        instance = .allocate(byteCount: 2 * Self.mostCopied, alignment: 16)
        if let reason = ribleak_mirror_open(library) {
            throw HeapSearch.Unavailable(reason: String(cString: reason))
        }
    }

    deinit {
        ribleak_mirror_close(library)
        library.deallocate()
        instance.deallocate()
    }

    /// Adds images that were loaded since the last call.
    func addImages() {
        let generation = ribleak_images_generation()
        guard generation != imagesGeneration else { return }
        imagesGeneration = generation
        for image in LoadedImage.all() where knownImages.insert(image.loadBias).inserted {
            add(image)
        }
    }

    private func add(_ image: LoadedImage) {
        guard let file = ImageFile(of: image, memory: GuardedMemory()) else { return }
        var sections = ribleak_mirror_image()
        var isSwift = false
        for section in file.sections {
            guard let field = Self.fields[section.name], section.size > 0 else { continue }
            // A section outside of the image comes from a different file.
            guard let memory = image.memory(of: section) else { return }
            sections[keyPath: field].begin = .init(bitPattern: memory.lowerBound)
            sections[keyPath: field].end = .init(bitPattern: memory.upperBound)
            isSwift = true
        }
        guard isSwift else { return }
        sections.local_start = UInt64(image.loadBias)
        sections.remote_start = UInt64(image.loadBias)
        library.pointee.add_image(context, sections)
    }

    private static let fields:
        [String: WritableKeyPath<ribleak_mirror_image, ribleak_mirror_section> & Sendable] = [
            "swift5_fieldmd": \.fields, "swift5_assocty": \.associated_types,
            "swift5_builtin": \.builtin_types, "swift5_capture": \.captures,
            "swift5_typeref": \.type_references, "swift5_reflstr": \.strings,
        ]

    private var context: UnsafeMutableRawPointer? { library.pointee.context }
}

/// The questions that the library answers.
extension RemoteMirror {
    typealias Kind = ribleak_mirror_kind

    /// A field of an object or a value, an element of a tuple, or a case of an enum.
    struct Child {
        var name: String
        var offset: Int
        let kind: Kind
        let type: TypeReference
    }

    static let mostChildren = 1024

    func shape(ofMetadata metadata: UInt) -> ribleak_mirror_type {
        library.pointee.type_of_metadata(context, metadata)
    }

    func shape(of type: TypeReference) -> ribleak_mirror_type {
        library.pointee.type_of_ref(context, type)
    }

    func kind(of type: TypeReference) -> Kind {
        Kind(rawValue: UInt32(bitPattern: shape(of: type).kind))
    }

    func children(of type: TypeReference) -> [Child] {
        (0..<min(Int(shape(of: type).child_count), Self.mostChildren)).map { child($0, of: type) }
    }

    func child(_ index: Int, of type: TypeReference) -> Child {
        Child(library.pointee.child_of_ref(context, type, UInt32(index)))
    }

    /// The fields that a class declares itself; nil for a class that the library cannot handle.
    func fields(of metadata: HeapMetadata) -> [Child]? {
        let shape = shape(ofMetadata: metadata.address)
        guard shape.isObject else { return nil }
        return (0..<min(Int(shape.child_count), Self.mostChildren)).map { index in
            Child(library.pointee.child_of_metadata(context, metadata.address, UInt32(index)))
        }
    }

    func type(ofMetadata metadata: UInt) -> TypeReference {
        library.pointee.ref_of_metadata(context, metadata)
    }

    func argument(_ index: Int, of type: TypeReference) -> TypeReference {
        guard type != 0, index < Int(library.pointee.argument_count(type)) else { return 0 }
        return library.pointee.argument(type, UInt32(index))
    }

    /// Calls `body` with the layout and the children of an object, in the state in which `memory`
    /// read it.
    ///
    /// The library reads the object again for each child, and crashes if a different object has
    /// replaced it by then. So it gets a copy.
    ///
    /// - Returns: Nil when the object begins with a different word by now.
    func withCopy<Result>(
        of object: UInt, metadata: UInt, memory: GuardedMemory,
        _ body: (ribleak_mirror_type, (Int) -> Child) -> Result
    ) -> Result? {
        let untilEndOfPage = PageCache.pageSize - Int(object) % PageCache.pageSize
        instance.initializeMemory(as: UInt8.self, repeating: 0)
        // The memory behind the page may be missing.
        let isThere = [Self.mostCopied, untilEndOfPage].contains { count in
            memory.read(object, into: .init(rebasing: instance[..<count]))
        }
        guard isThere, instance.load(as: UInt.self) == metadata else { return nil }
        let address = UInt(bitPattern: instance.baseAddress)
        return reading(UnsafeRawBufferPointer(instance)) {
            body(library.pointee.type_of_instance(context, address)) { index in
                Child(library.pointee.child_of_instance(context, address, UInt32(index)))
            }
        }
    }

    /// Calls `body` while the library reads these bytes directly. They are known to be there.
    private func reading<Result>(_ bytes: UnsafeRawBufferPointer, _ body: () -> Result) -> Result {
        let start = UInt64(UInt(bitPattern: bytes.baseAddress))
        library.pointee.window_start = start
        library.pointee.window_end = start + UInt64(bytes.count)
        defer { library.pointee.window_end = 0 }
        return body()
    }

    func enumCase(of copy: UnsafeRawBufferPointer, type: TypeReference) -> Int? {
        let address = UInt64(UInt(bitPattern: copy.baseAddress))
        var index: Int32 = -1
        let isKnown = reading(copy) {
            library.pointee.project_enum(context, address, type, &index) != 0
        }
        return isKnown && index >= 0 ? Int(index) : nil
    }

    func name(of type: TypeReference) -> String {
        guard type != 0, let name = library.pointee.copy_name(context, type) else { return "" }
        defer { free(name) }
        return String(cString: name)
    }
}

extension RemoteMirror.Child {
    fileprivate init(_ child: ribleak_mirror_child) {
        self.init(
            name: child.name.map { Self.shown(String(cString: $0)) } ?? "",
            offset: Int(child.offset),
            kind: RemoteMirror.Kind(rawValue: UInt32(bitPattern: child.kind)), type: child.ref)
    }

    fileprivate static func shown(_ name: String) -> String {
        let lazy = "$__lazy_storage_$_"
        return name.hasPrefix(lazy) ? String(name.dropFirst(lazy.count)) : name
    }
}

extension ribleak_mirror_type {
    /// Whether this is an object of a class, or a closure's context.
    var isObject: Bool {
        kind == Int32(bitPattern: ribleak_mirror_class_instance.rawValue)
            || kind == Int32(bitPattern: ribleak_mirror_closure_context.rawValue)
    }
}
