/// Texts that occur often, each held once.
struct TextTable {
    private(set) var all: [String] = []
    private var numbers: [String: Int] = [:]

    /// Where the text stands in `all`.
    mutating func number(of text: String) -> Int {
        if let number = numbers[text] { return number }
        let number = all.count
        numbers[text] = number
        all.append(text)
        return number
    }
}
