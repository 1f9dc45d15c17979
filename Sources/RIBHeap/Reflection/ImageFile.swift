// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

/// An executable or library, as described by its section headers: those of ELF or of Mach-O.
///
/// Reading ends and does not crash, whatever the image contains. A file may be replaced while a
/// process that came from it runs.
final class ImageFile {
    struct Section {
        let name: String
        let kind: UInt32
        let flags: UInt64
        /// The address in the file. Add the image's load bias to get the address in memory.
        let address: UInt
        let offset: UInt64
        let size: Int
        /// The index of the associated section.
        let link: Int
    }

    /// Enough for the headers that locate everything else, and for the image's build id.
    private static let headerSize = 2048
    static let most = (sections: 4096, names: 1 << 20)

    private let read: (UInt64, Int) -> [UInt8]
    private(set) var sections: [Section] = []
    /// Those of a Mach-O image. Its symbols refer to them by number.
    private var machSections: [ribleak_section] = []
    /// What the compiler for this platform puts before each name.
    var prefix: String { machSections.isEmpty ? "" : "_" }

    /// Returns nil when there is no such file, or it is not in a known format.
    convenience init?(path: String) {
        guard let file = try? RegularFile(path: path) else { return nil }
        self.init { offset, count in
            Int(exactly: offset).flatMap { try? file.bytes(count, at: $0) } ?? []
        }
    }

    /// - Parameters:
    ///   - isInMemory: Whether this is an image as the loader mapped it.
    ///   - read: Copies bytes, given their offset and number. Some or all may be missing.
    init?(isInMemory: Bool = false, read: @escaping (UInt64, Int) -> [UInt8]) {
        self.read = read
        guard readSections() || readMachSections(isInMemory) else { return nil }
    }

    /// The file of an image, or nil when another file has replaced it. A replaced file says nothing
    /// about memory.
    convenience init?(of image: LoadedImage, memory: GuardedMemory) {
        #if canImport(ObjectiveC)
            // The system's libraries have no files of their own there.
            self.init(isInMemory: true) { offset, count in
                var bytes = [UInt8](repeating: 0, count: count)
                let start = image.range.lowerBound &+ UInt(offset)
                return bytes.withUnsafeMutableBytes { memory.readAgain(start, into: $0) }
                    ? bytes : []
            }
        #else
            self.init(path: image.path)
            // The headers of an image are the same in memory as in its file.
            let expected = bytes(at: 0, count: Self.headerSize)
            let isSame = memory.withBytes(at: image.range.lowerBound, count: expected.count) {
                $0.elementsEqual(expected)
            }
            guard isSame == true else { return nil }
        #endif
    }

    func bytes(at offset: UInt64, count: Int) -> [UInt8] { count > 0 ? read(offset, count) : [] }

    /// The variables or the functions by increasing address.
    func symbols(in table: Section, atMost bytes: Int, kind: Int32) -> [ribleak_symbol] {
        let bytes = self.bytes(at: table.offset, count: min(table.size, bytes))
        func find(_ symbols: UnsafeMutablePointer<ribleak_symbol>?) -> Int {
            machSections.isEmpty
                ? ribleak_symbols_of_kind(bytes, bytes.count, kind, symbols)
                : ribleak_mach_symbols(
                    bytes, bytes.count, kind, machSections, machSections.count, symbols)
        }
        var found = Array(repeating: ribleak_symbol(), count: find(nil))
        _ = find(&found)
        return found
    }

