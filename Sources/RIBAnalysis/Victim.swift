/// An object that is alive only because the culprit's part of the tree holds it.
public struct Victim: Hashable, Sendable {
    public let type: String
    public let ribPath: String
}
