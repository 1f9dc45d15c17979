/// Names a mistake, not an occurrence: equal across runs, machines and line shifts.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 16 lower-case hexadecimal digits.
    public let description: String
}
