// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBCommand

/// What the command says about arguments that it cannot use.
@Suite struct ArgumentMistakeTests {
    private static let formats =
        "text, json, html, markdown, comment, github, gitlab, sarif, junit, xunit, xcode and "
        + "speedscope"

    @Test(arguments: [
        (["raport"], "there is no command 'raport'; did you mean 'report'?"),
        (["xyz"], "there is no command 'xyz'; see ribleak --help"),
        (["help", "raport"], "there is no command 'raport'; did you mean 'report'?"),
        (["history", "shw"], "history: there is no command 'shw'; did you mean 'show'?"),
        (["baseline", "wirte"], "baseline: there is no command 'wirte'; did you mean 'write'?"),
        (
            ["report", "--fromat", "json"],
            "report: there is no option '--fromat'; did you mean '--format'?"
        ),
        (
            ["report", "--xyzzyx"],
            "report: there is no option '--xyzzyx'; see ribleak report --help"
        ),
        (
            ["report", "--format", "sarf"],
            "report --format: 'sarf' is none of \(formats); did you mean 'sarif'?"
        ),
        (
            ["report", "--color", "blue"],
            "report --color: 'blue' is none of auto, always and never; give one of them"
        ),
        (
            ["report", "--output", "sarf:x"],
            "report --output: 'sarf:x' is not valid; did you mean 'sarif:x'?"
        ),
        (
            ["report", "--output", "json"],
            "report --output: 'json' is not valid; give a file too, such as json:report.json"
        ),
        (
            ["report", "--width=-1"],
            "report: --width must not be negative; see ribleak report --help"
        ),
        (
            ["explain", "leaked-roter"],
            "explain <id>: 'leaked-roter' is not valid; did you mean leaked-router?"
        ),
        (
            ["gate", "--max-leaks", "many"],
            "gate --max-leaks: 'many' is not valid; see ribleak gate --help"
        ),
        (
            ["gate", "--max-leaks"],
            "gate --max-leaks: its value <max-leaks> is missing; see ribleak gate --help"
        ),
        (["diff", "a"], "diff: <now> is missing; see ribleak diff --help"),
        (["diff", "a", "b", "c"], "diff: unexpected argument 'c'; see ribleak diff --help"),
        (["export"], "export: --format <format> is missing; see ribleak export --help"),
    ])
    func saysWhereWhatAndWhatToDo(arguments: [String], line: String) throws {
        let run = try FinishedProcess("ribleak", arguments)
        #expect(run.code == 64)
        #expect(run.output == "")
        #expect(run.errors == "ribleak: error: \(line)\n")
    }

    @Test func escapesWhatItRepeats() throws {
        let run = try FinishedProcess("ribleak", ["report", "--format", "a\u{1B}[31m\n'b"])
        #expect(run.code == 64)
        #expect(run.errors.hasPrefix("ribleak: error: report --format: 'a\\u{1B}[31m"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func aMessageOfAnotherFormIsShownAsItIs() {
        let mistake = ArgumentMistake("Something new.\nOn two lines.", arguments: ["gate", "-x"])
        #expect(mistake.line == "gate: something new. On two lines; see ribleak gate --help")
    }

    @Test func theVersionIsTheOnlyThingOnItsLine() throws {
        let run = try FinishedProcess("ribleak", ["--version"])
        #expect(run.code == 0)
        #expect(run.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }
}
