// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBReport
import Testing

@testable import RIBCommand

@Suite struct ArgumentTests {
    private func code(of arguments: [String]) -> Int32? {
        do {
            _ = try Ribleak.parseAsRoot(arguments)
            return nil
        } catch {
            return Ribleak.exitCode(for: error).rawValue
        }
    }

    @Test func reportTakesTracesAFormatAndAColour() throws {
        let report = try Report.parse(["a", "b", "--format", "json", "--color", "never"])
        #expect(report.traces.trace == ["a", "b"])
        #expect(report.format == .json)
        #expect(report.colors.color == .never)
        let plain = try Report.parse([])
        #expect(plain.traces.trace == [])
        #expect(plain.format == nil)
        #expect(plain.colors.color == .auto)
        #expect(plain.limit == 50)
        #expect(try Report.parse(["--limit", "0"]).limit == 0)
    }

    @Test func anOutputIsAFormatAndAFile() throws {
        let report = try Report.parse(["--output", "json:a:b.json", "--output=text:c.txt"])
        #expect(report.outputs.output.map(\.format) == [.json, .text])
        #expect(report.outputs.output.map(\.place) == [.file("a:b.json"), .file("c.txt")])
    }

    @Test func gateTakesMissingArgumentsFromTheSettings() throws {
        let gate = try Gate.parse([])
        #expect(gate.maxLeaks == nil && gate.maxInactiveFires == nil)
        #expect(gate.baseline == nil && gate.allowEmpty == nil && gate.settings.config == nil)
        #expect(!gate.ratchet)
        #expect(try Gate.parse(["--allow-empty"]).allowEmpty == true)
        #expect(try Gate.parse(["--no-allow-empty"]).allowEmpty == false)
        let loose = try Gate.parse(["--max-leaks", "3", "--max-inactive-fires=2", "trace"])
        #expect(loose.maxLeaks == 3)
        #expect(loose.maxInactiveFires == 2)
        #expect(loose.traces.trace == ["trace"])
    }

    @Test(arguments: [
        ["gate", "--max-leaks=-1"],
        ["gate", "--max-inactive-fires=-1"],
        ["gate", "--max-leaks", "many"],
        ["gate", "--max-leaks", "99999999999999999999"],
        ["report", "--format", "xml"],
        ["report", "--output", "report.json"],
        ["report", "--output", "xml:report.xml"],
        ["report", "--output", "json:"],
        ["report", "--output", "json:a", "--output", "text:a"],
        ["report", "--color", "blue"],
        ["report", "--limit=-1"],
        ["report", "--limit", "all"],
        ["report", "--unknown"],
        ["explain"],
        ["export", "--format", "chrome-trace", "--shard", "3"],
        ["history", "--last", "0"],
        ["report", ""],
        ["digest", "a", ""],
        ["history", "import", "--time", "yesterday"],
        ["history", "import", "--time", "2026-02-30T00:00:00Z"],
        ["tree", "--at", "2026-02-30T00:00:00Z"],
        ["baseline", "read"],
        ["diff"],
        ["diff", "a"],
        ["diff", "a", "b", "c"],
        ["diff", "a", "b", "--format", "xml"],
    ])
    func wrongArgumentsAreUsageErrors(_ arguments: [String]) {
        #expect(code(of: arguments) == 64)
    }

    @Test func codesAreThoseOfTheContract() {
        #expect(ExitCode.limitExceeded.rawValue == 1)
        #expect(ExitCode.unreadableTrace.rawValue == 2)
        #expect(ExitCode.cannotWrite.rawValue == 74)
        #expect(ExitCode.wrongSettings.rawValue == 78)
    }
}
