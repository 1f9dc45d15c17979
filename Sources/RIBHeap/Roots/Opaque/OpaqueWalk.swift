import CRIBShims

/// Looks for objects from memory that no type describes, word by word, through allocations that no
/// type describes either.
///
/// A word counts when it is the address of an allocation in use, but for the lowest four bits and only
/// the lower 47. It is an object if `isObject` says so and its counts are those of a live one; then the
/// walk does not go on from it. Nor does it from what the search itself remembers.
struct OpaqueWalk: ~Copyable {
    /// Where words were found, as far as names go.
    struct Origin {
        var kind: InferredRoot.Kind
        var name: String
        /// What a task is called that is found from there.
        var taskName: String
        /// The task, where words were found in what one owns.
        var task: UInt?
        /// Whether words were found in an object whose type does not tell of all that it holds.
        var isHalfDescribed = false
    }

    private let memory: GuardedMemory
    private let chunks: HeapChunks
    private let contents: AllocationContents
    private let isOwn: (UInt) -> Bool
    private let isObject: (UInt) -> Bool
    private let nameOfHalfDescribed: (UInt) -> String?
    private let limits: SearchLimits
    /// The allocations that were met; the place of a node is its size, its parent its origin.
    private var table: NodeTable
    private var origins: [Origin] = []
    private var nodesUntilLook = 0
    /// The words of the page at hand that may be addresses, and their places in it.
    private let aside: UnsafeMutablePointer<UInt>
    private let asidePlaces: UnsafeMutablePointer<UInt32>
    private static let wordsAPage = 512
    private(set) var found: [InferredRoot] = []
    private var alreadyFound: Set<UInt> = []
    private(set) var isPartial = false

    /// - Parameter isObject: Says whether an allocation is an object whose references are known by its
    ///   type. It is asked of allocations in use alone.
    /// - Parameter nameOfHalfDescribed: The name of such an object whose type does not tell of all that
    ///   it holds; nil for others.
    /// - Parameter isOwn: Says whether an allocation is the search's own; by default those of the library
    ///   that it asks for types are.
    init(
        memory: GuardedMemory, maps: ProcessMaps, limits: SearchLimits,
        isObject: @escaping (UInt) -> Bool,
        nameOfHalfDescribed: @escaping (UInt) -> String? = { _ in nil },
        isOwn: @escaping (UInt) -> Bool = { ribleak_mirror_owns($0) != 0 }
    ) {
        self.memory = memory
        contents = AllocationContents(memory: memory)
        self.isOwn = isOwn
        self.isObject = isObject
        self.nameOfHalfDescribed = nameOfHalfDescribed
        self.limits = limits
        chunks = HeapChunks(memory: memory, maps: maps)
        table = NodeTable(limit: limits.nodes)
        aside = .allocate(capacity: Self.wordsAPage)
        asidePlaces = .allocate(capacity: Self.wordsAPage)
    }

    deinit {
        aside.deallocate()
        asidePlaces.deallocate()
    }

    /// Looks at all words of some regions, and then at what they lead to, the nearest first.
    mutating func walk(from seeds: [(origin: Origin, regions: [MemoryRegion])]) {
        let first = table.count
        for seed in seeds {
            origins.append(seed.origin)
            let origin = origins.count - 1
            for region in seed.regions {
                scan(region.start, bytes: region.end - region.start, origin: origin)
            }
        }
        goOn(from: first)
    }

    /// Looks at what tasks keep, given their addresses.
    mutating func walk(fromTasks tasks: [UInt]) {
        let first = table.count
        let origin = add(Origin(kind: .task, name: "a task", taskName: "a task"))
        for task in tasks { meet(task, holder: task, place: 0, origin: origin) }
        goOn(from: first)
    }

    /// Looks into those of some objects whose types do not tell of all that they hold.
    mutating func walk(fromObjects objects: [UInt]) {
        let first = table.count
        for object in objects {
            chunks.size(of: object).map { addIfHalfDescribed(object, size: $0) }
        }
        goOn(from: first)
    }

    private mutating func goOn(from first: UInt32) {
        var next = first
        while next < table.count, !isOver() {
            let node = table.node(next).pointee
            scan(~node.invertedAddress, bytes: UInt(node.place), origin: Int(node.parent))
            next += 1
        }
    }

    private mutating func scan(_ start: UInt, bytes: UInt, origin: Int) {
        // In plain steps from page to page: debug builds, in which tests run, pay for each call.
        var place: UInt = 0
        while place &+ 8 <= bytes {
            let address = start &+ place
            let within = address & 4095
            let rest = min(4096 &- within, bytes &- place) & ~7
            if rest == 0 {
                place = place &+ 8
                continue
            }
            scanPage(from: address, bytes: rest, holder: start, place: place, origin: origin)
            place = place &+ rest
        }
    }

    /// Looks at words of one page.
    private mutating func scanPage(
        from address: UInt, bytes: UInt, holder: UInt, place: UInt, origin: Int
    ) {
        guard let page = memory.page(holding: address) else { return }
        let words = (page + Int(address & 4095)).assumingMemoryBound(to: UInt.self)
        let count = Int(bytes / 8)
        // A page is lent until the next read: what may be an address is put aside first.
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
        let header = ObjectHeader(of: address, in: memory)
        if let header, isObject(address) {
            guard header.isAlive(at: address, in: memory) else { return }
            note(address, holder: holder, place: place, origin: origin)
            addIfHalfDescribed(address, size: size)
            return
        }
        guard !isOwn(address) else { return }
        // What else leads to the variables of a task's functions is left over, or leads to the task as well.
        if origins[origin].task == nil, contents.isSlab(address) { return }
        let isTask = header?.isTask(in: memory) ?? false
        add(address, size: contents.count(at: address, of: size)) {
            isTask ? $0.addTask(address, from: origin) : origin
        }
    }

    private mutating func addIfHalfDescribed(_ object: UInt, size: Int) {
        guard let name = nameOfHalfDescribed(object) else { return }
        let own = Origin(
            kind: .foundation, name: name, taskName: "a task", isHalfDescribed: true)
        add(object, size: size) { $0.add(own) }
    }

    /// Remembers to look into an allocation.
    private mutating func add(_ address: UInt, size: Int, origin: (inout Self) -> Int) {
        let (number, isNew) = table.insert(address)
        guard isNew else {
            if number == NodeTable.full { isPartial = true }
            return
        }
        let origin = origin(&self)
        table.node(number).pointee.place = UInt32(size)
        table.node(number).pointee.parent = UInt32(origin)
    }

    private mutating func note(_ target: UInt, holder: UInt, place: UInt, origin: Int) {
        // The first one is the nearest to a root of the most telling kind.
        guard alreadyFound.insert(~target).inserted else { return }
        let origin = origins[origin]
        found.append(
            InferredRoot(
                kind: origin.kind, name: origin.name, holder: holder,
                place: UInt32(truncatingIfNeeded: place), target: target, task: origin.task,
                isHalfDescribed: origin.isHalfDescribed))
    }

    private mutating func addTask(_ task: UInt, from origin: Int) -> Int {
        let name = origins[origin].taskName
        return add(Origin(kind: .task, name: name, taskName: name, task: task))
    }

    private mutating func add(_ origin: Origin) -> Int {
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
