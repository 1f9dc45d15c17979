// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LintRules

/// The built command, on input that nobody meant to give it.
@Suite("ribleak-lint check") final class CheckCommandTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("ribleak-check-\(UUID().uuidString)")
    private let leak = """
        import RIBs
        protocol ProfileListener: AnyObject {}
        final class ProfileInteractor: Interactor { var listener: ProfileListener? }
        """
    private let finding = """
        A.swift:3:45: warning: `listener` holds a `ProfileListener` strongly, which most likely holds \
        it. Make it `weak var`. (strong-listener)

        """

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Data(leak.utf8), "A.swift")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("Code too deep for the stack is left out in one line, and the rest is checked")
    func deepCode() throws {
        let code = "let a = b" + String(repeating: ".c()", count: 50_000)
        try write(Data(code.utf8), "Deep.swift")
        #expect(
            try check() == (
                0, finding, "ribleak: warning: Deep.swift: the code nests deeper than 1000 levels\n"
            ))
    }

    @Test(
        "Half a file, and one with marks of a merge, are checked as far as they go",
        arguments: ["class B { func f() { if", "<<<<<<< HEAD\nclass B {}\n=======\n>>>>>>> C\n"])
    func damagedCode(code: String) throws {
        try write(Data(code.utf8), "B.swift")
        #expect(
            try check() == (
                0, finding,
                "ribleak: warning: B.swift: parts of the file are not Swift, and are skipped\n"
            ))
    }

    @Test("An app may import RIBs by a module of its own", arguments: ["CoreRibs", "Cribs"])
    func ownModule(module: String) throws {
        let code = """
            import Combine
            import \(module)
            final class HomeInteractor: Interactor {
                let names = PassthroughSubject<Int, Never>()
                var bag = Set<AnyCancellable>()
                override func didBecomeActive() { names.sink { print($0) }.store(in: &bag) }
            }
            """
        try write(Data(code.utf8), "A.swift")
        let output = try check().output
        #expect(output.contains("(subscription-outlives-activity)") == (module == "CoreRibs"))
    }

    @Test("Two types of one name are told apart by their files, and what is not is counted")
    func sharedName() throws {
        try write(Data(leak.utf8), "B/A.swift")
        let found = finding + "B/" + finding
        #expect(try check() == (0, found, ""))
        let use = Data("import RIBs\nfinal class Flow: ProfileInteractor {}".utf8)
        try write(use, "Flow/Flow.swift")
        let one = """
            ribleak: 1 name may mean several types, and rules skip it: --explain-skipped lists it

            """
        #expect(try check() == (0, found, one))
        try write(use, "Flow/More.swift")
        let two = """
            ribleak: 2 names may mean several types, and rules skip them: --explain-skipped lists them

            """
        #expect(try check() == (0, found, two))
    }

    @Test("--explain-skipped lists the names that may mean several types")
    func explained() throws {
        try write(Data(leak.utf8), "B/A.swift")
        for name in ["Flow", "More"] {
            try write(
                Data("import RIBs\nfinal class \(name): ProfileInteractor {}".utf8),
                "Flow/\(name).swift")
        }
        let lines = ["Flow", "More"].map {
            "ribleak: warning: Flow/\($0).swift: ProfileInteractor may be that of A.swift or that of "
                + "B/A.swift, which rules cannot tell, and skip; rename one\n"
        }
        #expect(
            try check([".", "--explain-skipped"]) == (
                0, finding + "B/" + finding, lines.joined()
            ))
    }

    @Test("A skipped name is no problem of the JSON, which would fail a check")
    func skippedInJSON() throws {
        try write(Data(leak.utf8), "B/A.swift")
        try write(Data("final class Flow: ProfileInteractor {}".utf8), "Flow/Flow.swift")
        let (status, json, errors) = try check([".", "--format", "json"])
        #expect(status == 0)
        #expect(json.contains("\"problems\" : [\n\n  ]"))
        #expect(errors.hasPrefix("ribleak: 1 name may mean several types"))
    }

    @Test("The modules of a package have names of their own")
    func modules() throws {
        try write(
            Data(
                """
                // swift-tools-version: 6.0
                import PackageDescription
                let package = Package(
                    name: "App", targets: [.target(name: "Home", path: "Code/H"), .target(name: "Shop")])
                """.utf8), "Package.swift")
        for (path, text) in [
            ("Code/H/Base.swift", "class Base: Interactor {}"),
            (
                "Code/H/Sub/Home.swift",
                "protocol HomeListener: AnyObject {}\nclass Home: Base { var listener: HomeListener? }"
            ), ("Sources/Shop/Base.swift", "class Base {}"),
        ] { try write(Data(("import RIBs\n" + text).utf8), path) }
        let (_, output, errors) = try check()
        #expect(output.contains("Code/H/Sub/Home.swift:3:"))
        #expect(errors == "")
    }

    @Test("A file that is too large is left out, and the rest is checked")
    func largeFile() throws {
        try write(Data(String(repeating: "let a = 1\n", count: 500_000).utf8), "Large.swift")
        #expect(
            try check() == (
                0, finding,
                "ribleak: warning: Large.swift: the file has more than 4 MB, and is not checked; "
                    + "split it, or leave it out\n"
            ))
    }

    @Test("Each of many subscriptions of one function is found")
    func longFunction() throws {
        let lines = (1...300).map { "        names.sink { print(\($0), $0) }.store(in: &bag)" }
        let code = """
            import Combine
            import RIBs
            final class HomeInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                var bag = Set<AnyCancellable>()
                override func didBecomeActive() {
                    super.didBecomeActive()
            \(lines.joined(separator: "\n"))
                }
            }
            """
        try write(Data(code.utf8), "B.swift")
        let output = try check().output
        #expect(output.ranges(of: "(subscription-outlives-activity)").count == 300)
    }

    @Test("--fix leaves a read-only file, and says so")
    func readOnly() throws {
        try #require(chmod(folder.path + "/A.swift", 0o444) == 0)
        #expect(
            try check([".", "--fix"]) == (
                0, finding,
                "ribleak: warning: A.swift: the file is read-only, and nothing is mended in it; "
                    + "allow it to be written\n"
            ))
    }

    @Test("--fix removes what a killed one left, and nothing else")
    func leftovers() throws {
        let child = try Process.run(URL(fileURLWithPath: "/bin/true"), arguments: [])
        child.waitUntilExit()
        let own = "A.swift.\(ProcessInfo.processInfo.processIdentifier).partial"
        for name in ["A.swift.\(child.processIdentifier).partial", own, "A.swift.old.partial"] {
            try write(Data(), name)
        }
        _ = try check([".", "--fix"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasSuffix(".partial") }.sorted() == [own, "A.swift.old.partial"])
    }

    @Test("--fix writes through a link, and keeps the mark of the encoding")
    func linked() throws {
        let other = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).swift"
        try (Data([0xEF, 0xBB, 0xBF]) + Data(leak.utf8)).write(to: URL(fileURLWithPath: other))
        defer { unlink(other) }
        let link = folder.path + "/A.swift"
        unlink(link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
        #expect(try check([".", "--fix"]) == (0, "", ""))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == other)
        let mended = leak.replacing("var listener", with: "weak var listener")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: other))
                == Data([0xEF, 0xBB, 0xBF]) + Data(mended.utf8))
    }

    @Test("A file that is no text is named so that its name steers no terminal")
    func zeroBytes() throws {
        try write(Data([0x61, 0, 0]), "B\u{1B}[31m\n.swift")
        #expect(
            try check() == (
                0, finding,
                "ribleak: warning: B\\u{1b}[31m\\u{a}.swift: the file is not text: it contains zero bytes\n"
            ))
    }

    @Test("Links in a circle end")
    func circle() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/again", withDestinationPath: ".")
        #expect(try check() == (0, finding, ""))
    }

    @Test("Where nothing can be read, the exit code is 2")
    func nothing() throws {
        #expect(
            try check(["nowhere"]) == (
                2, "",
                """
                ribleak: warning: nowhere: no such file or folder
                ribleak: error: no Swift source can be read; name a folder that has some

                """
            ))
    }

    #if os(Linux)
        @Test("An output that cannot be written is an error", arguments: ["json", "xcode"])
        func fullDisk(format: String) throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            #expect(
                try check([".", "--format", format], into: full) == (
                    74, "", "ribleak: error: the output cannot be written\n"
                ))
        }
    #endif

    private func write(_ bytes: Data, _ name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    private func check(
        _ arguments: [String] = [], into output: FileHandle? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = ["check"] + arguments
        process.currentDirectoryURL = folder
        // Files, since a full pipe would stop the program.
        let files = ["out", "err"].map { folder.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        process.standardOutput = try output ?? FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// The product beside the bundle or program of the tests.
    private static let program: URL = {
        #if os(macOS)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folder = bundle?.bundleURL.deletingLastPathComponent()
        #else
            let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        #endif
        return (folder ?? URL(fileURLWithPath: ".")).appendingPathComponent("ribleak-lint")
    }()
}

/// Comments that hide findings.
@Suite struct IgnoreCommentTests {
    @Test func aCommentBehindTheCodeHidesItsLine() {
        let findings = findings(
            "var listener: L? // ribleak:ignore strong-listener the root lives on")
        #expect(findings.map(\.rule) == ["strong-listener"])
        #expect(findings.first?.ignored == .init(line: 4, reason: "the root lives on"))
    }

    @Test func aCommentAboveTheCodeHidesTheNextLine() {
        let findings = findings(
            """
            // ribleak:ignore strong-listener the root lives on
            // and this is another comment
            var listener: L?
            """)
        #expect(findings.first?.ignored == .init(line: 4, reason: "the root lives on"))
    }

    @Test func aCommentWithoutAReasonHidesNothing() {
        let findings = findings("var listener: L? // ribleak:ignore strong-listener")
        #expect(findings.map(\.rule) == ["strong-listener", "unused-ignore"])
        #expect(findings.allSatisfy { $0.ignored == nil })
        #expect(findings.last?.message == "The comment says no reason, so it hides nothing.")
    }

    @Test func aCommentOfAnotherRuleHidesNothing() {
        let findings = findings("var listener: L? // ribleak:ignore child-not-released why")
        #expect(findings.map(\.rule) == ["strong-listener", "unused-ignore"])
    }

    @Test func anUnknownRuleIsNamed() {
        let findings = findings("weak var listener: L? // ribleak:ignore strong-listner why")
        #expect(
            findings.map(\.message)
                == ["There is no rule `strong-listner`, so the comment hides nothing."])
    }

    @Test func aCommentThatHidesNothingIsAFinding() {
        let findings = findings("weak var listener: L? // ribleak:ignore strong-listener why")
        #expect(
            findings.map(\.message)
                == ["`strong-listener` finds nothing here, so the comment hides nothing."])
    }

    /// The findings of a member of an interactor, which stands from line 4 on.
    private func findings(_ member: String) -> [LintFinding] {
        LintRun.findings(
            in: """
                import RIBs
                protocol L: AnyObject {}
                final class ProfileInteractor: Interactor {
                \(member)
                }
                """)
    }
}
