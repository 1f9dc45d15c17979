// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The roots that no type describes, in the order in which they explain an object.
///
/// The search goes part by part, the strongest evidence and lowest cost first.
final class InferredRoots {
    private var walk: OpaqueWalk
    private let filter: RootFilter
    private let names: TypeNames
    private let graph: SwiftObjectGraph
    private let request: HeapSearch.Request
    private var left = OpaqueWalk.Part.allCases[...]
    private var hasBegun = false

    var isPartial: Bool { walk.isPartial }

    /// - Parameter targets: The objects to explain, some of those of the request.
    init(
        _ request: HeapSearch.Request, targets: [UInt], graph: SwiftObjectGraph,
        images: GlobalRoots
    ) {
        let names = TypeNames(graph: graph)
        let unreflected = UnreflectedFields(graph: graph)
        let filter = RootFilter(
            targets: targets, graph: graph, images: images, isOfLibraries: names.isOfLibraries)
        graph.memory.forget()
        walk = OpaqueWalk(
            memory: graph.memory, maps: ProcessMaps(), limits: request.limits,
            isObject: graph.isDescribed,
            object: {
                let fields = unreflected.fields(of: $0)
                guard !fields.isEmpty else { return nil }
                let isOfLibraries = names.isOfLibraries($0)
                if isOfLibraries, names.isIdle($0) { return nil }
                return OpaqueWalk.Object(unreflected: fields, isOfLibraries: isOfLibraries)
            },
            accepts: filter.accepts)
        (self.filter, self.names) = (filter, names)
        (self.graph, self.request) = (graph, request)
    }

    /// The roots of the next part; nil when there are no more.
    ///
    /// The first are timers that are over, which keep themselves and their blocks for as long as
    /// the process lives. Nothing leads to them, but types describe what they keep. The last are
    /// words that may be left over, to objects that are not explained yet: `awaited`, inverted.
    func next(for awaited: [UInt]) -> [RootGroup]? {
        guard hasBegun else {
            hasBegun = true
            let timers = EndedTimers.timerClass.map { walk.allocations(beginningWith: $0) } ?? []
            let ended = timers.filter(EndedTimers(graph: graph).contains)
            return [RootGroup(.global, objects: ended)]
        }
        guard let part = left.popFirst() else {
            let groups = groups(of: filter.takeDoubtful(for: awaited))
            return groups.isEmpty ? nil : groups
        }
        let globals = part == .fields ? request.globals.filter { $0.isInferred } : []
        let found = walk.find(
            part, fieldsOf: request.invertedObjects, ownFrames: request.ownFrames)
        return (globals.isEmpty ? [] : [RootGroup(.global, globals)]) + groups(of: found)
    }

    /// What was found, by where it begins: the strongest evidence first.
    private func groups(of found: [InferredRoot]) -> [RootGroup] {
        func group(_ reason: RetentionReason, _ kind: InferredRoot.Kind) -> RootGroup {
            RootGroup(reason, found.filter { $0.origin.kind == kind }.map(root))
        }
        let groups = [
            group(.global, .field), group(.task, .task), group(.queue, .queue),
            group(.global, .foundation), group(.thread, .thread),
        ]
        return groups.filter { !$0.roots.isEmpty }
    }

    private func root(_ found: InferredRoot) -> HeapRoot {
        let origin = found.origin
        return HeapRoot(
            object: found.target,
            holder: origin.owner.map { .object(type: names.name(of: $0)) }
                ?? .other(name: origin.name),
            address: found.address, isInferred: true,
            functions: { [filter] in filter.functions(at: found) },
            isOfTask: origin.task != nil, label: origin.label, owner: origin.owner)
    }
}

/// Decides which words are believable as references to the objects to explain.
///
/// Memory without types is full of leftover words, and the objects to explain were in many lists.
/// So only believable words count for them. Any word counts for other objects, since those lead to
/// the objects to explain by their types.
final class RootFilter {
    /// Inverted, since the search itself may be found on a stack.
    private let targets: Set<UInt>
    private let memory: GuardedMemory
    private let owner: CodeOwner
    private let images: GlobalRoots
    private let layouts: ObjectLayouts
    private let symbol: (UInt) -> String
    /// The stacks by start address.
    private var stacks: [UInt: StackFrames] = [:]
    private let isOfLibraries: (UInt) -> Bool
    /// The first word of a task whose functions are no methods, for each object: it may be left
    /// over. The addresses of the objects are inverted, since later parts search for them.
    private var doubtful: [UInt: InferredRoot] = [:]

