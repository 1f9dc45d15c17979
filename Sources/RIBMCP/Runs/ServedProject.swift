// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate

/// What a server may read: folders with runs, and the project's settings.
package struct ServedProject: Sendable {
    /// Folders of runs, as given.
    let folders: [String]
    /// The settings file; nil for the usual one, which may be missing.
    private let settingsFile: String?
    private let environment: [String: String]
    let symbolizer: any Symbolizing

    /// - Parameters:
    ///   - folders: Folders that hold runs, or single runs. At least one.
    ///   - settingsFile: Nil for `.ribleak.yml` in the working directory.
    ///   - environment: In which variables replace settings, as for the gate.
    package init(
        folders: [String], settingsFile: String?, environment: [String: String],
        symbolizer: any Symbolizing
    ) {
        self.folders = folders
        self.settingsFile = settingsFile
        self.environment = environment
        self.symbolizer = symbolizer
    }

    /// The project's settings and baseline, read anew: they may have changed since the last call.
    func known() throws(GateError) -> (settings: GateSettings, baseline: Baseline?) {
        let settings = try GateSettings(readingFrom: settingsFile)
            .overridden(by: GateOverrides(environment))
        return (settings, try settings.knownFindings())
    }
}
