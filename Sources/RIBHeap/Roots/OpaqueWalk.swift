// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Looks for objects from memory that no type describes, word by word, through allocations that no
/// type describes either. ``InferredRoots`` uses it for what no type explains, and ``OwnerSearch``
/// for timers.
///
/// A word counts when it is the address of an allocation in use. Its lowest four bits are ignored,
/// and only the lower 47 bits count. The allocation is an object if `isObject` says so and its
/// counts are those of a live object. The walk does not continue from objects, nor from the
/// search's own memory.
struct OpaqueWalk: ~Copyable {
    /// An object with fields that no type describes.
    struct Object {
        var unreflected: [UnreflectedField]
        /// Whether its class is Foundation's or libdispatch's.
        var isOfLibraries = false
    }

    let memory: GuardedMemory
    let maps: ProcessMaps
    let chunks: HeapChunks
    private let isObject: (UInt) -> Bool
    private let object: (UInt) -> Object?
    private let accepts: (InferredRoot) -> Bool
    let limits: SearchLimits
    /// The allocations that were met. A node's place is its size, and its parent is its origin.
    private var table: NodeTable
    /// How many allocations may be followed one after the other from each of them, itself included.
    /// One that was met far from a field is searched again when it is met nearer to another, or
    /// from a place that has no limit.
    private var reaches: [UInt8] = []
    /// The numbers of those to search next.
    private var waiting: [UInt32] = []
    /// The reach of the next allocation to be met.
    private var reach = Self.unlimited
    /// The reach where nothing limits it.
    static let unlimited = UInt8.max
    private var origins: [InferredRoot.Origin] = []
    private var nodesUntilLook = 0
    /// A buffer for the words of the current page that may be addresses, and their places in the
    /// page.
    private let aside: UnsafeMutablePointer<UInt>
    private let asidePlaces: UnsafeMutablePointer<UInt32>
    private static let wordsAPage = 512
    /// The most allocations to follow from an object's field. Memory farther away also belongs to
    /// others.
    private static let mostLevels: UInt8 = 6
    /// The pages that were read as a whole: the number of each, with the reach of what led there,
    /// and whether a task did.
    private var readPages: Set<UInt> = []
    private(set) var found: [InferredRoot] = []
    private var alreadyFound: Set<UInt> = []
    private(set) var isPartial = false

    /// - Parameter isObject: Whether an allocation is an object with references that its type
    ///   describes. This should include the contexts of closures, so that their weak references do
    ///   not count as holding. Called only for allocations in use.
    /// - Parameter object: The untyped fields of such an object; nil when it has none. The walk
    ///   searches those of a library's object wherever it meets one.
    /// - Parameter accepts: Whether to believe a word. If not, another word may lead to the object.
    init(
        memory: GuardedMemory, maps: ProcessMaps, limits: SearchLimits,
        isObject: @escaping (UInt) -> Bool,
        object: @escaping (UInt) -> Object? = { _ in nil },
        accepts: @escaping (InferredRoot) -> Bool = { _ in true }
    ) {
        (self.memory, self.maps, self.limits) = (memory, maps, limits)
        (self.isObject, self.object) = (isObject, object)
        self.accepts = accepts
        chunks = HeapChunks(memory: memory, maps: maps)
        table = NodeTable(limit: limits.nodes)
        aside = .allocate(capacity: Self.wordsAPage)
        asidePlaces = .allocate(capacity: Self.wordsAPage)
    }

    deinit {
        aside.deallocate()
        asidePlaces.deallocate()
    }

    /// Visits all words of some regions and then what they lead to, the nearest first.
    ///
    /// - Parameter levels: The most allocations to follow one after the other.
    mutating func walk(
        from seeds: [(origin: InferredRoot.Origin, regions: [Range<UInt>])],
        levels: UInt8 = unlimited
    ) {
        reach = levels
        for seed in seeds {
            let origin = add(seed.origin)
            for region in seed.regions {
                scan(region.lowerBound, bytes: UInt(region.count), origin: origin)
            }
        }
        goOn()
    }

