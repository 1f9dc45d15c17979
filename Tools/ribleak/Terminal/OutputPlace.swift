// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBSetup
import RIBText

/// Where a command writes its document: a file, or standard output.
enum OutputPlace: Equatable {
    case standardOutput
    case file(String)

    /// Reads what a person gave as a file.
    ///
    /// - Parameter name: A path; `-` is standard output.
    /// - Throws: What to give instead of nothing.
    init(parsing name: String) throws {
        guard !name.isEmpty else {
            throw ValidationError(
                "the name of the file is empty; give one, or - for standard output")
        }
        self = name == "-" ? .standardOutput : .file(name)
    }

    /// The path of the file; nil for standard output.
    var path: String? {
        switch self {
        case .standardOutput: nil
        case .file(let path): path
        }
    }

    /// Starts the file, so that an error appears before any work.
    ///
    /// - Throws: `UserError`.
    func opened() throws -> OpenedOutput {
        OpenedOutput(file: try path.map { path in try OutputFile(path) })
    }
}

/// The file that a subcommand writes, if not to standard output.
struct OutputPlaceArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file to write. Default: standard output, which - names too.", valueName: "file"),
        transform: OutputPlace.init(parsing:))
    var output: OutputPlace = .standardOutput
}

/// A document that is being written.
struct OpenedOutput {
    /// Nil for standard output.
    fileprivate let file: OutputFile?

    /// Adds text.
    ///
    /// - Throws: `UserError`, or `ExitCode.cannotWrite` after reporting the reason.
    func write(_ text: String) throws {
        if let file { try file.write(text) } else { try StandardStreams.write(text) }
    }

    /// Adds the rest of the text, and puts the file, if it is one, into its place.
    ///
    /// - Throws: As `write(_:)`.
    func finish(_ text: String = "") throws {
        try write(text)
        try file?.finish()
    }
}
