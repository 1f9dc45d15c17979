// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import Testing
import TraceFixtures

@testable import RIBGate

/// Any file is either read or refused in one line.
@Suite struct HostileFileTests {
    private static let settings = """
        version: 1
        baseline: b.json
        budgets:
          leaks: 3
          paths: [{rib-path: "Root/**", leaks: 1}]
        suppressions:
          - {kind: leaked-view, reason: 'R', expires: 2026-12-31}
          - fingerprint: 0123456789abcdef
            reason: |
              two
              lines
            expires: 2026-12-31
        """

    private static let pieces = [
        "*", "**", "&a", "*a", "- ", ": ", "? ", "\n", "\t", "\"", "'", "[", "]", "{", "}", "|",
        ">",
        "%", "@", "!x ", "---\n", "...\n", "\u{0}", "\u{FEFF}", "\u{2028}", "é", "#", "<<: ", "~",
        "\\u", "99999999999999999999", "\r", ",", "\\",
    ]

    /// The text with some places of it changed.
    private static func mutated(_ text: String, by random: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<scalars.count, using: &random)
            let end = min(scalars.count, place + Int.random(in: 0...3, using: &random))
            let piece = pieces.randomElement(using: &random) ?? ""
            scalars.replaceSubrange(place..<end, with: piece.unicodeScalars)
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }

    @Test(arguments: 1...8)
    func settings(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let text = Self.mutated(Self.settings, by: &random)
            do {
                _ = try GateSettings(yaml: text, file: "s.yml")
            } catch {
                #expect(error.code == .settings && error.place.hasPrefix("s.yml"))
                #expect(!error.explanation.isEmpty)
            }
        }
    }

    @Test(arguments: 1...8)
    func baselines(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let baseline = Baseline(of: GateSamples.leaks(3))
        for _ in 0..<500 {
            let text = Self.mutated(baseline.text, by: &random)
            do {
                _ = try Baseline(json: text, path: "b.json")
            } catch {
                #expect(error.code == .input && error.place == "b.json")
            }
        }
    }
}
