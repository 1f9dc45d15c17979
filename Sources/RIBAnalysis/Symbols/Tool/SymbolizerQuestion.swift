/// What `llvm-symbolizer` is asked about one address, and how its answer is found again.
struct SymbolizerQuestion: Hashable {
    let path: String
    let address: UInt64

    /// Asks for the call that returns to `address`: the byte before belongs to it, while the
    /// return address itself may already be another line or function.
    init(_ address: ImageAddress) {
        path = address.path
        self.address = address.offset == 0 ? 0 : address.offset - 1
    }

    init(path: String, address: UInt64) {
        self.path = path
        self.address = address
    }

    /// The line of input, or nil when the tool's quoting cannot express the path.
    var line: String? {
        Self.quoted(path).map { "CODE \($0) 0x\(String(address, radix: 16))\n" }
    }

    /// A path in quotes, or nil when the tool has none for it.
    static func quoted(_ path: String) -> String? {
        guard !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
        return ["\"", "'"].first { !path.contains($0) }.map { $0 + path + $0 }
    }
}
