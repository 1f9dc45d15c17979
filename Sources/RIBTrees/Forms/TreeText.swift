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
        let lines: [TextLine?] = [
            TextLine(Self.summary(of: snapshot), .strong),
            TextLine("  \(snapshot.process.processName)")
                + TextLine(Self.origin(of: snapshot.process), .faint),
            Self.moment(of: snapshot).map { TextLine("  \($0)", .faint) },
            snapshot.gaps.map { TextLine("! \($0)", .caution) },
        ]
        return lines.compactMap { $0 }
    }

    private static func origin(of process: TreeSnapshot.Process) -> String {
        let start = process.startedAt.map { " at \($0)" } ?? ""
        let trace = process.trace.map { ", \($0)" } ?? ""
        return " (process \(process.processID))\(start)\(trace)"
    }

    private static func moment(of snapshot: TreeSnapshot) -> String? {
        guard let moment = snapshot.moment, let time = snapshot.time else { return nil }
        let ending = snapshot.isEnd ? ", where it ends" : ""
        return
            "seen \(Quantity.seconds(nanoseconds: moment)) into the recording, at \(time)\(ending)"
    }

    private static func summary(of snapshot: TreeSnapshot) -> String {
        let count = snapshot.tree.reduce(0) { $0 + 1 + $1.omitted }
        let detached = snapshot.detached.count { !$0.standing.isInTree }
        let tree = count == 0 ? "No RIB" : Quantity.counted(count, "RIB")
        return "\(tree) in the tree"
            + (detached == 0 ? "" : ", \(detached) detached and still alive")
    }
}
