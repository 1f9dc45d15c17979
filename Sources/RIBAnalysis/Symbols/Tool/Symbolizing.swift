/// Finds the functions and lines behind return addresses.
public protocol Symbolizing: Sendable {
    /// Looks up all addresses of a report at once, because starting a look-up is what costs.
    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication
}

/// Shows every function as module and offset, without looking into any file.
public struct NoSymbols: Symbolizing {
    /// Creates the symbolizer that looks nothing up.
    public init() {}

    /// Answers each address with its module and offset.
    public func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        let frames = addresses.map { ($0, [$0.bareFrame]) }
        return Symbolication(
            frames: Dictionary(frames, uniquingKeysWith: { first, _ in first }), caveats: [])
    }
}
