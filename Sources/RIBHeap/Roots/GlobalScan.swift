/// Looks through the variables of images, word by word.
struct GlobalScan {
    private static let pieceSize = 1 << 16

    private let graph: SwiftObjectGraph
    private(set) var roots: [GlobalRoot] = []

    init(graph: SwiftObjectGraph) {
        self.graph = graph
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
                for offset in stride(from: 0, to: Int(count), by: 8) {
                    let word = bytes.load(fromByteOffset: offset, as: UInt.self)
                    if word != 0 {
                        consider(word, at: start + UInt(offset), before: before, of: image)
                    }
                    before = word
                }
            }
            start += count
        }
    }

    /// - Parameter before: The word that comes before.
    private mutating func consider(
        _ word: UInt, at address: UInt, before: UInt, of image: GlobalRoots.Image
    ) {
        if ReferenceCount.isStaticObject(word), graph.layout(of: address &- 8) != nil {
            append(address &- 8, at: address &- 8, before: 0, of: image)
        }
        // An enum may keep its case in the bits that an address leaves free.
        let word = word & Slot.addressBits
        guard SwiftObjectGraph.canBeObject(word) else { return }
        // What is in an image is not allocated; such objects are met by the way above.
        guard !image.range.contains(word), graph.layout(of: word) != nil else { return }
        append(word, at: address, before: before, of: image)
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
            GlobalRoot(
                object: object, address: address, symbol: use == .unknown ? "" : symbol,
                evidence: isCertain ? .observed : .inferred,
                code: isClosure ? before : nil))
    }
}
