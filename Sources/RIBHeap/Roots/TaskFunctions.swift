/// The functions that a task will return to, one after the other.
///
/// The places are fixed by the binary interface of Swift on 64-bit platforms: a task has its next function
/// and that one's context, and a context begins with its caller's and the caller's function.
struct TaskFunctions {
    private static let mostCallers = 64
    private static let mostNamed = 16
    private static let places: (function: UInt, context: UInt) = (56, 64)

    let memory: GuardedMemory
    /// What code at an address is.
    let use: (UInt) -> CodeUse

    /// The addresses of the project's functions that a task is in, innermost first; if there is none, that of the
    /// innermost function of any; empty when no code is there.
    func addresses(of task: UInt) -> [UInt] {
        var function = memory.word(at: task &+ Self.places.function)
        var context = memory.word(at: task &+ Self.places.context)
        var own: [UInt] = []
        var innermost: UInt?
        for _ in 0..<Self.mostCallers where own.count < Self.mostNamed {
            guard let address = function else { break }
            switch use(address) {
            case .own: own.append(address)
            case .runtime: innermost = innermost ?? address
            case .none: break
            }
            guard let here = context, SwiftObjectGraph.canBeObject(here) else { break }
            function = memory.word(at: here &+ 8)
            context = memory.word(at: here)
        }
        return own.isEmpty ? innermost.map { [$0] } ?? [] : own
    }
}
