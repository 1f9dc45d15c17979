import RIBAnalysis
import RIBTrees

/// A finding in the data of a page, in the words of the text report.
struct HTMLFinding: Encodable {
    private static let mostVictims = 100

    private let kind: String
    private let path: Int
    private let type: Int
    private let complaint: String
    private let count: Int
    private let test: Int?
    /// Types and places in turns.
    private let victims: [Int]
    private let moreVictims: Int
    /// What stands before the chain, and the chain.
    private let chain: [Int]?
    private let retain: HTMLRetainPath?
    /// Titles and numbers of stacks in turns.
    private let stacks: [Int]
    /// The number of the stack that made the object, for the flame graph.
    private let allocation: Int?
    private let hint: Int?
    private let fingerprint: String
    private let explain: String?

    init(_ finding: Finding, _ tables: inout HTMLTables) {
        kind = finding.kind.rawValue
        path = tables.text(finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath)
        type = tables.text(finding.type)
        let text = FindingText(finding: finding)
        complaint = TerminalEscape.escaped(finding.complaint)
        count = finding.count
        test = finding.test.map { tables.text($0) }
        victims = finding.victims.prefix(Self.mostVictims).flatMap {
            [tables.text($0.type), tables.text($0.ribPath)]
        }
        moreVictims = max(0, finding.victims.count - Self.mostVictims)
        chain = finding.subscription.map {
            [
                tables.text(
                    finding.kind.isAboutSubscription ? "through" : "still subscribed through"),
                tables.text($0.chain),
            ]
        }
        retain =
            finding.retainPath.map { HTMLRetainPath($0, type: finding.type, &tables) }
            ?? finding.missingPath.map {
                HTMLRetainPath(missing: $0, type: finding.type, &tables)
            }
        stacks = text.titledStacks.flatMap { title, stack in
            tables.stack(stack).map { [tables.text(title), $0] } ?? []
        }
        allocation = finding.kind.isLeak ? tables.stack(finding.stacks.allocation) : nil
        hint = finding.hint.map { tables.text($0) }
        fingerprint = finding.fingerprint.description
        explain = finding.explainedBy.map(TerminalEscape.escaped)
    }
}
