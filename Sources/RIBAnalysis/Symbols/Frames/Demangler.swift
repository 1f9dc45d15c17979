// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Turns linker names into names as in the source, with the Swift runtime's own demangler.
enum Demangler {
    /// Longer names are shown mangled, since demangling them gives nothing readable.
    private static let longestName = 4096
    private static let longestResult = 16_384

    /// The name as a person writes it, such as `closure #1 in Score.didBecomeActive()`.
    static func demangled(_ symbol: String) -> String {
        let name = simplified(symbol)
        // The file `main.swift` has code outside all functions, without a demangled name.
        return withMacros(name.hasSuffix(" in ") ? name + "top-level code" : name)
    }

    /// What the demangler makes of a name.
    private static func simplified(_ symbol: String) -> String {
        let length = symbol.utf8.count
        guard length <= longestName, isBounded(symbol) else { return symbol }
        guard let name = ribleak_demangle(symbol, length) else { return symbol }
        defer { free(name) }
        guard strlen(name) <= longestResult else { return symbol }
        // `show@Sendable (_:)` has a leftover of the method's type that is not in the source.
        return String(cString: name).replacing("@Sendable (", with: "(")
    }

    /// The name with macros in place of the names that these made up, such as `macro #expect` for
    /// `$s3App…_6expectfMf_7__localfMu_ #1 ()`. The demangler leaves these as they are.
    private static func withMacros(_ name: String) -> String {
        guard hasNameOfMacro(name) else { return name }
        var words: [String] = []
        var isOfMacro = false
        for word in name.split(separator: " ") {
            if isOfMacro, word.hasPrefix("#") || word == "()" { continue }
            let shown = withMacro(word)
            isOfMacro = shown != nil
            words.append(shown ?? String(word))
        }
        return words.joined(separator: " ")
    }

    /// A part of a name with the macro in place of the name that it made up; nil without such.
    private static func withMacro(_ word: Substring) -> String? {
        guard let start = word.range(of: "$s"), let mark = word.range(of: "fMu"),
            start.lowerBound < mark.lowerBound,
            let end = word[mark.upperBound...].firstIndex(of: "_")
        else { return nil }
        // Such as `unique name #1 of body in freestanding macro expansion #1 of expect in App`, or
        // `… in peer macro @Test expansion #1 of …`.
        let words = simplified(String(word[start.lowerBound...end])).split(separator: " ")
        guard let role = words.firstIndex(of: "macro"), role + 1 < words.count else { return nil }
        let isAttached = words[role + 1].hasPrefix("@")
        guard isAttached || role + 4 < words.count else { return nil }
        let macro = isAttached ? words[role + 1] : "#" + words[role + 4]
        return "\(word[..<start.lowerBound])macro \(macro)\(word[word.index(after: end)...])"
    }

    private static func hasNameOfMacro(_ name: String) -> Bool {
        contains(name, "$s") && contains(name, "fMu")
    }

    /// True for a demangled name with a part that a macro made up.
    static func isOfMacro(_ name: String) -> Bool {
        [" macro expansion #", "macro #", "macro @"].contains { contains(name, $0) }
            || hasNameOfMacro(name)
    }

    /// Each frame of each stack is asked. Without optimization, generic code took 40% of all the
    /// time of a test that leaks.
    private static func contains(_ name: String, _ part: String) -> Bool {
        strstr(name, part) != nil
    }

    /// True for code the compiler generated to pass a call on, such as a partial apply forwarder,
    /// or to copy and destroy values.
    static func isThunk(_ symbol: String) -> Bool {
        guard symbol.utf8.count <= longestName, isBounded(symbol) else { return false }
        let name = withoutParts(symbol)
        // The runtime does not count `Tj`, a dispatch thunk. Where it has no answer, endings tell.
        return switch ribleak_is_thunk(name) {
        case 1: true
        case 0: name.hasSuffix("Tj") || isOutlined(name)
        default: ["TA", "TR", "Tj"].contains(where: name.hasSuffix) || isOutlined(name)
        }
    }

    /// The name of the function that an asynchronous function's part belongs to. A part after an
    /// `await` ends with `TQ` or `TY`, its number and `_`; the code generator may add `.resume.0`.
    private static func withoutParts(_ symbol: String) -> String {
        let name = symbol.prefix { $0 != "." }
        guard name.hasPrefix("$s"), name.last == "_" else { return String(name) }
        var before = name.dropLast()
        while before.last?.isNumber == true { before.removeLast() }
        return String(["TQ", "TY"].contains(where: before.hasSuffix) ? before.dropLast(2) : name)
    }

    /// Whether a mangled name ends as in `TQ0_` or `TY1_`.
    static func isPartOfAsyncFunction(_ symbol: String) -> Bool {
        symbol.last == "_" && !symbol.contains(".") && withoutParts(symbol) != symbol
    }

