/// A row of bars as text, such as `▁▃█`.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// A bar a value, all on one scale that begins at zero; a blank for zero.
    ///
    /// - Parameter most: The value of the highest bar; nil for the greatest of the values.
    static func text(_ values: [Int], most: Int? = nil) -> String {
        let most = max(1, most ?? values.max() ?? 1)
        return String(
            values.map { value in
                guard value > 0 else { return "·" }
                return bars[min(bars.count - 1, (value * bars.count - 1) / most)]
            })
    }
}
