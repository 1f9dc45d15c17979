// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// The variables or the functions of an image, by address.
///
/// Reading ends and does not crash, whatever the file contains.
final class ImageSymbols {
    struct Variable {
        /// The linker's symbol; empty when there is none.
        var symbol = ""
        var use = SymbolUse.unknown
        /// The start address in memory.
        var start: UInt?
        var size: UInt = 0

        /// Whether it is an existential that can hold any value: three words for the value, then
        /// the type.
        var isOpaqueExistential: Bool {
            guard use == .variable, size >= 32 else { return false }
            return ["pvp", "pvpZ", "pSgvp", "pSgvpZ"].contains(where: symbol.hasSuffix)
        }
    }

    static let most = (tableBytes: 1 << 26, nameBytes: 1 << 27, name: 4096, known: 1 << 14)

    private let image: LoadedImage
    private let file: ImageFile
    private let kind: Int32
    private(set) var areRead = false
    private var isStripped = true
    /// The entries by increasing address.
    private var entries: [ribleak_symbol] = []
    private var names: (start: UInt64, size: Int) = (0, 0)
    /// The variables looked up so far, by address in the file. Reading and demangling a name is
    /// slow.
    private var known: [UInt64: Variable] = [:]

    /// - Parameter kind: The symbol type as in ELF.
    init(image: LoadedImage, file: ImageFile, kind: Int32 = Int32(ribleak_symbol_variable)) {
        self.image = image
        self.file = file
        self.kind = kind
    }

    /// The linker's name for the symbol that contains an address; empty when there is none.
    func name(at address: UInt) -> String {
        read()
        return entry(at: UInt64(address &- image.loadBias)).map { name(Int($0.name)) } ?? ""
    }

    /// The variable that contains an address.
    func variable(at address: UInt) -> Variable {
        read()
        guard let entry = entry(at: UInt64(address &- image.loadBias)) else { return Variable() }
        if let variable = known[entry.address] { return variable }
        let symbol = name(Int(entry.name))
        let variable = Variable(
            symbol: symbol, use: SymbolUse(symbol),
            start: UInt(entry.address) &+ image.loadBias, size: UInt(entry.size))
        if known.count < Self.most.known { known[entry.address] = variable }
        return variable
    }

    /// Whether one begins at an address; true when its symbol may have been stripped.
    func mayBegin(at address: UInt) -> Bool {
        read()
        let place = UInt64(address &- image.loadBias)
        return entry(at: place).map { $0.address == place } ?? isStripped
    }

    private func entry(at wanted: UInt64) -> ribleak_symbol? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].address <= wanted { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return wanted - entry.address < entry.size ? entry : nil
    }

    private func name(_ offset: Int) -> String {
        guard offset < names.size else { return "" }
        let most = min(Self.most.name, names.size - offset)
        let name = file.bytes(at: names.start &+ UInt64(offset), count: most).text(at: 0)
        return String(name.trimmingPrefix(file.prefix))
    }

    func read() {
        guard !areRead else { return }
        areRead = true
        // Use the full symbol table, or the one of exported symbols if the full one was stripped.
        let tables = ([2, 11] as [UInt32]).compactMap { kind in
            file.sections.first { $0.kind == kind }
        }.filter { $0.size > 0 && file.sections.indices.contains($0.link) }
        guard let table = tables.first else { return }
        isStripped = table.kind != 2
        let strings = file.sections[table.link]
        names = (strings.offset, min(strings.size, Self.most.nameBytes))
        entries = file.symbols(in: table, atMost: Self.most.tableBytes, kind: kind)
    }
}

/// What a symbol says about the memory that it names.
enum SymbolUse {
    /// A Swift variable that may be a strong reference.
    case variable
    /// Nothing: there is no symbol, or it belongs to another language.
    case unknown
    /// There is no strong reference, as in a weak variable or a record of the runtime.
    case none

    init(_ symbol: String) {
        guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") else {
            self = .unknown
            return
        }
        let text = ribleak_demangle_whole(symbol, symbol.utf8.count)
        defer { free(text) }
        // `App.last : Swift.Optional<Swift.Int>`, also of an object that the compiler made for a
        // variable and placed in the image. The name of anything else has no type.
        let parts = text.map { String(cString: $0) }?.components(separatedBy: " : ") ?? []
        self = parts.count < 2 || Self.holdsNone(parts[parts.count - 1]) ? .none : .variable
    }

    /// Whether no value of a type, or of a tuple of types, is a strong reference: a number, or a
    /// note of where an object was. Such a note stays when the object goes, and the next object may
    /// get its address.
    private static func holdsNone(_ type: String) -> Bool {
        !type.contains("->")
            && type.replacing("Swift.Optional<", with: "").split(separator: ",").allSatisfy {
                // An element may have a label.
                let type = $0.components(separatedBy: ": ").last?.drop { " (".contains($0) } ?? ""
                return uncounted.contains(where: type.hasPrefix)
            }
    }

    private static let uncounted = [
        "weak ", "unowned", "Swift.Unmanaged<", "Swift.ObjectIdentifier", "Swift.OpaquePointer",
        "Swift.UnsafePointer", "Swift.UnsafeMutable", "Swift.UnsafeRaw", "Swift.UnsafeBuffer",
        "Swift.Int", "Swift.UInt", "Swift.Bool", "Swift.Double", "Swift.Float",
    ]
}
