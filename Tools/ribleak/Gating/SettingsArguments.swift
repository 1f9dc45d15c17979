import ArgumentParser
import Foundation
import RIBGate

/// Where a subcommand finds a project's settings.
struct SettingsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The settings file. Default: $RIBLEAK_CONFIG, or .ribleak.yml if there is one.",
            valueName: "file"))
    var config: String?

    /// What the settings file says, overridden by the environment and then by the command line.
    ///
    /// - Throws: `ExitCode.wrongSettings`, after it was said why.
    func read(_ commandLine: GateOverrides = GateOverrides()) throws -> GateSettings {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["RIBLEAK_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        return try GateFiles.reading { () throws(GateError) in
            try GateSettings(readingFrom: config ?? named)
                .overridden(by: GateOverrides(environment)).overridden(by: commandLine)
        }
    }
}
