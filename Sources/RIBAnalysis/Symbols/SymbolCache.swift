/// Remembers what was found about addresses, for those who ask often and mostly about the same.
package struct SymbolCache {
    private var frames: [ImageAddress: [SymbolizedFrame]] = [:]
    private var caveats: [Caveat] = []

    package init() {}

    /// Asks about the addresses that are not known yet.
    mutating func symbolicate(
        _ addresses: [ImageAddress], by symbolizer: some Symbolizing
    ) -> Symbolication {
        let new = addresses.filter { frames[$0] == nil }
        if !new.isEmpty {
            let found = symbolizer.symbolicate(new)
            frames.merge(found.all) { first, _ in first }
            caveats += found.caveats.filter { !caveats.contains($0) }
        }
        let wanted = addresses.compactMap { address in frames[address].map { (address, $0) } }
        return Symbolication(
            frames: Dictionary(wanted) { first, _ in first }, caveats: caveats)
    }
}
