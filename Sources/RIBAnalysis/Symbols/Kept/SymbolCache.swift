/// Remembers what was found about addresses, for those who ask often and mostly about the same.
package struct SymbolCache {
    private var frames: [ImageAddress: [SymbolizedFrame]] = [:]
    private var caveats: [Caveat] = []
    private var answers: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:]

    package init() {}

    /// Asks about the addresses that are not known yet.
    mutating func symbolicate(
        _ addresses: [ImageAddress], by symbolizer: some Symbolizing
    ) -> Symbolication {
        let new = addresses.filter { frames[$0] == nil }
        if !new.isEmpty {
            let found = symbolizer.symbolicate(new)
            frames.merge(found.all) { first, _ in first }
            answers.merge(found.answers) { first, _ in first }
            caveats += found.caveats.filter { !caveats.contains($0) }
        }
        return Symbolication(
            frames: addresses.reduce(into: [:]) { $0[$1] = frames[$1] }, caveats: caveats,
            answers: addresses.reduce(into: [:]) { $0[$1] = answers[$1] })
    }
}
