// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Runs the command on the runs of the package: `swift package ribleak report`.
///
/// It builds the command when it is called. A dependency on the command would build it for each
/// package of a graph, and a second time here.
@main struct RibleakPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let build = try packageManager.build(
            .product("ribleak"), parameters: .init(echoLogs: false))
        let built = build.builtArtifacts.first { $0.kind == .executable }
        guard build.succeeded, let built else {
            return Diagnostics.error("ribleak cannot be built:\n\(build.logText)")
        }
        let command = Process()
        command.executableURL = built.url
        command.arguments = arguments
        command.currentDirectoryURL = context.package.directoryURL
        // Without the trait Command, that program builds the command, and may write only here.
        let scratch = context.pluginWorkDirectoryURL.appendingPathComponent("command").path
        command.environment = ProcessInfo.processInfo.environment
            .merging(["RIBLEAK_COMMAND_SCRATCH": scratch]) { $1 }
        try command.run()
        command.waitUntilExit()
        // SwiftPM makes each failure of a plugin a 1, so the command's own code is named.
        let code = command.terminationStatus
        if code != 0 { Diagnostics.error("ribleak ended with exit code \(code)") }
    }
}
