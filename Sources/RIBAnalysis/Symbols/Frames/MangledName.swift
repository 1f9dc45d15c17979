// SPDX-License-Identifier: Apache-2.0

/// The parts of a linker name, as far as they tell which module the code is in. By that,
/// `CodeOrigin` tells the code of libraries from the project's.
///
/// The grammar is in Swift's documentation, `docs/ABI/Mangling.rst`. An identifier is its length
/// and its letters, `4Home`. One that repeats words of earlier ones begins with 0: in
/// `0B8Shopping`, `B` is the second word, and the last to be repeated.
struct MangledName {
    private enum Part: Equatable {
        case identifier(String)
        /// A part that was named before, such as `AA`, or a standard type, such as `Sa`.
        case substitution(String)
        case other(UInt8)
    }

    private var parts: [Part] = []
    /// What is not read yet.
    private var rest: ArraySlice<UInt8>
    /// The words of the identifiers, for those that repeat them.
    private var words: [ArraySlice<UInt8>] = []
    /// A letter from `a` to `z` stands for a word, so no more can be repeated.
    private static let mostWords = 26
    /// Each byte may repeat a long word: parts may grow with the square of the length.
    private static let longestName = 1 << 14

    /// Splits a name into its parts. Wrong names give wrong parts, but always come to an end.
    ///
    /// - Returns: Nil for names that are not Swift's, and for those that nobody writes.
    init?(_ symbol: String) {
        guard symbol.hasPrefix("$s"), (3...Self.longestName).contains(symbol.utf8.count) else {
            return nil
        }
        rest = Array(symbol.utf8.dropFirst(2))[...]
        while let byte = rest.first { parts.append(part(byte)) }
    }

    /// The module that the code is in; for code in an extension, the extension's module.
    var module: String? {
        var module: String? =
            switch parts.first {
            case .identifier(let name): name
            case .substitution("So"), nil: nil
            case .other(UInt8(ascii: "s")), .substitution: "Swift"
            case .other: nil
            }
        var index = 0
        while index < parts.count {
            if isTypeEnd(at: index), let end = endOfExtension(at: index + 1) {
                if case .identifier(let name) = parts[index + 1] { module = name }
                index = end
            }
            index += 1
        }
        return module
    }

    /// Whether an extended type may end here: it has a letter for its kind, or is a standard type.
    private func isTypeEnd(at index: Int) -> Bool {
        switch parts[index] {
        case .other(let byte): "CVOP".utf8.contains(byte)
        case .substitution(let name): index == 0 && name != "So"
        case .identifier: false
        }
    }

    /// Where the extension ends whose module would be named at this index: at its `E`, which
    /// follows the module, or the extension's requirements and their `l`.
    private func endOfExtension(at index: Int) -> Int? {
        guard index < parts.count else { return nil }
        switch parts[index] {
        case .identifier, .substitution("AA"), .other(UInt8(ascii: "s")): break
        default: return nil
        }
        let (end, function) = (Part.other(UInt8(ascii: "E")), Part.other(UInt8(ascii: "F")))
        let next = parts[(index + 1)...].firstIndex { $0 == end || $0 == function }
        guard let next, parts[next] == end else { return nil }
        return next == index + 1 || parts[next - 1] == .other(UInt8(ascii: "l")) ? next : nil
    }
}

extension MangledName {
    private mutating func part(_ byte: UInt8) -> Part {
        let start = rest
        if byte.isDigit, let name = identifier() {
            return .identifier(String(decoding: name, as: UTF8.self))
        }
        rest = start.dropFirst()
        guard byte == UInt8(ascii: "A") || byte == UInt8(ascii: "S") else { return .other(byte) }
        // Such as `AA`, `A2b_`, `Sa` or `ScT`.
        var (text, goesOn) = ([byte], true)
        while goesOn, let next = rest.first,
            next.isDigit || next.isLetter || next == UInt8(ascii: "_")
        {
            rest = rest.dropFirst()
            text.append(next)
            goesOn =
                next.isDigit
                || (byte == UInt8(ascii: "A") ? next.isSmallLetter : next == UInt8(ascii: "c"))
        }
        return .substitution(String(decoding: text, as: UTF8.self))
    }

    private mutating func identifier() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "0") else { return literal() }
        rest = rest.dropFirst()
        guard rest.first == UInt8(ascii: "0") else { return repetition() }
        // Two zeros begin a name that is not ASCII.
        rest = rest.dropFirst()
        return literal(skipping: UInt8(ascii: "_"))
    }

    /// Reads words and literals in turn, up to the word with a capital letter and what follows.
    private mutating func repetition() -> ArraySlice<UInt8>? {
        var name: [UInt8] = []
        var goesOn = true
        while goesOn {
            while goesOn, let letter = rest.first, letter.isLetter {
                goesOn = letter.isSmallLetter
                let index = Int(letter | 0x20) - 0x61
                guard words.indices.contains(index) else { return nil }
                name += words[index]
                rest = rest.dropFirst()
            }
            if rest.first == UInt8(ascii: "0") {
                rest = rest.dropFirst()
                break
            }
            guard let literal = literal() else { return nil }
            name += literal
        }
        return name[...]
    }

    /// - Parameter separator: What may stand between the length and the letters.
    private mutating func literal(skipping separator: UInt8? = nil) -> ArraySlice<UInt8>? {
        let digits = rest.prefix(while: \.isDigit)
        var letters = rest.dropFirst(digits.count)
        if let separator, letters.first == separator { letters = letters.dropFirst() }
        guard let length = Int(String(decoding: digits, as: UTF8.self)), length > 0,
            letters.count >= length
        else { return nil }
        let name = letters.prefix(length)
        rest = letters.dropFirst(length)
        noteWords(of: name)
        return name
    }

    /// A word begins at a letter, and ends before `_`, or before a capital letter that does not
    /// follow another one. A single byte does not count as a word.
    private mutating func noteWords(of name: ArraySlice<UInt8>) {
        var start: Int?
        for index in name.startIndex...name.endIndex {
            let byte = index < name.endIndex ? name[index] : UInt8(ascii: "_")
            let isBreak = byte == UInt8(ascii: "_")
            if let first = start,
                isBreak || byte.isCapitalLetter && !name[index - 1].isCapitalLetter
            {
                if index - first >= 2, words.count < Self.mostWords {
                    words.append(name[first..<index])
                }
                start = nil
            }
            if start == nil, !isBreak, !byte.isDigit { start = index }
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isCapitalLetter: Bool { (0x41...0x5A).contains(self) }
    var isSmallLetter: Bool { (0x61...0x7A).contains(self) }
    var isLetter: Bool { isCapitalLetter || isSmallLetter }
}
