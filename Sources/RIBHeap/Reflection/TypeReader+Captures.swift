// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// What closures capture.
///
/// The context of a closure of generic code begins with the types that its captures depend on, its
/// bindings. Other types come from what is captured, such as a generic object.
extension TypeReader {
    private static let mostCaptures: UInt32 = 64

    /// Whether this is the metadata of closures' contexts, with a description of the captures.
    func isContext(_ context: HeapMetadata, _ memory: GuardedMemory) -> Bool {
        // A function to free it and no value witnesses come before the metadata.
        context.valueOffset >= 16 && isInImage(context.address) && isInImage(context.payload)
            && memory.word(at: context.address &- 8) == 0
            && memory.word(at: context.address &- 16).map(isInImage) == true
            && HeapMetadata.number(at: context.payload, memory) != nil
    }

    /// How many bindings a context has.
    func bindingCount(of context: HeapMetadata) -> Int {
        Int(min(Self.number(context.payload &+ 8), Self.mostCaptures))
    }

    /// What a closure captures, up to the first capture whose place nobody knows.
    ///
    /// - Parameter object: The address of the context, which may be freed at any time.
    func captures(
        of context: HeapMetadata, _ bindings: [UInt], object: UInt, _ memory: GuardedMemory
    ) -> [Child] {
        var (captures, places): ([Child], [Int]) = ([], [])
        var offset = Int(context.valueOffset) + 8 * bindings.count
        for index in 0..<UInt(min(Self.number(context.payload), Self.mostCaptures)) {
            var arguments = arguments(of: context, bindings, places, object, memory)
            let address = Self.target(context.payload &+ 12 &+ 4 &* index)
            let name = ribleak_read_name(address)
            var (kind, type) = described(address) { ribleak_type_with_name($0, $1, &arguments) }
            var parts: [Child]?
            if kind == .unknown, type == 0 {
                // Objects of a generic class look alike. Without bindings, contexts of all types
                // have one layout, so that each value of an unknown type is an object.
                if name.class_descriptor != 0 || bindings.isEmpty && name.is_parameter != 0 {
                    kind = .strong
                }
                // The optimiser makes no metadata for a struct that only closures use.
                let descriptor = name.struct_descriptor
                if descriptor != 0 {
                    parts = fields(of: descriptor, Self.number(descriptor &+ 20), 0) { _ in 0 }
                }
            }
            let values = parts ?? [Child(name: "", offset: 0, kind: kind, type: type)]
            let extents = values.compactMap { extent($0.kind, $0.type) }
            guard extents.count == values.count else { break }
            func align(_ alignment: Int) {
                offset = (offset + alignment - 1) / alignment * alignment
            }
            align(extents.map(\.alignment).max() ?? 1)
            places.append(offset)
            for (var value, (size, alignment)) in zip(values, extents) {
                align(alignment)
                value.offset = offset
                captures.append(value)
                offset += size
            }
        }
        return captures
    }

    /// The types of generic parameters that are known from bindings and captures.
    private func arguments(
        of context: HeapMetadata, _ bindings: [UInt], _ places: [Int], _ object: UInt,
        _ memory: GuardedMemory
    ) -> ribleak_type_arguments {
        let sources = sources(of: context)
        let parameters = parameterCount(of: context, sources)
        /// The metadata that a source leads to: `B0` is a binding, `R1` the class of a captured
        /// object, `M1` a captured type, and `G0R1_` an argument of these.
        func word(_ source: Substring) -> UInt? {
            let digits = source.dropFirst().prefix(while: \.isNumber)
            guard let index = Int(digits) else { return nil }
            switch source.first {
            case "B": return index < bindings.count ? bindings[index] : nil
            case "R", "M":
                guard places.indices.contains(index - parameters),
                    let word = memory.word(at: object &+ UInt(places[index - parameters]))
                else { return nil }
                if source.first == "M" { return word }
                // The object may be of a subclass, which has other arguments.
                let descriptor = classDescriptor(UInt(index - parameters), of: context)
                return HeapMetadata.classes(from: memory.metadata(at: word), memory)
                    .first { $0.descriptor == descriptor }?.address
            case "G":
                let outer = word(source.dropFirst(1 + digits.count)) ?? 0
                return argument(UInt(index), of: type(at: outer, memory))
            default: return nil
            }
        }
        var arguments = ribleak_type_arguments()
        for (name, source) in sources {
            guard let word = word(source[...]) else { continue }
            let type = type(at: word, memory)
            if type != 0 { ribleak_type_set_argument(&arguments, name, type) }
        }
        return arguments
    }