    /// Visits what tasks keep, given their addresses: first the closures that they were made with,
    /// then the variables of their functions.
    ///
    /// Other memory that these lead to belongs to their callers or executors.
    mutating func walk(fromTasks tasks: [UInt]) {
        reach = Self.unlimited
        for task in tasks {
            let known = SwiftTask(at: task, memory)
            guard let size = chunks.size(of: task), known.exists,
                ReferenceCount.isAlive(at: task, memory), !known.isComplete
            else { continue }
            let origin = add(InferredRoot.Origin(kind: .task, name: "a task", task: task))
            if let place = known.closurePlace(size: size),
                let closure = memory.word(at: task &+ place)
            {
                meet(closure, holder: task, place: place, origin: origin)
            }
            if let slab = known.slab { meet(slab, holder: task, place: 0, origin: origin) }
        }
        goOn()
    }

    /// Visits untyped values in objects, and untyped memory that their pointers lead to.
    ///
    /// - Parameter inverted: The addresses of the objects, inverted: the walk may read this list.
    mutating func walk(fromFieldsOf inverted: [UInt]) {
        for object in inverted {
            let object = ~object
            guard let known = self.object(object) else { continue }
            reach = Self.mostLevels
            for field in known.unreflected {
                let isWhole = known.isOfLibraries || field.content == .value
                guard isWhole || field.content == .pointer else { continue }
                let start = object &+ UInt(field.offset)
                // A pointer to an object is left to `walk(fromUnmanagedFieldsOf:)`.
                if !isWhole, memory.word(at: start).map({ isObject($0 & ~15) }) ?? true { continue }
                let rest = (chunks.size(of: object) ?? 0) - field.offset
                scan(
                    start, bytes: UInt(max(0, field.size ?? rest)),
                    origin: origin(of: field, in: object, known))
            }
            goOn()
            if isOver() { return }
        }
    }

    /// Visits fields that lead to an object, with no type that says whether they retain it.
    ///
    /// - Parameter inverted: The addresses of the objects, inverted: the walk may read this list.
    mutating func walk(fromUnmanagedFieldsOf inverted: [UInt]) {
        reach = 0
        for object in inverted {
            let object = ~object
            guard let known = self.object(object), !known.isOfLibraries else { continue }
            for field in known.unreflected where field.content != .value {
                let start = object &+ UInt(field.offset)
                guard let word = memory.word(at: start), isObject(word & ~15) else { continue }
                meet(word, holder: start, place: 0, origin: origin(of: field, in: object, known))
            }
            if isOver() { return }
        }
    }

    /// Adds the origin of a field. The field names of a library mean nothing to a reader and are
    /// left out.
    private mutating func origin(
        of field: UnreflectedField, in object: UInt, _ known: Object
    ) -> Int {
        let label = known.isOfLibraries ? "" : field.label
        return add(InferredRoot.Origin(kind: .field, owner: object, label: label))
    }

    private mutating func goOn() {
        while !waiting.isEmpty {
            let numbers = waiting
            waiting = []
            if reach != Self.unlimited { reach -= 1 }
            for number in numbers {
                if isOver() {
                    waiting = []
                    return
                }
                let node = table.node(number).pointee
                scan(
                    ~node.invertedAddress, bytes: UInt(node.place), origin: Int(node.parent),
                    isFollowed: true)
            }
        }
    }

