import RIBTrees

/// The project's function that a stack shows as the author of what was done, and the place in it.
struct OwnFunction {
    /// As `StableName` has it.
    let name: String
    /// Counted from 1; nil where it is not known.
    let line: Int?
    /// Where the place is in the code, for lines that are not known.
    let offset: UInt64

    /// - Parameter lineage: The owner's type and the classes it inherits from: its innermost function counts,
    ///   and else that of whoever worked for it.
    /// - Returns: Nil when the stack shows no function of the project, ends before it might show the owner's, or shows
    ///   one that the optimizer made of several.
    init?(on stack: RecordedStack, lineage: [String], with symbols: Symbolication) {
        let types = Set(lineage.map { String($0.withoutGenericArguments) })
        let code = symbols.projectCode(at: stack.addresses)
        let own = code.frames.compactMap { frame in
            frame.frame.function.map { (name: StableName.function($0), frame: frame.frame) }
        }
        let written = own.filter { !FunctionName($0.name).isOfStreams }
        let owners = written.first { FunctionName($0.name).type.map(types.contains) ?? false }
        let isWhole = !stack.isTruncated && code.merged == nil
        guard let found = owners ?? (isWhole ? written.first ?? own.first : nil) else { return nil }
        (name, line, offset) = (found.name, found.frame.line, found.frame.offset)
    }

    /// What tells two places of one function apart, in the order of the source where that is known.
    var place: UInt64 { line.map(UInt64.init) ?? offset }
}
