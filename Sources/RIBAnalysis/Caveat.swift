/// Something that could not be known about a run.
public struct Caveat: Equatable, Sendable {
    public let kind: CaveatKind
    /// What and why, in one line.
    public let text: String
    /// True when functions of the project have no names: findings cannot be told from those of other runs
    /// then, and those that need a name are missing.
    package let hidesProject: Bool

    init(_ kind: CaveatKind, _ text: String, hidesProject: Bool = false) {
        self.kind = kind
        self.text = text
        self.hidesProject = hidesProject
    }
}
