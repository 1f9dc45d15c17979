// SPDX-License-Identifier: Apache-2.0

/// Scans the variables of images word by word, for ``GlobalRoots``.
struct GlobalScan {
    /// How many words are read at once.
    private static let pieceSize = 1 << 13

    private let graph: SwiftObjectGraph
    private let time: SearchTime
    /// The memory that may hold objects. Objects inside an image are not allocated; their counts
    /// identify them.
    private let writable: AddressRanges
    private var piece = [UInt](repeating: 0, count: pieceSize)
    /// The places in the piece of the words that may be references.
    private var found = [UInt32](repeating: 0, count: pieceSize)
    private(set) var roots: [HeapRoot] = []

    init(graph: SwiftObjectGraph, images: [Range<UInt>], time: SearchTime) {
        self.graph = graph
        self.time = time
        writable = AddressRanges(ProcessMaps().writable.withoutPages(of: images))
    }

    mutating func scan(_ area: Range<UInt>, of image: GlobalRoots.Image) {
        var start = (area.lowerBound + 7) & ~7
        var before: UInt = 0
        let memory = graph.memory
        while start + 8 <= area.upperBound {
            let count = min(Self.pieceSize, Int((area.upperBound - start) / 8))
            let isThere = piece.withUnsafeMutableBytes {
                memory.read(start, into: .init(rebasing: $0[..<(count * 8)]))
            }
            if isThere {
                let candidates = candidates(count, at: start, before: before)
                before = piece[count - 1]
                // Fetches the pages of all candidates together.
                memory.prepare(candidates.map(\.word))
                for (word, address, before) in candidates where graph.layout(of: word) != nil {
                    append(word, at: address, before: before, of: image)
                }
            }
            start += UInt(count) * 8
        }
    }

    /// The words of the piece that may be references, each with its address and the preceding word.
    private mutating func candidates(
        _ count: Int, at start: UInt, before: UInt
    ) -> [(word: UInt, address: UInt, before: UInt)] {
        // An enum may keep its case in bits that an address does not use.
        let number = writable.findAddresses(
            in: piece, count: count, mask: Slot.addressBits, withCounts: true, to: &found)
        return found[..<number].compactMap { index in
            let index = Int(index)
            let address = start + UInt(index) * 8
            if ReferenceCount.isStaticObject(piece[index]) { return (address - 8, address - 8, 0) }
            let target = piece[index] & Slot.addressBits
            guard SwiftObjectGraph.canBeObject(target) else { return nil }
            return (target, address, index == 0 ? before : piece[index - 1])
        }
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
        let (symbol, use) = (variable.symbol, variable.use)
        // A weak variable or a record of the runtime holds no strong reference.
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
