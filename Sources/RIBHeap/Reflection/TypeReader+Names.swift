// SPDX-License-Identifier: Apache-2.0

/// What mangled names of types say.
extension TypeReader {
    /// A name in the records of the compiler.
    struct MangledName {
        let start: UInt
        let length: UInt
        /// The name with `@` in place of a class that it refers to, and `?` of what else it does.
        let text: String

        init(at start: UInt) {
            var (text, next) = ("", start)
            while start != 0 {
                let byte = UInt8(truncatingIfNeeded: number(next))
                if byte == 0 { break }
                if byte < 0x20 {
                    text += byte <= 2 && Self.isClass(byte, at: next &+ 1) ? "@" : "?"
                } else {
                    text.unicodeScalars.append(Unicode.Scalar(byte))
                }
                // References take 4 bytes, or are an address.
                next &+= byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
            }
            (self.start, length, self.text) = (start, next &- start, text)
        }

        private static func isClass(_ byte: UInt8, at place: UInt) -> Bool {
            number(byte == 1 ? target(place) : word(target(place))) & 0x1F == 16
        }
    }

    typealias Find = (UnsafePointer<UInt8>, UInt) -> Any.Type?

    /// The kind and the type that a name stands for.
    ///
    /// - Parameter find: Asks the runtime for the type with a name.
    func described(_ name: MangledName, _ find: Find) -> (kind: Kind, type: UInt) {
        let text = name.text
        // Linux's runtime does not fill in the metadata of blocks, and crashes where it makes that
        // of an optional one. It must not be asked about them.
        if text.contains("XB") {
            return (text.hasSuffix("XB") || text.hasSuffix("XBSg") ? .block : .unknown, 0)
        }
        // It does not know these, which only closures capture: boxes, types without a value, and
        // functions as they are called.
        if ["Xb", "Xx", "XX"].contains(where: text.hasSuffix) { return (.strong, 0) }
        if text.hasSuffix("XMt") { return (.builtin, 0) }
        if let kind = Self.functionKind(text[...]) { return (kind, 0) }
        guard let start = UnsafePointer<UInt8>(bitPattern: name.start),
            let found = find(start, name.length)
        else { return (.unknown, 0) }
        let type = UInt(bitPattern: ObjectIdentifier(found))
        let kind = kind(of: type)
        switch text.suffix(2) {
        case "Xw": return (isExistential(type) ? .weakExistential : .weak, type)
        case "Xo": return (isExistential(type) ? .weakExistential : .unowned, type)
        case "Xu": return (isExistential(type) ? .builtin : .unmanaged, type)
        default: return (kind, type)
        }
    }

    /// Whether a type is a protocol's for objects, or an optional of one.
    private func isExistential(_ type: UInt) -> Bool {
        let kind = kind(of: type)
        return kind == .classExistential
            || kind == .singlePayloadEnum && children(of: type).first?.kind == .classExistential
    }

    /// What is a function as it is called, or an optional of one: `Ieg_`, with its conventions
    /// between the letter and the line. Nil for other names.
    private static func functionKind(_ name: Substring) -> Kind? {
        if name.hasSuffix("Sg") { return functionKind(name.dropLast(2)) }
        guard name.hasSuffix("_"), let start = name.lastIndex(of: "I") else { return nil }
        let conventions = name[start...].dropFirst().dropLast()
        guard !conventions.isEmpty, conventions.allSatisfy(\.isLetter) else { return nil }
        if conventions.contains("B") { return .block }
        return conventions.contains("t") || conventions.contains("C") ? .rawPointer : .function
    }

    /// The size and alignment of what has a kind and perhaps a type; nil when nobody knows.
    func extent(_ kind: Kind, _ type: UInt) -> (size: Int, alignment: Int)? {
        if type != 0 { return (size(of: type), alignment(of: type)) }
        switch kind {
        case .function: return (16, 8)
        case .strong, .block, .rawPointer: return (8, 8)
        case .builtin: return (0, 1)
        default: return nil
        }
    }
}
