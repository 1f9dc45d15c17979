/// What a piece of text is, which decides its colour.
package enum TextStyle: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case alarm = "1;31"
    case calm = "1;32"
    case caution = "33"
    case place = "36"

    /// The text between the terminal's sequences for this style.
    package func colored(_ text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
