// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Finds the functions and lines behind return addresses.
public protocol Symbolizing: Sendable {
    /// Looks up all addresses of a report at once, because starting a lookup is the expensive part.
    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication
}

/// Shows every function as module and offset, without looking into any file.
public struct NoSymbols: Symbolizing {
    /// Creates a symbolizer that looks nothing up.
    public init() {}

    /// Answers each address with its module and offset.
    public func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        Symbolication(frames: addresses.reduce(into: [:]) { $0[$1] = [$1.bareFrame] })
    }
}

/// The addresses of one trace to look up.
package struct SymbolRequest {
    /// The trace's folder.
    package let trace: String
    package let addresses: Set<ImageAddress>

    package init(trace: String, addresses: Set<ImageAddress>) {
        (self.trace, self.addresses) = (trace, addresses)
    }
}

extension Symbolizing {
    /// Looks up the addresses of traces. Uses the answers kept beside a trace, and keeps new ones.
    ///
    /// - Returns: The functions of all addresses, and caveats about those that were not kept and
    ///   could not be looked up.
    package func symbolicate(_ asked: [SymbolRequest]) -> Symbolication {
        let root = RepositoryRoot.current
        var kept = asked.map { SymbolFile(in: $0.trace, root: root.path) }
        var known: [ImageAddress: [SymbolizedFrame]] = [:]
        for (asked, kept) in zip(asked, kept) where !kept.answers.isEmpty {
            var maker = FrameMaker(paths: root.paths(or: kept.root))
            for address in asked.addresses where known[address] == nil {
                known[address] = kept.answers[address].map { maker.frames(for: $0, at: address) }
            }
        }
        let unknown = asked.reduce(into: Set()) { $0.formUnion($1.addresses) }
            .filter { known[$0] == nil }
        let found = symbolicate(ImageAddress.sorted(unknown))
        for index in asked.indices {
            kept[index].keep(found.answers.filter { asked[index].addresses.contains($0.key) })
        }
        return found.adding(known)
    }
}
