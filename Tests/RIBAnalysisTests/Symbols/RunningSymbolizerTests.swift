// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// A script that stands in for `llvm-symbolizer`: the line of each function that it answers is how
/// often it was started.
private struct ScriptedTool: Sendable {
    let folder: TemporaryFolder
    let path: String
    let running: RunningSymbolizer
    private let image: String

    /// - Parameters:
    ///   - early: What it does before it answers; `$starts` is how often it was started.
    ///   - late: What it does after each answer.
    init(early: String = "", late: String = "", idleLimit: TimeInterval = 60) throws {
        folder = try TemporaryFolder()
        running = RunningSymbolizer(idleLimit: idleLimit)
        image = try folder.write("app", ELFBytes().bytes)
        let log = "'\(folder.path)/starts'"
        path = try folder.script(
            "tool",
            """
            echo $$ >> \(log)
            starts=$(grep -c . \(log))
            \(early)
            while read -r kind place; do
                path=${place% *} address=${place##* }
                echo "{\\"Address\\":\\"$address\\",\\"ModuleName\\":$path,\\"Symbol\\":[{\\"FileName\\":\
            \\"/a.c\\",\\"FunctionName\\":\\"f$address\\",\\"Line\\":$starts}]}"
                \(late)
            done
            """)
    }

    /// The process numbers of all that were started.
    var numbers: [Int32] {
        let text = (try? String(contentsOfFile: "\(folder.path)/starts", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Int32($0) }
    }

    /// - Returns: For each of some addresses, by which start of the tool it was answered; nil if by
    ///   none.
    func ask(_ offsets: UInt64..., timeLimit: TimeInterval = 60) -> (
        starts: [Int?], caveats: [String]
    ) {
        let addresses = offsets.map {
            ImageAddress(path: image, buildID: "abcd012f", offset: $0)
        }
        let path = path
        let result = LLVMSymbolizer(
            tool: { path }, paths: DisplayPath(root: "/"), timeLimit: timeLimit, running: running
        ).symbolicate(addresses)
        return (addresses.map { result[$0]?.first?.line }, result.caveats.map(\.text))
    }

    /// Writes the binary anew, with the same content or a longer one.
    func rebuild() throws {
        try FileManager.default.removeItem(atPath: image)
        _ = try folder.write("app", ELFBytes().bytes + [0])
    }
}

@Suite struct RunningSymbolizerTests {
    @Test func laterQuestionsAreAnsweredByTheSameTool() throws {
        let tool = try ScriptedTool()
        #expect(tool.ask(7, 8, 9).starts == [1, 1, 1])
        let later = tool.ask(8, 10)
        #expect(later.starts == [1, 1])
        #expect(later.caveats == [])
    }

    @Test func questionsOfManyThreadsAreAnsweredByOneTool() throws {
        let tool = try ScriptedTool()
        let lock = NSLock()
        nonisolated(unsafe) var answers: [[Int?]] = []  // Only touched while the lock is held.
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let starts = tool.ask(UInt64(number) + 7, UInt64(number) + 8).starts
            lock.lock()
            defer { lock.unlock() }
            answers.append(starts)
        }
        #expect(answers == Array(repeating: [1, 1], count: 8))
    }

    @Test(arguments: ["exit 0", "exit 1", "kill -KILL $$"])
    func aToolThatEndedIsReplaced(how: String) throws {
        let tool = try ScriptedTool(late: how)
        #expect(tool.ask(7).starts == [1])
        waitForEnd(of: try #require(tool.numbers.first))
        let later = tool.ask(8)
        #expect(later.starts == [2])
        #expect(later.caveats == [])
    }

    @Test func aToolThatEndsBetweenAnswersIsReplaced() throws {
        let tool = try ScriptedTool(late: "exit 0")
        let result = tool.ask(7, 8, 9)
        #expect(result.starts == [1, 2, 3])
        #expect(result.caveats == [])
    }

    @Test func aToolThatEndsWithoutAnAnswerIsSaid() throws {
        let tool = try ScriptedTool(early: "exit 0")
        #expect(
            tool.ask(7).caveats == [
                "\(tool.path) ended without an answer: "
                    + "some functions are shown as module and offset"
            ])
        #expect(tool.numbers.count == 1)
    }

