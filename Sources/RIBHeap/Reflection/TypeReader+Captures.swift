// SPDX-License-Identifier: Apache-2.0

/// What closures capture.
///
/// The context of a closure of generic code has the types that its captures depend on, its
/// bindings. Other types come from what is captured, such as a generic object.
extension TypeReader {
    /// The types of generic parameters by their place: how far out they are declared, and their
    /// number there.
    private typealias Parameters = [Place: UInt]

    private struct Place: Hashable {
        let depth: Int
        let index: Int
    }

    private static let mostCaptures: UInt32 = 64

    /// How many bindings a context has.
    func bindingCount(ofContext context: HeapMetadata) -> Int {
        isInImage(context.payload)
            ? Int(min(Self.number(context.payload &+ 8), Self.mostCaptures)) : 0
    }

    /// What a closure captures, up to the first capture whose place nobody knows.
    ///
    /// - Parameters:
    ///   - bindings: The words at the start of the context.
    ///   - object: The address of the context, which may be freed at any time.
    func captures(
        of context: HeapMetadata, _ bindings: [UInt], object: UInt, _ memory: GuardedMemory
    ) -> [Child] {
        guard isInImage(context.payload) else { return [] }
        var captures: [Child] = []
        var offset = Int(context.valueOffset) + 8 * bindings.count
        for index in 0..<UInt(min(Self.number(context.payload), Self.mostCaptures)) {
            let parameters = parameters(of: context, bindings, captures, object: object, memory)
            let name = MangledName(at: Self.target(context.payload &+ 12 &+ 4 &* index))
            var (kind, type) = described(name) { Self.type(named: $0, $1, parameters) }
            // Without bindings, contexts of all types have one layout, so that each value of an
            // unknown type is an object.
            if kind == .unknown, type == 0, bindings.isEmpty, Self.isObject(name.text) {
                kind = .strong
            }
            guard let (size, alignment) = extent(kind, type) else { break }
            offset = (offset + alignment - 1) / alignment * alignment
            captures.append(Child(name: "", offset: offset, kind: kind, type: type))
            offset += size
        }
        return captures
    }

    /// Whether a name is a generic parameter's or a class's, which may have parameters.
    private static func isObject(_ name: String) -> Bool {
        let isClass = name.hasPrefix("@")
        return name.dropFirst(isClass ? 1 : 0).allSatisfy {
            "xqd_0123456789".contains($0) || isClass && "yG".contains($0)
        }
    }

    /// The types of parameters that are known from bindings and captures.
    private func parameters(
        of context: HeapMetadata, _ bindings: [UInt], _ captures: [Child], object: UInt,
        _ memory: GuardedMemory
    ) -> Parameters {
        var parameters: Parameters = [:]
        let sources = context.payload &+ 12 &+ 4 &* UInt(Self.number(context.payload))
        for index in 0..<UInt(min(Self.number(context.payload &+ 4), Self.mostCaptures)) {
            let source = sources &+ 8 &* index
            guard let place = Self.place(MangledName(at: Self.target(source)).text) else {
                continue
            }
            var text = Self.text(at: Self.target(source &+ 4))[...]
            if let word = word(of: &text, bindings, captures, object: object, memory) {
                let type = type(at: word, memory)
                if type != 0 { parameters[place] = type }
            }
        }
        return parameters
    }

    /// The metadata that a source leads to: `B0` is a binding, `R1` the class of a captured object,
    /// `M1` a captured type, and `G0R1_` an argument of these.
    private func word(
        of source: inout Substring, _ bindings: [UInt], _ captures: [Child], object: UInt,
        _ memory: GuardedMemory
    ) -> UInt? {
        let letter = source.popFirst()
        let digits = source.prefix(while: \.isNumber)
        source = source.dropFirst(digits.count)
        guard let index = Int(digits) else { return nil }
        switch letter {
        case "B": return index < bindings.count ? bindings[index] : nil
        case "R", "M":
            guard index < captures.count,
                let word = memory.word(at: object &+ UInt(captures[index].offset))
            else { return nil }
            return letter == "R" ? memory.word(at: word) : word
        case "G":
            guard
                let outer = word(of: &source, bindings, captures, object: object, memory)
            else { return nil }
            return argument(UInt(index), of: type(at: outer, memory))
        default: return nil
        }
    }

    /// The place of the generic parameter that a mangled name stands for: `x`, `q_`, `q0_`, `qd__`.
    private static func place(_ name: String) -> Place? {
        if name == "x" { return Place(depth: 0, index: 0) }
        guard name.hasPrefix("q"), name.hasSuffix("_") else { return nil }
        let isInner = name.hasPrefix("qd")
        let numbers = name.dropFirst(isInner ? 2 : 1).dropLast()
            .split(separator: "_", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? 0 : Int($0).map { $0 + 1 } }
        guard numbers.count == (isInner ? 2 : 1), let last = numbers.last ?? nil,
            let first = numbers[0], max(first, last) < 64
        else { return nil }
        return isInner ? Place(depth: first + 1, index: last) : Place(depth: 0, index: last + 1)
    }

    /// The type with a mangled name, given those of generic parameters.
    ///
    /// The runtime takes them in the order of a description, which a closure has none of.
    private static func type(
        named name: UnsafePointer<UInt8>, _ length: UInt, _ parameters: Parameters
    ) -> Any.Type? {
        let levels = (parameters.keys.map(\.depth).max() ?? -1) + 1
        var (counts, hasArgument, arguments): ([UInt16], [UInt8], [UInt]) = ([], [], [])
        for depth in 0..<levels {
            let count = (parameters.keys.filter { $0.depth == depth }.map(\.index).max() ?? -1) + 1
            for index in 0..<count {
                let type = parameters[Place(depth: depth, index: index)]
                hasArgument.append(type == nil ? 0 : 0x80)
                if let type { arguments.append(type) }
            }
            counts.append(UInt16(hasArgument.count))
        }
        var environment = withUnsafeBytes(of: UInt32(levels)) { Array($0) }
        for count in counts { environment += [UInt8(count & 0xFF), UInt8(count >> 8)] }
        environment += hasArgument
        return environment.withUnsafeBytes { environment in
            arguments.withUnsafeBytes { arguments in
                _getTypeByMangledNameInEnvironment(
                    name, length,
                    genericEnvironment: levels == 0 ? nil : environment.baseAddress,
                    genericArguments: levels == 0 ? nil : arguments.baseAddress)
            }
        }
    }
}