    private func readMachSections(_ isInMemory: Bool) -> Bool {
        // The commands follow a header of 32 bytes, which has their size.
        let size = bytes(at: 0, count: 32).load(UInt32.self, at: 20)
        let commands = bytes(at: 0, count: 32 + min(Int(size), Self.most.names))
        machSections = Array(repeating: ribleak_section(), count: Self.most.sections)
        let count = ribleak_mach_sections(
            commands, commands.count, isInMemory ? 1 : 0, &machSections, machSections.count)
        machSections.removeLast(machSections.count - count)
        sections = machSections.map { section in
            let name = commands.dropFirst(Int(section.name)).prefix(section.name == 0 ? 0 : 16)
            return Section(
                name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), kind: section.kind,
                flags: section.flags, address: UInt(section.address), offset: section.offset,
                size: Int(clamping: section.size), link: Int(section.link))
        }
        return count > 0
    }

    private func readSections() -> Bool {
        let header = bytes(at: 0, count: 64)
        // 64 bits, least significant byte first.
        guard header.count == 64, header[0..<6] == [0x7F, 0x45, 0x4C, 0x46, 2, 1],
            header.load(UInt16.self, at: 58) == 64
        else { return false }
        let count = Int(header.load(UInt16.self, at: 60))
        let names = Int(header.load(UInt16.self, at: 62))
        guard count <= Self.most.sections, names < count else { return false }
        let headers = bytes(at: header.load(UInt64.self, at: 40), count: count * 64)
        let namesSize = headers.load(UInt64.self, at: names * 64 + 32)
        guard headers.count == count * 64, namesSize <= Self.most.names else { return false }
        let text = bytes(at: headers.load(UInt64.self, at: names * 64 + 24), count: Int(namesSize))
        sections = (0..<count).map { Self.section(of: headers, at: $0 * 64, names: text) }
        return true
    }

    private static func section(of headers: [UInt8], at start: Int, names: [UInt8]) -> Section {
        Section(
            name: names.text(at: Int(headers.load(UInt32.self, at: start))),
            kind: headers.load(UInt32.self, at: start + 4),
            flags: headers.load(UInt64.self, at: start + 8),
            address: UInt(truncatingIfNeeded: headers.load(UInt64.self, at: start + 16)),
            offset: headers.load(UInt64.self, at: start + 24),
            size: Int(clamping: headers.load(UInt64.self, at: start + 32)),
            link: Int(headers.load(UInt32.self, at: start + 40)))
    }
}

extension [UInt8] {
    /// The number that begins at an index, or 0 when some of its bytes are missing.
    func load<Number: FixedWidthInteger>(_: Number.Type, at index: Int) -> Number {
        guard index >= 0, index <= count - MemoryLayout<Number>.size else { return 0 }
        return withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: Number.self))
        }
    }

    /// The characters from an index up to the next zero.
    func text(at index: Int) -> String {
        guard indices.contains(index) else { return "" }
        return String(decoding: self[index...].prefix { $0 != 0 }, as: UTF8.self)
    }
}

struct LoadedImage {
    let path: String
    /// An address in memory minus the same address in the file.
    let loadBias: UInt
    let range: Range<UInt>
    /// The memory outside of the range, where there is any.
    var data: [Range<UInt>] = []

    /// Where a section of the image's file lies in memory; nil for one outside of the image.
    func memory(of section: ImageFile.Section) -> Range<UInt>? {
        let start = section.address &+ loadBias
        guard section.size > 0, let part = ([range] + data).first(where: { $0.contains(start) }),
            UInt(section.size) <= part.upperBound - start
        else { return nil }
        return start..<start + UInt(section.size)
    }

    static func all() -> [LoadedImage] {
        var images: [LoadedImage] = []
        withUnsafeMutablePointer(to: &images) { images in
            ribleak_images_visit(
                { context, image in
                    guard let image = image?.pointee, let path = image.path else { return }
                    let data = UnsafeBufferPointer(start: image.data, count: image.data_count)
                    context?.assumingMemoryBound(to: [LoadedImage].self).pointee.append(
                        LoadedImage(
                            path: String(cString: path), loadBias: UInt(image.load_bias),
                            range: UInt(image.start)..<UInt(image.end),
                            data: data.map { UInt($0.start)..<UInt(max($0.start, $0.end)) }))
                }, images)
        }
        return images
    }
}

extension LoadedImage {
    /// The address of a symbol that an image of this process exports; nil when there is none.
    static func address(of symbol: String) -> UInt? {
        let address = ribleak_symbol_address(symbol)
        return address == 0 ? nil : address
    }

    /// CoreFoundation's number for a type, which a function returns that does nothing else. An
    /// object has its number in the second byte of its third word and the byte after it, as in
    /// "CFRuntime.h".
    static func typeID(of type: String) -> UInt? {
        address(of: "\(type)GetTypeID").map {
            unsafeBitCast($0, to: (@convention(c) () -> UInt).self)()
        }
    }
}
