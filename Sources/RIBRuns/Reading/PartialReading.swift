// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// The report on the traces that could be read, and why others could not be.
public struct PartialReading: Sendable {
    /// The analysis of the readable traces; nil when there was none.
    public let report: RunReport?
    /// One error for each path or trace that could not be read.
    public let errors: [TraceError]
    /// Why there is nothing to judge, if nothing was recorded. Nil if something is damaged or a
    /// path was misspelt.
    package private(set) var emptiness: String?
    /// Why another run may be meant than the one that was taken as the newest, one line each.
    package private(set) var doubts: [String] = []

    /// Reads the traces that a person named.
    ///
    /// - Parameters:
    ///   - paths: Run folders or trace folders; when empty, the newest run is taken.
    ///   - defaultFolder: The folder that holds the runs.
    ///   - symbolizer: Finds functions and lines.
    public init(
        of paths: [String], defaultFolder: String, symbolizer: some Symbolizing
    ) {
        let traces = Self.traces(named: paths, defaultFolder: defaultFolder)
        var processes: [AnalyzedProcess] = []
        var errors = traces.errors
        for trace in traces.found {
            do throws(TraceError) {
                processes.append(try AnalyzedProcess(reading: trace))
            } catch {
                errors.append(error)
            }
        }
        report =
            processes.isEmpty
            ? nil : Analysis.report(on: processes, scope: nil, symbolizer.symbolicate)
        self.errors = errors
        doubts = traces.doubts
        if traces.found.isEmpty,
            traces.errors.allSatisfy({ $0.isEmptiness(isNamed: !paths.isEmpty) })
        {
            emptiness = traces.errors.first?.description
        }
    }

    /// The traces that a person named, or those of the newest run.
    package static func traces(
        named paths: [String], defaultFolder: String
    ) -> NamedTraces {
        var named = NamedTraces()
        if paths.isEmpty {
            named.add { () throws(TraceError) in try RunFolder.newest(below: defaultFolder) }
        }
        for path in paths {
            named.add { () throws(TraceError) in try RunFolder.chosen(at: path) }
        }
        return named
    }
}

extension TraceError {
    /// Whether the error only means that nothing was recorded.
    ///
    /// - Parameter isNamed: Whether a person named the folder. Then a missing folder means a
    ///   misspelt name.
    fileprivate func isEmptiness(isNamed: Bool) -> Bool {
        switch code {
        case .empty: RunFolder.holdsNothing(path)
        case .notFound: !isNamed
        default: false
        }
    }
}