    /// The names of generic parameters, each with where its type comes from.
    private func sources(of context: HeapMetadata) -> [(name: UInt, source: String)] {
        let first = context.payload &+ 12 &+ 4 &* UInt(Self.number(context.payload))
        let count = UInt(min(Self.number(context.payload &+ 4), Self.mostCaptures))
        return (0..<count).map { index in
            let place = first &+ 8 &* index
            return (Self.target(place), Self.text(at: Self.target(place &+ 4)))
        }
    }

    /// How many parameters of a closure's function come before its captures. Sources count all
    /// parameters, and the first generic object that is captured is the first one among them.
    private func parameterCount(
        of context: HeapMetadata, _ sources: [(name: UInt, source: String)]
    ) -> Int {
        let objects = sources.compactMap { _, source in
            source.firstIndex(of: "R").flatMap {
                Int(source[source.index(after: $0)...].prefix(while: \.isNumber))
            }
        }
        let captured = (0..<UInt(min(Self.number(context.payload), Self.mostCaptures))).first {
            classDescriptor($0, of: context) != 0
        }
        return max(0, (objects.min() ?? 0) - Int(captured ?? 0))
    }

    /// The generic class of a captured object; 0 for another capture.
    private func classDescriptor(_ capture: UInt, of context: HeapMetadata) -> UInt {
        ribleak_read_name(Self.target(context.payload &+ 12 &+ 4 &* capture)).class_descriptor
    }
}

/// What mangled names of types say.
extension TypeReader {
    /// The kind and the type that a name stands for.
    ///
    /// - Parameter find: Asks the runtime for the type with a name, given its address and length.
    func described(_ address: UInt, _ find: (UInt, Int) -> UInt) -> (kind: Kind, type: UInt) {
        let name = ribleak_read_name(address)
        func reference(_ kind: Kind, _ ofProtocol: Kind) -> (Kind, UInt) {
            let type = find(address, name.length)
            let own = self.kind(of: type)
            let payload = own == .singlePayloadEnum ? children(of: type).first?.kind : own
            return (payload == .classExistential ? ofProtocol : kind, type)
        }
        switch name.form {
        case ribleak_name_weak: return reference(.weak, .weakExistential)
        case ribleak_name_unowned: return reference(.unowned, .weakExistential)
        case ribleak_name_unmanaged: return reference(.unmanaged, .builtin)
        case ribleak_name_block: return (.block, 0)
        case ribleak_name_of_block: return (.unknown, 0)
        case ribleak_name_box: return (.strong, 0)
        case ribleak_name_function: return (.function, 0)
        case ribleak_name_function_address: return (.rawPointer, 0)
        case ribleak_name_empty: return (.builtin, 0)
        default:
            let type = name.length == 0 ? 0 : find(address, name.length)
            return (kind(of: type), type)
        }
    }

    /// The size and alignment of what has a kind and perhaps a type; nil when nobody knows.
    private func extent(_ kind: Kind, _ type: UInt) -> (size: Int, alignment: Int)? {
        if type != 0 { return (size(of: type), alignment(of: type)) }
        switch kind {
        case .function: return (16, 8)
        case .strong, .weak, .unowned, .unmanaged, .block, .rawPointer: return (8, 8)
        case .builtin: return (0, 1)
        default: return nil
        }
    }
}
