/// The call stacks that explain a finding; nil where none was recorded.
public struct FindingStacks: Equatable, Sendable {
    public var allocation: CallStack?
    public var detach: CallStack?
    public var subscribe: CallStack?
    public var firing: CallStack?
    /// What broke a rule of the lifecycle.
    public var violation: CallStack?
}
