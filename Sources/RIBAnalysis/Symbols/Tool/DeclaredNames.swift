// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The names that a build of the project declares: its types, functions and properties. By them, a
/// renamed function is told from another one.
///
/// They come from the symbols and the debug information, which also has the functions that the
/// optimizer inlined. Of some of these, only a closure is left. Only hashes are kept, so that a
/// baseline can hold those of its build.
package struct DeclaredNames: Equatable, Sendable {
    private static let digits = 8
    /// More than a project's types and the members of some of them.
    private static let most = 50_000

    private var hashes: Set<UInt32> = []

    init(_ names: some Sequence<String>) { hashes = Set(names.map(Self.hash)) }

    /// Reads the project's own binaries, if they are still the ones that were recorded.
    ///
    /// - Parameters:
    ///   - images: The files of a run, with offset 0.
    ///   - types: The types whose functions and properties are wanted; nil for all.
    /// - Returns: Nil when a name that is missing may be there all the same: a binary is gone, was
    ///   rebuilt, or has no debug information.
    package init?(of images: Set<ImageAddress>, membersOf types: Set<String>? = nil) {
        guard !images.isEmpty else { return nil }
        for image in images {
            guard image.caveat == nil, let tables = ElfImage(path: image.path)?.nameTables else {
                return nil
            }
            Self.visitSymbols(in: tables) { symbol in
                for name in Self.names(in: symbol, membersOf: types) {
                    hashes.insert(Self.hash(name))
                }
            }
        }
        guard !hashes.isEmpty, types == nil || hashes.count <= Self.most else { return nil }
    }

    /// Reads what `text` wrote.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count % Self.digits == 0, bytes.count / Self.digits <= Self.most else {
            return nil
        }
        for start in stride(from: 0, to: bytes.count, by: Self.digits) {
            let digits = String(decoding: bytes[start..<(start + Self.digits)], as: UTF8.self)
            guard let hash = UInt32(digits, radix: 16) else { return nil }
            hashes.insert(hash)
        }
    }

    /// The hashes in order, 8 hexadecimal digits each.
    package var text: String { hashes.sorted().map { String(format: "%08x", $0) }.joined() }

    /// - Parameter name: `Home` for a type, `Home.kept` for a property, `Home.load()` for a
    ///   function.
    func contain(_ name: String) -> Bool { hashes.contains(Self.hash(name)) }

    /// FNV-1a with 32 bits.
    private static func hash(_ name: String) -> UInt32 {
        name.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    // MARK: - Symbols

    /// The ends of symbols that declare something: functions, accessors, fields, types.
    private static let functions = ["F", "FZ", "fC", "fc", "fD", "fd"]
    private static let others = ["vg", "vgZ", "vpfi", "vpWvd", "vpZ", "Mn", "Ma"]
    private static let prefixes = [
        "variable initialization expression of ", "direct field offset for ",
        "nominal type descriptor for ", "type metadata accessor for ",
    ]

    /// What the compiler adds to the symbol of a closure that it forwards to or merged with others.
    private static let forwarders = ["TATm", "TmTA", "TA", "Tm"]

    /// The type and the member that a symbol of the project declares, or whose closure it is.
    static func names(in symbol: String, membersOf types: Set<String>? = nil) -> [String] {
        let isFunction = functions.contains(where: symbol.hasSuffix) || isClosure(symbol)
        guard isFunction || others.contains(where: symbol.hasSuffix) else { return [] }
        var name = Demangler.demangled(symbol)
        if let prefix = prefixes.first(where: name.hasPrefix) {
            name.removeFirst(prefix.count)
            if symbol.hasSuffix("Mn") || symbol.hasSuffix("Ma") { return [type(name)] }
        }
        let function = StableName.function(name)
        let parts = FunctionName(function)
        guard let owner = parts.type else { return [] }
        guard types?.contains(owner) ?? true else { return [owner] }
        return [owner, isFunction ? function : "\(owner).\(parts.name)"]
    }

    /// Whether a symbol ends as that of a closure: `fU_`, `fU0_`, or `fu_` for an implicit one.
    private static func isClosure(_ symbol: String) -> Bool {
        var rest = Substring(symbol)
        rest.removeLast(forwarders.first(where: symbol.hasSuffix)?.count ?? 0)
        guard rest.popLast() == "_" else { return false }
        while rest.last?.isNumber ?? false { rest.removeLast() }
        return rest.hasSuffix("fU") || rest.hasSuffix("fu")
    }

    /// A type's own name, without those around it.
    static func type(_ name: some StringProtocol) -> String {
        let plain = String(String(name).withoutGenericArguments)
        return plain.split(separator: ".").last.map(String.init) ?? plain
    }
}

extension DeclaredNames {
    /// Visits the symbols of the project's own modules that may declare something, each once.
    private static func visitSymbols(in tables: [[UInt8]], _ body: (String) -> Void) {
        var seen: Set<String> = []
        for table in tables {
            table.withUnsafeBytes { bytes in
                var place = 0
                while place < bytes.count, let base = bytes.baseAddress {
                    let end = memchr(base + place, 0, bytes.count - place)
                    let name = bytes[place..<(end.map { base.distance(to: $0) } ?? bytes.count)]
                    place = name.endIndex + 1
                    // Most texts are no symbols.
                    guard (5...4096).contains(name.count), name.first == UInt8(ascii: "$"),
                        name.last.map(lastLetters.contains) ?? false
                    else { continue }
                    let symbol = String(decoding: name, as: UTF8.self)
                    if isOfProject(symbol), seen.insert(symbol).inserted { body(symbol) }
                }
            }
        }
    }

    /// The last letters of what declares something, and of closures.
    private static let lastLetters = Set("FZCcDdgian_Am".utf8)

    /// Whether the first identifier of a symbol, which is its module, is the project's.
    private static func isOfProject(_ symbol: String) -> Bool {
        let identifier = symbol.utf8.dropFirst(2)
        let digits = identifier.prefix(while: \.isDigit)
        guard symbol.hasPrefix("$s"), let length = Int(String(decoding: digits, as: UTF8.self)),
            case let name = identifier.dropFirst(digits.count).prefix(length),
            length > 0, name.count == length
        else { return false }
        return !CodeOrigin.isLibrary(String(decoding: name, as: UTF8.self))
    }
}
