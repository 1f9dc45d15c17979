/// One edge of a retain path, as it stands in a trace.
public struct RetentionStep: Hashable, Sendable {
    public let holder: RetentionHolder
    /// The type, symbol or description of the holder.
    public let holderText: StringID
    /// The holder's own id, if it has one.
    public let holderObject: ObjectID
    /// Where a closure's function begins, or the one that frees objects of the class that declares the
    /// field which the label begins with, as the only frame of a stack; none for other holders. Behind a
    /// closure that may stand for a method come pairs: where it calls something, and what that is.
    public let code: StackID
    /// How the holder reaches the target, such as `currentChild`.
    public let label: StringID
    /// The target's type.
    public let target: StringID
    /// True when the edge was found in memory that no type describes.
    public let isInferred: Bool

    public init(
        holder: RetentionHolder, holderText: StringID, holderObject: ObjectID = .none,
        code: StackID = .none, label: StringID, target: StringID, isInferred: Bool = false
    ) {
        self.holder = holder
        self.holderText = holderText
        self.holderObject = holderObject
        self.code = code
        self.label = label
        self.target = target
        self.isInferred = isInferred
    }
}
