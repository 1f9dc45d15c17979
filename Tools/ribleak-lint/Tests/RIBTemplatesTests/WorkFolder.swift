// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder of one test, which goes with it.
final class WorkFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-new-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The texts of all files, hidden ones too, by path.
    var files: [String: String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.reduce(into: [:]) { files, name in
            files[name] = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        }
    }

    /// Runs a program in this folder.
    ///
    /// - Returns: Its exit code.
    func run(_ words: String...) throws -> Int32 { try output(of: words).code }

    /// Runs a program in this folder.
    func output(
        of words: [String], in environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, since a full pipe would stop the program.
        let base = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        let files = ["\(base).out", "\(base).err"]
        for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        process.standardOutput = FileHandle(forWritingAtPath: files[0])
        process.standardError = FileHandle(forWritingAtPath: files[1])
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return (process.terminationStatus, texts[0], texts[1])
    }
}
