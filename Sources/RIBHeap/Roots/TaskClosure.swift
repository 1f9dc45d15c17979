// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Glibc)
    import Glibc
#endif

/// Finds the context of the closure that a task was made with.
///
/// The runtime keeps it in the task, just before the task's outermost context, which has no caller
/// and returns to the runtime. The offset depends on the runtime's version and on the task's
/// result. The task's own pointers there are outdated while it runs, and its memory contains
/// leftover words. So each possible offset is checked against the size of the result's type.
///
/// The layout is that of Swift's "ABI/Task.h" and "Concurrency/Task.cpp", on 64-bit platforms.
enum TaskClosure {
    private static let flags: UInt = 32
    private static let isFuture: UInt = 1 << 25
    /// The end of the task's own state. What follows differs between versions.
    private static let firstPlace: UInt = 144
    private static let alignment: UInt = 16
    /// Offsets around the context. Before it are the destination of the result and the task's
    /// function. After it are the error, the caller of the outermost context, and the return
    /// address.
    private static let beside: (result: UInt, caller: UInt, returns: UInt) = (16, 16, 24)
    /// The most bytes that the outermost context and the task's own state take.
    private static let mostBytes: UInt = 4096

    /// The offset of the closure's context in a task that has not ended. The word there is nil when
    /// the closure captures nothing.
    ///
    /// - Parameter size: The size of the task's allocation in bytes.
    /// - Returns: The offset in bytes from the task's start; nil when it cannot be determined.
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

    /// Whether the task's result ends just where the words before the closure's context begin.
    private static func isBehindResult(
        _ place: UInt, of task: UInt, _ memory: GuardedMemory
    ) -> Bool {
        let end = place &- beside.result
        guard let address = memory.word(at: task &+ end), address &- task <= end else {
            return false
        }
        let result = address &- task
        // Before the result are its type, the error and padding.
        return stride(from: 16, through: min(result, 64), by: 8).contains { back in
            guard let type = memory.word(at: address &- back),
                let layout = ValueLayout(of: type, memory)
            else { return false }
            return layout.aligned(result &- back &+ 16) == result
                && (result &+ layout.size &+ alignment &- 1) & ~(alignment &- 1) == end
        }
    }

    /// The size and alignment of a type's values in bytes, from its value witnesses.
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

    /// The code of the library that runs tasks. It is never unloaded.
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

/// The functions that a task will return to, in order, and the place of their variables.
///
/// Swift's binary interface fixes these offsets on 64-bit platforms. A task has its next function
/// and that function's context. A context begins with the caller's context and the caller's
/// function.
struct TaskFunctions {
    private static let mostCallers = 64
    private static let mostNamed = 16
    private static let places: (status: UInt, slab: UInt, function: UInt, context: UInt) = (
        96, 120, 56, 64
    )
    private static let (isRunning, isComplete): (UInt, UInt) = (0x800, 0x2000)

    let memory: GuardedMemory
    /// The use of the code at an address.
    let use: (UInt) -> CodeUse

    /// The addresses of the project functions that a task is in, innermost first. If there are
    /// none, the innermost function of any kind; empty when there is no code.
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

    /// Passes each function that a task will return to, with its context, until `body` returns
    /// false.
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

    /// Whether a task has ended and holds only its result.
    static func isComplete(_ task: UInt, _ memory: GuardedMemory) -> Bool {
        memory.word(at: task &+ places.status).map { $0 & isComplete != 0 } ?? true
    }

    /// Whether a thread runs a task at this moment.
    static func isRunning(_ task: UInt, _ memory: GuardedMemory) -> Bool {
        memory.word(at: task &+ places.status).map { $0 & isRunning != 0 } ?? false
    }

    /// The first of the allocations that hold the variables of a task's functions; nil when there
    /// is none.
    static func slab(of task: UInt, _ memory: GuardedMemory) -> UInt? {
        memory.word(at: task &+ places.slab)
    }
}

/// Finds allocations by their first word, in all memory of the process.
struct AllocationScan {
    private static let pageSize: UInt = 4096
    private static let pagesAtOnce: UInt = 64
    /// A larger mapping than 64 GiB is reserved address space, such as the terabytes in which
    /// sanitizers keep notes about memory.
    private static let mostBytes: UInt = 1 << 36

    private let memory: GuardedMemory
    private let maps: ProcessMaps

    init(memory: GuardedMemory, maps: ProcessMaps) {
        self.memory = memory
        self.maps = maps
    }

    /// Addresses where an allocation with this first word may begin, in order. They include freed
    /// memory.
    func find(_ first: UInt, _ limits: SearchLimits) -> [UInt] {
        var found: [UInt] = []
        for mapping in maps.mappings where mapping.path.isEmpty || mapping.path == "[heap]" {
            let bytes = mapping.region.end - mapping.region.start
            if bytes > Self.mostBytes { continue }
            var start = mapping.region.start
            while start < mapping.region.end {
                guard !limits.isOver() else { return found }
                let end = min(start + Self.pagesAtOnce * Self.pageSize, mapping.region.end)
                let pages = stride(from: start, to: end, by: UInt.Stride(Self.pageSize))
                memory.prepare(Array(pages))
                for page in pages { append(first, in: page, to: &found) }
                start = end
            }
        }
        return found
    }

    /// Adds the places in a page where an allocation with this first word may begin.
    private func append(_ first: UInt, in page: UInt, to found: inout [UInt]) {
        _ = memory.withBytes(at: page, count: Int(Self.pageSize)) { bytes in
            var start = 0
            while true {
                let place = ribleak_memory_find(
                    bytes.baseAddress, bytes.count, start, UInt64(first))
                guard place < bytes.count else { return }
                found.append(page + UInt(place))
                start = place + 16
            }
        }
    }

}

/// Finds all tasks of the process.
///
/// Only a value's source may know the task that waits for the value, through words that are not
/// references.
struct TaskScan {
    private let memory: GuardedMemory
    private let maps: ProcessMaps

    init(memory: GuardedMemory, maps: ProcessMaps) {
        self.memory = memory
        self.maps = maps
    }

    /// Addresses where a task may begin, in order of creation. They include freed memory.
    func find(_ limits: SearchLimits) -> [UInt] {
        guard let metadata = Self.metadata(memory) else { return [] }
        return AllocationScan(memory: memory, maps: maps).find(metadata, limits)
            .map { (number: number(of: $0), task: $0) }
            .sorted { ($0.number, $0.task) < ($1.number, $1.task) }.map(\.task)
    }

    /// The number of a task. The runtime numbers tasks in order of creation.
    private func number(of task: UInt) -> UInt {
        memory.word(at: task &+ 32).map { $0 >> 32 } ?? .max
    }

    /// The runtime's variable that tells debuggers the first word of each task.
    static let metadataSymbol = "_swift_concurrency_debug_asyncTaskMetadata"

    /// The value of each task's first word.
    static func metadata(_ memory: GuardedMemory) -> UInt? {
        #if canImport(Glibc)
            guard let variable = dlsym(nil, metadataSymbol) else {
                return nil
            }
            return memory.word(at: UInt(bitPattern: variable))
        #else
            return nil
        #endif
    }
}
