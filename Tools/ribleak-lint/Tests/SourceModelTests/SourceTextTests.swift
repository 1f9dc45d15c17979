// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SourceModel

/// What is read of files in encodings that people and tools leave behind.
@Suite struct SourceTextTests {
    @Test(arguments: [
        ("UTF-8", Data("let ä = 1".utf8)),
        ("UTF-8 with its mark", Data([0xEF, 0xBB, 0xBF]) + Data("let ä = 1".utf8)),
        ("UTF-16, small end first", Data([0xFF, 0xFE]) + utf16("let ä = 1", .utf16LittleEndian)),
        ("UTF-16, big end first", Data([0xFE, 0xFF]) + utf16("let ä = 1", .utf16BigEndian)),
        ("Latin 1", Data([0x6C, 0x65, 0x74, 0x20, 0xE4, 0x20, 0x3D, 0x20, 0x31])),
    ])
    func understandsAnEncoding(name: String, bytes: Data) throws {
        try withFile(bytes) {
            let text = try SourceText(of: $0).text
            #expect(text == "let ä = 1")
        }
    }

    @Test func refusesWhatIsNoText() throws {
        try withFile(Data([0xCA, 0xFE, 0, 0, 1])) { path in
            let error = #expect(throws: SourceError.self) { try SourceText(of: path) }
            #expect(error?.description == "the file is not text: it contains zero bytes")
        }
    }

    @Test func refusesCodeThatWouldOverflowTheStack() throws {
        try withFile(Data(("let a = b" + String(repeating: ".c()", count: 50_000)).utf8)) { path in
            let error = #expect(throws: SourceError.self) { try SourceText(of: path) }
            #expect(error?.description == "the code nests deeper than 1000 levels")
        }
    }

    @Test func readsWhatGeneratorsWriteAndRefusesMore() throws {
        let line = Data("let a = 1\n".utf8)
        let large = Data(repeatElement(line, count: (2 << 20) / line.count).joined())
        try withFile(large) { path in
            let source = try SourceText(of: path)
            #expect(source.text.utf8.count == large.count)
        }
        try withFile(large + large + line + line) { path in
            let error = #expect(throws: SourceError.self) { try SourceText(of: path) }
            #expect(
                error?.description
                    == "the file has more than 4 MB, and is not checked; split it, or leave it out")
        }
    }

    @Test func readsNoPipe() throws {
        let path = NSTemporaryDirectory() + "source-text-\(UUID().uuidString).swift"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let error = #expect(throws: SourceError.self) { try SourceText(of: path) }
        #expect(error?.description == "this is not a plain file")
    }

    @Test(arguments: [
        Data("let ä = 1".utf8), Data([0xEF, 0xBB, 0xBF]) + Data("let ä = 1".utf8),
        Data([0xFF, 0xFE]) + utf16("let ä = 1", .utf16LittleEndian),
        Data([0xFE, 0xFF]) + utf16("let ä = 1", .utf16BigEndian),
        Data([0x6C, 0x65, 0x74, 0x20, 0xE4, 0x20, 0x3D, 0x20, 0x31]),
    ])
    func writesInTheEncodingOfTheFile(bytes: Data) throws {
        try withFile(bytes) { path in
            let source = try SourceText(of: path)
            try source.write("\(source.text)2", to: path)
            let one = bytes.starts(with: [0xFE, 0xFF]) ? [0] : [UInt8]()
            let end = bytes.first == 0xFF ? [UInt8(ascii: "2"), 0] : one + [UInt8(ascii: "2")]
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes + end)
        }
    }

    @Test func writesThroughALinkAndKeepsTheMode() throws {
        try withFile(Data("let a = 1".utf8)) { path in
            let link = path + ".link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            defer { unlink(link) }
            try #require(chmod(path, 0o775) == 0)
            try SourceText(of: link).write("let b = 1", to: link)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
            #expect(try SourceText(of: path).text == "let b = 1")
            var facts = stat()
            try #require(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o7777 == 0o775)
        }
    }

    @Test func leavesAReadOnlyFileAsItIs() throws {
        try withFile(Data("let a = 1".utf8)) { path in
            try #require(chmod(path, 0o444) == 0)
            let source = try SourceText(of: path)
            let error = #expect(throws: SourceError.self) { try source.write("", to: path) }
            #expect(
                error?.description
                    == "the file is read-only, and nothing is mended in it; allow it to be written")
            #expect(try SourceText(of: path).text == "let a = 1")
        }
    }

    @Test func saysThatAFileCannotBeRead() {
        let error = #expect(throws: SourceError.self) { try SourceText(of: "/nowhere/A.swift") }
        #expect(error?.description == "the file cannot be read")
    }

    private static func utf16(_ text: String, _ encoding: String.Encoding) -> Data {
        text.data(using: encoding) ?? Data()
    }

    private func withFile(_ bytes: Data, _ body: (String) throws -> Void) throws {
        let file = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent("source-text-\(UUID().uuidString).swift")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }
}

