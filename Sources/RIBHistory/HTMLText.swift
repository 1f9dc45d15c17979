import RIBTrees

/// Makes text from a trace harmless in HTML.
enum HTMLText {
    /// Text for an element or a quoted attribute.
    static func escaped(_ text: String) -> String {
        TerminalEscape.escaped(text).reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
    }
}
