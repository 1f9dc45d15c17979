/// Finds the functions and lines behind return addresses.
public protocol Symbolizing: Sendable {
    /// Looks up all addresses of a report at once, because starting a look-up is what costs.
    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication
}
