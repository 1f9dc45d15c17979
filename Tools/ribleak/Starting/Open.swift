// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport
import RIBText

/// `ribleak open`: shows the report in a browser.
struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens the report on the newest run in your browser.",
        discussion: """
            Writes the page to report.html in the run's folder, and prints its path. Traces that \
            you name one by one, or in a folder that cannot be written to, have their page in the \
            folder for temporary files.

            The browser is the command in $BROWSER, or else the system's (xdg-open, open). Where \
            there is none, only the path is shown, and the exit code is still 0.

            Exit codes: 0 the page is written. 2 a trace or baseline cannot be read. 74 the page \
            cannot be written. 78 the settings are wrong.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments
    @OptionGroup var comparison: ComparisonArguments
    @OptionGroup var foresight: ForesightArguments

    func run() throws {
        let compared = try comparison.read()
        let foreseen = try foresight.read()
        let reading = traces.read()
        guard let whole = reading.report else { throw ExitCode.unreadableTrace }
        let report = redaction.shown(compared(foreseen(whole)))
        StandardStreams.warn(report.caveats)
        let path = pagePath
        let details = redaction.shown(RunDetails(of: whole, symbolizer: LLVMSymbolizer()))
        let page = ReportFormat.html.document(for: report, style: redaction.style) { details }
        try OutputPlace.file(path).opened().finish(page)
        try StandardStreams.write("\(TerminalEscape.escaped(path))\n")
        if let problem = Browser.show(path) { StandardStreams.say("warning: \(problem)") }
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }

    /// In the run's folder, where people find it again and which they remove when they are done.
    private var pagePath: String {
        if let run = traces.runFolder, access(run, W_OK | X_OK) == 0 { return "\(run)/report.html" }
        let name = "ribleak-report-\(getpid()).html"
        return FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    }
}

/// The browser of the person at the terminal.
enum Browser {
    private static let patience = DispatchTimeInterval.seconds(2)

    /// Shows a page that is a file.
    ///
    /// - Returns: Why it is not shown; nil when it is.
    static func show(_ path: String) -> String? {
        let commands = commands(
            for: URL(fileURLWithPath: path).absoluteString,
            environment: ProcessInfo.processInfo.environment)
        guard !commands.isEmpty else {
            return "no browser is known here; open the page yourself, or name one in BROWSER"
        }
        let problems = commands.lazy.map { (command: $0, problem: Self.problem(of: $0)) }
        guard let last = problems.first(where: { $0.problem == nil }) ?? problems.last,
            let problem = last.problem
        else { return nil }
        return
            "\(last.command[0]): \(problem); open the page yourself, or name a browser in BROWSER"
    }

    /// The commands to try, one after the other, each as a program and its arguments.
    ///
    /// As many tools have it, `BROWSER` is a list that colons separate, and `%s` in a command stands
    /// for the page. On Linux, only a desktop has a browser to open.
    static func commands(for page: String, environment: [String: String]) -> [[String]] {
        let named = (environment["BROWSER"] ?? "").split(separator: ":").map { command in
            command.split(separator: " ").map(String.init)
        }
        var commands = named.filter { !$0.isEmpty }.map { words in
            words.contains { $0.contains("%s") }
                ? words.map { $0.replacing("%s", with: page) } : words + [page]
        }
        #if os(macOS)
            commands.append(["open", page])
        #else
            let isDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
                environment[$0]?.isEmpty == false
            }
            if isDesktop { commands.append(["xdg-open", page]) }
        #endif
        return commands
    }

    /// Starts a command. Some browsers run until they are closed: these are not waited for.
    ///
    /// - Returns: Why it failed; nil when it did what it should, or still runs.
    private static func problem(of command: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--"] + command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do {
            try process.run()
        } catch {
            return "cannot be started"
        }
        guard ended.wait(timeout: .now() + patience) == .success else { return nil }
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0): return nil
        case (.exit, 126), (.exit, 127): return "is not installed"
        case (.exit, let code): return "failed with exit code \(code)"
        default: return "was killed"
        }
    }
}
