// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes names of code that stay the same when a build or the surrounding code changes.
enum StableName {
    private static let prefixes = [
        "specialized ", "partial apply for ", "merged ", "thunk for ", "outlined ",
    ]

    /// The function that contains a piece of code, without nested closures and functions. For
    /// example `Home.load()` for `specialized closure #1 in Home.load()`.
    static func function(_ name: String) -> String {
        let code = without(prefixes, name)
        guard let inside = code.range(of: " in ", options: .backwards) else { return String(code) }
        return String(without(prefixes, code[inside.upperBound...]))
    }

    /// A function as it is written: without the optimizer's prefix, and with `init` and `deinit` in
    /// place of the functions around them that get and free memory.
    static func written(_ name: String) -> String {
        String(without(["specialized "], name)).replacing("__allocating_init", with: "init")
            .replacing("__deallocating_deinit", with: "deinit")
    }

    /// Whether a linker name names a function into which the optimizer merged others. In Swift's
    /// mangling that is `Tm`, possibly followed by a forwarder's mark.
    static func isMerged(_ symbol: String) -> Bool {
        symbol.hasPrefix("$s") && ["Tm", "TmTA", "TATm"].contains(where: symbol.hasSuffix)
    }

    static func ofSeveral(_ function: some StringProtocol) -> String { several + function }

    static func ofSeveral(_ function: String?) -> String { ofSeveral(function ?? "?") }

    static let several = "one of several like "

    /// The stable name of a holder: a closure as it was written, anything else by its name.
    static func holder(_ name: String) -> String {
        withoutNumbers(String(without(["specialized ", "partial apply for ", "merged "], name)))
    }

    /// A name without the prefixes at its beginning, and without those of a resumption.
    private static func without(
        _ prefixes: [String], _ name: some StringProtocol
    ) -> Substring {
        var rest = withoutResumption(Substring(name))
        while let prefix = prefixes.first(where: rest.hasPrefix) {
            rest = withoutResumption(rest.dropFirst(prefix.count))
        }
        return rest
    }

    /// `(2) await resume partial function for Home.load()` is a part of `Home.load()`.
    private static func withoutResumption(_ name: Substring) -> Substring {
        guard name.hasPrefix("("), let part = name.range(of: "resume partial function for ") else {
            return name
        }
        return name[part.upperBound...]
    }

    /// A holder or a label without numbers: `items[3]` and `items["a"]` become `items[]`, and
    /// `closure #2 in f()` becomes `closure in f()`.
    static func withoutNumbers(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "#" {
                if result.hasSuffix(" ") { result.removeLast() }
                rest = rest.drop(while: \.isNumber)
                continue
            }
            result.append(character)
            if character == "[" { rest = rest.drop { $0 != "]" } }
        }
        return result
    }

    /// A path through values without its repetitions. In a list made of an indirect enum,
    /// `list.node.0` and `list.node.1.node.0` are the same mistake.
    static func withoutRepetitions(_ label: String) -> String {
        var parts: [Substring] = []
        for part in label.split(separator: ".", omittingEmptySubsequences: false) {
            // A number is the index of a value. It may occur twice without being a repetition.
            if let first = parts.firstIndex(of: part), Int(part) == nil {
                parts.removeSubrange(first...)
            }
            parts.append(part)
        }
        return parts.joined(separator: ".")
    }

    /// Whether two chains of operators have the same ends, and one only has more operators.
    static func isChain(_ chain: String, like other: String) -> Bool {
        let arrow = " → "
        var (few, many) = (
            chain.components(separatedBy: arrow), other.components(separatedBy: arrow)
        )
        if few.count > many.count { swap(&few, &many) }
        guard few.count > 1, few.first == many.first, few.last == many.last else { return false }
        var rest = few[...]
        for part in many where part == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
