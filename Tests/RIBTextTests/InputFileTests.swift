// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@Suite struct InputFileTests {
    private func reason(_ path: String, atMost limit: Int = 1 << 20) -> String? {
        do {
            _ = try InputFile.text(at: path, atMost: limit)
            return nil
        } catch {
            return error.explanation
        }
    }

    @Test func whatIsMissingIsNoError() throws {
        let folder = try TemporaryFolder()
        #expect(try InputFile.text(at: folder.file("none"), atMost: 9) == nil)
        try "text".write(toFile: folder.file("none"), atomically: true, encoding: .utf8)
        #expect(try InputFile.text(at: folder.file("none"), atMost: 9) == "text")
    }

    @Test func aLinkToAFileIsRead() throws {
        let folder = try TemporaryFolder()
        try "text".write(toFile: folder.file("file"), atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("file"))
        #expect(try InputFile.text(at: folder.file("link"), atMost: 9) == "text")
    }

    @Test func aByteOrderMarkIsLeftOut() throws {
        let folder = try TemporaryFolder()
        try Data([0xEF, 0xBB, 0xBF, 0x61]).write(to: URL(fileURLWithPath: folder.file("file")))
        #expect(try InputFile.text(at: folder.file("file"), atMost: 9) == "a")
    }

    @Test func whatIsNoFileOfTextIsRefused() throws {
        let folder = try TemporaryFolder()
        #expect(reason(folder.path) == "is a folder, not a file")
        #expect(reason("/dev/zero") == "is not a regular file")
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(reason(folder.file("pipe")) == "is not a regular file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("dangling"), withDestinationPath: folder.file("none"))
        #expect(reason(folder.file("dangling")) == "No such file or directory")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("loop"), withDestinationPath: folder.file("loop"))
        #expect(reason(folder.file("loop")) == "Too many levels of symbolic links")
        try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: folder.file("bytes")))
        #expect(reason(folder.file("bytes")) == "is not UTF-8 text")
    }

    @Test func aFileIsReadUpToItsLimit() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("file")
        try Data(count: 1 << 20).write(to: URL(fileURLWithPath: path))
        #expect(reason(path) == nil)
        try Data(count: (1 << 20) + 1).write(to: URL(fileURLWithPath: path))
        #expect(reason(path) == "is too large; at most 1 MiB are read")
    }
}
