// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBRuns
import RIBText

/// Reads runs, and keeps the last reports for the next calls.
///
/// Belongs to one thread.
package final class RunLibrary {
    /// A run as it is now.
    struct Reading {
        let run: ServedRun
        /// Nil when no trace could be read.
        let report: RunReport?
        /// One line for each trace that could not be read.
        let errors: [String]
        /// The traces that may be read, and how they are now.
        fileprivate let traces: [String]
        fileprivate let stamps: [TraceStamp]

        /// What its report may miss, one line each.
        var caveats: [String] { errors + (report?.caveats ?? []).lines }
        /// Equal while the run is the same.
        var stamp: String { RunLibrary.text(of: stamps) }
    }

    /// A comparison needs two.
    private static let mostKept = 3

    private let folders: [String]
    private let settingsFile: String?
    private let environment: [String: String]
    private let symbols: RememberedSymbols
    let propose: (_ report: String, _ fingerprint: String) throws -> (title: String, patch: String)
    /// How often a run was read to its end.
    private(set) var runsRead = 0
    /// The last used one comes last.
    private var kept: [Reading] = []

    /// - Parameters:
    ///   - folders: What may be read: folders that hold runs, or single runs. At least one.
    ///   - settingsFile: Nil for `.ribleak.yml` in the working directory.
    ///   - environment: In which variables replace settings, as for the gate.
    ///   - propose: Finds a change of the sources for a finding of a report, whose JSON it gets.
    package init(
        folders: [String], settingsFile: String?, environment: [String: String],
        symbolizer: any Symbolizing,
        propose: @escaping (String, String) throws -> (title: String, patch: String)
    ) {
        (self.folders, self.settingsFile, self.environment) = (folders, settingsFile, environment)
        self.propose = propose
        symbols = RememberedSymbols(symbolizer)
    }

    var symbolizer: some Symbolizing { symbols }

    /// The runs there are now.
    var index: RunIndex { RunIndex(below: folders) }

    /// The traces of a run that may be read, and why others may not.
    func traces(of run: ServedRun) -> (readable: [String], errors: [String]) {
        let links = Set(run.traces.filter(FolderFacts.hasLinks))
        return (
            run.traces.filter { !links.contains($0) },
            run.traces.filter(links.contains).map {
                "\($0): has a link among its files, which may lead elsewhere; copy the run without "
                    + "links"
            }
        )
    }

    /// Reads a run, unless it is the same as when it was last read.
    ///
    /// - Complexity: O(events) for a run that changed, else O(packets).
    func reading(of run: ServedRun) -> Reading {
        let (traces, refused) = traces(of: run)
        let stamps = traces.map(TraceStamp.init)
        let old = kept.firstIndex { $0.traces == traces }.map { kept.remove(at: $0) }
        if let old, old.stamps == stamps {
            kept.append(old)
            return old
        }
        runsRead += 1
        // Read after the stamps: what is recorded meanwhile makes the next stamps differ.
        let partial =
            traces.isEmpty
            ? nil : PartialReading(of: traces, defaultFolder: "", symbolizer: symbols)
        let reading = Reading(
            run: run, report: partial?.report,
            errors: refused + (partial?.errors ?? []).map(\.description),
            traces: traces, stamps: stamps)
        kept.append(reading)
        if kept.count > Self.mostKept { kept.removeFirst() }
        return reading
    }

    /// Reads each trace of a run by itself.
    ///
    /// - Returns: The results, why other traces have none, and the run's stamp.
    /// - Throws: When no trace can be read.
    func readEach<Result>(
        of run: ServedRun, _ read: (String) throws -> Result
    ) throws -> (results: [Result], errors: [String], stamp: String) {
        var (traces, errors) = traces(of: run)
        let stamp = Self.text(of: traces.map(TraceStamp.init))
        var results: [Result] = []
        for trace in traces {
            do { results.append(try read(trace)) } catch { errors.append("\(error)") }
        }
        if results.isEmpty { throw Self.unreadable(run, errors) }
        return (results, errors, stamp)
    }

    private static func text(of stamps: [TraceStamp]) -> String {
        stamps.map(\.description).joined(separator: " ")
    }

    static func unreadable(_ run: ServedRun, _ errors: [String]) -> ToolError {
        ToolError(
            "run \(InertText.quoted(run.name)): "
                + (errors.first.map { "cannot be read: \(InertText.quoted($0))" }
                    ?? "has no trace; list_runs names others"))
    }

    /// The report on a run, with whole paths.
    ///
    /// - Throws: When no trace of it can be read.
    func report(on run: ServedRun) throws -> (report: RunReport, reading: Reading) {
        let reading = reading(of: run)
        guard let report = reading.report else { throw Self.unreadable(run, reading.errors) }
        return (report, reading)
    }

    /// The project's settings and baseline, read anew: they may have changed since the last call.
    func known() throws -> (settings: GateSettings, baseline: Baseline?) {
        let settings = try GateSettings(readingFrom: settingsFile).overridden(by: environment)
        return (settings, try settings.knownFindings())
    }
}

extension RunLibrary {
    /// The whole reply to a request that needs runs.
    func reply(to request: Request, _ revision: Revision) -> JSONValue {
        do throws(ProtocolError) {
            let result =
                switch request.method {
                case "tools/call": try call(request, revision)
                case "resources/list":
                    try ReportResource.list(index, request.params["cursor"], for: revision)
                default: try ReportResource.read(request.params["uri"], in: self, for: revision)
                }
            return JSONValue.result(revision.complete(result, of: request.method), to: request.id)
        } catch {
            return error.reply(to: request.id)
        }
    }

    private func call(_ request: Request, _ revision: Revision) throws(ProtocolError) -> JSONValue {
        guard let name = request.params["name"]?.string else {
            throw ProtocolError(.invalidParams, "tools/call names a tool: \"name\"")
        }
        guard let tool = Tool(rawValue: name) else {
            let names = Tool.allCases.map(\.rawValue)
            let advice =
                names.nearest(to: name).map { "did you mean '\($0)'?" }
                ?? "there are \(names.joined(separator: ", "))"
            throw ProtocolError(
                .invalidParams, "Unknown tool: \(InertText.quoted(name)); \(advice)")
        }
        guard let arguments = (request.params["arguments"] ?? [:]).object else {
            throw ProtocolError(.invalidParams, "arguments is a JSON object")
        }
        do {
            let arguments = try ToolArguments(arguments, of: tool)
            return try tool.answer(arguments, from: self).result(for: revision)
        } catch {
            return [
                "content": [["type": "text", "text": .string(error.inertLine)]], "isError": true,
            ]
        }
    }
}
