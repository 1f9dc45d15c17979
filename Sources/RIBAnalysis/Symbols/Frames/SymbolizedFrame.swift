/// A frame with the linker's name of its function, which says what the frame is there for.
struct SymbolizedFrame: Hashable, Sendable {
    var frame: StackFrame
    /// The mangled name, or nil when the function has none.
    let symbol: String?
    /// The line that the function begins in; nil when that is not known.
    var startLine: Int?

    /// The same place in a function that has another name.
    func named(_ function: String) -> SymbolizedFrame {
        var named = self
        named.frame = StackFrame(
            function: function, file: frame.file, line: frame.line, module: frame.module,
            offset: frame.offset, library: frame.library)
        return named
    }

    /// The same function, as it stands in its file, wherever in it the frame is.
    var atItsStart: SymbolizedFrame {
        guard let startLine, frame.file != nil else { return self }
        var start = self
        start.frame = StackFrame(
            function: frame.function, file: frame.file, line: startLine, module: frame.module,
            offset: frame.offset, library: frame.library)
        return start
    }
}
