// SPDX-License-Identifier: Apache-2.0

/// Which characters the reader's terminal can show.
package enum TextAlphabet: Sendable {
    case unicode
    /// Drawings are made of ASCII, and other characters are escaped: `\u{E9}`.
    case ascii

    /// Decides by the locale's character set, as POSIX orders the variables: `LC_ALL`, `LC_CTYPE`,
    /// `LANG`; an empty one counts as unset.
    ///
    /// When none is set, the locale is `C` by POSIX. But containers of CI set none, and their logs
    /// show Unicode well. So only who asks for another character set gets ASCII.
    package init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = locale.map(Self.isUTF8) ?? true ? .unicode : .ascii
    }

    /// Whether a locale such as `de_DE.UTF-8@euro` has that character set. Apple's systems also
    /// know a locale `UTF-8`.
    private static func isUTF8(_ locale: String) -> Bool {
        let name = locale.prefix { $0 != "@" }
        let set = name.split(separator: ".").last ?? name
        return set.lowercased().filter { $0 != "-" && $0 != "_" } == "utf8"
    }

    /// The text in this alphabet, on one line or several.
    package func text(_ text: String) -> String {
        guard self == .ascii, !TerminalEscape.isPlain(text) else { return text }
        return text.unicodeScalars.escaped { scalar in
            scalar.isASCII ? nil : Self.drawings[scalar] ?? TerminalEscape.escape(scalar)
        }
    }

    /// What ribleak draws and writes. Parts of trees keep their width.
    private static let drawings: [Unicode.Scalar: String] = [
        "┬": "+", "├": "+", "└": "`", "╰": "`", "│": "|", "─": "-", "↓": "v", "→": ">",
        "✗": "x", "✓": "ok", "…": "...", "·": ".", "×": "x", "–": "-", "—": "-", "≥": ">=",
        "●": "*", "○": "o", "▸": ">", "↑": "^", "←": "<",
        "µ": "u", "‘": "'", "’": "'", "“": "\"", "”": "\"",
        "▁": "1", "▂": "2", "▃": "3", "▄": "4", "▅": "5", "▆": "6", "▇": "7", "█": "8",
    ]
}
