// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#endif

/// Finds the context of the closure that a task was made with.
///
/// The runtime keeps it in the task, right before the task's outermost context, which has no caller and
/// returns to the runtime. How far inside depends on the runtime's version and on the task's result. What
/// leads there from the task itself is out of date while the task runs, and a task's memory has words left
/// over in it: so each place is checked against the size of the result's type.
///
/// The layout is that of Swift's "ABI/Task.h" and "Concurrency/Task.cpp", on 64-bit platforms.
enum TaskClosure {
    private static let flags: UInt = 32
    private static let isFuture: UInt = 1 << 25
    /// The task's own state ends behind this; the rest differs from version to version.
    private static let firstPlace: UInt = 144
    private static let alignment: UInt = 16
    /// Beside the context stand, before it, where the result goes and the task's function, and behind it the
    /// error, the outermost context's caller, and where that returns to.
    private static let beside: (result: UInt, caller: UInt, returns: UInt) = (16, 16, 24)
    /// What the outermost context and the task's own state take.
    private static let mostBytes: UInt = 4096

    /// Where in a task that is not over its closure's context is; what is there is nil when the closure captures
    /// nothing.
    ///
    /// - Parameter size: Of the task's allocation, in bytes.
    /// - Returns: How many bytes into the task; nil when that cannot be told.
    static func place(in task: UInt, size: Int, _ memory: GuardedMemory) -> UInt? {
        guard let flags = memory.word(at: task &+ flags), let runtime else { return nil }
        let end = min(UInt(max(0, size)), mostBytes)
        var place = firstPlace
        while place &+ beside.returns < end {
            defer { place &+= alignment }
            guard memory.word(at: task &+ place &+ beside.caller) == 0,
                let returns = memory.word(at: task &+ place &+ beside.returns),
                runtime.contains(returns)
            else { continue }
            // A task without a result has nothing before its context that could be left over.
            if flags & isFuture == 0 || isBehindResult(place, of: task, memory) { return place }
        }
        return nil
    }

    /// Whether the task's result ends where what comes before the closure's context begins.
    private static func isBehindResult(
        _ place: UInt, of task: UInt, _ memory: GuardedMemory
    ) -> Bool {
        let end = place &- beside.result
        guard let address = memory.word(at: task &+ end), address &- task <= end else {
            return false
        }
        let result = address &- task
        // Before the result are its type and the error, and what alignment leaves free.
        return stride(from: 16, through: min(result, 64), by: 8).contains { back in
            guard let type = memory.word(at: address &- back),
                let layout = ValueLayout(of: type, memory)
            else { return false }
            return layout.aligned(result &- back &+ 16) == result
                && (result &+ layout.size &+ alignment &- 1) & ~(alignment &- 1) == end
        }
    }

    /// The size of a type's values, in bytes, and their alignment, from its value witnesses.
    private struct ValueLayout {
        let size: UInt
        private let mask: UInt

        init?(of type: UInt, _ memory: GuardedMemory) {
            guard type & 7 == 0, let witnesses = memory.word(at: type &- 8), witnesses & 7 == 0,
                let size = memory.word(at: witnesses &+ 64), size < mostBytes,
                let flags = memory.word(at: witnesses &+ 80)
            else { return nil }
            self.size = size
            mask = flags & 0xFF
        }

        func aligned(_ place: UInt) -> UInt { (place &+ mask) & ~mask }
    }

    /// Where the library's code is that runs tasks. It is never unloaded.
    private static let runtime: Range<UInt>? = {
        #if canImport(Glibc)
            guard let variable = dlsym(nil, TaskScan.metadataSymbol) else { return nil }
            let address = UInt(bitPattern: variable)
            return LoadedImage.all().first { $0.range.contains(address) }?.range
        #else
            return nil
        #endif
    }()
}

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
