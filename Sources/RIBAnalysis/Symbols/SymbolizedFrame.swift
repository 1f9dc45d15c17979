/// A frame with the linker's name of its function, which says what the frame is there for.
struct SymbolizedFrame: Hashable, Sendable {
    let frame: StackFrame
    /// The mangled name, or nil when the function has none.
    let symbol: String?
}
