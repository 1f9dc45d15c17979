import RIBTrees

/// One thing that was looked at, and what was found.
struct Examination: Equatable {
    /// How bad it is.
    enum Result: Equatable {
        case works
        /// Reports are poorer without it.
        case poorer
        /// Recording or reporting does not work.
        case broken
    }

    /// What was looked at, such as `libunwind`.
    let subject: String
    let result: Result
    /// What was found.
    let finding: String
    /// How to mend it; nil when there is nothing to mend.
    var remedy: String?

    /// The lines for a terminal.
    var lines: [TextLine] {
        let (sign, style): (String, TextStyle) =
            switch result {
            case .works: ("✓", .calm)
            case .poorer: ("!", .caution)
            case .broken: ("✗", .alarm)
            }
        let line =
            TextLine(sign, style) + TextLine(" ") + TextLine(subject, .strong)
            + TextLine(": \(finding)")
        return [line] + (remedy.map { [TextLine("  → \($0)")] } ?? [])
    }

    /// Looks at everything.
    static func all(environment: [String: String]) -> [Examination] {
        [libunwind(), reflectionLibrary(), symbolizer(), traceFolder(environment)]
            + settings(environment)
    }
}
