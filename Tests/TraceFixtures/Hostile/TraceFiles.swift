// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Changes the bytes of a trace's files.
struct TraceFiles {
    private(set) var changes: [String] = []
    private let folder: String
    private var random: SeededGenerator

    /// The packet header of the format's page: its sizes, in bits, and its checksum, where zero means
    /// none.
    private enum Header {
        static let size = 80
        static let fields = [24, 32, 40, 48, 56, 64, 72]
        static let packetSize = 48
        static let checksum = 76
    }

    init(_ folder: String, _ random: SeededGenerator) {
        self.folder = folder
        self.random = random
    }

    mutating func change() throws {
        switch Int.random(in: 0..<24, using: &random) {
        case 0: try replaceFile()
        case 1..<4: try changeMetadata()
        default: try changeStream()
        }
    }

    private mutating func changeStream() throws {
        let name = "stream-\(Int.random(in: 1...2, using: &random))"
        // Not every trace has two.
        guard var bytes = read(name), !bytes.isEmpty else { return }
        // Without it, a checksum is all that is looked at.
        if Int.random(in: 0..<5, using: &random) > 0 { clearChecksums(in: &bytes) }
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
            change(&bytes, name)
        }
        try write(bytes, to: name)
    }

    private mutating func change(_ bytes: inout [UInt8], _ name: String) {
        // The written part is at the beginning: a packet is mostly zeros.
        let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        let place = Int.random(in: 0..<used, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...512, using: &random))
        let kind = Int.random(in: 0..<8, using: &random)
        switch kind {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: put(number(), at: place, in: &bytes)
        case 3: put(number(), at: Header.fields.randomElement(using: &random) ?? 0, in: &bytes)
        case 4: bytes.removeSubrange(place..<end)
        case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 6: bytes.removeSubrange(place...)
        default: bytes += bytes
        }
        changes.append("\(name) \(kind) at \(place)")
    }

    /// Numbers at which something may tip over.
    private mutating func number() -> UInt64 {
        [0, 1, 79, 80, 640, 0x7fff_ffff, 0xffff_ffff, 1 << 40, 1 << 63, .max].randomElement(
            using: &random) ?? 0
    }

    private func put(_ number: UInt64, at place: Int, in bytes: inout [UInt8]) {
        for index in 0..<8 where place + index < bytes.count {
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
        }
    }

    private func clearChecksums(in bytes: inout [UInt8]) {
        var start = 0
        while start + Header.size <= bytes.count {
            bytes.replaceSubrange(
                (start + Header.checksum)..<(start + Header.size), with: [0, 0, 0, 0])
            let bits = (0..<8).reduce(0) {
                $0 | Int(bytes[start + Header.packetSize + $1]) << (8 * $1)
            }
            guard bits > 0 else { return }
            start += bits / 8
        }
    }

    private mutating func changeMetadata() throws {
        guard let bytes = read("metadata") else { return }
        var lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        let line = Int.random(in: 0..<lines.count, using: &random)
        let kind = Int.random(in: 0..<5, using: &random)
        switch kind {
        case 0: lines.remove(at: line)
        case 1: lines.removeSubrange(line...)
        case 2: lines.insert(contentsOf: Array(repeating: lines[line], count: 2_000), at: line)
        default:
            let value =
                (RandomEvents.texts + ["\(number())", "-1", "\"\(number())\""])
                .randomElement(using: &random) ?? ""
            lines[line] = lines[line].split(separator: "=").prefix(1).joined() + "= \(value);"
        }
        changes.append("metadata \(kind) at line \(line)")
        try write(Array(lines.joined(separator: "\n").utf8), to: "metadata")
    }

    /// Puts something else in a file's place, or beside it.
    private mutating func replaceFile() throws {
        let name =
            ["metadata", "stream-1", "stream-7", ".symbols.json"].randomElement(using: &random)
            ?? ""
        let kind = Int.random(in: 0..<5, using: &random)
        let path = "\(folder)/\(name)"
        unlink(path)
        switch kind {
        case 0: try write([], to: name)
        case 1: mkdir(path, 0o700)
        case 2: mkfifo(path, 0o600)
        case 3: symlink(name, path)
        default: try write(Array(repeating: UInt8(ascii: "["), count: 100_000), to: name)
        }
        changes.append("\(name) replaced by \(kind)")
    }

    private func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
}
