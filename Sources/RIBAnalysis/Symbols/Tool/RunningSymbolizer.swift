// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An `llvm-symbolizer` that is asked again and again. Reading a large binary takes it much longer
/// than all answers about it.
///
/// It ends by itself some seconds after the last question, so that it neither keeps its memory nor
/// holds up a host that waits for all its children.
///
/// `@unchecked Sendable`: the variables are only touched while `lock` is held.
package final class RunningSymbolizer: @unchecked Sendable {
    /// The one that all reports of this process ask.
    package static let shared = RunningSymbolizer()

    typealias Answers = [SymbolizerQuestion: [SymbolizerAnswer.Symbol]]

    private static let outputLimit = 256 * 1024 * 1024

    private let idleLimit: TimeInterval
    private let lock = NSLock()
    private var child: BoundedChild?
    private var tool = ""
    /// The process that started the tool. Both ends of a fork have the same tool.
    private var process: Int32 = 0
    /// The binaries that the tool may have read, by path.
    private var files: [String: [Int]] = [:]

    init(idleLimit: TimeInterval = 3) { self.idleLimit = idleLimit }

    /// Asks questions, and waits while another thread asks its own.
    ///
    /// - Parameters:
    ///   - tool: The executable. It is started when it does not run.
    ///   - questions: Each has one line of answer.
    ///   - timeLimit: Seconds until the tool is killed.
    /// - Returns: The answers, and nil when there was one to each question, or how the tool ended
    ///   before.
    func ask(
        _ tool: String, _ questions: some Sequence<SymbolizerQuestion>, timeLimit: TimeInterval
    ) -> (answers: Answers, ending: SpawnedChild.Ending?) {
        let questions = Set(questions)
        var unanswered = questions.compactMap(\.line).sorted()[...]
        var answers: Answers = [:]
        guard !unanswered.isEmpty else { return (answers, nil) }
        lock.lock()
        defer { lock.unlock() }
        let deadline = DispatchTime.now() + timeLimit
        endIfStale(tool, Set(questions.map(\.path)))
        while true {
            let isNew = child == nil
            let count = unanswered.count
            let asked = child ?? start(tool)
            var unread: [UInt8] = []
            let ending = asked.ask(
                Array(unanswered.joined().utf8), until: deadline, outputLimit: Self.outputLimit
            ) { bytes in
                for line in unread.takeLines(adding: bytes)
                where line.first == UInt8(ascii: "{") && line.last == UInt8(ascii: "}") {
                    unanswered = unanswered.dropFirst()
                    if let answer = SymbolizerAnswer(line: line) {
                        answers[answer.question] = answer.symbols
                    }
                }
                return unanswered.isEmpty
            }
            child = ending == nil ? asked : nil
            switch ending {
            // It was about to end since it had nothing to do.
            case .exited where !isNew, .crashed where !isNew: continue
            case .exited(0) where unanswered.count < count: continue
            default: return (answers, ending)
            }
        }
    }

    /// Whether the tool runs. The system forgets one that has ended by itself.
    ///
    /// Until then the ended tool is a child of this process. The thread of Swift Testing that waits
    /// for the processes of exit tests finds it again and again, and does nothing else.
    package var isRunning: Bool {
        guard lock.try() else { return true }
        defer { lock.unlock() }
        if child?.hasOutput == true { child = nil }
        return child != nil
    }

    /// Ends the tool and waits for its end, unless another thread is asking it. For a process that
    /// exits: in a container whose first process waits for nobody, the tool would stay as a zombie.
    package func end() {
        guard lock.try() else { return }
        defer { lock.unlock() }
        child = nil
    }

    /// Ends a tool that would answer from another file, or out of turn.
    private func endIfStale(_ wanted: String, _ paths: Set<String>) {
        let now = paths.reduce(into: [:]) { $0[$1] = Self.version(of: $1) }
        let isChanged = now.contains { path, file in files[path].map { $0 != file } ?? false }
        if isChanged || tool != wanted || process != getpid() || child?.hasOutput == true {
            child = nil
        }
        if child == nil { files = [:] }
        files.merge(now) { _, new in new }
    }

    private func start(_ tool: String) -> BoundedChild {
        var environment = ProcessInfo.processInfo.environment
        // Nothing is fetched from the network, and no user options change the answers.
        environment["DEBUGINFOD_URLS"] = nil
        environment["LLVM_SYMBOLIZER_OPTS"] = nil
        (self.tool, process) = (tool, getpid())
        return BoundedChild(
            executable: tool, arguments: ["--no-demangle", "--inlines", "--output-style=JSON"],
            environment: environment, idleLimit: idleLimit)
    }

    /// What differs between two contents of a file, as far as the system tells without reading it;
    /// nil when there is no such file.
    private static func version(of path: String) -> [Int]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
            Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec),
        ]
    }
}

extension [UInt8] {
    /// Adds text that arrives in pieces, and takes off the lines that are complete, without their
    /// line breaks.
    mutating func takeLines(adding bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        self += bytes
        let lineBreak = UInt8(ascii: "\n")
        guard bytes.contains(lineBreak) else { return [] }
        let lines = split(separator: lineBreak, omittingEmptySubsequences: false)
        self = lines.last.map(Array.init) ?? []
        return lines.dropLast()
    }
}
