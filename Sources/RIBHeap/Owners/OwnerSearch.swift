// SPDX-License-Identifier: Apache-2.0

/// Finds the owner of a subscription from references: the objects that its closure captures, and
/// the objects that keep its token.
///
/// Use it from one thread at a time. It visits few objects and keeps none of them alive.
package final class OwnerSearch {
    /// What objects of a class mean for subscriptions.
    package enum Role: Sendable {
        /// It can own subscriptions.
        case owner
        /// It stands for the owners that it refers to directly.
        case standIn
        /// It cancels what it refers to.
        case token
        /// It sends values to what it refers to.
        case publisher
        case other
    }

    let memory: GuardedMemory
    let graph: SwiftObjectGraph
    let layouts: ObjectLayouts
    /// The graph that includes weak, unowned and unmanaged references.
    let weakGraph: SwiftObjectGraph
    private let roleOfClass: (Any.Type) -> Role
    private var roles: [UInt: Role] = [:]
    /// The most classes to remember. There are as many as the code has, unless it is loaded
    /// repeatedly.
    private static let mostKnown = 1 << 14

    /// - Parameter role: Called once for each class of the objects that the search meets.
    package convenience init(role: @escaping (Any.Type) -> Role) throws(HeapSearch.Unavailable) {
        self.init(types: try HeapSearch().types, role: role)
    }

    /// - Parameter types: Used from the thread that uses this search.
    init(types: TypeReader, role: @escaping (Any.Type) -> Role = { _ in .other }) {
        // A search for one subscription reads a handful of pages, and for thousands some hundreds.
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 21)
        self.memory = memory
        layouts = ObjectLayouts(types: types)
        graph = SwiftObjectGraph(layouts: layouts, memory: memory)
        weakGraph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: types, includes: .captured), memory: memory)
        roleOfClass = role
        begin()
    }

    /// Looks once at what most searches meet, so that the next search need not read those types.
    package func warmUp() {
        final class Sample {
            var receiveValue: (() -> Void)?
            var kept: [AnyObject] = []
        }
        let (sample, other) = (Sample(), Sample())
        sample.kept = [other]
        sample.receiveValue = { [other, weak sample] in sample?.kept = other.kept }
        let address = UInt(bitPattern: Unmanaged.passUnretained(sample).toOpaque())
        for weakly in [false, true] {
            _ = captured(by: address, in: ["receiveValue"], weakly: weakly)
        }
        _ = subscriptions(keptBy: [address], among: [])
        // What the searches read has to live until here.
        withExtendedLifetime(sample) {}
    }

    /// Call it before a series of searches with no other code in between, and again after other
    /// code has run.
    package func begin() {
        memory.forgetPages()
        graph.begin()
        weakGraph.begin()
    }

    /// The objects that a living object refers to strongly.
    func references(of object: UInt) -> [UInt] { graph.references(of: object).map(\.target) }

    func role(of object: UInt) -> Role {
        guard let type = memory.metadata(at: object) else { return .other }
        if let known = roles[type] { return known }
        // Safe: a graph has objects of classes in images only, and a living object has its whole
        // class. A context or a box has another kind of metadata, which is not a type.
        guard let metadata = HeapMetadata(at: type, memory: memory), metadata.kind == .class,
            graph.layout(of: object) != nil
        else { return .other }
        let role = roleOfClass(HeapMetadata.type(at: type))
        if roles.count < Self.mostKnown { roles[type] = role }
        return role
    }
}

/// Finds the owners that a task's closure captures. A subscription made while the task runs has no
/// closure of its own.
extension OwnerSearch {
    /// The owners that a task's closure captures, strongly or not.
    ///
    /// - Returns: Nil when the task with this number is not at the address or has ended, or not all
    ///   captures could be read.
    package func captured(byTask task: UInt, number: UInt) -> Set<UInt>? {
        let known = SwiftTask(at: task, memory)
        guard isRunning(known, number), !known.isAsyncLet,
            let place = known.closurePlace(size: Self.size(of: task)),
            let context = memory.word(at: task &+ place)
        else { return nil }
        let found = context == 0 ? [] : owners(capturedIn: context, weakGraph)
        // A task that ends gives up its closure, whose memory may then be another's.
        memory.forgetPages()
        return isRunning(known, number) ? found : nil
    }

    private func isRunning(_ task: SwiftTask, _ number: UInt) -> Bool {
        guard let first = memory.word(at: task.address), first == SwiftTask.metadata(memory) else {
            return false
        }
        return task.number == number && !task.isComplete
    }

    /// The bytes allocated for a living task that is not an `async let`, as the allocator of this
    /// process reports them.
    private static func size(of task: UInt) -> Int {
        UnsafeMutableRawPointer(bitPattern: task).flatMap { usableSize?($0) } ?? 0
    }

    private static let usableSize = LoadedImage.address(of: "malloc_usable_size").map {
        unsafeBitCast($0, to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)
    }
}

