// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The built command.
@Suite("ribleak-lint doubles")
struct DoublesCommandTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write("protocol FooListener: AnyObject { func foo() }", "Foo.swift")
    }

    private var output: String { folder.path("Doubles.swift") }

    private func doubles(_ arguments: String...) throws -> (status: Int32, output: String) {
        let result = try Command.run(Self.program, ["doubles"] + arguments)
        return (result.status, result.output.replacing(folder.path + "/", with: ""))
    }

    /// The product beside the bundle or program of the tests.
    private static let program: String = {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folder = bundle?.bundleURL.deletingLastPathComponent()
        #else
            let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        #endif
        return (folder?.path ?? ".") + "/ribleak-lint"
    }()

    @Test("The file is written, and then is as before")
    func write() throws {
        let first = try doubles(folder.path, "-o", output)
        #expect(first == (0, "Doubles.swift: 1 double\n"))
        let second = try doubles(folder.path, "-o", output)
        #expect(second == (0, "Doubles.swift: 1 double, as before\n"))
    }

    @Test("--check fails where the file would change, and says what")
    func check() throws {
        #expect(
            try doubles(folder.path, "-o", output, "--check") == (
                1,
                """
                ribleak: error: Doubles.swift: the file does not exist
                ribleak: error: Doubles.swift is not up to date; run `ribleak doubles` without --check

                """
            ))
        _ = try doubles(folder.path, "-o", output)
        #expect(try doubles(folder.path, "-o", output, "--check") == (0, ""))
    }

    @Test("A minus is standard output, and a name is needed")
    func standardOutput() throws {
        _ = try doubles(folder.path, "-o", output)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(try doubles(folder.path, "-o", "-") == (0, text))
        #expect(
            try doubles(folder.path, "-o", "-", "--check") == (
                64, "ribleak: error: doubles: --check needs a file to check; see --help\n"
            ))
        #expect(
            try doubles(folder.path, "-o", "") == (
                64,
                "ribleak: error: doubles: the name of the file is empty; give one, or - for standard output\n"
            ))
    }

    @Test("A file of somebody else stays, and the exit code is 74")
    func foreign() throws {
        try folder.write("class Mine {}", "Doubles.swift")
        #expect(
            try doubles(folder.path, "-o", output) == (
                74,
                """
                ribleak: error: Doubles.swift: `ribleak doubles` did not write this file; \
                it stays as it is

                """
            ))
    }

    @Test("Without any source, the exit code is 2")
    func noSource() throws {
        let missing = folder.path("Missing")
        #expect(
            try doubles(missing, "-o", output) == (
                2,
                """
                ribleak: warning: Missing: no such file or folder
                ribleak: error: no Swift source can be read; name a folder that has some

                """
            ))
    }

    @Test(
        "What is to be imported must be the name of a module",
        arguments: ["--import", "--testable"])
    func modules(option: String) throws {
        for name in ["", "A B", "App;", "2D", "import", "A\nB", "A-B", "../App"] {
            let shown = name.replacing("\n", with: " ")
            #expect(
                try doubles(folder.path, "-o", "-", option, name) == (
                    64,
                    "ribleak: error: doubles: \(option): '\(shown)' is not the name of a module; give "
                        + "one, such as App\n"
                ))
        }
        for name in ["App", "_App2", "UIKit.UIView", "日本"] {
            #expect(try doubles(folder.path, "-o", "-", option, name).status == 0)
        }
    }

    @Test("Without an output, the exit code is 64")
    func noOutput() throws {
        #expect(try doubles(folder.path).status == 64)
    }

    @Test("What cannot be read is said in one line, and the rest goes on")
    func unreadable() throws {
        try Data([0, 1, 2, 0]).write(to: URL(fileURLWithPath: folder.path("Binary.swift")))
        try folder.write("protocol BarListener {", "Damaged.swift")
        #expect(
            try doubles(folder.path, "-o", output) == (
                0,
                """
                ribleak: warning: Binary.swift: the file is not text: it contains zero bytes
                ribleak: warning: Damaged.swift: parts of the file are not Swift, and are skipped
                ribleak: warning: Damaged.swift:1: BarListener gets no double: \
                parts of it are not Swift
                Doubles.swift: 1 double

                """
            ))
    }

    @Test("A name of a file cannot steer the terminal")
    func escaped() throws {
        try folder.write("protocol", "A\u{1B}[2J\nB.swift")
        #expect(
            try doubles(folder.path, "-o", output).output.contains(
                "ribleak: warning: A\\u{1b}[2J\\u{a}B.swift: parts of the file"))
    }

    @Test("Files that fit a pattern are left out")
    func exclude() throws {
        try folder.write("protocol BarListener {}", "Bar.swift")
        let result = try doubles(folder.path, "-o", output, "--exclude", "Bar.swift")
        #expect(result.output == "Doubles.swift: 1 double\n")
    }
}
