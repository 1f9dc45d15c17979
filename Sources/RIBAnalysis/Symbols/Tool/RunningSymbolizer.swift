// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An `llvm-symbolizer` that is asked again and again. Reading a large binary takes it much longer
/// than all answers about it.
///
/// It ends by itself some seconds after the last question, so that it neither keeps its memory nor
/// holds up a host that waits for all its children.
///
/// `@unchecked Sendable`: the variables are only touched while `lock` is held.
final class RunningSymbolizer: @unchecked Sendable {
    /// The one that all reports of this process ask.
    static let shared = RunningSymbolizer()

    private static let outputLimit = 256 * 1024 * 1024

    private let idleLimit: TimeInterval
    private let lock = NSLock()
    private var child: BoundedChild?
    private var tool = ""
    /// The process that started the tool. Both ends of a fork have the same tool.
    private var process: Int32 = 0
    /// The binaries that the tool may have read, by path.
    private var files: [String: FileVersion] = [:]

    init(idleLimit: TimeInterval = 3) { self.idleLimit = idleLimit }

    /// Asks questions, and waits while another thread asks its own.
    ///
    /// - Parameters:
    ///   - tool: The executable. It is started when it does not run.
    ///   - lines: The questions. Each has one line of answer.
    ///   - paths: The binaries that the questions are about.
    ///   - timeLimit: Seconds until the tool is killed.
    ///   - receive: Called with each line of the answer.
    /// - Returns: Nil when there was an answer to each question, or how the tool ended before.
    func ask(
        _ tool: String, _ lines: [String], about paths: Set<String>, timeLimit: TimeInterval,
        receive: (ArraySlice<UInt8>) -> Void
    ) -> SpawnedChild.Ending? {
        lock.lock()
        defer { lock.unlock() }
        let deadline = DispatchTime.now() + timeLimit
        endIfStale(tool, paths)
        var answered = 0
        while true {
            let isNew = child == nil
            let answeredBefore = answered
            let asked = child ?? start(tool)
            var output = LineSplitter()
            let ending = asked.ask(
                Array(lines[answered...].joined().utf8), until: deadline,
                outputLimit: Self.outputLimit
            ) { bytes in
                output.split(bytes) { line in
                    // Anything else is not an answer.
                    guard line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else {
                        return
                    }
                    answered += 1
                    receive(line)
                }
                return answered >= lines.count
            }
            child = ending == nil ? asked : nil
            switch ending {
            // It was about to end since it had nothing to do.
            case .exited where !isNew, .crashed where !isNew: continue
            case .exited(0) where answered > answeredBefore: continue
            default: return ending
            }
        }
    }

    /// Whether the tool runs. The system forgets one that has ended by itself.
    ///
    /// Until then the ended tool is a child of this process. The thread of Swift Testing that waits
    /// for the processes of exit tests finds it again and again, and does nothing else.
    var isRunning: Bool {
        guard lock.try() else { return true }
        defer { lock.unlock() }
        if child?.hasOutput == true { child = nil }
        return child != nil
    }

    /// Ends the tool, unless another thread is asking it.
    func end() {
        guard lock.try() else { return }
        defer { lock.unlock() }
        child = nil
    }

    /// Ends a tool that would answer from another file, or out of turn.
    private func endIfStale(_ wanted: String, _ paths: Set<String>) {
        let now = paths.reduce(into: [:]) { $0[$1] = FileVersion(of: $1) }
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
}

/// Splits text that arrives in pieces into lines.
struct LineSplitter {
    private var unfinished: [UInt8] = []

    /// - Parameters:
    ///   - bytes: The next bytes, which may begin and end anywhere.
    ///   - receive: Called with each line that is complete, without its line break.
    mutating func split(_ bytes: ArraySlice<UInt8>, receive: (ArraySlice<UInt8>) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if unfinished.isEmpty {
                receive(rest[..<end])
            } else {
                receive((unfinished + rest[..<end])[...])
                unfinished = []
            }
            rest = rest[(end + 1)...]
        }
        unfinished += rest
    }
}

/// A file's content, as far as the system tells without reading it.
private struct FileVersion: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let changed: [Int]

    /// - Returns: Nil when there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        changed = [Int(time.tv_sec), Int(time.tv_nsec)]
    }
}
