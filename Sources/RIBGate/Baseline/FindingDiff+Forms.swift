import RIBTrees

extension FindingDiff {
    /// For people: the counts, then what is new, fixed and unchanged, a line each.
    package var text: String {
        let head = "\(new.count) new, \(fixed.count) fixed, \(unchanged.count) unchanged\n"
        return head
            + [("new", new), ("fixed", fixed), ("unchanged", unchanged)].map { title, entries in
                entries.isEmpty
                    ? "" : "\n\(title)\n" + entries.map { "  \(Self.line($0))\n" }.joined()
            }.joined()
    }

    /// For programs, version 1: new keys may come at any time.
    package var json: String {
        func list(_ entries: [BaselineEntry]) -> [JSONEntry] { entries.map(JSONEntry.init) }
        return JSONText.encoded(
            JSONDiff(new: list(new), fixed: list(fixed), unchanged: list(unchanged)))
    }

    private static func line(_ entry: BaselineEntry) -> String {
        "\(FindingLine.gist(entry))  \(entry.fingerprint)"
    }

    private struct JSONDiff: Encodable {
        let version = 1
        let new: [JSONEntry]
        let fixed: [JSONEntry]
        let unchanged: [JSONEntry]
    }

    private struct JSONEntry: Encodable {
        let fingerprint: String
        let kind: String
        let ribPath: String
        let type: String

        init(_ entry: BaselineEntry) {
            fingerprint = entry.fingerprint
            kind = entry.kind
            ribPath = entry.ribPath
            type = entry.type
        }
    }
}
