import Foundation

/// The addresses of one trace that are to be named.
struct AskedAddresses {
    /// The trace's folder.
    let trace: String
    let addresses: Set<ImageAddress>
}

/// Names the addresses of traces: as was found out once before, or else anew, which is then kept.
enum RunSymbols {
    /// - Returns: The functions of all addresses, and what could not be looked up of those that were not
    ///   known.
    static func symbolicate(
        _ asked: [AskedAddresses], by symbolizer: some Symbolizing
    ) -> Symbolication {
        let root = FileManager.default.currentDirectoryPath
        var kept = asked.map { KeptSymbols(in: $0.trace, root: root) }
        var known: [ImageAddress: [SymbolizedFrame]] = [:]
        for (asked, kept) in zip(asked, kept) where !kept.answers.isEmpty {
            var frames = FrameMaker(paths: DisplayPath(workingDirectory: root, or: kept.root))
            for address in asked.addresses where known[address] == nil {
                guard let answer = kept.answers[address] else { continue }
                known[address] =
                    answer.isEmpty ? [address.bareFrame] : frames.frames(for: answer, at: address)
            }
        }
        let unknown = asked.reduce(into: Set()) { $0.formUnion($1.addresses) }
            .filter { known[$0] == nil }
        let found = symbolizer.symbolicate(ImageAddress.sorted(unknown))
        for index in asked.indices {
            let own = found.answers.filter { asked[index].addresses.contains($0.key) }
            if kept[index].add(own) { kept[index].write(in: asked[index].trace) }
        }
        return found.adding(known)
    }
}
