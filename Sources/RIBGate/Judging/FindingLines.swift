// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

// Findings on one line each.

extension KnownFinding {
    /// The kind, place and type, such as `leaked-router at Root/Game: GameRouter`.
    var gist: String {
        let place = ribPath.isEmpty ? "an unknown place" : ribPath
        return [kind, " at ", place, ": ", type].map(TerminalEscape.escaped).joined()
    }
}

extension Finding {
    /// The gist, the line to look at first, and the command that shows more.
    var gateLine: String {
        let place = placeText.map { ", \(TerminalEscape.escaped($0))" } ?? ""
        return "\(KnownFinding(self).gist)\(place); ribleak explain \(fingerprint.description)"
    }
}

extension FindingMatch.Pair {
    /// The old and the new name of a finding that was renamed.
    var renaming: String {
        let (old, new) = (old.identity, new.identity)
        let parts = [
            (old.function, new.function), (old.chain, new.chain), (old.holder, new.holder),
            (old.property, new.property),
        ]
        let rest: String
        if change == .moved {
            rest = "was at \(old.ribPath)"
        } else if let (was, now) = parts.first(where: { $0.0 != $0.1 }) {
            rest = "\(now ?? "?"), was \(was ?? "?")"
        } else {
            rest = "place \(new.site) of \(new.sites), was \(old.site) of \(old.sites)"
        }
        return "\(self.new.gist); \(TerminalEscape.escaped(rest))  \(self.new.fingerprint)"
    }

    /// A finding with a different number of objects than before.
    var recount: String {
        "\(new.gist); \(new.count ?? 0)×, was \(old.count ?? 0)×  \(new.fingerprint)"
    }
}

extension Array {
    /// One line for each of the first 20 elements, and the number of further ones.
    func listed(indent: String = "  ", _ line: (Element) -> String) -> [String] {
        let most = 20
        return prefix(most).map { indent + line($0) }
            + (count > most ? ["\(indent)… \(count - most) more"] : [])
    }
}
