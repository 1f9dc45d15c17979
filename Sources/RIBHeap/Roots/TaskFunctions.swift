/// The functions that a task will return to, one after the other, and where their variables are.
///
/// The places are fixed by the binary interface of Swift on 64-bit platforms: a task has its next function
/// and that one's context, and a context begins with its caller's and the caller's function.
struct TaskFunctions {
    private static let mostCallers = 64
    private static let mostNamed = 16
    private static let places: (status: UInt, slab: UInt, function: UInt, context: UInt) = (
        96, 120, 56, 64
    )
    private static let isComplete: UInt = 0x2000

    let memory: GuardedMemory
    /// What code at an address is.
    let use: (UInt) -> CodeUse

    /// The addresses of the project's functions that a task is in, innermost first; if there is none, that of the
    /// innermost function of any; empty when no code is there.
    func addresses(of task: UInt) -> [UInt] {
        var own: [UInt] = []
        var innermost: UInt?
        Self.visit(task, memory) { function, _ in
            switch use(function) {
            case .own: if !own.contains(function) { own.append(function) }
            case .runtime: innermost = innermost ?? function
            case .none: break
            }
            return own.count < Self.mostNamed
        }
        return own.isEmpty ? innermost.map { [$0] } ?? [] : own
    }

    /// Hands over each function that a task will return to, with that one's context, until `body` returns false.
    private static func visit(
        _ task: UInt, _ memory: GuardedMemory, _ body: (UInt, UInt?) -> Bool
    ) {
        var function = memory.word(at: task &+ places.function)
        var context = memory.word(at: task &+ places.context)
        for _ in 0..<mostCallers {
            guard let address = function, body(address, context), let here = context,
                SwiftObjectGraph.canBeObject(here)
            else { return }
            function = memory.word(at: here &+ 8)
            context = memory.word(at: here)
        }
    }

    /// Whether a task has ended, and holds no more than its result.
    static func isComplete(_ task: UInt, _ memory: GuardedMemory) -> Bool {
        memory.word(at: task &+ places.status).map { $0 & isComplete != 0 } ?? true
    }

    /// The first of the allocations that a task keeps the variables of its functions in; nil for none.
    static func slab(of task: UInt, _ memory: GuardedMemory) -> UInt? {
        memory.word(at: task &+ places.slab)
    }
}
