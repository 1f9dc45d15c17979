/// The function that a task goes on with.
///
/// The places are fixed by the binary interface of Swift on 64-bit platforms: a task has its next function
/// and that one's context, and a context begins with its caller's and the caller's function.
struct TaskFunction {
    private static let mostCallers = 64
    private static let places: (function: UInt, context: UInt) = (56, 64)

    let memory: GuardedMemory
    /// What code at an address is.
    let use: (UInt) -> CodeUse

    /// The address of the innermost function of the project's, or if there is none of any function; nil
    /// when no code is there.
    func address(of task: UInt) -> UInt? {
        var function = memory.word(at: task &+ Self.places.function)
        var context = memory.word(at: task &+ Self.places.context)
        var innermost: UInt?
        for _ in 0..<Self.mostCallers {
            guard let address = function else { break }
            switch use(address) {
            case .own: return address
            case .runtime: innermost = innermost ?? address
            case .none: break
            }
            guard let here = context, SwiftObjectGraph.canBeObject(here) else { break }
            function = memory.word(at: here &+ 8)
            context = memory.word(at: here)
        }
        return innermost
    }
}
