// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The command, built from this package's own folder and with its own dependencies, for packages that
/// leave the trait `Command` out.
///
/// `swift run ribleak` and `.build/debug/ribleak` work there too: the first call builds the command
/// beside this program, and each call becomes it, so that output, exit code and signals are its own.
struct SeparateCommand {
    /// The folder of this package.
    // This file is Tools/ribleak-start/SeparateCommand.swift.
    private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private let environment = ProcessInfo.processInfo.environment

    /// Becomes the command; returns only by ending the process.
    func run() -> Never {
        if let built = environment["RIBLEAK_COMMAND"] { become(built) }
        // The package's own build has it, if someone ran the command there, such as `ribleak init`.
        let builds = [package.appendingPathComponent(".build"), scratch]
            .map { $0.appendingPathComponent("debug/ribleak") }.filter { !isThisProgram($0) }
        if let built = builds.first(where: isCurrent) { become(built.path) }
        let command = scratch.appendingPathComponent("debug/ribleak").path
        build()
        // A build that changes nothing leaves the command as old as it was.
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: command)
        become(command)
    }

    private var executable: URL {
        (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
    }

    private func isThisProgram(_ file: URL) -> Bool {
        file.resolvingSymlinksInPath().path == executable.path
    }

    /// Where the command is built. A plugin may only write to its own folder, and names it.
    private var scratch: URL {
        if let folder = environment["RIBLEAK_COMMAND_SCRATCH"] {
            return URL(fileURLWithPath: folder)
        }
        return executable.deletingLastPathComponent().appendingPathComponent("ribleak-command")
    }

    /// Whether the command was built, and no source of it has changed since.
    private func isCurrent(_ built: URL) -> Bool {
        guard let age = changed(built) else { return false }
        let files = FileManager.default
        let sources = ["Sources", "Tools/ribleak"].lazy.compactMap {
            files.enumerator(
                at: package.appendingPathComponent($0),
                includingPropertiesForKeys: [.contentModificationDateKey])
        }.joined().compactMap { $0 as? URL }.filter {
            ["swift", "c", "h"].contains($0.pathExtension)
        }
        return !([package.appendingPathComponent("Package.swift")] + sources)
            .contains { changed($0).map { $0 > age } ?? false }
    }

    private func changed(_ file: URL) -> Date? {
        try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }

    private func build() {
        say("building the command from \(package.path); the first time, this takes minutes")
        let build = Process()
        build.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        build.arguments = [
            "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path,
            "--product", "ribleak",
        ]
        #if os(macOS)
            // A sandbox cannot be made inside of the plugin's.
            build.arguments?.append("--disable-sandbox")
        #endif
        // Only reports belong on the standard output.
        build.standardOutput = FileHandle.standardError
        do { try build.run() } catch { fail("swift cannot be run: \(error)") }
        build.waitUntilExit()
        if build.terminationStatus != 0 { fail("the command cannot be built") }
    }

    private func become(_ command: String) -> Never {
        var arguments: [UnsafeMutablePointer<CChar>?] =
            ([command] + CommandLine.arguments.dropFirst()).map { strdup($0) }
        arguments.append(nil)
        // Such a command may be this program once more, which must not come back to itself.
        unsetenv("RIBLEAK_COMMAND")
        execv(command, arguments)
        fail("\(command) cannot be run: \(String(cString: strerror(errno)))")
    }

    /// Ends with a code that is no verdict of the command (`EX_UNAVAILABLE`).
    private func fail(_ problem: String) -> Never {
        say(problem)
        exit(69)
    }

    private func say(_ line: String) {
        FileHandle.standardError.write(Data("ribleak: \(line)\n".utf8))
    }
}
