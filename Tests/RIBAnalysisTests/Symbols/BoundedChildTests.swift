// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis

@Suite struct BoundedChildTests {
    private func child(_ script: String) -> BoundedChild {
        BoundedChild(executable: "/bin/sh", arguments: ["-c", script], environment: [:])
    }

    private func run(
        _ script: String, timeLimit: TimeInterval = 60, outputLimit: Int = 1 << 24
    ) -> (output: Data, ending: SpawnedChild.Ending) {
        var output = Data()
        let ending = child(script).run(timeLimit: timeLimit, outputLimit: outputLimit) {
            output += $0
        }
        return (output, ending)
    }

    /// Asks until there are `count` bytes of output.
    private func ask(
        _ child: BoundedChild, _ input: [UInt8], count: Int
    ) -> (output: [UInt8], ending: SpawnedChild.Ending?) {
        var output: [UInt8] = []
        let ending = child.ask(input, until: .now() + 60, outputLimit: 1 << 24) {
            output += $0
            return output.count >= count
        }
        return (output, ending)
    }

    @Test func passesMoreThroughThanASocketHolds() {
        let input = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
        let child = child("exec cat")
        for _ in 1...2 {
            let result = ask(child, input, count: input.count)
            #expect(result.ending == nil)
            #expect(result.output == input)
        }
    }

    @Test func needsNobodyToReadTheInput() {
        let result = ask(child("echo done"), [UInt8](repeating: 0, count: 1_000_000), count: .max)
        #expect(result.ending == .exited(0))
        #expect(String(decoding: result.output, as: UTF8.self) == "done\n")
    }

    @Test func oneThatRunsToItsEndHasNoInput() {
        #expect(run("read line || echo none").output == Data("none\n".utf8))
    }

    @Test func isGoneOnceNobodyAsksIt() throws {
        let number = try {
            let child = child("echo $$; exec sleep 600")
            let output = ask(child, [], count: 1).output
            return try #require(
                Int32(String(decoding: output, as: UTF8.self).dropLast()))
        }()
        // A zombie would still have its number.
        #expect(kill(number, 0) == -1)
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
            executable: "/nonexistent/tool", arguments: [], environment: [:])
        #expect(none.run(timeLimit: 5, outputLimit: 10) { _ in } == .notStarted)
    }
}