    init(
        targets: [UInt], graph: SwiftObjectGraph, images: GlobalRoots,
        isOfLibraries: @escaping (UInt) -> Bool
    ) {
        self.targets = Set(targets.map { ~$0 })
        (memory, layouts) = (graph.memory, graph.layouts)
        (self.images, self.isOfLibraries) = (images, isOfLibraries)
        // An image's functions are read once per process.
        symbol = { [layouts = graph.layouts] address in
            layouts.learn { images.functionName(at: address) }
        }
        owner = CodeOwner(graph: graph, symbol: symbol)
    }

    func accepts(_ found: InferredRoot) -> Bool {
        guard targets.contains(~found.target) else {
            // Only the thread itself keeps its object. Elsewhere in Foundation's memory, the word
            // is left over, and what the thread waits in says more than what it began with.
            return found.origin.kind != .foundation
                || memory.word(at: found.target) != Self.threadClass
        }
        switch found.origin.kind {
        case .field:
            // The project itself set the fields of its own objects.
            return found.origin.owner.map { !isOfLibraries($0) } ?? true || isWork(found)
        case .task:
            // What a task was made with belongs to it. Its functions leave behind data that they no
            // longer need.
            guard let task = found.origin.task, found.holder != task else { return true }
            let isOwn = owner.ownsOne(of: functions(of: task), found.target)
            if isOwn == nil, doubtful[~found.target] == nil {
                doubtful[~found.target] = found.inverted
            }
            return isOwn ?? false
        case .queue, .foundation: return isWork(found)
        case .thread:
            // A variable of a project function that has not returned.
            guard let function = stack(of: found).function(at: found.address), isOfProject(function)
            else { return false }
            // Words on a stack may be left over, too. Where a task may keep the object, only one of
            // a method of its own says more.
            return doubtful[~found.target] == nil
                || owner.ownsOne(of: [function], found.target) == true
        }
    }

    /// The words of tasks whose functions are no methods, and may have left them behind. They count
    /// where nothing else leads to the object, which `awaited` says.
    func takeDoubtful(for awaited: [UInt]) -> [InferredRoot] {
        awaited.compactMap { doubtful.removeValue(forKey: $0)?.inverted }
    }

    /// Foundation's class of threads on Linux.
    private static let threadClass = LoadedImage.address(of: "$s10Foundation6ThreadCN")

    /// Whether a word comes just after a function. Pending work is a function and its argument.
    private func isWork(_ found: InferredRoot) -> Bool { !code(before: found).isEmpty }

    /// The functions that hold what a word leads to. A closure's captures come just after its
    /// function, a variable is in the frame of its function, and a task is in several functions.
    func functions(at found: InferredRoot) -> [UInt] {
        if let task = found.origin.task { return functions(of: task) }
        if found.origin.kind == .thread, let function = stack(of: found).function(at: found.address)
        {
            return [function]
        }
        return code(before: found)
    }

    private func functions(of task: UInt) -> [UInt] {
        SwiftTask(at: task, memory).functions(use: images.codeUse)
    }

    /// The function just before a word. Within a function, an address is a number or left over: the
    /// half of a word that a lock does not use has what was in the memory before.
    private func code(before found: InferredRoot) -> [UInt] {
        guard found.place >= 8, let word = memory.word(at: found.address &- 8),
            images.codeUse(of: word) == .own, layouts.learn({ images.mayBeFunction(at: word) })
        else { return [] }
        return [word]
    }

    private func stack(of found: InferredRoot) -> StackFrames {
        if let known = stacks[found.holder] { return known }
        let frames = StackFrames(from: found.holder, memory: memory) { [images] in
            images.codeUse(of: $0) != .none
        }
        stacks[found.holder] = frames
        return frames
    }

    private func isOfProject(_ code: UInt) -> Bool {
        guard images.codeUse(of: code) == .own else { return false }
        let symbol = symbol(code)
        // Names of the standard library begin with these.
        return !CodeUse.isOfTool(symbol) && !symbol.hasPrefix("$ss") && !symbol.hasPrefix("$sS")
    }
}
