/// The variables of an image, by where they are.
///
/// Read when first asked for; whatever the file holds, that ends and does not crash.
final class ImageSymbols {
    private struct Entry {
        let address: UInt
        let size: UInt
        let name: Int
    }

    static let most = (tableBytes: 1 << 26, nameBytes: 1 << 27, name: 4096)

    private let image: LoadedImage
    private let file: ElfFile
    private lazy var table: (entries: [Entry], namesAt: UInt64, namesSize: Int) = read()

    init(image: LoadedImage, file: ElfFile) {
        self.image = image
        self.file = file
    }

    /// The variable that an address lies in: its symbol as the linker knows it, and its place.
    func variable(at address: UInt) -> (symbol: String, range: Range<UInt>)? {
        let wanted = address &- image.loadBias
        let entries = table.entries
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].address <= wanted { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        guard wanted - entry.address < entry.size else { return nil }
        let start = entry.address &+ image.loadBias
        return (name(entry.name), start..<start &+ entry.size)
    }

    private func name(_ offset: Int) -> String {
        guard offset < table.namesSize else { return "" }
        let most = min(Self.most.name, table.namesSize - offset)
        return file.bytes(at: table.namesAt &+ UInt64(offset), count: most).text(at: 0)
    }

    private func read() -> (entries: [Entry], namesAt: UInt64, namesSize: Int) {
        // The full table of symbols, or if it was stripped that of what others can use.
        let kinds: [UInt32] = [2, 11]
        for kind in kinds {
            guard let section = file.sections.first(where: { $0.kind == kind }), section.size > 0,
                file.sections.indices.contains(section.link)
            else { continue }
            let names = file.sections[section.link]
            let bytes = file.bytes(
                at: section.offset, count: min(section.size, Self.most.tableBytes))
            return (Self.entries(bytes), names.offset, min(names.size, Self.most.nameBytes))
        }
        return ([], 0, 0)
    }

    private static func entries(_ bytes: [UInt8]) -> [Entry] {
        var entries: [Entry] = []
        bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count - 23, by: 24) {
                // Only what is a variable, is in this image and has a size.
                guard bytes[start + 4] & 0xF == 1 else { continue }
                let section = bytes.loadUnaligned(fromByteOffset: start + 6, as: UInt16.self)
                let address = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
                let size = bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)
                guard section != 0, size > 0, size < 1 << 30, address < 1 << 47 else { continue }
                let name = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
                entries.append(
                    Entry(address: UInt(address), size: UInt(size), name: Int(name)))
            }
        }
        return entries.sorted { ($0.address, $0.size) < ($1.address, $1.size) }
    }
}
