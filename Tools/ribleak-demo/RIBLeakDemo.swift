// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBs

/// The sample app. It plays one scripted session, with the mistakes named by its arguments.
@main
struct RIBLeakDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ribleak-demo",
        abstract: "Plays a session of a small RIBs app, recorded by ribleak.",
        discussion: "Without --leak the app makes no mistake, and its report is clean."
    )

    @Option(
        name: .customLong("leak"),
        help: ArgumentHelp(
            "Switch on one mistake; may be repeated. 'list' prints the names.", valueName: "name"))
    var leaks: [String] = []

    @Option(
        help: ArgumentHelp(
            "Wait this long before each action, so that one can watch.", valueName: "seconds"))
    var pace = 0.0

    @Option(
        help: ArgumentHelp("How often to play; each later turn is shorter.", valueName: "times"))
    var turns = 1

    @Flag(help: "Print the tree of RIBs at the end of the session.")
    var tree = false

    func validate() throws {
        guard (0...3600).contains(pace) else {
            throw ValidationError("--pace must be from 0 to 3600")
        }
        guard turns > 0 else { throw ValidationError("--turns must be at least 1") }
    }

    func run() throws {
        if leaks.contains("list") {
            return print(Mistake.allCases.map(\.rawValue).joined(separator: "\n"))
        }
        let mistakes = try leaks.map(mistake(named:))
        // Outside of tests, following the app's subscriptions is opt-in.
        SubscriptionTracking.enable()
        // The command runs on the main thread, but its protocol cannot express that.
        MainActor.assumeIsolated {
            AppDelegate.shared.launch(with: Set(mistakes))
            let session = Session(app: AppDelegate.shared, pace: pace)
            session.play()
            for _ in 1..<turns { session.comeBack() }
            finishSession()
            if tree { print(RIBTree.snapshot().text, terminator: "") }
        }
    }

    private func mistake(named name: String) throws -> Mistake {
        if let mistake = Mistake(rawValue: name) { return mistake }
        let names = Mistake.allCases.map(\.rawValue).joined(separator: ", ")
        let message = "ribleak-demo: no leak is named '\(name)'; choose from \(names)\n"
        FileHandle.standardError.write(Data(message.utf8))
        throw ExitCode.validationFailure
    }
}
