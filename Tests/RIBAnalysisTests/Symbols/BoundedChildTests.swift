// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis

@Suite struct BoundedChildTests {
    private func run(
        _ script: String, input: Data = Data(), timeLimit: TimeInterval = 60,
        outputLimit: Int = 1 << 24
    ) -> (output: Data, ending: BoundedChild.Ending) {
        var output = Data()
        let ending = BoundedChild(
            executable: "/bin/sh", arguments: ["-c", script], environment: [:],
            timeLimit: timeLimit, outputLimit: outputLimit
        ).run(input: input) { output += $0 }
        return (output, ending)
    }

    @Test func passesMoreThroughThanAPipeHolds() {
        let input = Data(repeating: UInt8(ascii: "x"), count: 3_000_000)
        let result = run("cat", input: input)
        #expect(result.ending == .exited(0))
        #expect(result.output == input)
    }

    @Test func needsNobodyToReadTheInput() {
        let result = run("echo done", input: Data(repeating: 0, count: 1_000_000))
        #expect(result.ending == .exited(0))
        #expect(String(decoding: result.output, as: UTF8.self) == "done\n")
    }

    @Test func stopsOneThatHangs() {
        let result = run("echo first; exec sleep 600", timeLimit: 0.2)
        #expect(result.ending == .timedOut)
        #expect(String(decoding: result.output, as: UTF8.self) == "first\n")
    }

    @Test func stopsOneThatClosesItsOutputAndHangs() {
        #expect(run("exec sleep 600 >&-", timeLimit: 0.2).ending == .timedOut)
    }

    @Test func stopsOneThatTalksWithoutEnd() {
        let result = run("while :; do echo more and more; done", outputLimit: 100_000)
        #expect(result.ending == .outputTooLarge)
        #expect(result.output.count < 300_000)
    }

    @Test func saysHowItFailed() {
        #expect(run("exit 3").ending == .exited(3))
        #expect(run("kill -SEGV $$").ending == .crashed(signal: SIGSEGV))
        let none = BoundedChild(
            executable: "/nonexistent/tool", arguments: [], environment: [:], timeLimit: 5,
            outputLimit: 10)
        #expect(none.run(input: Data(), receive: { _ in }) == .notStarted)
    }
}
