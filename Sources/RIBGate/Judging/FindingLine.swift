// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBReport
import RIBText

/// A finding in one line.
enum FindingLine {
    /// More findings are only counted.
    static let most = 20

    /// What is wrong and where, such as `leaked-router at Root/Game: GameRouter`.
    static func gist(_ entry: KnownFinding) -> String {
        let place = entry.ribPath.isEmpty ? "an unknown place" : entry.ribPath
        return [entry.kind, " at ", place, ": ", entry.type].map(TerminalEscape.escaped).joined()
    }

    /// A mistake that was renamed: its new name and its old one.
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

    /// A mistake that more or fewer objects show.
    static func counts(_ pair: FindingMatch.Pair) -> String {
        "\(gist(pair.new)); \(pair.new.count ?? 0)×, was \(pair.old.count ?? 0)×  "
            + pair.new.fingerprint
    }

    /// What is wrong, where the project's code made or subscribed to it, and how to learn more.
    static func line(for finding: Finding) -> String {
        let made = place(of: finding).map { ", \($0)" } ?? ""
        return "\(gist(KnownFinding(finding)))\(made); "
            + "ribleak explain \(finding.fingerprint.description)"
    }

    /// Lines for many of something, and how many more there are.
    static func list<Element>(
        _ all: [Element], indent: String = "  ", _ line: (Element) -> String
    ) -> [String] {
        all.prefix(most).map { indent + line($0) }
            + (all.count > most ? ["\(indent)… \(all.count - most) more"] : [])
    }

    private static func place(of finding: Finding) -> String? {
        let stacks = finding.stacks
        let (verb, stack) =
            finding.kind.isAboutSubscription
            ? ("subscribed", stacks.subscribe)
            : stacks.violation.map { ("done", $0) } ?? ("made", stacks.allocation)
        guard let frame = stack?.frames.first(where: { StackText.library(of: $0) == nil }),
            let file = frame.file
        else { return nil }
        let line = frame.line.map { ":\($0)" } ?? ""
        return "\(verb) at \(TerminalEscape.escaped(file))\(line)"
    }
}