    /// - Parameter isFollowed: Whether only a word led there. A number before it may look like the
    ///   size of an allocation of megabytes, and thousands of these may overlap. So pages that were
    ///   read as a whole are not read again.
    private mutating func scan(_ start: UInt, bytes: UInt, origin: Int, isFollowed: Bool = false) {
        let kind = UInt(reach) << 1 | (origins[origin].task == nil ? 0 : 1)
        // Plain steps from page to page: the debug builds that tests run pay for each call.
        var place: UInt = 0
        while place &+ 8 <= bytes {
            let address = start &+ place
            let within = address & 4095
            let rest = min(4096 &- within, bytes &- place) & ~7
            if rest == 0 {
                place = place &+ 8
                continue
            }
            let page = (address >> 12) << 9 | kind
            if rest < 4096 || readPages.insert(page).inserted || !isFollowed {
                scanPage(from: address, bytes: rest, holder: start, place: place, origin: origin)
            }
            place = place &+ rest
        }
    }

    private mutating func scanPage(
        from address: UInt, bytes: UInt, holder: UInt, place: UInt, origin: Int
    ) {
        guard let page = memory.page(holding: address) else { return }
        let words = (page + Int(address & 4095)).assumingMemoryBound(to: UInt.self)
        let count = Int(bytes / 8)
        // The page is valid only until the next read, so possible addresses are copied first.
        let doubtful = chunks.writable.findAddresses(
            in: words, count: count, mask: ~15, to: asidePlaces)
        var next = 0
        while next < doubtful {
            aside[next] = words[Int(asidePlaces[next])]
            next &+= 1
        }
        var index = 0
        while index < doubtful {
            meet(
                aside[index], holder: holder, place: place &+ UInt(asidePlaces[index]) &* 8,
                origin: origin)
            index &+= 1
        }
    }

    private mutating func meet(_ word: UInt, holder: UInt, place: UInt, origin: Int) {
        let address = word & ~15
        guard address > 4096, address >> 47 == 0, let size = chunks.size(of: address) else {
            return
        }
        if isObject(address) {
            #if !canImport(ObjectiveC)
                // There, `isObject` knows which objects have a count.
                guard ReferenceCount.isAlive(at: address, memory) else { return }
            #endif
            // No type describes a library's object, so it is searched as well.
            if note(address, holder: holder, place: place, origin: origin),
                origins[origin].task == nil, object(address)?.isOfLibraries == true
            {
                add(address, size: size, origin: origin)
            }
            return
        }
        // What tasks hold is visited from the tasks only. Other words that lead there are left
        // over, or lead to the task as well.
        let isSlab = chunks.isSlab(address)
        guard isSlab == (origins[origin].task != nil), !SwiftTask(at: address, memory).exists else {
            return
        }
        add(address, size: chunks.used(at: address, of: size), origin: origin)
    }

    private mutating func add(_ address: UInt, size: Int, origin: Int) {
        let (number, isNew) = table.insert(address)
        guard number != NodeTable.full else {
            isPartial = true
            return
        }
        if isNew { reaches.append(0) }
        guard reaches[Int(number)] < reach else { return }
        reaches[Int(number)] = reach
        table.node(number).pointee.place = UInt32(size)
        table.node(number).pointee.parent = UInt32(origin)
        waiting.append(number)
    }

    /// Remembers an object that a word leads to. False when the word is not believed, and so leads
    /// to nothing in the object either.
    private mutating func note(_ target: UInt, holder: UInt, place: UInt, origin: Int) -> Bool {
        // The first word is the nearest to a root, with the strongest evidence.
        guard !alreadyFound.contains(~target) else { return true }
        let root = InferredRoot(
            origin: origins[origin], holder: holder, place: UInt32(truncatingIfNeeded: place),
            target: target)
        guard accepts(root) else { return false }
        alreadyFound.insert(~target)
        found.append(root)
        return true
    }

    private mutating func add(_ origin: InferredRoot.Origin) -> Int {
        origins.append(origin)
        return origins.count - 1
    }

    private mutating func isOver() -> Bool {
        nodesUntilLook -= 1
        guard nodesUntilLook <= 0 else { return false }
        nodesUntilLook = 256
        guard limits.isOver() else { return false }
        isPartial = true
        return true
    }
}
