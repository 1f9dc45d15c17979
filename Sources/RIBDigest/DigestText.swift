// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Shortens what a digest tells, and takes out what looks like a path.
///
/// Names come from the code, so they have no paths. A trace may be damaged or hostile, though, and
/// an app may give any text as a RIB path.
enum DigestText {
    /// The most characters of a name.
    private static let longestName = 200
    /// The most characters of a RIB path. A deep tree has long ones.
    private static let longestPath = 1_000
    private static let mark = "…"
    /// Where a word of a name ends.
    private static let ends: Set<Character> = [
        " ", "(", ")", "<", ">", "[", "]", "{", "}", ",", ";", "=", "'", "\"", "\n", "\t",
    ]

    /// A type, a field or a sentence. Each word with a slash in it becomes `…`.
    static func name(_ text: String) -> String {
        guard text.contains(where: isOfPath) else { return shortened(text, to: longestName) }
        var (result, rest) = ("", text[...])
        while !rest.isEmpty {
            let word = rest.prefix { !ends.contains($0) }
            result += word.contains(where: isOfPath) ? mark[...] : word
            rest = rest[word.endIndex...]
            if let end = rest.popFirst() { result.append(end) }
        }
        return shortened(result, to: longestName)
    }

    private static func isOfPath(_ character: Character) -> Bool {
        character == "/" || character == "\\" || character == "~"
    }

    /// A place in the tree. What begins like the path of a file becomes `…`.
    static func ribPath(_ path: String) -> String {
        let looksLikeAFile =
            path.hasPrefix("/") || path.hasPrefix(".") || path.contains("//")
            || path.contains { $0 == "\\" || $0 == "~" || $0 == ":" }
        return looksLikeAFile ? mark : shortened(path, to: longestPath)
    }

    /// The last component of a path.
    static func baseName(_ path: String) -> String {
        let last = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        return shortened(last.isEmpty ? "?" : last, to: longestName)
    }

    /// A text that the app says of itself; nil when it is empty.
    static func ifAny(_ text: String) -> String? { text.isEmpty ? nil : name(text) }

    private static func shortened(_ text: String, to limit: Int) -> String {
        // A character may have any number of bytes.
        text.utf8.count > limit ? String(text.utf8Prefix(limit)) + mark : text
    }
}
