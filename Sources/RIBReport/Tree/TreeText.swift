import RIBAnalysis

/// Trees of RIBs for people at a terminal.
package struct TreeText: Sendable {
    private let isColored: Bool

    /// Creates a renderer.
    ///
    /// - Parameter isColored: True to mark names and places with colours.
    package init(isColored: Bool = false) {
        self.isColored = isColored
    }

    /// The trees of all processes, ending with a line break.
    package func text(for snapshots: [TreeSnapshot]) -> String {
        snapshots.map(lines).joined(separator: [TextLine()])
            .map { $0.rendered(colored: isColored) + "\n" }.joined()
    }

    private func lines(for snapshot: TreeSnapshot) -> [TextLine] {
        var lines = head(of: snapshot)
        if !snapshot.tree.isEmpty {
            lines += [TextLine()] + TreeLines(of: snapshot.tree).lines
        }
        if !snapshot.detached.isEmpty {
            lines += [
                TextLine(),
                TextLine("Detached and still alive", .caution)
                    + TextLine(" (their deallocation was not recorded so far)", .faint),
                TextLine(),
            ]
            lines += TreeLines(of: snapshot.detached).lines
        }
        return lines
    }

    private func head(of snapshot: TreeSnapshot) -> [TextLine] {
        let process = snapshot.process
        let moment = Quantity.seconds(nanoseconds: snapshot.moment)
        let ending = snapshot.isEnd ? ", where it ends" : ""
        return [
            TextLine(Self.summary(of: snapshot), .strong),
            TextLine("  \(process.processName)")
                + TextLine(
                    " (process \(process.processID)) at \(process.startedAt), \(process.trace)",
                    .faint),
            TextLine("  seen \(moment) into the recording, at \(snapshot.time)\(ending)", .faint),
        ] + [snapshot.gaps.map { TextLine("! \($0)", .caution) }].compactMap { $0 }
    }

    private static func summary(of snapshot: TreeSnapshot) -> String {
        let count = snapshot.tree.reduce(0) { $0 + 1 + $1.omitted }
        let detached = snapshot.detached.count { !$0.standing.isInTree }
        let tree = count == 0 ? "No RIB" : Quantity.counted(count, "RIB")
        return "\(tree) in the tree"
            + (detached == 0 ? "" : ", \(detached) detached and still alive")
    }
}
