/// The call stacks that explain a finding, innermost frame first; nil where none was recorded.
public struct FindingStacks: Equatable, Sendable {
    public var allocation: [StackFrame]?
    public var detach: [StackFrame]?
    public var subscribe: [StackFrame]?
    public var firing: [StackFrame]?
}
