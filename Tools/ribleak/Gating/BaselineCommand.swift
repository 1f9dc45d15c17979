import ArgumentParser

/// `ribleak baseline`: keeps the list of known findings.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Keeps the list of findings that a gate lets pass.",
        subcommands: [BaselineWrite.self])
}
