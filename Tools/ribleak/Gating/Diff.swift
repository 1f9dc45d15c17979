// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBRuns
import RIBTrees

/// `ribleak diff`: compares the findings of two runs.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows which findings are new, fixed and unchanged between two runs.",
        discussion: """
            Findings with equal fingerprints are the same. A finding is moved if only its place in \
            the tree has another name, and changed if one other part differs. Settings are not \
            applied.

            Exit codes: 0 both were read, also if they differ. 2 one of them cannot be read.
            """)

    @Argument(help: "The earlier run: a run folder, a trace folder or a baseline file.")
    var before: String

    @Argument(help: "The later run, in one of the same forms.")
    var now: String

    @Option(help: "For people (text) or for programs (json).")
    var format: TextOrJSON = .text

    @OptionGroup var width: WidthArguments

    func run() throws {
        let (old, new) = (try findings(at: before), try findings(at: now))
        let diff = FindingDiff(from: old.known, to: new.known, of: new.run)
        switch format {
        case .text: try StandardStreams.write(width.layout().text(diff.text))
        case .json: try StandardStreams.write(diff.json)
        }
    }

    /// The findings at a path.
    private func findings(at path: String) throws -> (known: Baseline, run: RunReport?) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
        {
            return (try Baseline(readingFrom: path), nil)
        }
        let reading = PartialReading(of: [path], defaultFolder: "", symbolizer: LLVMSymbolizer())
        reading.sayErrors()
        let report = try reading.whole()
        for line in report.doubts.lines {
            StandardStreams.say("warning: \(path): \(line)")
        }
        try report.refuseWithoutNames(named: path, so: "nothing was compared")
        return (Baseline(of: report, knowing: report.findings), report)
    }
}

extension RunReport {
    /// Refuses to compare a run that has no function names: reports why on standard error.
    ///
    /// - Parameters:
    ///   - name: The name of the run: a path, or `the run`.
    ///   - consequence: What is not done because of this.
    /// - Throws: `ExitCode.unreadableTrace`.
    func refuseWithoutNames(named name: String, so consequence: String) throws {
        guard let obstacle = obstaclesToComparing.first else { return }
        StandardStreams.say(
            "error: \(name): has no names of functions (\(obstacle.text)), so \(consequence); "
                + "run the tests again, and ribleak report before the next build keeps the names")
        throw ExitCode.unreadableTrace
    }
}
