import RIBTrees

/// An element of an XML document with text or other elements in it, as lines.
struct MarkupElement {
    private let name: String
    private let attributes: [(name: String, value: String)]
    private let content: [MarkupElement]
    private let text: String

    init(
        _ name: String, _ attributes: [(String, String)], _ content: [MarkupElement] = [],
        text: String = ""
    ) {
        self.name = name
        self.attributes = attributes
        self.content = content
        self.text = text
    }

    /// The element's lines, with what is in it indented by two spaces; but not text, which has to
    /// stay as it is.
    func lines(indent: String = "") -> [String] {
        let facts = attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
        if content.isEmpty, text.isEmpty { return ["\(indent)<\(name)\(facts)/>"] }
        let (opening, closing) = ("\(indent)<\(name)\(facts)>", "</\(name)>")
        guard content.isEmpty else {
            return [opening] + content.flatMap { $0.lines(indent: indent + "  ") }
                + [indent + closing]
        }
        let inner = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.escaped(String($0)) }.joined(separator: "\n")
        return ["\(opening)\(inner)\(closing)"]
    }

    /// Escapes markup, and what XML 1.0 allows nowhere: most controls, which are shown as text, and
    /// the two code points that are no characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in TerminalEscape.escaped(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
