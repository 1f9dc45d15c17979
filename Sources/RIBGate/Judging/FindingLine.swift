// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Writes a finding on one line.
enum FindingLine {
    /// The most findings to list. Further ones are only counted.
    static let most = 20

    /// The kind, place and type of a finding, such as `leaked-router at Root/Game: GameRouter`.
    static func gist(_ entry: KnownFinding) -> String {
        let place = entry.ribPath.isEmpty ? "an unknown place" : entry.ribPath
        return [entry.kind, " at ", place, ": ", entry.type].map(TerminalEscape.escaped).joined()
    }

    /// The old and the new name of a finding that was renamed.
    static func difference(_ pair: FindingMatch.Pair) -> String {
        let (old, new) = (pair.old.identity, pair.new.identity)
        let parts = [
            (old.function, new.function), (old.chain, new.chain), (old.holder, new.holder),
            (old.property, new.property),
        ]
        let rest: String
        if pair.change == .moved {
            rest = "was at \(old.ribPath)"
        } else if let (was, now) = parts.first(where: { $0.0 != $0.1 }) {
            rest = "\(now ?? "?"), was \(was ?? "?")"
        } else {
            rest = "place \(new.site) of \(new.sites), was \(old.site) of \(old.sites)"
        }
        return "\(gist(pair.new)); \(TerminalEscape.escaped(rest))  \(pair.new.fingerprint)"
    }

    /// A finding with a different number of objects than before.
    static func counts(_ pair: FindingMatch.Pair) -> String {
        "\(gist(pair.new)); \(pair.new.count ?? 0)×, was \(pair.old.count ?? 0)×  "
            + pair.new.fingerprint
    }

    /// The gist, the line to look at first, and the command that shows more.
    static func line(for finding: Finding) -> String {
        let place = finding.placeText.map { ", \(TerminalEscape.escaped($0))" } ?? ""
        return "\(gist(KnownFinding(finding)))\(place); "
            + "ribleak explain \(finding.fingerprint.description)"
    }

    /// One line for each of many elements, and the number of further ones.
    static func list<Element>(
        _ all: [Element], indent: String = "  ", _ line: (Element) -> String
    ) -> [String] {
        all.prefix(most).map { indent + line($0) }
            + (all.count > most ? ["\(indent)… \(all.count - most) more"] : [])
    }
}
