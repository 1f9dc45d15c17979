/// A call stack as the trace holds it.
struct RecordedStack {
    /// Return addresses, innermost first; empty when there is no stack.
    var addresses: [ImageAddress] = []
    /// True when the stack was deeper than the recorder's limit.
    var isTruncated = false
}
