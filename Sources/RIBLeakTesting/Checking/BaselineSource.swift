// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBRecorder
import RIBText

/// A baseline that a test process read.
struct ProjectBaseline {
    let baseline: Baseline
    /// The path, from the working directory where it lies below that.
    let path: String
}

/// Where a check finds what its project lets pass.
struct BaselineSource {
    /// The source file of the test; nil where it is not known.
    let file: String?
    /// A path that code gave, or `none`; nil to look for the usual file.
    let named: String?

    init(of file: String? = nil, named: String? = nil) {
        (self.file, self.named) = (file, named)
    }

    init(of file: StaticString) { self.init(of: "\(file)") }

    /// Reads the file, each only once in a process.
    ///
    /// - Parameter environment: Its `RIBLEAK_BASELINE` goes before all else, as for the gate.
    /// - Returns: Nil when the project has none.
    /// - Throws: When a file is damaged, or the one that was named is missing.
    func read(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(UserError) -> ProjectBaseline? {
        let variable = environment["RIBLEAK_BASELINE"] ?? ""
        guard let name = variable.isEmpty ? named : variable else {
            return try found().map(Self.known)
        }
        return name == Baseline.noFile ? nil : try Self.known(at: name)
    }

    // MARK: - Reading

    private static let read = Protected<[String: Result<Baseline, UserError>]>([:])

    private static func known(at path: String) throws(UserError) -> ProjectBaseline {
        let result = read.withLock { read in
            let result =
                read[path]
                ?? Result { () throws(UserError) in try Baseline(readingFrom: path) }
            read[path] = result
            return result
        }
        let here = FileManager.default.currentDirectoryPath + "/"
        return ProjectBaseline(
            baseline: try result.get(),
            path: path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path)
    }

    // MARK: - Finding

    /// The path of the first baseline on the way from the test to the root of its package or
    /// repository, whichever is nearer.
    private func found() throws(UserError) -> String? {
        var folder = start
        while true {
            if let path = try Self.baseline(in: folder) { return path }
            let isRoot = [".git", "Package.swift"].contains { Self.exists("\(folder)/\($0)") }
            guard !isRoot, folder.count > 1 else { return nil }
            folder = (folder as NSString).deletingLastPathComponent
        }
    }

    /// The test's folder, or the working directory where that is not on this machine.
    private var start: String {
        if let file, file.hasPrefix("/") {
            let folder = (file as NSString).standardizingPath as NSString
            if Self.exists(folder.deletingLastPathComponent) {
                return folder.deletingLastPathComponent
            }
        }
        return FileManager.default.currentDirectoryPath
    }

    /// The baseline that the settings of a folder name, or the usual one.
    private static func baseline(in folder: String) throws(UserError) -> String? {
        let settings = "\(folder)/.ribleak.yml"
        let text = try InputFile.text(at: settings, atMost: 1 << 20, code: .settings)
        let paths = [text.flatMap(nameOfBaseline), InputFile.baseline].compactMap { $0 }
        return paths.lazy.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }.first(where: exists)
    }

    /// The value of the settings' key `baseline`, where it has a line of its own.
    ///
    /// Not all YAML: a test bundle links no parser for it. What this does not understand is nil.
    static func nameOfBaseline(in settings: String) -> String? {
        let key = "baseline:"
        let line = settings.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
        guard let value = line?.dropFirst(key.count) else { return nil }
        let trimmed = value.drop { $0 == " " || $0 == "\t" }
        if let quote = trimmed.first, quote == "\"" || quote == "'" {
            let inner = trimmed.dropFirst().prefix { $0 != quote }
            return inner.isEmpty || inner.contains("\\") ? nil : String(inner)
        }
        let word = trimmed.components(separatedBy: " #").first ?? ""
        let path = word.trimmingCharacters(in: .whitespaces)
        return path.isEmpty || path.hasPrefix("#") ? nil : path
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}