    /// True for code that the compiler moved to a function of its own to copy, destroy or retain a
    /// value: `WO` and a letter.
    private static func isOutlined(_ name: String) -> Bool {
        name.hasPrefix("$s") && name.dropLast().hasSuffix("WO") && name.last?.isLetter == true
    }
}

// How much a linker name may grow when it is demangled.
//
// A name can repeat a part it has named before, and that part may contain repetitions itself.
// So sixty letters can expand to a gigabyte. The demanglers have no limit, so their input is
// limited here. This computes an upper bound. The first repetition of a part may double all
// that comes before it. Each further repetition adds as much as the first.
extension Demangler {
    /// The most letters of an expanded name. The demangler may still write two of them out as
    /// `Swift.UnsafeMutablePointer`.
    private static let largestExpansion = 1 << 20

    /// True when the demangled name is certain to be small enough to show.
    private static func isBounded(_ symbol: String) -> Bool {
        let bytes = Array(symbol.utf8)
        if symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("$e") {
            return isBounded(withoutIdentifiers(bytes), isSwift: true)
        }
        if symbol.hasPrefix("_Z") { return isBounded(bytes, isSwift: false) }
        // The forms before Swift 5 are not checked. Names of other kinds are not demangled.
        return !["_T", "__T", "@__swiftmacro_", "_$s", "_$S", "_$e", "__Z"]
            .contains(where: symbol.hasPrefix)
    }

    /// Removes the identifiers, since no repetition is inside them.
    ///
    /// The characters around a number tell whether it begins an identifier; in doubt it is kept.
    /// The discriminator of private declarations, `33_C3ECF520E5F5219ECA24122BC8620072`, also looks
    /// like the index 33. It is removed at most twice.
    private static func withoutIdentifiers(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var discriminators = 0
        var rest = bytes[...]
        while let byte = rest.first {
            let digits = rest.prefix(while: \.isDigit)
            let after = rest[digits.endIndex...]
            if digits.isEmpty || isCount(after: kept) {
                kept.append(byte)
                rest = rest.dropFirst()
            } else if digits.elementsEqual("33".utf8), discriminators < 2, isDiscriminator(after) {
                discriminators += 1
                rest = after.dropFirst(33)
            } else if after.first == UInt8(ascii: "_") {
                kept += digits
                rest = after
            } else if digits.elementsEqual("0".utf8) {
                // Words of earlier identifiers, the last as a capital letter.
                rest = after.drop(while: \.isSmallLetter).dropFirst()
            } else {
                rest = after.dropFirst(Int(String(decoding: digits, as: UTF8.self)) ?? after.count)
            }
        }
        return kept
    }

    /// Whether `_` and 32 hexadecimal digits follow.
    private static func isDiscriminator(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "_") && bytes.count >= 33
            && bytes.dropFirst().prefix(32).allSatisfy {
                $0.isDigit || UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0
            }
    }

    /// True for a number that is a repeat count or the single digit of a specialisation. It comes
    /// after `A` and what follows it, after `S`, or after `T` and a letter.
    private static func isCount(after kept: [UInt8]) -> Bool {
        if kept.last == UInt8(ascii: "S") { return true }
        if kept.count >= 2, kept[kept.count - 2] == UInt8(ascii: "T") { return true }
        return kept.last { !$0.isDigit && !$0.isSmallLetter } == UInt8(ascii: "A")
    }

    /// Whether all repetitions together stay small.
    ///
    /// In a Swift name, `A` begins them: `B` is the second part, `b` too but more follow, `2_` is
    /// the 29th, and `5B` is the second part five times. In a C++ name, `S_`, `S0_` and so on are
    /// parts, and `T_`, `T0_` and so on are template arguments.
    private static func isBounded(_ bytes: [UInt8], isSwift: Bool) -> Bool {
        let starts = Array((isSwift ? "A" : "ST").utf8)
        var size = 1
        var sizes: [[UInt8]: Int] = [:]
        // What is read of a repetition; empty elsewhere.
        var read: [UInt8] = []
        for byte in bytes {
            var (part, count): ([UInt8], Int) = ([], 1)
            if read.isEmpty, starts.contains(byte) {
                read = [byte]
            } else if read.isEmpty {
                size += 1
            } else if byte.isDigit || !isSwift && byte.isCapitalLetter {
                read.append(byte)
            } else if byte == UInt8(ascii: "_") {
                (part, read) = (read + [byte], [])
            } else if isSwift, byte.isLetter {
                let digits = String(decoding: read.dropFirst(), as: UTF8.self)
                (part, count) = ([byte & 0x5F], digits.isEmpty ? 1 : Int(digits) ?? .max)
                read = byte.isCapitalLetter ? [] : starts
            } else {
                size += read.count + 1
                read = []
            }
            if part.isEmpty { continue }
            let added = (sizes[part] ?? size).multipliedReportingOverflow(by: count)
            if added.overflow || added.partialValue > largestExpansion - size { return false }
            sizes[part] = sizes[part] ?? size
            size += added.partialValue + (read.isEmpty ? 1 : 0)
        }
        return true
    }
}
