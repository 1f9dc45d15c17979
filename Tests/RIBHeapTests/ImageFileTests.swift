// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBHeap

@Suite struct ImageFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = folder.file(UUID().uuidString)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func namesTheSectionsOfAFile() throws {
        let elf = try #require(ImageFile(path: try file(TinyElf().bytes)))
        #expect(elf.sections.map(\.name) == ["", ".data", ".names"])
        #expect(elf.sections[1].address == 0x4000)
        #expect(elf.sections[1].size == 0x100)
        #expect(elf.sections[1].flags == 3)
    }

    @Test func isNilWhereThereIsNoFileOrAnotherFormat() throws {
        #expect(ImageFile(path: folder.file("nothing")) == nil)
        #expect(ImageFile(path: folder.path) == nil)
        #expect(ImageFile(path: try file([])) == nil)
        #expect(ImageFile(path: try file(Array("#!/bin/sh\n".utf8))) == nil)
        var other = TinyElf().bytes
        other[4] = 1  // 32 bits
        #expect(ImageFile(path: try file(other)) == nil)
        other[4] = 2
        #expect(ImageFile(path: try file(other)) != nil)
    }

    @Test func takesNoFileThatEndsTooEarly() throws {
        let bytes = TinyElf().bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            let sections = ImageFile(path: try file(Array(bytes[..<count])))?.sections
            #expect(sections == nil || sections?.count == 3)
        }
    }

    @Test func endsWhateverAFileSays() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            var bytes = TinyElf().bytes
            for _ in 0..<8 {
                let place = Int.random(in: 16..<bytes.count, using: &random)
                bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            }
            guard let elf = ImageFile(path: try file(bytes)) else { continue }
            let image = LoadedImage(path: "", loadBias: 0x1000, range: 0x1000..<0x9000)
            _ = ImageSymbols(image: image, file: elf).variable(at: 0x5010)
        }
    }

    @Test func theFileOfAnImageIsTheOneInMemory() throws {
        let memory = GuardedMemory()
        let found = LoadedImage.all().filter { ImageFile(of: $0, memory: memory) != nil }
        #expect(found.contains { $0.path.hasSuffix("libswiftCore.so") })

        let image = try #require(found.first)
        let other = LoadedImage(
            path: try file(TinyElf().bytes), loadBias: image.loadBias, range: image.range)
        #expect(ImageFile(of: other, memory: memory) == nil)
    }
}

/// A file with a section for variables and one for names.
private struct TinyElf {
    var bytes: [UInt8] {
        let names = Array("\0.data\0.names\0".utf8)
        var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
        bytes += [UInt8](repeating: 0, count: 24)
        bytes += word(UInt64(64))
        bytes += [UInt8](repeating: 0, count: 10)
        bytes += word(UInt16(64)) + word(UInt16(3)) + word(UInt16(2))
        bytes += [UInt8](repeating: 0, count: 64)
        bytes += section(name: 1, kind: 1, flags: 3, address: 0x4000, offset: 0, size: 0x100)
        bytes += section(
            name: 7, kind: 3, flags: 0, address: 0, offset: 64 * 4, size: UInt64(names.count))
        return bytes + names
    }

    private func section(
        name: UInt32, kind: UInt32, flags: UInt64, address: UInt64, offset: UInt64, size: UInt64
    ) -> [UInt8] {
        word(name) + word(kind) + word(flags) + word(address) + word(offset) + word(size)
            + [UInt8](repeating: 0, count: 24)
    }

    private func word(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
