// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBReport
import RIBRuns
import RIBText
import RIBTrace

/// `ribleak recover`: turns the trace of a killed process into one that other tools accept.
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Trims the trace of a killed process for other CTF readers.",
        discussion: """
            report and gate read such a trace as it is. babeltrace2 and Trace Compass refuse the \
            whole trace if one packet is incomplete. recover keeps all events before the \
            incomplete packet and drops the rest. The result is a new folder, TRACE-recovered, \
            next to the original; it must not exist yet.

            Exit codes: 0 all is done. 2 a trace cannot be read. 74 a result cannot be written.
            """)

    @Argument(help: "Trace folders, or run folders for all traces in them.")
    var trace: [String]

    @Flag(
        help: ArgumentHelp(
            "Trim the files of the trace itself.",
            discussion: """
                Use it only after the recorded process has ended. A process that still runs on \
                this machine is detected, and its trace is left alone; a process on another \
                machine is not.
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

    /// - Returns: An empty list on success.
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
    /// The result, such as `recovered 1,234 events in 3 streams; trimmed 131,072 bytes`.
    var line: String {
        "recovered \(Self.counted(eventCount, "event")) in "
            + "\(Self.counted(UInt64(streamCount), "stream")); "
            + "trimmed \(Self.counted(trimmedBytes, "byte"))"
    }

    /// A count with thousands separators, and its noun.
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
