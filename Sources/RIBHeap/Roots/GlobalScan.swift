// SPDX-License-Identifier: Apache-2.0

/// Scans the variables of images word by word.
struct GlobalScan: ~Copyable {
    private static let pieceSize = 1 << 16

    /// A word that may be a reference.
    private struct Candidate {
        let word: UInt
        let address: UInt
        /// The preceding word.
        let before: UInt
    }

    private let graph: SwiftObjectGraph
    private let time: SearchTime
    /// The memory that may hold objects. Objects inside an image are not allocated; their counts
    /// identify them.
    private let writable: AddressRanges
    private let piece: UnsafeMutableBufferPointer<UInt>
    private let found: UnsafeMutablePointer<UInt32>
    private var candidates: [Candidate] = []
    private(set) var roots: [HeapRoot] = []

    init(graph: SwiftObjectGraph, images: [Range<UInt>], time: SearchTime) {
        self.graph = graph
        self.time = time
        writable = AddressRanges(ProcessMaps().writable.withoutPages(of: images))
        piece = .allocate(capacity: Self.pieceSize / 8)
        found = .allocate(capacity: Self.pieceSize / 8)
    }

    deinit {
        piece.deallocate()
        found.deallocate()
    }

    /// Adds the variables of an image that lead to objects.
    mutating func scan(_ image: GlobalRoots.Image) {
        for area in image.areas { scan(area, of: image) }
    }

    private mutating func scan(_ area: Range<UInt>, of image: GlobalRoots.Image) {
        var start = (area.lowerBound + 7) & ~7
        var before: UInt = 0
        while start + 8 <= area.upperBound {
            let count = min(piece.count, Int((area.upperBound - start) / 8))
            let words = UnsafeMutableBufferPointer(rebasing: piece[..<count])
            if graph.memory.read(start, into: UnsafeMutableRawBufferPointer(words)) {
                collect(words, at: start, before: before)
                before = words[count - 1]
                // Fetches the pages of all candidates together.
                graph.memory.prepare(candidates.map(\.word))
                for candidate in candidates { consider(candidate, of: image) }
            }
            start += UInt(count) * 8
        }
    }

    private mutating func collect(
        _ words: UnsafeMutableBufferPointer<UInt>, at start: UInt, before: UInt
    ) {
        candidates.removeAll(keepingCapacity: true)
        guard let first = words.baseAddress else { return }
        // An enum may keep its case in bits that an address does not use.
        let count = writable.findAddresses(
            in: first, count: words.count, mask: Slot.addressBits, withCounts: true, to: found)
        for number in 0..<count {
            let index = Int(found[number])
            let word = first[index]
            let address = start + UInt(index) * 8
            if ReferenceCount.isStaticObject(word) {
                candidates.append(Candidate(word: address - 8, address: address - 8, before: 0))
                continue
            }
            let target = word & Slot.addressBits
            guard SwiftObjectGraph.canBeObject(target) else { continue }
            candidates.append(
                Candidate(
                    word: target, address: address, before: index == 0 ? before : first[index - 1]))
        }
    }

    private mutating func consider(_ candidate: Candidate, of image: GlobalRoots.Image) {
        guard graph.layout(of: candidate.word) != nil else { return }
        append(candidate.word, at: candidate.address, before: candidate.before, of: image)
    }

    /// Whether a variable uses the word at an address.
    ///
    /// The type of an existential says how many of its words the value takes. The other words may
    /// hold anything.
    private func isInUse(_ address: UInt, of variable: ImageSymbols.Variable) -> Bool {
        guard variable.isOpaqueExistential, let start = variable.start else { return true }
        let offset = address &- start
        guard offset < 24 else { return true }
        guard let type = graph.memory.word(at: start &+ 24), SwiftObjectGraph.canBeObject(type)
        else {
            return false
        }
        let value = graph.layouts.value(of: type)
        guard value.isInline else { return offset == 0 }
        let pool = graph.layouts.pool
        return value.slots.contains { index in
            let slot = pool.slots[index]
            let place = UInt(slot.offset)
            return (place..<place + UInt(pool.size(of: slot))).contains(offset)
        }
    }

    private mutating func append(
        _ object: UInt, at address: UInt, before: UInt, of image: GlobalRoots.Image
    ) {
        if !image.symbols.areRead { time.learn { image.symbols.read() } }
        let variable = image.symbols.variable(at: address)
        let symbol = variable.symbol
        let use = variable.use
        guard use != .none, isInUse(address, of: variable) else { return }
        let isClosure =
            variable.start.map { address > $0 } ?? false
            && image.code.contains { $0.contains(before) }
        // Symbols do not mark unowned variables. But an object without unowned references has none
        // here either.
        let isCertain = use == .variable && graph.count(of: object).map { !$0.hasUnowned } ?? false
        roots.append(
            HeapRoot(
                object: object,
                holder: .global(symbol: use == .unknown ? "" : symbol, address: address),
                address: address, isInferred: !isCertain,
                functions: { isClosure ? [before] : [] }))
    }
}
