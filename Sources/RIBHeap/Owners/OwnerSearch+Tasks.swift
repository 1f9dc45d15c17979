#if canImport(Glibc)
    import Glibc
#endif

/// Whom a task's closure captures: a subscription that is made while the task runs has no closure of its own.
extension OwnerSearch {
    /// The places are fixed by the binary interface of Swift on 64-bit platforms: a task's flags, and where
    /// at the earliest its closure's context may stand. That lies behind the task's own state and its
    /// result, wherever those end; the runtime keeps it until the task is over.
    private static let places: (flags: UInt, contents: UInt) = (32, 128)
    /// An `async let` lies in memory of the task that waits for it, beside that one's variables.
    private static let isAsyncLet: UInt = 1 << 28
    /// What a task and the first of its functions take is some hundred bytes.
    private static let mostContents = 4096

    /// The owners that a task's closure captures, strongly or not.
    ///
    /// - Parameter task: The address of the calling task.
    /// - Returns: Their addresses; nil when it is no task, or not all could be looked at.
    package func captured(byTask task: UInt) -> Set<UInt>? {
        guard let first = memory.word(at: task), first == TaskScan.metadata(memory),
            let flags = memory.word(at: task &+ Self.places.flags), flags & Self.isAsyncLet == 0
        else { return nil }
        let end = min(Self.size(of: task), Self.mostContents)
        let words = stride(from: task &+ Self.places.contents, to: task &+ UInt(end), by: 8)
            .compactMap { memory.word(at: $0) }
        return owners(
            capturedIn: words.filter {
                SwiftObjectGraph.canBeObject($0) && weakGraph.layout(of: $0)?.role == .context
            })
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
