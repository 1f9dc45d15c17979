/// Where on a stack the recorder's own work begins: what it keeps there of the objects that it judges
/// is no reason for them to be alive.
enum OwnFrames {
    /// Runs `body` with an address of this call's frame.
    @inline(never)
    static func begin<Result>(_ body: (_ frames: UInt) -> Result) -> Result {
        var here = 0
        return withUnsafeMutablePointer(to: &here) { body(UInt(bitPattern: $0)) }
    }
}
