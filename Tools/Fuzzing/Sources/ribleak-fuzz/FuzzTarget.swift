/// One way in for hostile bytes.
protocol FuzzTarget: Sendable {
    /// What the executable is called to run it.
    static var name: String { get }
    /// Inputs to begin with, made by the real writer where it makes them.
    static func seeds() throws -> [[UInt8]]

    init()

    /// Runs the code under test once; a trap, a report of the sanitizer or a hang is a finding.
    func run(_ input: [UInt8])
}