/// Which code is too deep to be walked through, and which only looks so.
@Suite struct NestingLimitTests {
    @Test(arguments: [
        "let a = " + text("(", 5_000),
        "let a = " + text("[", 5_000),
        text("class A { ", 5_000),
        "let a = b" + text(".c()", 5_000),
        "let a = b" + text("\n    .c()", 5_000),
        "let a = b" + text("[0]", 5_000),
        "let a = b" + text("?", 5_000),
        "let a: " + text("Array<", 5_000),
        "func f() { if a {} " + text("else if a == b {} ", 5_000),
        "func f() { if a {}\n" + text("else if a == b {}\n", 5_000),
        "let a = " + text("try ", 5_000),
        "let a = " + text("try\n", 5_000),
        "let a: " + text("Int -> ", 5_000),
        text("#if A\n", 5_000),
        #"let a = "# + text(#""\("#, 5_000),
        "let a = " + text("[", 20) + "1" + text("]", 20),
    ])
    func refusesDeepCode(code: String) {
        #expect(NestingLimit.fault(of: code) == "the code nests deeper than 1000 levels")
    }

    @Test(arguments: [
        "let a = " + text("a ? b : ", 20_000) + "c",
        "let a = " + text("a ? b\n    : ", 20_000) + "c",
        "let a = f(" + text("a +\n", 25_000) + "c)",
        "let a = " + text("b+", 25_000) + "c",
    ])
    func refusesAnExpressionWithoutAnEnd(code: String) {
        #expect(NestingLimit.fault(of: code) == "an expression has more than 20000 operators")
    }

    @Test(arguments: [
        text("let a = [b(c), d.e]\n", 5_000),
        "let a = [" + text("[1, 2], ", 5_000) + "]",
        "let a = 1" + text(" + b.c", 5_000),
        "let a = \"b\"" + text(" +\n    \"b\"", 15_000),
        "let a = [" + text("\"b\": -1,\n", 50_000) + "]",
        text("let a: Int? = b ? c : d\n", 25_000),
        "switch a {\n" + text("case .b:\n    c += 1\n", 25_000) + "}",
        "let a = a" + text(" || b == .c", 5_000),
        text("func f() { if a {} else {} }\n", 5_000),
        text("func f() { if a {} else {} };", 5_000),
        text("#if A\nlet a = 1\n#endif\n", 5_000),
        "// " + text("(", 5_000),
        "/* " + text("(\n", 5_000) + " */",
        "let a = \"" + text("(", 5_000) + "\"",
        "let a = \"\"\"\n" + text("(\n", 5_000) + "\"\"\"",
        "let a = #\"" + text(#"\("#, 5_000) + "\"#",
        text(#"let a = "\(b) ("# + "\"\n", 5_000),
        text("func f() { a( }\n", 5_000),
        "let a: " + text("[", 6) + "Int" + text("]", 6),
    ])
    func readsLongCode(code: String) {
        #expect(NestingLimit.fault(of: code) == nil)
    }

    private static func text(_ part: String, _ count: Int) -> String {
        String(repeating: part, count: count)
    }
}
