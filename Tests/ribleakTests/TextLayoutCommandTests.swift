// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The width and the characters of what each command shows to people.
@Suite struct TextLayoutCommandTests {
    private static let commands = [
        ["report"], ["gate"], ["tree"], ["subscriptions"], ["explain", "leaked-router"],
        ["explain", "object:1"], ["doctor"],
    ]

    private func run(
        _ command: [String], _ trace: TraceBuilder, _ options: [String] = [],
        _ environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        let takesTrace = command != ["doctor"] && command.last != "leaked-router"
        return try FinishedProcess(
            "ribleak", command + (takesTrace ? [trace.folder] : []) + options,
            environment: environment)
    }

    @Test(arguments: commands)
    func noLineIsWiderThanAsked(_ command: [String]) throws {
        let run = try run(command, TraceBuilder.leaky(), ["--width", "60"])
        let widest = run.output.split(separator: "\n").map(\.count).max() ?? 0
        // What stands for code keeps its lines.
        let code =
            run.output.split(separator: "\n").filter { $0.hasPrefix("    ") }
            .map(\.count).max() ?? 0
        #expect(widest > 30)
        #expect(widest <= (command.last == "leaked-router" ? max(60, code) : 60))
    }

    @Test(arguments: commands)
    func theLocaleCGetsASCII(_ command: [String]) throws {
        let trace = try TraceBuilder.leaky()
        let plain = try run(command, trace, [], ["LC_ALL": "C"])
        #expect(!plain.output.isEmpty)
        #expect((plain.output + plain.errors).utf8.allSatisfy { $0 < 0x80 })
        let utf8 = try run(command, trace, [], ["LC_ALL": "C.UTF-8"])
        #expect(utf8.code == plain.code)
    }

    @Test func drawsTheReportInEitherAlphabet() throws {
        let trace = try TraceBuilder.leaky()
        let plain = try run(["report"], trace, [], ["LC_ALL": "C"])
        #expect(plain.output.hasPrefix("x 1 leak. 6 objects tracked.\n"))
        #expect(plain.output.contains("+--- 1 of 1  Leaked router at Root/Game\n|\n+- GameRouter"))
        let utf8 = try run(["report"], trace, [], ["LC_ALL": "", "LANG": "en_US.UTF-8"])
        #expect(utf8.output.contains("┬─── 1 of 1  Leaked router at Root/Game\n│\n├─ GameRouter"))
    }

    @Test func filesAndFormatsForProgramsStayUTF8() throws {
        let trace = try TraceBuilder()
        let (root, cart) = (trace.rib("Root"), trace.rib("カート"))
        trace.launch(root)
        trace.attach(cart, to: root)
        trace.detach(cart, from: root)
        trace.settle(alive: cart.parts)
        trace.finish()
        let environment = ["LC_ALL": "C"]
        let json = try run(["report"], trace, ["--format", "json"], environment)
        #expect(json.output.contains("カート"))
        let text = try run(["report"], trace, [], environment)
        #expect(text.output.contains("Leaked router at Root/\\u{30AB}\\u{30FC}\\u{30C8}\n"))
        let folder = try TemporaryFolder()
        let file = folder.file("report.txt")
        let written = try run(["report"], trace, ["--output", "text:\(file)"], environment)
        #expect(written.code == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("┬─── 1 of 1"))
    }
}
