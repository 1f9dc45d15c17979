// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// Settings and baselines that take much longer to read than to send: refused in one line, within 2 s of
/// processor time and 256 MB.
@Suite struct HostileDocumentTests {
    /// Settings, by a description of their contents.
    private static let settings = [
        "a billion laughs": laughs,
        "200,000 lists": "version: 1\nsuppressions: " + String(repeating: "[", count: 200_000),
        "100,000 mappings": "version: 1\nsuppressions: "
            + String(repeating: "{a: ", count: 100_000),
        "200,000 entries": "version: 1\nsuppressions:\n" + String(repeating: "- ", count: 200_000),
        "400,000 suppressions": "version: 1\nsuppressions:\n"
            + String(repeating: "- {type: A, reason: R, expires: 2027-01-01}\n", count: 400_000),
        "100,000 keys": "version: 1\n" + (0..<100_000).map { "k\($0): 1\n" }.joined(),
    ]

    /// Nine lists, each of nine of the one before.
    private static var laughs: String {
        let letters = "abcdefghi".map(String.init)
        let lines = zip(letters, letters.dropFirst()).map { inner, outer in
            "\(outer): &\(outer) [\(Array(repeating: "*\(inner)", count: 9).joined(separator: ", "))]\n"
        }
        return "a: &a [lol]\n" + lines.joined()
    }

    private static let baselines = [
        "a million lists": String(repeating: "[", count: 1_000_000),
        "a million objects": String(repeating: "{\"a\":", count: 1_000_000),
        "a number of ten million digits": "{\"version\": "
            + String(repeating: "9", count: 10_000_000) + "}",
    ]

    private func refuses(_ option: String, _ text: String, code: Int32) throws {
        let folder = try TemporaryFolder()
        try text.write(toFile: folder.file("file"), atomically: false, encoding: .utf8)
        try refuses(option, in: folder, code: code)
    }

    private func refuses(_ option: String, in folder: TemporaryFolder, code: Int32) throws {
        let trace = try TraceBuilder.clean()
        let run = try LimitedProcess(
            "ribleak", ["gate", option, "file", trace.folder], in: folder.path, .init(seconds: 2))
        #expect(run.code == code, "ended with \(run.code) after \(run.processorTime) s")
        #expect(run.errors.hasPrefix("ribleak: error: file"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: settings.keys.sorted()) func settingsAreRefused(_ name: String) throws {
        try refuses("--config", #require(Self.settings[name]), code: 78)
    }

    @Test(arguments: baselines.keys.sorted()) func baselinesAreRefused(_ name: String) throws {
        try refuses("--baseline", #require(Self.baselines[name]), code: 2)
    }

    @Test func aBaselineOf300MegabytesIsRefused() throws {
        let folder = try TemporaryFolder()
        try "{".write(toFile: folder.file("file"), atomically: false, encoding: .utf8)
        truncate(folder.file("file"), 300 << 20)
        try refuses("--baseline", in: folder, code: 2)
    }
}
