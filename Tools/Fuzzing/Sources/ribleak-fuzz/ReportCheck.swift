// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBReport

/// Properties of every report, whatever the traces contain.
enum ReportCheck {
    /// Analyses traces and renders the findings.
    static func run(on traces: [String]) {
        guard let report = try? Analysis.report(on: traces, symbolizer: NoSymbols()) else { return }
        check(report)
    }

    static func check(_ report: RunReport) {
        let text = TextReport().text(for: report)
        for scalar in text.unicodeScalars where scalar != "\n" {
            precondition(!isControl(scalar), "the text report lets a control character through")
        }
        _ = TextReport(isColored: true).text(for: report)
        let json = JSONReport().text(for: report)
        for scalar in json.unicodeScalars where scalar != "\n" {
            precondition(!isControl(scalar), "the JSON report lets a control character through")
        }
        // Parsing is slow, so the constant parts of a report are not parsed.
        guard !report.findings.isEmpty else { return }
        let parsed = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        precondition(
            parsed?["version"] as? Int == JSONReport.version, "the JSON report is no JSON")
    }

    /// Checks text for a terminal.
    static func check(text: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            precondition(!isControl(scalar), "a text lets a control character through")
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F || (0x80..<0xA0).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value)
    }
}

/// A folder for the traces of one target, inside the folder that `Tools/fuzz` made in memory.
final class ScratchFolder: Sendable {
    let path: String

    init() {
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        path = "\(Self.base)/\(number)"
        // An earlier run that found something may have left it.
        try? FileManager.default.removeItem(atPath: path)
        mkdir(path, 0o700)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file into the folder and replaces an earlier one.
    func write(_ bytes: [UInt8], to name: String) {
        let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            precondition(count > 0, "the scratch folder is full")
            rest = rest.dropFirst(count)
        }
        close(file)
    }

    private static let lastNumber = Locked(0)
    private static let base =
        ProcessInfo.processInfo.environment["RIBLEAK_FUZZ_SCRATCH"]
        ?? {
            let path = FileManager.default.temporaryDirectory.path + "/ribleak-fuzz-\(getpid())"
            mkdir(path, 0o700)
            return path
        }()
}
