import CRIBShims

/// Finds the variables of all images that lead to objects.
final class GlobalRoots {
    private struct Image {
        let range: Range<UInt>
        /// Where its variables lie.
        let areas: [Range<UInt>]
        /// Where its functions lie.
        let code: [Range<UInt>]
        let symbols: ImageSymbols
    }

    private let graph: SwiftObjectGraph
    private var images: [Image] = []
    private var generation: UInt64?

    private static let pieceSize = 1 << 16
    private static let flags = (
        write: UInt64(1), memory: UInt64(2), code: UInt64(4), tls: UInt64(0x400)
    )

    init(graph: SwiftObjectGraph) {
        self.graph = graph
    }

    /// All such variables, by increasing address within an image.
    func find() -> [GlobalRoot] {
        readImages()
        var roots: [GlobalRoot] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceSize, alignment: 16)
        defer { piece.deallocate() }
        for image in images {
            for area in image.areas { scan(area, of: image, by: piece, to: &roots) }
        }
        return roots
    }

    private func readImages() {
        let current = ribleak_images_generation()
        guard current != generation else { return }
        generation = current
        images = LoadedImage.all().compactMap(Self.image)
    }

    private static func image(_ image: LoadedImage) -> Image? {
        guard let file = ElfFile(path: image.path) else { return nil }
        func areas(where isWanted: (ElfFile.Section) -> Bool) -> [Range<UInt>] {
            file.sections.compactMap { section in
                let start = section.address &+ image.loadBias
                guard isWanted(section), section.size > 0, image.range.contains(start),
                    UInt(section.size) <= image.range.upperBound - start
                else { return nil }
                return start..<start + UInt(section.size)
            }
        }
        return Image(
            range: image.range,
            areas: areas { section in
                section.flags & (flags.write | flags.memory | flags.tls)
                    == flags.write | flags.memory && !isFixed(section.name)
            },
            code: areas { $0.flags & flags.code != 0 },
            symbols: ImageSymbols(image: image, file: file))
    }

    /// Whether what a section has is written by the linker and the loader alone.
    private static func isFixed(_ name: String) -> Bool {
        [".data.rel.ro", ".got", ".dynamic", ".init_array", ".fini_array", "swift5_"]
            .contains { name.hasPrefix($0) }
    }

    private func scan(
        _ area: Range<UInt>, of image: Image, by piece: UnsafeMutableRawBufferPointer,
        to roots: inout [GlobalRoot]
    ) {
        var start = (area.lowerBound + 7) & ~7
        var before: UInt = 0
        while start + 8 <= area.upperBound {
            let count = min(UInt(piece.count), (area.upperBound - start) & ~7)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: piece[..<Int(count)])
            if graph.memory.read(start, into: bytes) {
                for offset in stride(from: 0, to: Int(count), by: 8) {
                    let word = bytes.load(fromByteOffset: offset, as: UInt.self)
                    defer { before = word }
                    guard word != 0 else { continue }
                    consider(
                        word, at: start + UInt(offset), before: before, of: image, to: &roots)
                }
            }
            start += count
        }
    }

    private func consider(
        _ word: UInt, at address: UInt, before: UInt, of image: Image, to roots: inout [GlobalRoot]
    ) {
        if ReferenceCount.isStaticObject(word), graph.layout(of: address &- 8) != nil {
            append(address &- 8, at: address &- 8, before: 0, of: image, to: &roots)
        }
        // An enum may keep its case in the bits that an address leaves free.
        let word = word & Slot.addressBits
        guard SwiftObjectGraph.canBeObject(word) else { return }
        // What is in an image is not allocated; such objects are met by the way above.
        guard !image.range.contains(word), graph.layout(of: word) != nil else { return }
        append(word, at: address, before: before, of: image, to: &roots)
    }

    private func append(
        _ object: UInt, at address: UInt, before: UInt, of image: Image,
        to roots: inout [GlobalRoot]
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
