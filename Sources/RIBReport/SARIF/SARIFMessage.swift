import RIBTrees

/// Text in SARIF, where brackets can make links and braces placeholders: both are escaped (§ 3.11).
struct SARIFMessage: Encodable {
    let text: String

    init(_ text: String) {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !result.isEmpty { result += "\n" }
            result += TerminalEscape.escaped(String(line))
        }
        self.text = result.reduce(into: "") { text, character in
            switch character {
            case "\\", "[", "]": text += "\\\(character)"
            case "{", "}": text += "\(character)\(character)"
            default: text.append(character)
            }
        }
    }
}
