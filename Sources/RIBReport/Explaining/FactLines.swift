import RIBAnalysis
import RIBTrees

/// The facts of an explanation, each behind its name.
enum FactLines {
    private static let width = 12

    static func process(_ process: RecordedProcess) -> TextLine {
        TextLine("  \(process.processName)")
            + TextLine(
                " (process \(process.processID)) at \(process.startedAt), \(process.trace)", .faint)
    }

    static func fact(_ name: String, _ value: TextLine) -> TextLine {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        return TextLine("  \(name)\(padding)", .faint) + value
    }

    static func fact(_ name: String, _ value: String) -> TextLine { fact(name, TextLine(value)) }

    /// Several values, the name before the first only.
    static func facts(_ name: String, _ values: [TextLine]) -> [TextLine] {
        values.enumerated().map { fact($0 == 0 ? name : "", $1) }
    }

    static func object(_ owner: LedgerSubscription.Owner) -> TextLine {
        TextLine(owner.type) + TextLine(", object:\(owner.id), at \(owner.ribPath)", .faint)
    }

    /// A stack below its title; nothing where none was recorded.
    static func stack(_ title: String, _ stack: CallStack?) -> [TextLine] {
        guard let stack, !stack.frames.isEmpty else { return [] }
        return [TextLine(), TextLine(title)]
            + WholeStackText.lines(for: stack).map { TextLine("  ") + $0 }
    }
}
