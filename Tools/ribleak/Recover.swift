// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBReport
import RIBText
import RIBTrace

/// `ribleak recover`: brings the trace of a killed process into a form that other tools accept.
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Trims the trace of a killed process for other CTF readers.",
        discussion: """
            report and gate read such a trace as it lies; babeltrace2 and Trace Compass refuse all \
            of it for one packet that was begun or written in part. Recovering keeps every whole \
            event before that and drops the rest. The result is TRACE-recovered, beside the \
            original; it must not exist yet. Exits with 0 when all is done, 2 when a trace cannot \
            be read, 74 when a result cannot be written.
            """)

    @Argument(help: "Trace folders, or run folders for all traces in them.")
    var trace: [String]

    @Flag(
        help: ArgumentHelp(
            "Trim the files of the trace itself.",
            discussion: """
                Only after the recorded process has ended: one that runs on this machine is \
                noticed and left alone, one elsewhere cannot be.
                """))
    var inPlace = false

    func run() throws {
        var codes: [ExitCode] = []
        for path in trace {
            do {
                for folder in try RunFolder.traces(at: path) { codes += try recover(folder) }
            } catch let error as TraceError {
                codes.append(Self.complain(error))
            }
        }
        if codes.contains(.unreadableTrace) { throw ExitCode.unreadableTrace }
        if let code = codes.first { throw code }
    }

    /// - Returns: Nothing when it went well.
    private func recover(_ folder: String) throws -> [ExitCode] {
        let recovery: TraceRecovery
        do {
            recovery = try inPlace ? .inPlace(folder) : .copy(of: folder)
        } catch {
            return [Self.complain(error)]
        }
        try StandardStreams.write("\(TerminalEscape.escaped(recovery.folder)): \(recovery.line)\n")
        return []
    }

    private static func complain(_ error: TraceError) -> ExitCode {
        StandardStreams.say("error: \(error)")
        return error.code == .cannotWrite ? .cannotWrite : .unreadableTrace
    }
}

extension TraceRecovery {
    /// What was done, such as `recovered 1,234 events in 3 streams; trimmed 131,072 bytes`.
    var line: String {
        "recovered \(Self.counted(eventCount, "event")) in "
            + "\(Self.counted(UInt64(streamCount), "stream")); "
            + "trimmed \(Self.counted(trimmedBytes, "byte"))"
    }

    /// A count with a comma before every third digit, and its noun.
    private static func counted(_ count: UInt64, _ noun: String) -> String {
        let digits = Array(String(count))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return "\(text) \(noun)\(count == 1 ? "" : "s")"
    }
}
