// SPDX-License-Identifier: Apache-2.0

/// A field of an object, or a part of one, whose type does not say what it refers to.
struct UnreflectedField: Equatable {
    enum Content {
        /// A noncopyable value, or elements behind the object's own fields. A word in it that leads
        /// to an object is nearly always a reference.
        case value
        /// The address of memory that may contain references.
        case pointer
        /// An `Unmanaged`. Its creator may or may not have retained the object.
        case unmanaged
    }

    /// The name as in the declaration: `state`, `model.slots`; empty for elements.
    let label: String
    let offset: Int
    /// The size in bytes; nil for everything up to the end of the allocation.
    let size: Int?
    let content: Content
}

/// Finds the unreflected fields of objects by their classes, for ``InferredRoots``.
final class UnreflectedFields {
    private let types: TypeReader
    private let memory: GuardedMemory
    private let layouts: ObjectLayouts
    /// The fields of each class, by the address of its metadata. Nearly all are empty.
    private var known: [UInt: [UnreflectedField]] = [:]

    init(graph: SwiftObjectGraph) {
        (types, memory, layouts) = (graph.layouts.types, graph.memory, graph.layouts)
    }

    /// The fields of an object's class and its superclasses; empty for an address without an object
    /// of a class.
    func fields(of object: UInt) -> [UnreflectedField] {
        guard let metadata = memory.metadata(at: object) else { return [] }
        if let fields = known[metadata] { return fields }
        let fields = layouts.learn { find(metadata) }
        known[metadata] = fields
        return fields
    }

    private func find(_ metadata: UInt) -> [UnreflectedField] {
        var fields: [UnreflectedField] = []
        let classes = HeapMetadata.classes(from: metadata, memory)
        let size = Int(classes.first?.instanceSize ?? 0)
        var end = size
        for found in classes {
            let name = types.name(of: types.type(at: found.address, memory))
            // What the package remembers never keeps an object alive, nor do buffers of its values.
            if CodeUse.isOfTool(type: name.trimmingPrefix("Swift.ManagedBuffer<")) { break }
            if Self.withElements.contains(where: name.hasPrefix) {
                fields.append(UnreflectedField(label: "", offset: size, size: nil, content: .value))
            }
            // Types describe what the storage of collections holds.
            if name.hasPrefix("Swift.") { break }
            let declared = types.fields(of: found, memory)
                .sorted { $0.offset < $1.offset }
            for (field, end) in zip(declared, declared.dropFirst().map(\.offset) + [end]) {
                append(field, upTo: end, to: &fields)
            }
            end = declared.first?.offset ?? end
        }
        // The two words before hold the object's type and its reference counts.
        let first = classes.first?.isCounted == false ? 8 : 16
        return fields.filter { $0.offset >= first }
    }

    private func append(
        _ field: TypeReader.Child, upTo end: Int, to fields: inout [UnreflectedField]
    ) {
        let size = end - field.offset
        guard size >= 8 else { return }
        guard field.kind == .unknown else { return appendWords(of: field, to: &fields) }
        fields.append(
            UnreflectedField(label: field.name, offset: field.offset, size: size, content: .value))
    }

    /// - Parameter field: A field with its label and offset as seen from the object.
    private func appendWords(
        of field: TypeReader.Child, depth: Int = 0, to fields: inout [UnreflectedField]
    ) {
        guard depth < SlotFinder.most.depth, fields.count < TypeReader.mostChildren else {
            return
        }
        func add(_ content: UnreflectedField.Content) {
            fields.append(
                UnreflectedField(
                    label: field.name, offset: field.offset, size: 8, content: content))
        }
        switch field.kind {
        // A block is C memory.
        case .rawPointer, .block: add(.pointer)
        case .struct, .tuple, .singlePayloadEnum, .multiPayloadEnum:
            let name = types.name(of: field.type)
            if name.hasPrefix("Swift.Unmanaged<") { return add(.unmanaged) }
            // Types describe the contents of the standard library's own values, except for
            // pointers.
            if name.hasPrefix("Swift."), !name.contains("Pointer"), !name.contains("Optional") {
                return
            }
            for var child in types.children(of: field.type) {
                if name.hasPrefix("Swift.") || child.name == "some" { child.name = "" }
                child.name = SwiftObjectGraph.joined(field.name, child.name)
                child.offset += field.offset
                appendWords(of: child, depth: depth + 1, to: &fields)
            }
        default: break
        }
    }

    /// Objects of classes with such names have elements behind their fields, or data from C code,
    /// as Foundation's own objects do.
    private static let withElements = [
        "Swift.ManagedBuffer<", "Foundation.__NSCFType", "Foundation._NSCF",
    ]
}
