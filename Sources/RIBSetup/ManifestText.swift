// SPDX-License-Identifier: Apache-2.0

/// What `ribleak init` can read in the text of a `Package.swift`, without running it.
///
/// Asking SwiftPM would be exact, but it waits for a lock that its plugins hold. What the manifest
/// computes is not understood.
struct ManifestText {
    /// A dependency that is written with a path or an address.
    struct Package: Equatable {
        /// The name by which products are taken from it.
        let name: String
        /// Its folder, from the manifest's; nil for one with an address.
        let path: String?
        /// Whether the command comes with it: a list of traits may leave that out.
        var hasCommand = true
    }

    /// A test target that is written with a name.
    struct TestTarget: Equatable {
        let name: String
        /// Its folder, if it is not the usual one.
        let path: String?
        /// Whether it takes one of the products that check tests.
        let checksLeaks: Bool
    }

    /// The text without comments.
    private let code: String

    /// - Complexity: O(n) in the length of the text.
    init(_ text: String) { code = Self.withoutComments(text) }

    var packages: [Package] {
        Self.calls(of: ".package", in: code).compactMap { arguments in
            let path = Self.text(after: "path", in: arguments)
            guard let place = path ?? Self.text(after: "url", in: arguments) else { return nil }
            let last = place.split(whereSeparator: { "/:".contains($0) }).last.map(String.init)
            var name = last ?? place
            if path != nil {
                name = Self.text(after: "name", in: arguments) ?? name
            } else if name.hasSuffix(".git") {
                name.removeLast(4)
            }
            let hasCommand = ["\"Command\"", ".default"].contains { arguments.contains($0) }
            return Package(
                name: name, path: path,
                hasCommand: hasCommand || !arguments.contains("traits:"))
        }
    }

    var testTargets: [TestTarget] {
        Self.calls(of: ".testTarget", in: code).compactMap { arguments in
            Self.text(after: "name", in: arguments).map {
                TestTarget(
                    name: $0, path: Self.text(after: "path", in: arguments),
                    checksLeaks: Self.checksLeaks(arguments))
            }
        }
    }

    /// Whether a target, or a constant that targets use, takes a product that checks tests.
    var checksLeaks: Bool { Self.checksLeaks(code) }

    /// Whether a target takes the runtime.
    var usesRuntime: Bool { code.contains("\"RIBs\"") }

    /// Whether RIBs belong to the main actor.
    var hasMainActorTrait: Bool { code.contains("\"MainActor\"") }

    private static func checksLeaks(_ code: String) -> Bool {
        ["\"RIBLeakTesting\"", "\"RIBLeakTestingEverywhere\""].contains { code.contains($0) }
    }

    /// The first string that follows a label. Strings with interpolation are passed over.
    private static func text(after label: String, in arguments: String) -> String? {
        guard
            let pattern = try? Regex(
                "\\b\(label):\\s*\"([^\"\\\\]*)\"", as: (Substring, Substring).self)
        else { return nil }
        return arguments.firstMatch(of: pattern).map { String($0.output.1) }
    }
}

// Finds calls in Swift code, as far as that needs no parser.
extension ManifestText {
    /// The code without its comments. Strings of one line stay; `//` in them is no comment.
    private static func withoutComments(_ text: String) -> String {
        var code: [Character] = []
        var rest = Array(text)[...]
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("\"", _): code += [character] + takeString(&rest)
            case ("/", "/"): rest = rest.drop { !$0.isNewline }
            case ("/", "*"):
                takeComment(&rest)
                code.append(" ")
            default: code.append(character)
            }
        }
        return String(code)
    }

    /// The arguments of each call of a function, without the parentheses.
    private static func calls(of function: String, in code: String) -> [String] {
        code.ranges(of: "\(function)(").map { call in
            var arguments: [Character] = []
            // A call without an end must not cost a copy of the rest.
            var rest = Array(code[call.upperBound...].prefix(mostCharactersOfCall))[...]
            var depth = 1
            while let character = rest.popFirst() {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if depth == 0 { break }
                arguments.append(character)
                if character == "\"" { arguments += takeString(&rest) }
            }
            return String(arguments)
        }
    }

    private static let mostCharactersOfCall = 10_000

    /// Takes a string of one line up to its closing quote.
    private static func takeString(_ rest: inout ArraySlice<Character>) -> [Character] {
        var string: [Character] = []
        while let character = rest.first, !character.isNewline {
            rest.removeFirst()
            string.append(character)
            if character == "\"" { break }
            if character == "\\", let escaped = rest.popFirst() { string.append(escaped) }
        }
        return string
    }

    /// Takes a comment, and those within it, up to its end.
    private static func takeComment(_ rest: inout ArraySlice<Character>) {
        rest.removeFirst()
        var depth = 1
        while depth > 0, let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("*", "/"): depth -= 1
            case ("/", "*"): depth += 1
            default: continue
            }
            rest.removeFirst()
        }
    }
}
