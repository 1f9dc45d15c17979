// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel
import Testing

@testable import LintRules

/// Mistakes that were written down, each with a careful twin, without a look at the rules.
///
/// `Planted/found.txt` says which of them the rules foresee, and by what. RIBLEAK_UPDATE_GOLDENS=1 writes it
/// anew.
@Suite struct PlantedTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Planted")
    private static let entries = ["leaks", "subscriptions"].flatMap {
        PlantedMistake.all(in: $0, folder)
    }

    @Test(arguments: entries)
    func nothingIsSaidOfACarefulTwin(entry: PlantedMistake) {
        #expect(Self.findings(in: entry.careful) == [])
    }

    @Test func theMistakesThatAreForeseenAreTheWrittenOnes() throws {
        let found = Self.entries.map {
            "\($0.name):" + Self.findings(in: $0.mistake).map { " \($0)" }.joined()
        }
        let text = found.joined(separator: "\n") + "\n"
        let file = Self.folder.appendingPathComponent("found.txt")
        if ProcessInfo.processInfo.environment["RIBLEAK_UPDATE_GOLDENS"] != nil {
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test(arguments: [true, false])
    func allFilesOfAFolderSayWhatEachSaysAlone(isMistake: Bool) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("planted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var alone: [String] = []
        for entry in Self.entries.sorted(by: { $0.name < $1.name }) {
            let source = isMistake ? entry.mistake : entry.careful
            try Data(source.utf8).write(to: folder.appendingPathComponent("\(entry.name).swift"))
            alone += Self.findings(in: source).map { "\(entry.name) \($0)" }
        }
        let together = LintRun(FoundSources(below: [folder.path])).findings.map { finding in
            let file = URL(fileURLWithPath: finding.file).deletingPathExtension()
            return "\(file.lastPathComponent) \(finding.line) \(finding.rule)"
        }
        #expect(together == alone)
    }

    /// The line and the rule of each finding.
    private static func findings(in source: String) -> [String] {
        LintRun.findings(in: source).filter { $0.severity != .note }.map { "\($0.line) \($0.rule)" }
    }
}

/// An entry of a table: `=== name | kind | flavour`, then both sources.
struct PlantedMistake: CustomTestStringConvertible, Sendable {
    let name: String
    let mistake: String
    let careful: String
    var testDescription: String { name }

    static func all(in table: String, _ folder: URL) -> [PlantedMistake] {
        let file = folder.appendingPathComponent("\(table).txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return ("\n" + text).components(separatedBy: "\n=== ").dropFirst().map { entry in
            let title = entry.prefix { $0 != "\n" }.components(separatedBy: " | ")
            let sources = entry.components(separatedBy: "\n--- careful\n")
            let imports =
                switch title.last {
                case "combine": "\nimport Combine\nimport Foundation\nimport RIBs\n"
                case "rx": "\nimport Foundation\nimport RIBs\nimport RxRelay\nimport RxSwift\n"
                default: "\nimport Foundation\nimport RIBs\n"
                }
            return PlantedMistake(
                name: title[0],
                mistake: (sources.first?.components(separatedBy: "\n--- mistake\n").last ?? "")
                    + imports,
                careful: (sources.last ?? "") + imports)
        }
    }
}
