#if canImport(Glibc)
    import Glibc
#endif

/// Whom a task's closure captures: a subscription that is made while the task runs has no closure of its own.
extension OwnerSearch {
    private static let flags: UInt = 32
    /// An `async let` lies in memory of the task that waits for it, beside that one's variables.
    private static let isAsyncLet: UInt = 1 << 28

    /// The owners that a task's closure captures, strongly or not.
    ///
    /// - Parameter task: The address of the calling task.
    /// - Returns: Their addresses; nil when it is no task, or not all could be looked at.
    package func captured(byTask task: UInt) -> Set<UInt>? {
        guard let first = memory.word(at: task), first == TaskScan.metadata(memory),
            let flags = memory.word(at: task &+ Self.flags), flags & Self.isAsyncLet == 0,
            let place = TaskClosure.place(in: task, size: Self.size(of: task), memory),
            let context = memory.word(at: task &+ place)
        else { return nil }
        return context == 0 ? [] : owners(capturedIn: [context])
    }

    /// How many bytes were allocated for a living task that is no `async let`: asked of whichever allocator
    /// the process has.
    private static func size(of task: UInt) -> Int {
        #if canImport(Glibc)
            UnsafeMutableRawPointer(bitPattern: task).flatMap { usableSize?($0) } ?? 0
        #else
            0
        #endif
    }

    private typealias UsableSize = @convention(c) (UnsafeMutableRawPointer) -> Int

    #if canImport(Glibc)
        private static let usableSize = dlsym(nil, "malloc_usable_size").map {
            unsafeBitCast($0, to: UsableSize.self)
        }
    #endif
}