/// Finds timers, which no library reports.
extension OwnerSearch {
    /// The most allocations to visit. A call of the app waits for this.
    private static var mostAllocations: Int { 1024 }
    /// How many allocations lead from a run loop to a timer at the most: its storage, its modes, a
    /// mode, the mode's timers, and between them the buffers of two collections. Three more are
    /// room for another Foundation. Memory farther away is not the run loop's, and there is a lot.
    private static var mostLevels: UInt8 { 10 }

    /// The timers of a run loop.
    ///
    /// The run loop leads to them through memory without types, and they lead back to it. Leftover
    /// words in that memory may lead to timers of other run loops.
    ///
    /// - Parameter timer: The exact class of the timers, without subclasses.
    /// - Returns: The addresses of the timers that are valid and were not being freed, once each.
    package func timers(of runLoop: UInt, ofClass timer: AnyClass) -> [UInt] {
        let memory = memory
        guard let loop = memory.word(at: runLoop),
            let size = HeapMetadata(at: loop, memory: memory)?.instanceSize
        else { return [] }
        let type = UInt(bitPattern: ObjectIdentifier(timer))
        var walk = OpaqueWalk(
            memory: memory, maps: .everything,
            limits: SearchLimits(nodes: Self.mostAllocations),
            isObject: { memory.word(at: $0) == type })
        let start = runLoop &+ 16
        let fields = start..<max(start, runLoop &+ UInt(size))
        walk.walk(from: [(InferredRoot.Origin(kind: .field), [fields])], levels: Self.mostLevels)
        return walk.found.map(\.target).filter { placeOfLoop(in: $0, of: runLoop) != nil }
    }

    /// The timers among them that fire once, and no later than a time.
    ///
    /// - Parameter end: In seconds since the reference date of Foundation.
    func timers(of runLoop: UInt, ofClass timer: AnyClass, dueBy end: Double) -> [UInt] {
        func number(at place: UInt) -> Double? {
            memory.word(at: place).map { Double(bitPattern: UInt64($0)) }
        }
        return timers(of: runLoop, ofClass: timer).filter { timer in
            // The time and the interval follow the run loop and its modes.
            guard let place = placeOfLoop(in: timer, of: runLoop),
                let due = number(at: place &+ 16), let interval = number(at: place &+ 24)
            else { return false }
            return due <= end && interval == 0
        }
    }

    /// Where a timer refers to its run loop; nil if it is not in that one, or is not valid.
    ///
    /// Timer and run loop each keep a CoreFoundation object. One of the first words of the timer's
    /// object is the run loop's object, as in "CFRunLoop.c". It is dropped once the timer is
    /// invalid.
    private func placeOfLoop(in timer: UInt, of runLoop: UInt) -> UInt? {
        guard let loop = object(of: runLoop, in: ["_cfRunLoopStorage"]),
            let timer = object(of: timer, in: ["_timerStorage"])
        else { return nil }
        return stride(from: timer &+ 24, to: timer &+ 128, by: 8).first {
            memory.word(at: $0) == loop
        }
    }
}

/// Finds the subscriptions that tokens keep: an owner's own tokens, and those of objects that only
/// the owner keeps, such as a bag or a view model.
extension OwnerSearch {
    /// The subscriptions that tokens of one owner keep.
    ///
    /// The walk continues through objects that nothing but the owner keeps, according to their
    /// reference counts. It stops at other owners and at publishers, which keep the subscriptions
    /// of others.
    ///
    /// - Parameters:
    ///   - roots: The addresses of the owner and of the objects that stand for it, such as its
    ///     router. They must live until this method returns.
    ///   - subscriptions: The addresses of what tokens refer to: subscribers, or else their
    ///     subscriptions.
    package func subscriptions(
        keptBy roots: [UInt], among subscriptions: Set<UInt>, nodes: Int = 10_000
    ) -> Set<UInt> {
        // The entered objects, and whether a token keeps each one.
        var pending = roots.map { (node: $0, isOfToken: false) }
        var entered = Set(roots)
        // How many references to each object were seen, for objects that are not entered yet.
        var seen: [UInt: Int] = [:]
        var found: Set<UInt> = []
        var left = nodes
        while let (node, isOfToken) = pending.popLast(), left > 0 {
            left -= 1
            for target in references(of: node) {
                if subscriptions.contains(target) {
                    found.insert(target)
                    continue
                }
                guard !entered.contains(target), let isToken = isToken(target) else { continue }
                if !isToken, !isOfToken {
                    seen[target, default: 0] += 1
                    guard graph.strongCount(of: target) == seen[target] else { continue }
                }
                entered.insert(target)
                pending.append((target, isToken || isOfToken))
            }
        }
        return found
    }

    /// Whether an object is a token; nil for one at which the walk stops.
    private func isToken(_ object: UInt) -> Bool? {
        guard let layout = graph.layout(of: object) else { return nil }
        guard layout.isObject else { return false }
        switch role(of: object) {
        case .owner, .standIn, .publisher: return nil
        case .token: return true
        case .other: return false
        }
    }
}
