/// The functions and lines behind a batch of addresses.
public struct Symbolication: Equatable, Sendable {
    private let frames: [ImageAddress: [SymbolizedFrame]]
    /// What could not be looked up and why, one line each.
    public let caveats: [String]

    init(frames: [ImageAddress: [SymbolizedFrame]], caveats: [String]) {
        self.frames = frames
        self.caveats = caveats
    }

    /// The functions at one address, innermost inlined one first; nil when it was not asked for.
    public subscript(address: ImageAddress) -> [StackFrame]? {
        frames[address].map { $0.map(\.frame) }
    }

    /// The functions of a stack that are neither ribleak's nor of the libraries that bring values.
    ///
    /// - Parameter addresses: Return addresses, innermost first.
    func projectFunctions(at addresses: [ImageAddress]) -> [String] {
        addresses.flatMap { frames[$0] ?? [] }.filter(StackCleanup.isOfProject)
            .compactMap(\.frame.function)
    }

    /// All frames of a stack, the inlined ones too.
    ///
    /// - Parameter addresses: Return addresses, innermost first.
    func symbolizedFrames(at addresses: [ImageAddress]) -> [SymbolizedFrame] {
        addresses.flatMap { frames[$0] ?? [$0.bareFrame] }
    }

    /// A call stack as a person wants to read it.
    ///
    /// Leaves out the frames of the recording itself, what lies outward of `main`, and thunks.
    ///
    /// - Parameter addresses: Return addresses, innermost first.
    /// - Returns: The frames, innermost first; never empty unless `addresses` is.
    public func stack(at addresses: [ImageAddress]) -> [StackFrame] {
        StackCleanup.tidied(addresses.flatMap { frames[$0] ?? [$0.bareFrame] })
    }
}