    @Test func aToolThatNeverAnswersIsEndedAndReplaced() throws {
        let tool = try ScriptedTool(early: "[ $starts -gt 1 ] || exec sleep 600")
        // It may take long to start on a loaded machine, and count only those that did.
        var late = tool.ask(7, timeLimit: 0.5)
        while tool.numbers.isEmpty { late = tool.ask(7, timeLimit: 0.5) }
        #expect(
            late.caveats == [
                "\(tool.path) took longer than 0 s and was stopped: "
                    + "some functions are shown as module and offset"
            ])
        let number = try #require(tool.numbers.first)
        #expect(kill(number, 0) == -1)
        let later = tool.ask(7)
        #expect(later.starts == [2])
        #expect(later.caveats == [])
    }

    @Test func aToolThatTalksOutOfTurnIsReplaced() throws {
        let folder = try TemporaryFolder()
        let (go, gone) = ("\(folder.path)/go", "\(folder.path)/gone")
        try #require(mkfifo(go, 0o600) == 0 && mkfifo(gone, 0o600) == 0)
        let tool = try ScriptedTool(
            late: "[ $starts -gt 1 ] || { read -r word < '\(go)'; echo '{}'; echo > '\(gone)'; }")
        #expect(tool.ask(7).starts == [1])
        // Each waits for the other end.
        try #require(FileHandle(forWritingAtPath: go)).write(Data("\n".utf8))
        _ = try #require(FileHandle(forReadingAtPath: gone)).readToEnd()
        let later = tool.ask(8, 9)
        #expect(later.starts == [2, 2])
        #expect(later.caveats == [])
    }

    @Test func aRebuiltBinaryIsReadAnew() throws {
        let tool = try ScriptedTool()
        #expect(tool.ask(7).starts == [1])
        try tool.rebuild()
        #expect(tool.ask(7).starts == [2])
        #expect(tool.ask(8).starts == [2])
        let first = try #require(tool.numbers.first)
        #expect(kill(first, 0) == -1)
    }

    @Test func aToolCanBeEndedBeforehand() throws {
        let tool = try ScriptedTool()
        #expect(tool.ask(7).starts == [1])
        tool.running.end()
        let first = try #require(tool.numbers.first)
        #expect(kill(first, 0) == -1)
        #expect(tool.ask(7).starts == [2])
    }

    @Test func aToolThatNobodyAsksEnds() throws {
        let tool = try ScriptedTool(idleLimit: 0.01)
        #expect(tool.ask(7).starts == [1])
        waitForEnd(of: try #require(tool.numbers.first))
        let later = tool.ask(8)
        #expect(later.starts == [2])
        #expect(later.caveats == [])
    }

    @Test(.timeLimit(.minutes(10))) func aToolThatEndedForLackOfQuestionsIsForgotten() throws {
        let tool = try ScriptedTool(idleLimit: 0.01)
        #expect(tool.ask(7).starts == [1])
        // Another process ends by itself, and nothing tells this one when.
        while tool.running.isRunning { usleep(1_000) }
        #expect(kill(try #require(tool.numbers.first), 0) == -1)
    }

    @Test func aToolThatWaitsForQuestionsIsLeftAlone() throws {
        let tool = try ScriptedTool()
        #expect(tool.ask(7).starts == [1])
        #expect(tool.running.isRunning)
        #expect(tool.ask(8).starts == [1])
    }

    @Test func aToolEndsWithWhoAsksIt() throws {
        let number = try {
            let tool = try ScriptedTool()
            #expect(tool.ask(7).starts == [1])
            return try #require(tool.numbers.first)
        }()
        #expect(kill(number, 0) == -1)
    }

    /// The tool would take it for two questions, and give an answer too many.
    @Test func aLongerLineThanTheToolReadsIsNotAsked() {
        let path = "/" + String(repeating: "a", count: 1_010)
        #expect(SymbolizerQuestion(path: path, address: 1).line?.utf8.count == 1_023)
        #expect(SymbolizerQuestion(path: path, address: 16).line == nil)
    }

    /// Waits until the program has ended, and leaves it to others to see how.
    private func waitForEnd(of number: Int32) {
        var info = siginfo_t()
        while waitid(P_PID, UInt32(number), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }
}
