/// Why something could not be measured, in words.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
