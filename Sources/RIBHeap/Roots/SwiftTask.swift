// SPDX-License-Identifier: Apache-2.0

/// A task of Swift's concurrency runtime, as it lies in memory.
///
/// The layout is that of Swift's "ABI/Task.h" and "Concurrency/Task.cpp", on 64-bit platforms.
struct SwiftTask {
    private static let places:
        (
            flags: UInt, function: UInt, context: UInt, status: UInt, slab: UInt
        ) = (32, 56, 64, 96, 120)
    private static let (isRunning, isComplete): (UInt, UInt) = (0x800, 0x2000)
    private static let isFuture: UInt = 1 << 25
    /// Marks an `async let`, which lies in memory of the task that awaits it, beside that task's
    /// variables.
    private static let isAsyncLet: UInt = 1 << 28

    let address: UInt
    private let memory: GuardedMemory

    /// - Parameter address: Anything may be there.
    init(at address: UInt, _ memory: GuardedMemory) {
        self.address = address
        self.memory = memory
    }

    private func word(_ place: UInt) -> UInt? { memory.word(at: address &+ place) }

    /// Whether there is a task at the address, by the kind of its metadata.
    var exists: Bool {
        guard let metadata = word(0), metadata & 7 == 0 else { return false }
        return memory.word(at: metadata) == HeapMetadata.Kind.task.rawValue
    }

    /// The number that the runtime gave it. Tasks are numbered in order of creation.
    var number: UInt? { word(Self.places.flags).map { $0 >> 32 } }

    /// Whether it is an `async let`, or there is no task.
    var isAsyncLet: Bool { word(Self.places.flags).map { $0 & Self.isAsyncLet != 0 } ?? true }

    /// Whether it has ended and holds only its result.
    var isComplete: Bool { word(Self.places.status).map { $0 & Self.isComplete != 0 } ?? true }

    /// Whether a thread runs it at this moment.
    var isRunning: Bool { word(Self.places.status).map { $0 & Self.isRunning != 0 } ?? false }

    /// The first of the allocations that hold the variables of its functions; nil when there is
    /// none.
    var slab: UInt? { word(Self.places.slab) }

    // MARK: - Functions

    private static let mostCallers = 64
    private static let mostNamed = 16

    /// The addresses of the project functions that it is in, innermost first. If there are none,
    /// the innermost function of any kind; empty when there is no code.
    ///
    /// A task has its next function and that function's context. A context begins with the caller's
    /// context and the caller's function.
    func functions(use: (UInt) -> CodeUse) -> [UInt] {
        var own: [UInt] = []
        var innermost: UInt?
        var function = word(Self.places.function)
        var context = word(Self.places.context)
        for _ in 0..<Self.mostCallers {
            guard let address = function, own.count < Self.mostNamed else { break }
            switch use(address) {
            case .own: if !own.contains(address) { own.append(address) }
            case .runtime: innermost = innermost ?? address
            case .none: break
            }
            guard let here = context, SwiftObjectGraph.canBeObject(here) else { break }
            function = memory.word(at: here &+ 8)
            context = memory.word(at: here)
        }
        return own.isEmpty ? innermost.map { [$0] } ?? [] : own
    }

    // MARK: - The closure

    /// The end of the task's own state. What follows differs between versions.
    private static let firstPlace: UInt = 144
    private static let alignment: UInt = 16
    /// Offsets around the closure's context. Before it are the destination of the result and the
    /// task's function. After it are the error, the caller of the outermost context, and the return
    /// address.
    private static let beside: (result: UInt, caller: UInt, returns: UInt) = (16, 16, 24)
    /// The most bytes that the outermost context and the task's own state take.
    private static let mostBytes: UInt = 4096

    /// The place of the context of the closure that it was made with, if it has not ended. The word
    /// there is nil when the closure captures nothing.
    ///
    /// The runtime keeps it in the task, just before the task's outermost context, which has no
    /// caller and returns to the runtime. The offset depends on the runtime's version and on the
    /// task's result. The task's own pointers there are outdated while it runs, and its memory
    /// contains leftover words. So each possible offset is checked against the size of the result's
    /// type.
    ///
    /// - Parameter size: The size of the task's allocation in bytes.
    /// - Returns: The offset in bytes from the task's start; nil when it cannot be determined.
    func closurePlace(size: Int) -> UInt? {
        guard let flags = word(Self.places.flags), let runtime = Self.runtime else { return nil }
        let end = min(UInt(max(0, size)), Self.mostBytes)
        var place = Self.firstPlace
        while place &+ Self.beside.returns < end {
            defer { place &+= Self.alignment }
            guard word(place &+ Self.beside.caller) == 0,
                let returns = word(place &+ Self.beside.returns), runtime.contains(returns)
            else { continue }
            // A task without a result has nothing before its context that could be left over.
            if flags & Self.isFuture == 0 || isBehindResult(place) { return place }
        }
        return nil
    }

    /// Whether the task's result ends just where the words before the closure's context begin.
    private func isBehindResult(_ place: UInt) -> Bool {
        let end = place &- Self.beside.result
        guard let start = word(end), start &- address <= end else { return false }
        let result = start &- address
        // Before the result are its type, the error and padding.
        return stride(from: 16, through: min(result, 64), by: 8).contains { back in
            guard let type = word(result &- back),
                let (size, flags) = HeapMetadata.valueWitnesses(of: type, memory),
                size < Self.mostBytes
            else { return false }
            func aligned(_ place: UInt, _ mask: UInt) -> UInt { (place &+ mask) & ~mask }
            return aligned(result &- back &+ 16, flags & 0xFF) == result
                && aligned(result &+ size, Self.alignment &- 1) == end
        }
    }

    /// The code of the library that runs tasks. It is never unloaded.
    private static let runtime = LoadedImage.address(of: metadataSymbol).flatMap { address in
        LoadedImage.all().first { $0.range.contains(address) }?.range
    }

    // MARK: - All tasks

    /// Addresses where a task of the process may begin, in order of creation.
    ///
    /// Only a value's source may know the task that waits for the value, through words that are not
    /// references. So these are all allocations that begin as tasks do.
    static func inOrder(_ addresses: [UInt], _ memory: GuardedMemory) -> [UInt] {
        addresses.map { (number: SwiftTask(at: $0, memory).number ?? .max, task: $0) }
            .sorted { ($0.number, $0.task) < ($1.number, $1.task) }.map(\.task)
    }

    /// The runtime's variable that tells debuggers the first word of each task.
    static let metadataSymbol = "_swift_concurrency_debug_asyncTaskMetadata"

    /// The value of each task's first word.
    static func metadata(_ memory: GuardedMemory) -> UInt? {
        LoadedImage.address(of: metadataSymbol).flatMap { memory.word(at: $0) }
    }
}
