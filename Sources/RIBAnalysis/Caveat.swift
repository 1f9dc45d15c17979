/// Something that could not be known about a run.
public struct Caveat: Equatable, Sendable {
    public let kind: CaveatKind
    /// What and why, in one line.
    public let text: String

    init(_ kind: CaveatKind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
