#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where this process had memory that can be written when it was asked: objects lie nowhere else.
struct WritableMemory {
    /// By increasing address; nil when the system does not say.
    private let ranges: AddressRanges?

    private static let most = 1 << 24

    init() {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            ranges = nil
            return
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < Self.most {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        ranges = AddressRanges(Self.ranges(bytes))
    }

    init(ranges: [Range<UInt>]) {
        self.ranges = AddressRanges(ranges)
    }

    func contains(_ address: UInt) -> Bool {
        ranges?.contains(address) ?? true
    }

    /// Reads lines such as `7f12a000-7f12c000 rw-p …`.
    static func ranges(_ lines: [UInt8]) -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard fields.count > 1, fields[1].dropFirst().first == UInt8(ascii: "w") else {
                continue
            }
            let ends = fields[0].split(separator: UInt8(ascii: "-")).map {
                UInt(String(decoding: $0, as: UTF8.self), radix: 16)
            }
            guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else {
                continue
            }
            // Neighbours are one, so that there are fewer to look through.
            if let last = ranges.last, last.upperBound == start {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else if start >= ranges.last?.upperBound ?? 0 {
                ranges.append(start..<end)
            }
        }
        return ranges
    }
}
