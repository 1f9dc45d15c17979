import RIBAnalysis

extension FindingKind {
    /// The name for people, such as `Leaked router`.
    var title: String {
        let words = rawValue.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
