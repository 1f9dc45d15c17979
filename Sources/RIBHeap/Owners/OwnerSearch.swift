// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#endif

/// Finds out whose a subscription is by what refers to whom: whom its closure captures, and who keeps
/// its token.
///
/// Not for use by several threads at once. It looks at few objects, none of which it keeps alive.
package final class OwnerSearch {
    /// What objects of a class are to subscriptions.
    package enum Sort: Sendable {
        /// A subscription may be theirs.
        case owner
        /// They stand for the owners that they refer to themselves.
        case standIn
        /// They end what they refer to.
        case token
        /// They send values to what they refer to.
        case publisher
        case other
    }

    let memory: GuardedMemory
    let graph: SwiftObjectGraph
    let layouts: ObjectLayouts
    /// Of weak, unowned and unmanaged references as well.
    let weakGraph: SwiftObjectGraph
    private let sortOfClass: (Any.Type) -> Sort
    /// By the address of the class.
    private var sorts: [UInt: Sort] = [:]
    /// Where the code of closures is that capture no object, not even weakly.
    var capturesNothing: Set<UInt> = []

    /// Closures and classes are as many as the code has, unless it is loaded again and again.
    static let mostKnown = 1 << 14

    /// - Parameter sort: Asked once for each class whose objects are met.
    package init(sort: @escaping (Any.Type) -> Sort) throws(HeapSearch.Unavailable) {
        let mirror: RemoteMirror
        do {
            mirror = try RemoteMirror()
        } catch {
            throw HeapSearch.Unavailable(reason: error.reason)
        }
        // What is looked at for one subscription lies in a handful of pages, for thousands in some hundreds.
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 21)
        self.memory = memory
        layouts = ObjectLayouts(mirror: mirror)
        graph = SwiftObjectGraph(layouts: layouts, memory: memory)
        weakGraph = SwiftObjectGraph(
            layouts: ObjectLayouts(mirror: mirror, includesWeak: true), memory: memory)
        sortOfClass = sort
        mirror.addImages()
        begin()
    }

    /// To be called before searches after which no other code ran, and once more after it did.
    package func begin() {
        memory.forgetPages()
        graph.begin()
        weakGraph.begin()
    }

    /// What a living object refers to strongly.
    func references(of object: UInt) -> [UInt] {
        var references: [HeapReference] = []
        graph.appendReferences(of: object, to: &references)
        return references.map(\.target)
    }

    /// The sort of a living object of a class.
    func sort(of object: UInt) -> Sort {
        guard let type = memory.word(at: object) else { return .other }
        if let known = sorts[type] { return known }
        // Safe: a graph has objects of classes in images only, and one that lives has its class in full.
        // A context or a box has another kind of metadata, which is no type.
        guard let metadata = HeapMetadata(at: type, memory: memory), metadata.kind == .class,
            graph.layout(of: object) != nil
        else { return .other }
        let sort = sortOfClass(unsafeBitCast(type, to: Any.Type.self))
        if sorts.count < Self.mostKnown { sorts[type] = sort }
        return sort
    }
}

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

/// Timers, which no library tells of.
extension OwnerSearch {
    /// Behind a run loop stand its modes, their timers, and what else they wait for: some hundred allocations.
    private static var mostAllocations: Int { 4096 }

    /// The timers of a run loop: it leads to them through memory that no type describes, and they lead back to it.
    /// Words that are left over in that memory may lead to others' timers.
    ///
    /// - Parameters:
    ///   - runLoop: The address of a living object of Foundation's.
    ///   - timer: The class of the timers, not of those below it.
    /// - Returns: The addresses of those that are valid, and were not being freed; each once.
    package func timers(of runLoop: UInt, ofClass timer: AnyClass) -> [UInt] {
        let memory = memory
        guard let loop = memory.word(at: runLoop),
            let size = HeapMetadata(at: loop, memory: memory)?.instanceSize
        else { return [] }
        let type = unsafeBitCast(timer, to: UInt.self)
        var walk = OpaqueWalk(
            memory: memory, maps: .everything,
            limits: SearchLimits(nodes: Self.mostAllocations),
            isObject: { memory.word(at: $0) == type })
        let fields = MemoryRegion(start: runLoop &+ 16, end: runLoop &+ UInt(size))
        walk.walk(from: [(OpaqueWalk.Origin(kind: .field), [fields])])
        return walk.found.map(\.target).filter { isTimer($0, of: runLoop) }
    }

    /// Whether a timer was added to a run loop and is not over.
    ///
    /// Each keeps an object of CoreFoundation's. The timer's has the run loop's in one of its first words, as
    /// "CFRunLoop.c" has it, and none once it is over.
    private func isTimer(_ timer: UInt, of runLoop: UInt) -> Bool {
        guard let loop = object(of: runLoop, in: ["_cfRunLoopStorage"]),
            let timer = object(of: timer, in: ["_timerStorage"])
        else { return false }
        return stride(from: 24, to: 128, by: 8).contains { memory.word(at: timer &+ $0) == loop }
    }
}

/// Whose tokens keep a subscription: an owner's own, and those of what it alone keeps, such as a bag or a
/// view model.
extension OwnerSearch {
    /// The subscriptions that tokens of one owner keep.
    ///
    /// The walk goes on from what nothing but the owner keeps, as reference counts tell. It stops at other
    /// owners and at publishers, which keep the subscriptions of others.
    ///
    /// - Parameters:
    ///   - roots: The addresses of the owner and of what stands for it, such as its router. They live
    ///     until this comes back.
    ///   - subscriptions: The addresses of what a token refers to: subscribers, or else their
    ///     subscriptions.
    ///   - nodes: The most objects that it looks at.
    /// - Returns: Those that are kept, as far as was looked.
    package func subscriptions(
        keptBy roots: [UInt], among subscriptions: Set<UInt>, nodes: Int = 10_000
    ) -> Set<UInt> {
        var walk = TokenWalk(wanted: subscriptions, pending: roots.map { ($0, false) }, left: nodes)
        walk.entered = Set(roots)
        while let (node, isToken) = walk.pending.popLast(), walk.left > 0 {
            walk.left -= 1
            for target in references(of: node) { meet(target, ofToken: isToken, &walk) }
        }
        return walk.found
    }

    private struct TokenWalk {
        let wanted: Set<UInt>
        /// What is entered, and whether a token keeps it.
        var pending: [(node: UInt, isToken: Bool)]
        var left: Int
        var entered: Set<UInt> = []
        /// Of what is not entered yet, how many references were seen.
        var seen: [UInt: Int] = [:]
        var found: Set<UInt> = []
    }

    private func meet(_ target: UInt, ofToken isOfToken: Bool, _ walk: inout TokenWalk) {
        if walk.wanted.contains(target) {
            walk.found.insert(target)
            return
        }
        guard !walk.entered.contains(target), let layout = graph.layout(of: target) else { return }
        var isToken = isOfToken
        if layout.role == .object {
            switch sort(of: target) {
            case .owner, .standIn, .publisher: return
            case .token: isToken = true
            case .other: break
            }
        }
        if !isToken {
            walk.seen[target, default: 0] += 1
            guard graph.strongCount(of: target) == walk.seen[target] else { return }
        }
        walk.entered.insert(target)
        walk.pending.append((target, isToken))
    }
}
