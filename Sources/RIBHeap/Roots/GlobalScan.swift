/// Looks through the variables of images, word by word.
struct GlobalScan {
    private static let pieceSize = 1 << 16

    /// A word that may be a reference.
    private struct Candidate {
        let word: UInt
        let address: UInt
        /// The word that comes before.
        let before: UInt
    }

    private let graph: SwiftObjectGraph
    /// Where images are, by increasing address.
    private let images: [Range<UInt>]
    private let writable = ProcessMaps().writable
    private var candidates: [Candidate] = []
    private(set) var roots: [HeapRoot] = []

    init(graph: SwiftObjectGraph, images: [Range<UInt>]) {
        self.graph = graph
        self.images = images.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Adds the variables of an image that lead to objects.
    mutating func scan(_ image: GlobalRoots.Image) {
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceSize, alignment: 16)
        defer { piece.deallocate() }
        for area in image.areas { scan(area, of: image, by: piece) }
    }

    private mutating func scan(
        _ area: Range<UInt>, of image: GlobalRoots.Image, by piece: UnsafeMutableRawBufferPointer
    ) {
        var start = (area.lowerBound + 7) & ~7
        var before: UInt = 0
        while start + 8 <= area.upperBound {
            let count = min(UInt(piece.count), (area.upperBound - start) & ~7)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: piece[..<Int(count)])
            if graph.memory.read(start, into: bytes) {
                collect(bytes, at: start, before: &before)
                // Their pages are read together.
                graph.memory.prepare(candidates.map(\.word))
                for candidate in candidates { consider(candidate, of: image) }
            }
            start += count
        }
    }

    private mutating func collect(
        _ bytes: UnsafeMutableRawBufferPointer, at start: UInt, before: inout UInt
    ) {
        candidates.removeAll(keepingCapacity: true)
        for offset in stride(from: 0, to: bytes.count, by: 8) {
            let word = bytes.load(fromByteOffset: offset, as: UInt.self)
            defer { before = word }
            let address = start + UInt(offset)
            if ReferenceCount.isStaticObject(word) {
                candidates.append(Candidate(word: address - 8, address: address - 8, before: 0))
                continue
            }
            // An enum may keep its case in the bits that an address leaves free. What is in an image is
            // not allocated; objects there are met by the way above.
            let target = word & Slot.addressBits
            guard SwiftObjectGraph.canBeObject(target), writable.contains(target),
                !isInImage(target)
            else { continue }
            candidates.append(Candidate(word: target, address: address, before: before))
        }
    }

    private func isInImage(_ address: UInt) -> Bool {
        var (low, high) = (0, images.count)
        while low < high {
            let middle = (low + high) / 2
            if images[middle].lowerBound <= address { low = middle + 1 } else { high = middle }
        }
        return low > 0 && images[low - 1].contains(address)
    }

    private mutating func consider(_ candidate: Candidate, of image: GlobalRoots.Image) {
        guard graph.layout(of: candidate.word) != nil else { return }
        append(candidate.word, at: candidate.address, before: candidate.before, of: image)
    }

    private mutating func append(
        _ object: UInt, at address: UInt, before: UInt, of image: GlobalRoots.Image
    ) {
        let variable = image.symbols.variable(at: address)
        let symbol = variable?.symbol ?? ""
        let use = SymbolUse(symbol)
        guard use != .none else { return }
        let isClosure =
            variable.map { address > $0.range.lowerBound } ?? false
            && image.code.contains { $0.contains(before) }
        // No symbol says that a variable is unowned; an object without such references has none there.
        let isCertain = use == .variable && graph.count(of: object).map { !$0.hasUnowned } ?? false
        roots.append(
            HeapRoot(
                object: object,
                holder: .global(symbol: use == .unknown ? "" : symbol, address: address),
                address: address, evidence: isCertain ? .observed : .inferred,
                code: isClosure ? before : nil))
    }
}
