// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// The private writable memory of this process, as the system lists it.
///
/// Shared memory is left out, and with it the copies that ``GuardedMemory`` keeps.
struct ProcessMaps {
    struct Mapping: Equatable {
        var region: Range<UInt>
        /// The path of the mapped file, or a name such as `[heap]`; empty for none.
        var path: String
        /// The file of the mapping just before this one, when this one holds that file's zeroed
        /// variables.
        var followsFile = ""
    }

    /// The mappings by increasing address.
    let mappings: [Mapping]

    /// All possible memory, for a caller that cannot wait for the list. Reading missing memory is
    /// safe and returns nothing.
    static let everything = ProcessMaps(mappings: [Mapping(region: 4096..<1 << 47, path: "")])

    private init(mappings: [Mapping]) { self.mappings = mappings }

    /// The most regions that a call lists.
    private static let mostListed = 1 << 14

    init() {
        let text = Self.text(of: "/proc/self/maps")
        self = text.isEmpty ? Self.listed : Self(text: text)
    }

    /// What a call lists, on platforms without such a file.
    private static var listed: Self {
        var regions = Array(repeating: ribleak_region(), count: mostListed)
        let count = ribleak_list_regions(&regions, regions.count)
        return Self(
            mappings: regions.prefix(count).map {
                Mapping(
                    region: UInt($0.start)..<UInt($0.end),
                    path: $0.is_stack == 0 ? "[heap]" : "[stack]")
            })
    }

    init(text: String) {
        var mappings: [Mapping] = []
        var before: (end: UInt, path: String) = (0, "")
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let ends = fields.first?.split(separator: "-") ?? []
            guard fields.count >= 5, ends.count == 2, let start = UInt(ends[0], radix: 16),
                let end = UInt(ends[1], radix: 16), start < end
            else { continue }
            let path = fields.count == 6 ? String(fields[5].drop { $0 == " " }) : ""
            if fields[1].hasPrefix("rw") && fields[1].hasSuffix("p") {
                mappings.append(
                    Mapping(
                        region: start..<end, path: path,
                        followsFile: path.isEmpty && before.end == start ? before.path : ""))
            }
            before = (end, path)
        }
        self.mappings = mappings
    }

    /// The ranges of all mappings. Objects lie nowhere else.
    var writable: [Range<UInt>] { mappings.map(\.region) }

    /// The writable mapping that contains an address.
    func mapping(of address: UInt) -> Mapping? { mappings.first { $0.region.contains(address) } }

    /// The variables of the libraries with file names that begin with one of these prefixes.
    func variables(ofLibraries names: [String]) -> [Range<UInt>] {
        #if canImport(ObjectiveC)
            // Apple's platforms list no files. There, libraries are far from their variables.
            let mappings = LoadedImage.all().flatMap { image in
                image.data.map { Mapping(region: $0, path: image.path) }
            }
        #endif
        return mappings.filter { mapping in
            let path = mapping.path.isEmpty ? mapping.followsFile : mapping.path
            // A framework's file has no suffix.
            let file = "\(path.split(separator: "/").last ?? "")."
            return names.contains { file.hasPrefix($0) }
        }.map(\.region)
    }
}

/// Finds allocations by their first word, in all memory of the process.
extension ProcessMaps {
    private static let (pageSize, pagesAtOnce) = (4096, 64)
    /// A larger mapping than 64 GiB is reserved address space, such as the terabytes in which
    /// sanitizers keep notes about memory.
    private static let mostBytes = 1 << 36

    /// Addresses where an allocation with this first word may begin, in order. They include freed
    /// memory.
    func allocations(
        beginningWith first: UInt, _ memory: GuardedMemory, _ limits: SearchLimits
    ) -> [UInt] {
        var found: [UInt] = []
        for mapping in mappings where mapping.path.isEmpty || mapping.path == "[heap]" {
            if mapping.region.count > Self.mostBytes { continue }
            let (start, end) = (mapping.region.lowerBound, mapping.region.upperBound)
            for start in stride(from: start, to: end, by: Self.pagesAtOnce * Self.pageSize) {
                guard !limits.isOver() else { return found }
                let next = min(start + UInt(Self.pagesAtOnce * Self.pageSize), end)
                let pages = stride(from: start, to: next, by: Self.pageSize)
                memory.prepare(Array(pages))
                for page in pages { found += places(of: first, in: page, memory) }
            }
        }
        return found
    }

    /// The places in a page where an allocation with this first word may begin.
    private func places(of first: UInt, in page: UInt, _ memory: GuardedMemory) -> [UInt] {
        memory.withBytes(at: page, count: Self.pageSize) { bytes in
            var found: [UInt] = []
            var place = 0
            while true {
                place = ribleak_memory_find(bytes.baseAddress, bytes.count, place, UInt64(first))
                guard place < bytes.count else { return found }
                found.append(page + UInt(place))
                place += 16
            }
        } ?? []
    }
}

extension ProcessMaps {
    /// The text of a file that the system generates on the fly, which has no size; empty when there
    /// is none.
    static func text(of path: String) -> String {
        guard let file = try? RegularFile(path: path) else { return "" }
        let piece = 1 << 16
        var bytes: [UInt8] = []
        while let part = try? file.bytes(piece, at: bytes.count) {
            bytes += part
            if part.count < piece { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
